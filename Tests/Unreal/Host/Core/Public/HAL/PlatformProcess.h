// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FGenericPlatformProcess (Sleep, SupportsMultithreading).
#pragma once

#include "CoreTypes.h"

struct FPlatformProcess
{
	static void Sleep(float Seconds);
	static bool SupportsMultithreading() { return true; }
};
