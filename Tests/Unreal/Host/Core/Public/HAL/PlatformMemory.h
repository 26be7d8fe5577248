// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FGenericPlatformMemoryStats (AvailablePhysical, bytes), .../FGenericPlatformMemory (GetStats).
#pragma once

#include "CoreTypes.h"

struct FPlatformMemoryStats
{
	uint64 AvailablePhysical = 0;
};

struct FPlatformMemory
{
	/// What a test says there is.
	static inline uint64 HostAvailable = uint64(64) << 30;
	static FPlatformMemoryStats GetStats() { return {HostAvailable}; }
};
