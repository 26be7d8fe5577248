// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/smart-pointers-in-unreal-engine (TSharedPtr, TSharedRef, TWeakPtr, MakeShared, TSharedFromThis; thread safe by default).
#pragma once

#include "Templates/TypeHash.h"
#include "Templates/UnrealTemplate.h"

#include <memory>

enum class ESPMode : uint8
{
	NotThreadSafe = 0,
	ThreadSafe = 1
};

template <typename T, ESPMode Mode = ESPMode::ThreadSafe>
class TSharedRef;
template <typename T, ESPMode Mode = ESPMode::ThreadSafe>
class TWeakPtr;

template <typename T, ESPMode Mode = ESPMode::ThreadSafe>
class TSharedPtr
{
public:
	using ElementType = T;

	TSharedPtr() = default;
	TSharedPtr(std::nullptr_t) {}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	explicit TSharedPtr(U* Object)
		: Shared(Object)
	{
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TSharedPtr(const TSharedPtr<U, Mode>& Other)
		: Shared(Other.HostGet())
	{
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TSharedPtr(const TSharedRef<U, Mode>& Other)
		: Shared(Other.HostGet())
	{
	}
	explicit TSharedPtr(std::shared_ptr<T> InShared)
		: Shared(std::move(InShared))
	{
	}

	bool IsValid() const { return Shared != nullptr; }
	explicit operator bool() const { return IsValid(); }
	bool IsUnique() const { return Shared.use_count() == 1; }
	int32 GetSharedReferenceCount() const { return static_cast<int32>(Shared.use_count()); }
	T* Get() const { return Shared.get(); }
	void Reset() { Shared.reset(); }
	TSharedRef<T, Mode> ToSharedRef() const&
	{
		check(IsValid());
		return TSharedRef<T, Mode>(Shared);
	}
	T* operator->() const
	{
		check(IsValid());
		return Shared.get();
	}
	template <typename U = T>
	U& operator*() const
	{
		check(IsValid());
		return *Shared;
	}
	const std::shared_ptr<T>& HostGet() const { return Shared; }

	template <typename U>
	bool operator==(const TSharedPtr<U, Mode>& Other) const
	{
		return Get() == Other.Get();
	}
	bool operator==(std::nullptr_t) const { return !IsValid(); }
	friend uint32 GetTypeHash(const TSharedPtr& Pointer) { return ::GetTypeHash(Pointer.Get()); }

private:
	std::shared_ptr<T> Shared;
};

/// A shared pointer that is never null.
template <typename T, ESPMode Mode>
class TSharedRef
{
public:
	explicit TSharedRef(std::shared_ptr<T> InShared)
		: Shared(std::move(InShared))
	{
		check(Shared != nullptr);
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TSharedRef(const TSharedRef<U, Mode>& Other)
		: Shared(Other.HostGet())
	{
	}
	T& Get() const { return *Shared; }
	T* operator->() const { return Shared.get(); }
	T& operator*() const { return *Shared; }
	bool IsUnique() const { return Shared.use_count() == 1; }
	int32 GetSharedReferenceCount() const { return static_cast<int32>(Shared.use_count()); }
	TSharedPtr<T, Mode> ToSharedPtr() const { return TSharedPtr<T, Mode>(Shared); }
	TWeakPtr<T, Mode> ToWeakPtr() const { return TWeakPtr<T, Mode>(*this); }
	const std::shared_ptr<T>& HostGet() const { return Shared; }
	friend bool operator==(const TSharedRef& A, const TSharedRef& B) { return A.Shared == B.Shared; }
	friend uint32 GetTypeHash(const TSharedRef& Reference) { return ::GetTypeHash(Reference.Shared.get()); }

private:
	std::shared_ptr<T> Shared;
};

template <typename T, ESPMode Mode>
class TWeakPtr
{
public:
	TWeakPtr() = default;
	TWeakPtr(std::nullptr_t) {}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TWeakPtr(const TSharedPtr<U, Mode>& Other)
		: Weak(Other.HostGet())
	{
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TWeakPtr(const TSharedRef<U, Mode>& Other)
		: Weak(Other.HostGet())
	{
	}
	TSharedPtr<T, Mode> Pin() const { return TSharedPtr<T, Mode>(Weak.lock()); }
	bool IsValid() const { return !Weak.expired(); }
	void Reset() { Weak.reset(); }

private:
	std::weak_ptr<T> Weak;
};

/// Lets an object that is held by shared pointers hand out one to itself. Using it in a constructor is a mistake and stops the program.
template <typename T, ESPMode Mode = ESPMode::ThreadSafe>
class TSharedFromThis : public std::enable_shared_from_this<T>
{
public:
	TSharedRef<T, Mode> AsShared()
	{
		const std::shared_ptr<T> Shared = this->weak_from_this().lock();
		HOST_CHECK(Shared != nullptr, "AsShared() of an object that no shared pointer holds");
		return TSharedRef<T, Mode>(Shared);
	}
	TWeakPtr<T, Mode> AsWeak() { return TWeakPtr<T, Mode>(AsShared()); }
};

template <typename T, ESPMode Mode = ESPMode::ThreadSafe, typename... Types>
TSharedRef<T, Mode> MakeShared(Types&&... Arguments)
{
	return TSharedRef<T, Mode>(std::shared_ptr<T>(new T(Forward<Types>(Arguments)...)));
}

template <typename T>
TSharedRef<T> MakeShareable(T* Object)
{
	return TSharedRef<T>(std::shared_ptr<T>(Object));
}

template <typename To, typename From, ESPMode Mode>
TSharedPtr<To, Mode> StaticCastSharedPtr(const TSharedPtr<From, Mode>& Pointer)
{
	return TSharedPtr<To, Mode>(std::static_pointer_cast<To>(Pointer.HostGet()));
}

template <typename To, typename From, ESPMode Mode>
TSharedRef<To, Mode> StaticCastSharedRef(const TSharedRef<From, Mode>& Reference)
{
	return TSharedRef<To, Mode>(std::static_pointer_cast<To>(Reference.HostGet()));
}
