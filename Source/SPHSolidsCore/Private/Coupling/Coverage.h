#pragma once

#include "Obstacle.h"

namespace SPHSolids
{

/// Share of a particle's kernel that lies in an obstacle, and how it changes with the particle's place.
struct CoverageSample
{
	Real coverage = 0; // lambda
	Vec3 gradient;     // 1/m
};

/// The cubic spline integrated over the half-space that begins at the signed distance s from its centre: a closed form.
///   q = |s|/h, p = (1 - q)+, o = (1/2 - q)+;   Lambda = 16 (p^5/10 - p^6/15 - o^5/5 + 4 o^6/15)   for s >= 0, and 1 - that for s < 0
struct HalfSpaceCoverage
{
	Real coverage;
	Real slope; // d Lambda / ds, 1/m, never positive
};
HalfSpaceCoverage CoverHalfSpace(Real distance, Real support);

/// Shift of every surface, in support radii, measured: with it a pool at rest has the depth that its volume says (Docs/decisions/0020).
inline constexpr Real SurfaceShift = Real(-0.006);

/// Boxes are products of three slabs, which makes edges and corners right; everything else is taken as flat within the support.
CoverageSample CoverBy(const Obstacle& obstacle, const Vec3& place, Real support);

}
