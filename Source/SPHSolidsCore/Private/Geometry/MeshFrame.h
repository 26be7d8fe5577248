#pragma once

#include <SPHSolids/Base/Math.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids
{

/// Coordinates beyond this are as useless as infinite ones: their squares and cubes leave the range of doubles.
inline constexpr double LargestCoordinate = 1e30; // m

inline bool IsUsable(const Vec3d& p)
{
	return std::fabs(p.x) <= LargestCoordinate && std::fabs(p.y) <= LargestCoordinate && std::fabs(p.z) <= LargestCoordinate;
}

/// Centred on a mesh and scaled by a power of two so that the mesh just fits into [-1, 1]: neither the place nor the unit of a mesh
/// costs digits there.
struct MeshFrame
{
	Vec3d centre;
	double scale = 1;

	static MeshFrame Around(const Box3d& bounds)
	{
		const Vec3d size = bounds.Size();
		const double extent = std::max({size.x, size.y, size.z, 1e-290});
		return {bounds.Centre(), std::exp2(1 - std::ceil(std::log2(extent)))};
	}
	Vec3d ToFrame(const Vec3d& place) const { return (place - centre) * scale; }
	Vec3d FromFrame(const Vec3d& point) const { return point / scale + centre; }
};

}
