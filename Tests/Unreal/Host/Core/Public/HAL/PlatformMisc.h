// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FGenericPlatformMisc (NumberOfCores, NumberOfWorkerThreadsToSpawn).
#pragma once

#include "CoreTypes.h"

struct FPlatformMisc
{
	static int32 NumberOfCores();
	static int32 NumberOfCoresIncludingHyperthreads();
	static int32 NumberOfWorkerThreadsToSpawn();
};
