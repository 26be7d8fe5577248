// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/TWeakObjectPtr (IsValid, Get, Pin since 5.5), dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/TStrongObjectPtr.
#pragma once

#include "UObject/Object.h"
#include "UObject/StrongObjectPtr.h"

namespace Host
{
UObject* ResolveObject(int32 Index, int32 Serial, bool bEvenIfGarbage);
int32 SerialOf(const UObject* Object);
}

/// Forgets its object when that is destroyed or marked as garbage.
template <typename T = UObject>
struct TWeakObjectPtr
{
	TWeakObjectPtr() = default;
	TWeakObjectPtr(std::nullptr_t) {}
	TWeakObjectPtr(const T* Object) { *this = Object; }
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TWeakObjectPtr(const TObjectPtr<U>& Pointer)
		: TWeakObjectPtr(Pointer.Get())
	{
	}
	template <typename U>
		requires(!std::is_same_v<U, T> && std::is_convertible_v<U*, T*>)
	TWeakObjectPtr(const TWeakObjectPtr<U>& Other)
		: Index(Other.Index)
		, Serial(Other.Serial)
	{
	}
	TWeakObjectPtr& operator=(const T* Object)
	{
		const UObject* Base = reinterpret_cast<const UObject*>(Object);
		Host::CheckAlive(Base, "TWeakObjectPtr");
		Index = Base ? Base->HostIndex() : INDEX_NONE;
		Serial = Base ? Host::SerialOf(Base) : 0;
		return *this;
	}
	T* Get(bool bEvenIfPendingKill = false) const { return reinterpret_cast<T*>(Host::ResolveObject(Index, Serial, bEvenIfPendingKill)); }
	TStrongObjectPtr<T> Pin() const { return TStrongObjectPtr<T>(Get()); }
	bool IsValid() const { return Get() != nullptr; }
	bool IsStale() const { return Index != INDEX_NONE && !IsValid(); }
	bool IsExplicitlyNull() const { return Index == INDEX_NONE; }
	void Reset() { *this = TWeakObjectPtr(); }
	T* operator->() const
	{
		T* Object = Get();
		HOST_CHECK(Object, "a stale TWeakObjectPtr was followed");
		return Object;
	}
	T& operator*() const { return *operator->(); }
	explicit operator bool() const { return IsValid(); }
	bool operator==(const TWeakObjectPtr& Other) const
	{
		return (Index == Other.Index && Serial == Other.Serial) || (!IsValid() && !Other.IsValid());
	}
	friend uint32 GetTypeHash(const TWeakObjectPtr& Pointer)
	{
		return HashCombine(::GetTypeHash(Pointer.Index), ::GetTypeHash(Pointer.Serial));
	}

	int32 Index = INDEX_NONE;
	int32 Serial = 0;
};
