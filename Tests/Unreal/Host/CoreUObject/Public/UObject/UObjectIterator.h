// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/TObjectIterator.
#pragma once

#include "UObject/UObjectGlobals.h"

template <typename T>
class TObjectIterator
{
public:
	TObjectIterator() { GetObjectsOfClass(T::StaticClass(), Objects); }
	explicit operator bool() const { return Position < Objects.Num(); }
	TObjectIterator& operator++()
	{
		++Position;
		return *this;
	}
	T* operator*() const { return static_cast<T*>(Objects[Position]); }
	T* operator->() const { return **this; }

private:
	TArray<UObject*> Objects;
	int32 Position = 0;
};
