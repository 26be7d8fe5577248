#pragma once

#include <Lab/WorldScenes.h>

namespace SPHSolids::Lab
{

/// Scenes of solids that touch each other and walls, and those of [KBF21] that need a sculpted model.
std::span<const WorldScene> ContactScenes();

}
