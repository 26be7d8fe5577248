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

/// Shift of every surface, in support radii, that makes a lattice of particles whose first layer stands r from a wall exactly as dense at
/// the wall as inside: Lambda(0.25 + shift) = 0.1497, what the layers behind the wall would have added.
inline constexpr Real LatticeShift = Real(0.0415);

/// Boxes are products of three slabs, which makes edges and corners right; everything else is taken as flat within the support.
CoverageSample CoverBy(const Obstacle& obstacle, const Vec3& place, Real support);

}
