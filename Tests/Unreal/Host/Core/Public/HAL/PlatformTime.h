// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FGenericPlatformTime (Seconds, Cycles64).
#pragma once

#include "CoreTypes.h"

struct FPlatformTime
{
	static double Seconds();
	static uint64 Cycles64();
	static double ToMilliseconds64(uint64 Cycles);
};
