#pragma once

#include "Obstacle.h"

#include <span>
#include <vector>

namespace SPHSolids
{

/// Points of a shape's surface that touch other things first, local. Round shapes have few points and a radius about them.
struct TouchPoints
{
	std::vector<Vec3> points;
	Real radius = 0;
};
TouchPoints MakeTouchPoints(const Shape& shape);

/// A particle of a soft body caught between a rigid body and something else that it cannot leave: it holds them apart.
struct CaughtParticle
{
	std::uint32_t rigid = 0, other = 0; // obstacles
	Vec3 place, normal;                 // towards the rigid body
	Real leastSpeed = 0;                // along the normal, of the rigid body against the other at that place, m/s
};

/// Contact of rigid bodies that the world moves with boundaries and with each other: points of one against the distance of the other, by
/// sequential impulses with dry friction. Simple, for the Lab and for worlds without a host: hosts bring their own.
class RigidContact
{
public:
	struct Settings
	{
		Real step = 0;
		Real separationSpeed = Real(0.5); // overlaps are taken out at most this fast, m/s
	};
	/// @param points Of each obstacle; null for those that touch nothing by themselves, such as boundaries.
	/// @param caught What soft bodies hold between them.
	void Solve(std::span<Obstacle> obstacles, std::span<const TouchPoints* const> points, std::span<const CaughtParticle> caught,
		const Settings& settings);

private:
	struct Touch
	{
		std::uint32_t own, other;
		Vec3 place, normal; // towards own
		Real leastSpeed;
		Real inverseMass;
		float friction = 0;
		Real push = 0;
		Vec3 rub;
	};
	void Find(
		std::uint32_t own, std::uint32_t other, std::span<const Obstacle> obstacles, const TouchPoints& points, const Settings& settings);

	void Add(const CaughtParticle& particle, std::span<const Obstacle> obstacles);

	std::vector<Touch> touches;
};

}
