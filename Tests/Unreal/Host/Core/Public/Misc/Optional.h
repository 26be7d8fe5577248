// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/TOptional.
#pragma once

#include "Templates/UnrealTemplate.h"

#include <optional>

template <typename T>
class TOptional
{
public:
	TOptional() = default;
	TOptional(std::nullptr_t) = delete;
	TOptional(const T& Value)
		: Storage(Value)
	{
	}
	TOptional(T&& Value)
		: Storage(MoveTemp(Value))
	{
	}
	bool IsSet() const { return Storage.has_value(); }
	explicit operator bool() const { return IsSet(); }
	T& GetValue()
	{
		checkf(IsSet(), TEXT("It is an error to call GetValue() on an unset TOptional."));
		return *Storage;
	}
	const T& GetValue() const
	{
		checkf(IsSet(), TEXT("It is an error to call GetValue() on an unset TOptional."));
		return *Storage;
	}
	const T& Get(const T& DefaultValue) const { return IsSet() ? *Storage : DefaultValue; }
	T* operator->() { return &GetValue(); }
	const T* operator->() const { return &GetValue(); }
	T& operator*() { return GetValue(); }
	const T& operator*() const { return GetValue(); }
	void Reset() { Storage.reset(); }
	template <typename... Types>
	T& Emplace(Types&&... Arguments)
	{
		return Storage.emplace(Forward<Types>(Arguments)...);
	}
	friend bool operator==(const TOptional& A, const TOptional& B) { return A.Storage == B.Storage; }

private:
	std::optional<T> Storage;
};
