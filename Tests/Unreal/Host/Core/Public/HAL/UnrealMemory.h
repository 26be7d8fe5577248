// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FMemory.
#pragma once

#include "CoreTypes.h"

#include <cstring>

struct FMemory
{
	static void* Memcpy(void* Target, const void* Source, SIZE_T Count) { return Count ? std::memcpy(Target, Source, Count) : Target; }
	static void* Memmove(void* Target, const void* Source, SIZE_T Count) { return Count ? std::memmove(Target, Source, Count) : Target; }
	static void* Memset(void* Target, uint8 Value, SIZE_T Count) { return Count ? std::memset(Target, Value, Count) : Target; }
	static void* Memzero(void* Target, SIZE_T Count) { return Memset(Target, 0, Count); }
	static int32 Memcmp(const void* A, const void* B, SIZE_T Count) { return Count ? std::memcmp(A, B, Count) : 0; }
	/// 16 bytes by default, as the engine promises.
	static void* Malloc(SIZE_T Count, uint32 Alignment = 16);
	static void Free(void* Memory);
};
