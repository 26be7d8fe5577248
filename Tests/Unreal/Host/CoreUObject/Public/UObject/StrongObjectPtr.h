// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/TStrongObjectPtr (keeps an object alive outside of UPROPERTY).
#pragma once

#include "UObject/Object.h"
#include "UObject/ObjectPtr.h"

namespace Host
{
void AddStrongReference(UObject* Object);
void ReleaseStrongReference(UObject* Object);
}

template <typename T>
class TStrongObjectPtr
{
public:
	TStrongObjectPtr() = default;
	TStrongObjectPtr(std::nullptr_t) {}
	explicit TStrongObjectPtr(T* InObject) { Reset(InObject); }
	TStrongObjectPtr(const TStrongObjectPtr& Other) { Reset(Other.Object); }
	TStrongObjectPtr(TStrongObjectPtr&& Other)
		: Object(Exchange(Other.Object, nullptr))
	{
	}
	~TStrongObjectPtr() { Reset(); }
	TStrongObjectPtr& operator=(TStrongObjectPtr Other)
	{
		::Swap(Object, Other.Object);
		return *this;
	}
	void Reset(T* NewObject = nullptr)
	{
		if (NewObject)
			Host::AddStrongReference(reinterpret_cast<UObject*>(const_cast<std::remove_const_t<T>*>(NewObject)));
		if (Object)
			Host::ReleaseStrongReference(reinterpret_cast<UObject*>(const_cast<std::remove_const_t<T>*>(Object)));
		Object = NewObject;
	}
	T* Get() const { return Object; }
	bool IsValid() const { return Object != nullptr; }
	explicit operator bool() const { return IsValid(); }
	T* operator->() const
	{
		check(Object);
		return Object;
	}
	T& operator*() const { return *operator->(); }

private:
	T* Object = nullptr;
};
