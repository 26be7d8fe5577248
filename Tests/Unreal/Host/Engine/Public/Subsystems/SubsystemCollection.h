// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FSubsystemCollectionBase (InitializeDependency).
#pragma once

#include "Subsystems/Subsystem.h"

/// Makes one subsystem of each class that wants to be, in an order that honours InitializeDependency.
class FSubsystemCollectionBase
{
public:
	virtual ~FSubsystemCollectionBase() = default;
	template <typename T>
	T* InitializeDependency()
	{
		return static_cast<T*>(InitializeDependency(T::StaticClass()));
	}
	USubsystem* InitializeDependency(UClass* Class);
	USubsystem* HostFind(const UClass* Class) const;
	void HostInitialize(UObject* NewOuter, UClass* Base);
	void HostDeinitialize();
	TArray<USubsystem*> HostAll() const;

private:
	UObject* Outer = nullptr;
	TArray<TObjectPtr<USubsystem>> Subsystems;
};
