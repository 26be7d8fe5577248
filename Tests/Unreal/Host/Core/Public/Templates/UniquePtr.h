// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/TUniquePtr, .../MakeUnique.
#pragma once

#include "Templates/UnrealTemplate.h"

template <typename T>
class TUniquePtr
{
public:
	TUniquePtr() = default;
	TUniquePtr(std::nullptr_t) {}
	explicit TUniquePtr(T* InPointer)
		: Pointer(InPointer)
	{
	}
	TUniquePtr(TUniquePtr&& Other) noexcept
		: Pointer(Other.Release())
	{
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TUniquePtr(TUniquePtr<U>&& Other) noexcept
		: Pointer(Other.Release())
	{
	}
	~TUniquePtr() { Reset(); }
	TUniquePtr& operator=(TUniquePtr&& Other) noexcept
	{
		if (this != &Other)
			Reset(Other.Release());
		return *this;
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TUniquePtr& operator=(TUniquePtr<U>&& Other) noexcept
	{
		Reset(Other.Release());
		return *this;
	}
	TUniquePtr& operator=(std::nullptr_t)
	{
		Reset();
		return *this;
	}

	bool IsValid() const { return Pointer != nullptr; }
	explicit operator bool() const { return IsValid(); }
	T* operator->() const { return Pointer; }
	T& operator*() const { return *Pointer; }
	T* Get() const { return Pointer; }
	T* Release() { return Exchange(Pointer, nullptr); }
	void Reset(T* InPointer = nullptr)
	{
		static_assert(sizeof(T) > 0, "TUniquePtr of an incomplete type: include its header where the pointer dies");
		delete Exchange(Pointer, InPointer);
	}
	friend bool operator==(const TUniquePtr& A, const TUniquePtr& B) { return A.Pointer == B.Pointer; }
	friend bool operator==(const TUniquePtr& A, std::nullptr_t) { return !A.Pointer; }

private:
	T* Pointer = nullptr;
};

template <typename T, typename... Types>
TUniquePtr<T> MakeUnique(Types&&... Arguments)
{
	return TUniquePtr<T>(new T(Forward<Types>(Arguments)...));
}
