#pragma once

#include <SPHSolids/Base/Math.h>

#include <cmath>

namespace SPHSolids
{

/// Whether a world can take a number from its host or from a file: finite, and so small that a float holds it and its square.
inline bool FitsFloat(double value)
{
	return std::fabs(value) <= 1e15;
}
inline bool FitsFloat(const Vec3d& value)
{
	return FitsFloat(value.x) && FitsFloat(value.y) && FitsFloat(value.z);
}

}
