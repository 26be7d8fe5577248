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

/// How a wall counts for a particle at the distance s: lambda(s) = Lambda(WallSteepness s + WallOffset h).
///
/// The two numbers make a lattice of particles whose first layer stands r from a flat wall an equilibrium: lambda(r) is the density that the
/// layers behind the wall would add (0.1497), and its slope there is twice that of those layers (2 x 1.02/h), because only the particle's own
/// pressure pushes at the wall, not that of its mirror image. As density and force come from the same function, no energy is made
/// (Docs/decisions/0020-walls-without-a-mirror.md).
inline constexpr Real WallSteepness = Real(3.0);
inline constexpr Real WallOffset = Real(-0.5);
HalfSpaceCoverage CoverByWall(Real distance, Real support);
/// What is farther than this share of the support from a particle covers nothing of it.
inline constexpr Real CoverageReach = (1 - WallOffset) / WallSteepness;

/// What the curvature of a ball takes from the coverage of a wall, times the diameter 2 D of the sphere through the particle, in supports H
/// of the small kernel (below), and s, by which the particle is out of the grown solid:
///   M(s)/H = integral over |s|/H < q < 1 of 2 pi W(q) q (q^2 - s^2/H^2) dq,   W(q) = 16/pi ((1 - q)^3 - 4 (1/2 - q)^3)
struct Bending
{
	Real value, slope; // by s/H
};
Bending BendingAt(Real s);

class CoverageMap;

/// How much of a particle's kernel an obstacle covers. Seen otherwise, CoverByWall is a smaller kernel, of a third of the support, in a solid
/// that has grown by a sixth of it; so edges, corners and curvature count as far as that kernel sees them:
///   box             the product of three slabs
///   ball            in closed form
///   capsule         a ball at its ends, half as curved along it
///   convex, mesh    a wall, and where the kernel sees more than one face of it, sums over points of the kernel; of a mesh kept in its
///                   volume map (CoverageMap.h)
/// @param map Of a mesh.
CoverageSample CoverBy(const Obstacle& obstacle, const CoverageMap* map, const Vec3& place, Real support);

}
