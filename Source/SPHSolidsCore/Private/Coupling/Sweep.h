#pragma once

#include "Obstacle.h"

namespace SPHSolids
{

/// Where a particle would meet an obstacle within a step, and how fast it may at least move along the normal so as not to.
struct SurfaceHit
{
	bool found = false;
	Vec3 normal;
	Vec3 place;                // on the surface
	Real distance = 0;         // of the particle from the surface now, m
	Real leastNormalSpeed = 0; // relative to the obstacle, m/s; negative while there is room
};

/// So many walls of one obstacle can hold a particle.
constexpr int WallsOfACorner = 3;

/// Follows a point that keeps a distance `margin` from the surface along its straight path, relative to the obstacle. Walls of any
/// thinness stop it: the path is followed by steps no longer than the distance to the surface, starting on the side it is on.
SurfaceHit SweepPoint(const Obstacle& obstacle, const Vec3& place, const Vec3& velocity, Real step, Real margin);
/// The same for the first surface that the path leads into: one that slides down a wall of a room meets its floor.
SurfaceHit SweepInto(const Obstacle& obstacle, const Vec3& place, const Vec3& velocity, Real step, Real margin);

/// Change of velocity by dry friction: against the sliding, at most `limit`.
inline Vec3 FrictionOf(const Vec3& slip, const Vec3& normal, Real limit)
{
	const Vec3 sliding = slip - normal * Dot(slip, normal);
	const Real speed = Norm(sliding);
	return speed > Real(1e-12) ? sliding * (-(limit < speed ? limit / speed : Real(1))) : Vec3{};
}

}
