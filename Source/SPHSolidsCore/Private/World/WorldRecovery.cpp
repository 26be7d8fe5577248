#include "WorldStep.h"

#include "Coupling/Sweep.h"

#include <algorithm>
#include <utility>

namespace SPHSolids
{
namespace
{

/// A body that was given its shape back is moved out of all it reaches into at most so often.
constexpr int MaxTurnsOutOfObstacles = 4;
/// What a body may reach into obstacles and be free of them, in radii of its particles: rounding, and a bed that is not flat.
constexpr Real FreeReach = 0.1f;
/// One that is caught between obstacles looks for room at so many distances along each axis, each a quarter of its own reach longer.
constexpr int DistancesToRoom = 24;
constexpr Vec3 WaysToRoom[] = {{0, 0, 1}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, -1}};

/// How far a body reaches into an obstacle, and the way out where that is farthest.
struct ReachInto
{
	Real depth = 0;
	Vec3 outward;

	void Look(Real depthHere, const Vec3& outwardHere)
	{
		if (depthHere > depth)
			*this = {depthHere, outwardHere};
	}
};

/// Where the particles of a body were before it was given its shape back, and how long that step and its last substep were.
struct Before
{
	std::span<const Vec3> places; // in the frame; empty: it was not given its shape back
	Real step, lastSubstep;
};

/// @param shift From places of the body to the world's frame.
ReachInto FarthestReach(const SolidBody& body, const Vec3& shift, const Obstacle& obstacle)
{
	const Real radius = body.Rest().state.particleRadius;
	ReachInto farthest;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		if (!body.IsMelted(i))
		{
			const DistanceSample sample = obstacle.Distance(body.position[i] + shift);
			farthest.Look(radius - sample.distance, sample.gradient);
		}
	return farthest;
}

/// The same from the side of a thin wall where the particles were, as that has moved in the step.
ReachInto FarthestReach(const SolidBody& body, const Vec3& shift, const Obstacle& moving, const Before& before)
{
	const Real radius = body.Rest().state.particleRadius;
	Obstacle obstacle = moving; // where the last substep found it
	obstacle.velocity = obstacle.angularVelocity = {};
	ReachInto farthest;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		if (body.IsMelted(i))
			continue;
		const Vec3 ofWall = moving.VelocityAt(before.places[i]), from = before.places[i] + ofWall * (before.step - before.lastSubstep);
		const Vec3 way = body.position[i] + shift - ofWall * before.lastSubstep - from;
		if (const SurfaceHit hit = SweepPoint(obstacle, from, way, 1, radius); hit.found)
			farthest.Look(hit.leastNormalSpeed - Dot(way, hit.normal), hit.normal);
	}
	return farthest;
}

bool IsFree(const SolidBody& body, const Vec3& shift, std::span<const Obstacle> obstacles)
{
	const Real allowed = FreeReach * body.Rest().state.particleRadius;
	return std::none_of(
		obstacles.begin(), obstacles.end(), [&](const Obstacle& obstacle) { return FarthestReach(body, shift, obstacle).depth > allowed; });
}

bool LeadsThroughAWall(const Vec3& centre, const Vec3& way, Real radius, std::span<const Obstacle> obstacles)
{
	return std::any_of(obstacles.begin(), obstacles.end(),
		[&](Obstacle obstacle)
		{
			obstacle.velocity = obstacle.angularVelocity = {};
			const SurfaceHit hit = SweepPoint(obstacle, centre, way, 1, radius);
			return !obstacle.IsMovable() && hit.found && hit.leastNormalSpeed > Dot(way, hit.normal);
		});
}

/// The way to the nearest place along an axis where a body is free, on its side of all walls. Zero if it is free where it is, or nowhere near.
Vec3 WayToRoom(const SolidBody& body, const Vec3& shift, std::span<const Obstacle> obstacles)
{
	if (IsFree(body, shift, obstacles))
		return {};
	Box3 box;
	for (const Vec3& place : body.position)
		box.Include(place);
	const Real stride = Norm(box.Size()) / 8, radius = body.Rest().state.particleRadius;
	const Vec3 centre = box.Centre() + shift;
	for (int k = 1; k <= DistancesToRoom; ++k)
		for (const Vec3& way : WaysToRoom)
			if (const Vec3 move = way * (stride * static_cast<Real>(k));
				IsFree(body, shift + move, obstacles) && !LeadsThroughAWall(centre, move, radius, obstacles))
				return move;
	return {};
}

}

void WorldStep::MoveOutOfObstacles(WorldBody& entry, double h)
{
	if (!entry.contact.collides || entry.body.HasPins())
		return;
	SolidBody& body = entry.body;
	const auto shift = [&] { return (body.origin - world.frame).Cast<Real>(); };
	AlignedArray<Vec3> placesBefore = std::exchange(entry.placesBefore, {});
	for (Vec3& place : placesBefore)
		place += shift();
	const Before before = {placesBefore, static_cast<Real>(h), static_cast<Real>(world.lastSubstep)};
	const auto reachInto = [&](std::size_t index)
	{
		Obstacle moving = world.obstacles[index];
		if (before.places.empty())
			return FarthestReach(body, shift(), moving);
		if (index < world.boundaries.ActiveIds().size())
			moving.velocity -= world.boundaries[world.boundaries.ActiveIds()[index]].def.velocity.Cast<Real>(); // its shape stays
		return FarthestReach(body, shift(), moving, before);
	};
	const auto move = [&](const Vec3& way)
	{
		const Vec3d place = body.origin + way.Cast<double>();
		if (way == Vec3{} || !IsInWorld(place))
			return false;
		body.origin = place;
		return true;
	};
	for (const bool isStanding : {false, true})
		for (int turn = 0; turn < MaxTurnsOutOfObstacles; ++turn) // in a corner one wall pushes it into the other
		{
			bool isMoved = false;
			for (std::size_t k = 0; k < world.obstacles.size(); ++k)
				if (world.obstacles[k].IsStanding() == isStanding)
				{
					const ReachInto reach = reachInto(k);
					isMoved = move(reach.outward * reach.depth) || isMoved;
				}
			if (!isMoved)
				break;
		}
	// What lay flat under something that rests on it would stand in it, and be held apart by it for ever.
	move(WayToRoom(body, shift(), world.obstacles));
}

}
