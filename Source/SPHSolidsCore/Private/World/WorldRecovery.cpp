#include "WorldStep.h"

#include <algorithm>

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
};

/// @param shift From places of the body to the world's frame.
ReachInto FarthestReach(const SolidBody& body, const Vec3& shift, const Obstacle& obstacle)
{
	const Real radius = body.Rest().state.particleRadius;
	ReachInto farthest;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		if (!body.IsMelted(i))
			if (const DistanceSample sample = obstacle.Distance(body.position[i] + shift); radius - sample.distance > farthest.depth)
				farthest = {radius - sample.distance, sample.gradient};
	return farthest;
}

bool IsFree(const SolidBody& body, const Vec3& shift, std::span<const Obstacle> obstacles)
{
	const Real allowed = FreeReach * body.Rest().state.particleRadius;
	return std::none_of(
		obstacles.begin(), obstacles.end(), [&](const Obstacle& obstacle) { return FarthestReach(body, shift, obstacle).depth > allowed; });
}

/// The nearest place along an axis where a body is free. @return Zero if it is free where it is, or nowhere near.
Vec3 WayToRoom(const SolidBody& body, const Vec3& shift, std::span<const Obstacle> obstacles)
{
	if (IsFree(body, shift, obstacles))
		return {};
	Box3d box;
	for (const Vec3& place : body.position)
		box.Include(place.Cast<double>());
	const Real stride = static_cast<Real>(Norm(box.Size()) / 8);
	for (int k = 1; k <= DistancesToRoom; ++k)
		for (const Vec3& way : WaysToRoom)
			if (const Vec3 move = way * (stride * static_cast<Real>(k)); IsFree(body, shift + move, obstacles))
				return move;
	return {};
}

}

void WorldStep::MoveOutOfObstacles(WorldBody& entry)
{
	if (!entry.contact.collides || entry.body.HasPins())
		return;
	SolidBody& body = entry.body;
	const auto shift = [&] { return (body.origin - world.frame).Cast<Real>(); };
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
			for (const Obstacle& obstacle : world.obstacles)
				if (obstacle.IsStanding() == isStanding)
				{
					const ReachInto reach = FarthestReach(body, shift(), obstacle);
					isMoved = move(reach.outward * reach.depth) || isMoved;
				}
			if (!isMoved)
				break;
		}
	// What lay flat under something that rests on it would stand in it, and be held apart by it for ever.
	move(WayToRoom(body, shift(), world.obstacles));
}

}
