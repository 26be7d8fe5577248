#include "RoomSearch.h"

#include "Coupling/Sweep.h"

#include <algorithm>

namespace SPHSolids
{
namespace
{

/// What a body may reach into obstacles and be free of them, in radii of its particles: rounding, and a bed that is not flat.
constexpr Real FreeReach = 0.1f;
/// So near to a boundary, in radii, no particle passes on its way.
constexpr Real WayRadius = 0.5f;
/// So many distances are tried along each axis, each an eighth of the body's diagonal longer.
constexpr int DistancesToRoom = 24;
constexpr Vec3 WaysToRoom[] = {{0, 0, 1}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, -1}};

template <class IsBad>
bool AnyParticle(const SolidBody& body, IsBad&& isBad)
{
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		if (!body.IsMelted(i) && isBad(body.position[i]))
			return true;
	return false;
}

bool IsFree(const SolidBody& body, const Vec3& shift, std::span<const Obstacle> obstacles)
{
	const Real least = (1 - FreeReach) * body.Rest().state.particleRadius;
	return std::none_of(obstacles.begin(), obstacles.end(), [&](const Obstacle& obstacle)
		{ return AnyParticle(body, [&](const Vec3& place) { return obstacle.Distance(place + shift).distance < least; }); });
}

bool PassesNone(const SolidBody& body, const Vec3& shift, const Vec3& way, std::span<const Obstacle> boundaries)
{
	const Real radius = WayRadius * body.Rest().state.particleRadius;
	return std::none_of(boundaries.begin(), boundaries.end(),
		[&](Obstacle boundary)
		{
			boundary.velocity = boundary.angularVelocity = {};
			return AnyParticle(body, [&](const Vec3& place) { return SweepPoint(boundary, place + shift, way, 1, radius).found; });
		});
}

}

Vec3 WayToRoom(const SolidBody& body, const Vec3& shift, std::span<const Obstacle> obstacles, std::size_t boundaries)
{
	if (IsFree(body, shift, obstacles))
		return {};
	Box3d box;
	for (const Vec3& place : body.position)
		box.Include(place.Cast<double>());
	const Real stride = static_cast<Real>(Norm(box.Size()) / 8);
	for (int k = 1; k <= DistancesToRoom; ++k)
		for (const Vec3& direction : WaysToRoom)
		{
			const Vec3 way = direction * (stride * static_cast<Real>(k));
			if (IsFree(body, shift + way, obstacles) && PassesNone(body, shift, way, obstacles.first(boundaries)))
				return way;
		}
	return {};
}

}
