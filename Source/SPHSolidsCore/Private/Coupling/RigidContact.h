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
	void Solve(std::span<Obstacle> obstacles, std::span<const TouchPoints* const> points, const Settings& settings);

private:
	struct Touch
	{
		std::uint32_t own, other;
		Vec3 place, normal; // towards own
		Real leastSpeed;
		Real inverseMass;
		float friction;
		Real push = 0;
		Vec3 rub;
	};
	void Find(
		std::uint32_t own, std::uint32_t other, std::span<const Obstacle> obstacles, const TouchPoints& points, const Settings& settings);

	std::vector<Touch> touches;
};

}
