#include "Coverage.h"

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

struct SlabCoverage
{
	Real coverage;
	Real slope; // by the coordinate
};

/// Share of the kernel in |coordinate| <= half.
SlabCoverage CoverSlab(Real coordinate, Real half, Real support)
{
	const HalfSpaceCoverage above = CoverByWall(coordinate - half, support);
	const HalfSpaceCoverage below = CoverByWall(-coordinate - half, support);
	return {above.coverage + below.coverage - 1, above.slope - below.slope};
}

/// The same seen from inside a container.
SlabCoverage CoverRoom(Real coordinate, Real half, Real support)
{
	const HalfSpaceCoverage above = CoverByWall(half - coordinate, support);
	const HalfSpaceCoverage below = CoverByWall(half + coordinate, support);
	return {1 - above.coverage - below.coverage, above.slope - below.slope};
}

CoverageSample CoverByBox(const Shape& shape, const Vec3& local, Real support)
{
	const Vec3 half = shape.halfSize.Cast<Real>();
	SlabCoverage slab[3];
	for (int axis = 0; axis < 3; ++axis)
		slab[axis] = shape.IsInverted() ? CoverRoom(local[axis], half[axis], support) : CoverSlab(local[axis], half[axis], support);
	const Real product = slab[0].coverage * slab[1].coverage * slab[2].coverage;
	const Vec3 gradient = {slab[0].slope * slab[1].coverage * slab[2].coverage, slab[0].coverage * slab[1].slope * slab[2].coverage,
		slab[0].coverage * slab[1].coverage * slab[2].slope};
	if (shape.IsInverted())
		return {1 - product, -gradient};
	return {product, gradient};
}

}

HalfSpaceCoverage CoverHalfSpace(Real distance, Real support)
{
	const Real q = std::min(std::fabs(distance) / support, Real(1));
	const Real p = 1 - q, o = std::max(Real(0.5) - q, Real(0));
	const Real p4 = p * p * p * p, o4 = o * o * o * o;
	const Real beyond = 16 * (p4 * p * (Real(0.1) - p / 15) - o4 * o * (Real(0.2) - 4 * o / 15));
	const Real slope = -16 * (p4 * (Real(0.5) - Real(0.4) * p) - o4 * (1 - Real(1.6) * o)) / support;
	return {distance >= 0 ? beyond : 1 - beyond, slope};
}

HalfSpaceCoverage CoverByWall(Real distance, Real support)
{
	const HalfSpaceCoverage cover = CoverHalfSpace(WallSteepness * distance + WallOffset * support, support);
	return {cover.coverage, WallSteepness * cover.slope};
}

CoverageSample CoverBy(const Obstacle& obstacle, const Vec3& place, Real support)
{
	if (obstacle.shape->Kind() == ShapeKind::Box)
	{
		CoverageSample sample = CoverByBox(*obstacle.shape, Transpose(obstacle.rotation) * (place - obstacle.position), support);
		sample.gradient = obstacle.rotation * sample.gradient;
		return sample;
	}
	const DistanceSample at = obstacle.Distance(place);
	const HalfSpaceCoverage cover = CoverByWall(at.distance, support);
	return {cover.coverage, at.gradient * cover.slope};
}

}
