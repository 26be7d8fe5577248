// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/MoveTemp, .../Forward, .../Swap, .../TGuardValue; used by TriAxis-Games/RealtimeMeshComponent.
#pragma once

#include "CoreTypes.h"
#include "Misc/AssertionMacros.h"

/// Unlike std::move it refuses what cannot be moved from: const objects and temporaries.
template <typename T>
constexpr std::remove_reference_t<T>&& MoveTemp(T&& Object) noexcept
{
	static_assert(std::is_lvalue_reference_v<T>, "MoveTemp called on an rvalue");
	static_assert(!std::is_const_v<std::remove_reference_t<T>>, "MoveTemp called on a const object");
	return static_cast<std::remove_reference_t<T>&&>(Object);
}

template <typename T>
constexpr std::remove_reference_t<T>&& MoveTempIfPossible(T&& Object) noexcept
{
	return static_cast<std::remove_reference_t<T>&&>(Object);
}

template <typename T>
constexpr T&& Forward(std::remove_reference_t<T>& Object) noexcept
{
	return static_cast<T&&>(Object);
}

template <typename T>
constexpr T&& Forward(std::remove_reference_t<T>&& Object) noexcept
{
	return static_cast<T&&>(Object);
}

template <typename T>
void Swap(T& A, T& B)
{
	T Old(MoveTemp(A));
	A = MoveTemp(B);
	B = MoveTemp(Old);
}

template <typename T, typename U = T>
T Exchange(T& Target, U&& NewValue)
{
	T Old(MoveTemp(Target));
	Target = Forward<U>(NewValue);
	return Old;
}

/// Sets a variable and puts the old value back when it goes out of scope.
template <typename T, typename U = T>
struct TGuardValue
{
	[[nodiscard]] TGuardValue(T& InTarget, const U& NewValue)
		: Target(InTarget)
		, OldValue(InTarget)
	{
		Target = NewValue;
	}
	~TGuardValue() { Target = OldValue; }
	TGuardValue(const TGuardValue&) = delete;
	TGuardValue& operator=(const TGuardValue&) = delete;

private:
	T& Target;
	T OldValue;
};

class FNoncopyable
{
protected:
	FNoncopyable() = default;
	~FNoncopyable() = default;

public:
	FNoncopyable(const FNoncopyable&) = delete;
	FNoncopyable& operator=(const FNoncopyable&) = delete;
};

#define ENUM_CLASS_FLAGS(Enum)                                                                                                             \
	constexpr Enum operator|(Enum A, Enum B)                                                                                               \
	{                                                                                                                                      \
		return static_cast<Enum>(static_cast<std::underlying_type_t<Enum>>(A) | static_cast<std::underlying_type_t<Enum>>(B));             \
	}                                                                                                                                      \
	constexpr Enum operator&(Enum A, Enum B)                                                                                               \
	{                                                                                                                                      \
		return static_cast<Enum>(static_cast<std::underlying_type_t<Enum>>(A) & static_cast<std::underlying_type_t<Enum>>(B));             \
	}                                                                                                                                      \
	constexpr Enum operator~(Enum A)                                                                                                       \
	{                                                                                                                                      \
		return static_cast<Enum>(~static_cast<std::underlying_type_t<Enum>>(A));                                                           \
	}                                                                                                                                      \
	inline Enum& operator|=(Enum& A, Enum B)                                                                                               \
	{                                                                                                                                      \
		return A = A | B;                                                                                                                  \
	}                                                                                                                                      \
	inline Enum& operator&=(Enum& A, Enum B)                                                                                               \
	{                                                                                                                                      \
		return A = A & B;                                                                                                                  \
	}                                                                                                                                      \
	constexpr bool operator!(Enum A)                                                                                                       \
	{                                                                                                                                      \
		return static_cast<std::underlying_type_t<Enum>>(A) == 0;                                                                          \
	}

template <typename Enum>
constexpr bool EnumHasAnyFlags(Enum Flags, Enum Contains)
{
	return (static_cast<std::underlying_type_t<Enum>>(Flags) & static_cast<std::underlying_type_t<Enum>>(Contains)) != 0;
}

template <typename Enum>
constexpr bool EnumHasAllFlags(Enum Flags, Enum Contains)
{
	return (static_cast<std::underlying_type_t<Enum>>(Flags) & static_cast<std::underlying_type_t<Enum>>(Contains))
		== static_cast<std::underlying_type_t<Enum>>(Contains);
}
