// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/ParallelFor (with and without name and batch size; the caller takes part; returns when all is done).
#pragma once

#include "Tasks/Task.h"
#include "Templates/UnrealTemplate.h"

enum class EParallelForFlags
{
	None = 0,
	ForceSingleThread = 1,
	Unbalanced = 2,
	PumpRenderingThread = 4,
	BackgroundPriority = 8
};
ENUM_CLASS_FLAGS(EParallelForFlags)

namespace Host
{
void ParallelForBatches(int32 Num, int32 BatchSize, bool bSingleThread, TFunctionRef<void(int32)> Body);
}

inline void ParallelFor(
	const TCHAR*, int32 Num, int32 MinBatchSize, TFunctionRef<void(int32)> Body, EParallelForFlags Flags = EParallelForFlags::None)
{
	Host::ParallelForBatches(Num, MinBatchSize, EnumHasAnyFlags(Flags, EParallelForFlags::ForceSingleThread), Body);
}

inline void ParallelFor(int32 Num, TFunctionRef<void(int32)> Body, EParallelForFlags Flags = EParallelForFlags::None)
{
	Host::ParallelForBatches(Num, 1, EnumHasAnyFlags(Flags, EParallelForFlags::ForceSingleThread), Body);
}
