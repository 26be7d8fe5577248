#pragma once

#include <SPHSolids/World/World.h>

#include <memory>

namespace SPHSolids::Tools
{

/// Blocks of jelly in a pit, so many that they keep each other busy.
std::unique_ptr<World> MakePile(const WorldDef& def, int blocks);
/// Water in the same pit, with eight blocks that float in it.
std::unique_ptr<World> MakeTank(const WorldDef& def, int thousandParticles);

}
