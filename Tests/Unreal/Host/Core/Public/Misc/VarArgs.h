// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/fstring-in-unreal-engine (printf: what may stand for %s, %d, %f).
#pragma once

#include "CoreTypes.h"

namespace Host
{

/// One argument of a % format, with what it is: a %s that gets a number stops the program instead of reading wild memory.
struct FFormatArgument
{
	enum EKind
	{
		Integer,
		Unsigned,
		Real,
		String,
		Pointer
	};
	EKind Kind;
	union
	{
		int64 AsInteger;
		uint64 AsUnsigned;
		double AsReal;
		const TCHAR* AsString;
		const void* AsPointer;
	};

	template <typename T>
	FFormatArgument(T Value)
	{
		static_assert(!std::is_class_v<T>, "A class was given to a % format; FString and FName need *Name and *Name.ToString()");
		static_assert(
			!std::is_same_v<std::remove_const_t<std::remove_pointer_t<T>>, char>, "A char string was given to a % format; use TCHAR");
		if constexpr (std::is_floating_point_v<T>)
			Kind = Real, AsReal = static_cast<double>(Value);
		else if constexpr (std::is_same_v<T, const TCHAR*> || std::is_same_v<T, TCHAR*>)
			Kind = String, AsString = Value;
		else if constexpr (std::is_pointer_v<T> || std::is_null_pointer_v<T>)
			Kind = Pointer, AsPointer = Value;
		else if constexpr (std::is_enum_v<T>)
		{
			static_assert(std::is_convertible_v<T, int>, "An enum class was given to a % format; cast it");
			Kind = Integer, AsInteger = static_cast<int64>(Value);
		}
		else if constexpr (std::is_signed_v<T>)
			Kind = Integer, AsInteger = static_cast<int64>(Value);
		else
			Kind = Unsigned, AsUnsigned = static_cast<uint64>(Value);
	}
};

/// The formatted text in UTF-8, kept until the program ends: only for messages on the way out.
const char* FormatAndKeep(const TCHAR* Pattern, std::initializer_list<FFormatArgument> Arguments);

inline const char* FormatAssertion()
{
	return "";
}

template <SIZE_T N, typename... Types>
const char* FormatAssertion(const TCHAR (&Pattern)[N], Types... Arguments)
{
	return FormatAndKeep(Pattern, {FFormatArgument(Arguments)...});
}

}
