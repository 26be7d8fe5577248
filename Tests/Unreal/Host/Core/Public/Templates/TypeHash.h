// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/GetTypeHash, .../HashCombine; dev.epicgames.com/documentation/unreal-engine/map-containers-in-unreal-engine (keys need GetTypeHash and ==).
#pragma once

#include "CoreTypes.h"

inline uint32 HashCombine(uint32 A, uint32 C)
{
	return A ^ (C + 0x9e3779b9u + (A << 6) + (A >> 2));
}

inline uint32 HashCombineFast(uint32 A, uint32 B)
{
	return HashCombine(A, B);
}

template <typename T>
	requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
uint32 GetTypeHash(T Value)
{
	uint64 Bits = 0;
	if constexpr (std::is_floating_point_v<T>)
	{
		const T Normal = Value == T(0) ? T(0) : Value; // -0 and 0 are equal, so they hash alike
		__builtin_memcpy(&Bits, &Normal, sizeof(T));
	}
	else
		Bits = static_cast<uint64>(Value);
	return static_cast<uint32>((Bits * 0x9e3779b97f4a7c15ull) >> 32);
}

template <typename T>
uint32 GetTypeHash(T* Pointer)
{
	return GetTypeHash(static_cast<uint64>(reinterpret_cast<UPTRINT>(Pointer)));
}
