// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Host/Engine.h"

#include "Level.h"

#include <string>
#include <vector>

namespace Play
{

/// Draws what the components' vertex buffers held when the render thread last drew, and the engine's own boxes and balls.
class FPainter
{
public:
	FPainter();
	~FPainter();
	/// False with a sentence if the file cannot be written.
	bool Draw(const FLevel& Level, const TArray<Host::FDrawnMesh>& Meshes, const std::vector<std::string>& Lines, const std::string& File,
		std::string& OutError);

private:
	struct FState;
	FState* State;
};

}
