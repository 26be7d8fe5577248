// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/TRefCountPtr.
#pragma once

#include "Templates/UnrealTemplate.h"

template <typename T>
class TRefCountPtr
{
public:
	TRefCountPtr() = default;
	TRefCountPtr(std::nullptr_t) {}
	TRefCountPtr(T* InReference, bool bAddRef = true)
		: Reference(InReference)
	{
		if (Reference && bAddRef)
			Reference->AddRef();
	}
	TRefCountPtr(const TRefCountPtr& Other)
		: TRefCountPtr(Other.Reference)
	{
	}
	TRefCountPtr(TRefCountPtr&& Other)
		: Reference(Exchange(Other.Reference, nullptr))
	{
	}
	~TRefCountPtr()
	{
		if (Reference)
			Reference->Release();
	}
	TRefCountPtr& operator=(TRefCountPtr Other)
	{
		::Swap(Reference, Other.Reference);
		return *this;
	}
	T* operator->() const { return Reference; }
	operator T*() const { return Reference; }
	T* GetReference() const { return Reference; }
	bool IsValid() const { return Reference != nullptr; }
	void SafeRelease() { *this = nullptr; }

private:
	T* Reference = nullptr;
};
