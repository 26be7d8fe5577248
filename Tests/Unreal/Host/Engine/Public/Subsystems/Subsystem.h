// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/programming-subsystems-in-unreal-engine, dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/USubsystem.
#pragma once

#include "UObject/UObjectGlobals.h"

#include "Subsystem.generated.h"

class FSubsystemCollectionBase;

UCLASS(Abstract)
class USubsystem : public UObject
{
	GENERATED_BODY()

public:
	/** Asked of the class default object. */
	virtual bool ShouldCreateSubsystem(UObject* Outer) const { return Outer != nullptr; }
	virtual void Initialize(FSubsystemCollectionBase& Collection);
	virtual void Deinitialize();
};
