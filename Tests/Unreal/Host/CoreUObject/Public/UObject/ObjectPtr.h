// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/unreal-engine-5-migration-guide (TObjectPtr), dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/TObjectPtr.
#pragma once

#include "UObject/Object.h"

/// An object that a property refers to. Holds no object alive by itself: garbage collection sees it because it is a UPROPERTY.
template <typename T>
struct TObjectPtr
{
	using ElementType = T;
	TObjectPtr() = default;
	TObjectPtr(std::nullptr_t) {}
	TObjectPtr(T* Object)
		: HostObject(const_cast<UObject*>(reinterpret_cast<const UObject*>(Object)))
	{
	}
	template <typename U>
		requires(!std::is_same_v<U, T> && std::is_convertible_v<U*, T*>)
	TObjectPtr(const TObjectPtr<U>& Other)
		: HostObject(Other.HostObject)
	{
	}
	T* Get() const
	{
		Host::CheckAlive(HostObject, "TObjectPtr");
		return reinterpret_cast<T*>(HostObject);
	}
	operator T*() const { return Get(); }
	T* operator->() const
	{
		T* Object = Get();
		HOST_CHECK(Object, "a null TObjectPtr was followed");
		return Object;
	}
	T& operator*() const { return *operator->(); }
	explicit operator bool() const { return HostObject != nullptr; }
	bool operator==(const TObjectPtr& Other) const { return HostObject == Other.HostObject; }
	bool operator==(std::nullptr_t) const { return !HostObject; }
	template <typename U>
	bool operator==(U* Other) const
	{
		return static_cast<const void*>(HostObject) == static_cast<const void*>(Other);
	}
	friend uint32 GetTypeHash(const TObjectPtr& Pointer) { return ::GetTypeHash(static_cast<const void*>(Pointer.HostObject)); }

	/// UObject is the first base of every class, so that one address serves for both; MakeClass checks it.
	UObject* HostObject = nullptr;
};

template <typename T>
T* ToRawPtr(const TObjectPtr<T>& Pointer)
{
	return Pointer.Get();
}

template <typename T>
bool IsValid(const TObjectPtr<T>& Pointer)
{
	return IsValid(Pointer.HostObject);
}
