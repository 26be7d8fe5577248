// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/typed-object-pointer-properties-in-unreal-engine, dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/TSubclassOf.
#pragma once

#include "UObject/Class.h"

/// A class that is T or derives from it; anything else becomes null.
template <typename T>
class TSubclassOf
{
public:
	TSubclassOf() = default;
	TSubclassOf(std::nullptr_t) {}
	TSubclassOf(UClass* From)
		: Class(From)
	{
	}
	UClass* Get() const { return Class && Class->IsChildOf(T::StaticClass()) ? Class : nullptr; }
	UClass* operator*() const { return Get(); }
	UClass* operator->() const { return Get(); }
	operator UClass*() const { return Get(); }
	T* GetDefaultObject() const { return Get() ? static_cast<T*>(Get()->GetDefaultObject()) : nullptr; }
	UClass* Class = nullptr;
};
