#pragma once

#include <SPHSolids/Solid/SolidBody.h>

#include "Coupling/Obstacle.h"

#include <span>

namespace SPHSolids
{

/// Where a body goes that was given its shape back between obstacles, such as on a floor and under a box: to the nearest place along an axis
/// where it reaches into none, not through what stands or through a boundary at all.
/// @param shift From places of the body to the world's frame.
/// @param boundaries So many of the obstacles, the first ones, are boundaries.
/// @return Zero if it is free where it is, or nowhere near.
Vec3 WayToRoom(const SolidBody& body, const Vec3& shift, std::span<const Obstacle> obstacles, std::size_t boundaries);

}
