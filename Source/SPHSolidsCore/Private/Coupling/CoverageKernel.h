#pragma once

#include "Base/EightPoints.h"
#include "Coverage.h"

#include <span>

namespace SPHSolids
{

/// The kernel that CoverByWall integrates over a half-space, as points to sum over where a solid is no half-space (Coverage.h).
struct CoverageKernel
{
	static constexpr Real SupportShare = 1 / WallSteepness;          // of the support of the fluid's kernel
	static constexpr Real GrowthShare = -WallOffset / WallSteepness; // by so much of it solids have grown
	static constexpr int PointsAcross = 8;
	/// Between points, in supports of the small kernel; over twice that a point passes from outside to inside.
	static constexpr Real Spacing = Real(2) / PointsAcross;
	/// What is farther than this from the surface of a grown solid, in supports of the small kernel, no point of it comes near to.
	static constexpr Real Reach = 1 + Spacing;

	struct Eight
	{
		Vector3<Float8> offset; // in supports of the small kernel
		Float8 weight;
	};
	/// A lattice in the unit ball, weighed by the cubic spline; the weights add up to one. The last ones may weigh nothing.
	static std::span<const Eight> Points();

	/// Share of a point that is inside what has the signed distance u from it, in supports of the small kernel, and its slope, which is
	/// continuous: a force that jumps would keep water from coming to rest.
	static Float8 Inside(Float8 u)
	{
		const Float8 t = Passed(u);
		return t * t * (Float8(3) - Float8(2) * t);
	}
	static Float8 InsideSlope(Float8 u)
	{
		const Float8 t = Passed(u);
		return Float8(-3 / Spacing) * t * (Float8(1) - t);
	}

private:
	static Float8 Passed(Float8 u) { return Min(Max(Float8(0.5f) - u * Float8(1 / (2 * Spacing)), Float8(0)), Float8(1)); }
};

}
