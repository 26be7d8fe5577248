#include "ContactSearch.h"
#include "Sweep.h"

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

/// Particles whose obstacles are looked for at a time, and those of them that lie near each other and are asked together.
constexpr std::size_t SearchChunk = 512, SurfaceGroup = 32;
/// More than the rounding of distances, in radii.
constexpr Real DistanceSlack = Real(0.01);
/// Walls of one obstacle whose normals agree by more than this cosine are one.
constexpr Real SameWall = Real(0.7);

}

void ContactSearch::FindSurfaces(
	std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles, const ContactSearchSettings& settings, TaskRunner& tasks)
{
	if (obstacles.empty())
		return;
	surfaceFinds.resize(std::max(surfaceFinds.size(), (bodyOf.size() + SearchChunk - 1) / SearchChunk));
	ParallelFor(tasks, bodyOf.size(), SearchChunk,
		[&](std::size_t begin, std::size_t end)
		{
			std::vector<Contact>& found = surfaceFinds[begin / SearchChunk].contacts;
			for (std::size_t first = begin; first < end; first += SurfaceGroup)
				MeetObstacles(first, std::min(first + SurfaceGroup, end), bodies, obstacles, settings, found);
		});
}

void ContactSearch::MeetObstacles(std::size_t begin, std::size_t end, std::span<const ContactBody> bodies,
	std::span<const Obstacle> obstacles, const ContactSearchSettings& settings, std::vector<Contact>& found) const
{
	Box3 box;
	Real fastest = 0, radius = 0;
	for (std::size_t i = begin; i < end; ++i)
	{
		box.Include(place[i].Xyz());
		fastest = std::max(fastest, SquaredNorm(velocity[i].Xyz()));
		radius = std::max(radius, place[i].w);
	}
	const Vec3 centre = box.Centre();
	const Real extent = Norm(box.Size()) / 2 + radius * 2;
	for (std::uint32_t o = 0; o < obstacles.size(); ++o)
	{
		const Obstacle& obstacle = obstacles[o];
		const Real obstacleSpeed = Norm(obstacle.velocity) + Norm(obstacle.angularVelocity) * (extent + Norm(centre - obstacle.pivot));
		const Real distance = obstacle.LeastDistance(centre);
		if (distance > extent + (std::sqrt(fastest) + obstacleSpeed) * settings.step)
			continue;
		// No particle is nearer to the obstacle than the centre by more than it is away from the centre.
		const auto mayReach = [&](std::size_t i)
		{
			const Real away = Norm(place[i].Xyz() - centre);
			return distance - away < DistanceSlack * radius + place[i].w + (Norm(velocity[i].Xyz()) + obstacleSpeed) * settings.step;
		};
		for (std::size_t i = begin; i < end; ++i)
		{
			if (velocity[i].w == 0 || settings.LeavesOut(bodies[bodyOf[i]]) || !mayReach(i))
				continue;
			const SurfaceHit hit = SweepPoint(obstacle, place[i].Xyz(), velocity[i].Xyz(), settings.step, place[i].w);
			if (!hit.found)
				continue;
			Contact contact;
			contact.owner = static_cast<std::uint32_t>(i);
			contact.other = o | Contact::ObstacleBit;
			contact.normal = hit.normal;
			contact.place = hit.place;
			contact.gap = -hit.leastNormalSpeed * settings.step;
			contact.friction = std::sqrt(bodies[bodyOf[i]].friction * obstacle.friction);
			found.push_back(contact);
			if (!obstacle.shape->IsConvex())
				MeetOtherWalls(obstacle, hit, settings.step, contact, found);
		}
	}
}

void ContactSearch::MeetOtherWalls(
	const Obstacle& obstacle, const SurfaceHit& hit, Real step, Contact contact, std::vector<Contact>& found) const
{
	// In a corner of a room the nearest wall is now this one, now that one: a particle that met only it would be thrown to and fro.
	const Vec3 at = place[contact.owner].Xyz();
	const Real radius = place[contact.owner].w;
	const Real reach = radius + Norm(velocity[contact.owner].Xyz() - obstacle.VelocityAt(at)) * step;
	Vec3 normals[WallsOfACorner] = {hit.normal};
	Vec3 from = at + hit.normal * std::max(Real(0), reach - hit.distance); // where the walls met so far are out of reach
	for (int walls = 1; walls < WallsOfACorner; ++walls)
	{
		const DistanceSample sample = obstacle.Distance(from);
		const auto isSame = [&](const Vec3& normal) { return Dot(sample.gradient, normal) > SameWall; };
		if (sample.distance > reach || std::any_of(normals, normals + walls, isSame))
			return;
		contact.normal = normals[walls] = sample.gradient;
		contact.place = from - sample.gradient * sample.distance;
		contact.gap = Dot(at - contact.place, contact.normal) - radius;
		found.push_back(contact);
		from += sample.gradient * (reach - sample.distance);
	}
}

}
