// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include <SPHSolids/Base/TaskRunner.h>

/// The core's parallel loops on the engine's workers. The chunks are the core's, so results do not depend on how many workers there are.
class SPHSOLIDSRUNTIME_API FSPHSolidsTaskRunner final : public SPHSolids::TaskRunner
{
public:
	int WorkerCount() const override;
	void Run(std::size_t ChunkCount, SPHSolids::ChunkBody Body) override;

	/// Keeps everything on the calling thread. The results are the same.
	bool bOneThread = false;
	/// Leaves the way free for the frame: for work that nobody waits for within it.
	bool bBackground = false;
};
