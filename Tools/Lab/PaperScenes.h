#pragma once

#include <Lab/WorldScenes.h>

namespace SPHSolids::Lab
{

/// Scenes of [KEE23] and [KBF21] in which solids, fluids and rigid bodies meet, and how bodies are sampled.
std::span<const WorldScene> PaperScenes();

}
