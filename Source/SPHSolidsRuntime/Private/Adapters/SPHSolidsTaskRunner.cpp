// Copyright (c) 2026 The SPHSolids authors

#include "Adapters/SPHSolidsTaskRunner.h"

#include "Async/ParallelFor.h"
#include "CoreMinimal.h"
#include "HAL/PlatformMisc.h"

int FSPHSolidsTaskRunner::WorkerCount() const
{
	// The caller takes part.
	return FPlatformMisc::NumberOfWorkerThreadsToSpawn() + 1;
}

void FSPHSolidsTaskRunner::Run(std::size_t ChunkCount, SPHSolids::ChunkBody Body)
{
	ParallelFor(
		TEXT("SPHSolids"), static_cast<int32>(ChunkCount), 1, [&Body](int32 Chunk) { Body(static_cast<std::size_t>(Chunk)); },
		bOneThread        ? EParallelForFlags::ForceSingleThread
			: bBackground ? EParallelForFlags::BackgroundPriority
						  : EParallelForFlags::None);
}
