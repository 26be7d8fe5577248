// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/asynchronous-asset-loading-in-unreal-engine, dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/TSoftObjectPtr (Get, LoadSynchronous, IsPending).
#pragma once

#include "Templates/Casts.h"
#include "UObject/SoftObjectPath.h"

/// An object named by its path, which need not be in memory.
template <typename T = UObject>
struct TSoftObjectPtr
{
	TSoftObjectPtr() = default;
	TSoftObjectPtr(std::nullptr_t) {}
	TSoftObjectPtr(const T* Object)
		: Path(Object)
	{
	}
	explicit TSoftObjectPtr(const FSoftObjectPath& InPath)
		: Path(InPath)
	{
	}
	T* Get() const { return Cast<T>(Path.ResolveObject()); }
	T* LoadSynchronous() const { return Cast<T>(Path.TryLoad()); }
	bool IsNull() const { return Path.IsNull(); }
	bool IsValid() const { return Get() != nullptr; }
	bool IsPending() const { return !IsNull() && !IsValid(); }
	const FSoftObjectPath& ToSoftObjectPath() const { return Path; }
	FString ToString() const { return Path.ToString(); }
	void Reset() { Path.Reset(); }
	bool operator==(const TSoftObjectPtr& Other) const { return Path == Other.Path; }
	friend FArchive& operator<<(FArchive& Ar, TSoftObjectPtr& Soft) { return Ar << Soft.Path; }
	FSoftObjectPath Path;
};

template <typename T = UObject>
struct TSoftClassPtr
{
	TSoftClassPtr() = default;
	TSoftClassPtr(const UClass* Class)
		: Path(Class)
	{
	}
	UClass* Get() const { return Cast<UClass>(Path.ResolveObject()); }
	UClass* LoadSynchronous() const { return Get(); }
	bool IsNull() const { return Path.IsNull(); }
	bool operator==(const TSoftClassPtr& Other) const { return Path == Other.Path; }
	friend FArchive& operator<<(FArchive& Ar, TSoftClassPtr& Soft) { return Ar << Soft.Path; }
	FSoftObjectPath Path;
};
