#pragma once

#include <SPHSolids/Base/Math.h>

#include <cstdint>
#include <vector>

namespace SPHSolids
{

/// All particles of one frame in the order that recordings keep: bodies as listed, then fluids.
struct RecordedFrame
{
	double time = 0;             ///< s
	std::vector<Vec3d> position; ///< m
	std::vector<Vec3> velocity;  ///< m/s
	/// Number of the body or fluid a particle belongs to: bodies first, fluids after them.
	std::vector<std::uint16_t> object;
};

}
