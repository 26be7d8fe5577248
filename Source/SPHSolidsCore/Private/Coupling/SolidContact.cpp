#include "SolidContact.h"

#include "Sweep.h"

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

constexpr std::size_t ContactChunk = 256;
/// Share of an overlap that a step takes out, below the separation speed.
constexpr Real OverlapShare = Real(0.3);
constexpr int TurnsOutOfHollow = 3;

/// What is missing at the end of a path along a hollow wall, which bends into the path where the planes that stopped it do not.
/// @param place w: distance to keep, if it was kept at the start.
Vec3 WayOutOfHollow(const Obstacle& obstacle, const PaddedVec3& place, const Vec3& velocity, Real step)
{
	const Real kept = std::min(place.w, obstacle.Distance(place.Xyz()).distance);
	const Vec3 end = place.Xyz() + (velocity - obstacle.VelocityAt(place.Xyz())) * step;
	Vec3 way;
	for (int turn = 0; turn < TurnsOutOfHollow; ++turn)
	{
		const DistanceSample there = obstacle.Distance(end + way);
		if (there.distance >= kept)
			break;
		way += there.gradient * (kept - there.distance);
	}
	return way;
}

}

std::size_t SolidContact::Bytes() const
{
	return search.Bytes() + impulses.capacity() * sizeof(Impulse) + massShare.capacity() * sizeof(Real);
}

void SolidContact::Solve(
	std::span<ContactBody> bodies, std::span<Obstacle> obstacles, const ContactStepSettings& settings, ContactSums& sums, TaskRunner& tasks)
{
	search.Run(bodies, obstacles,
		{settings.step, 1, settings.touchShareJoined, false, settings.onlyObstacles, false, settings.leastApproach, settings.frame, {}},
		tasks);
	if (search.contacts.empty())
		return;
	Begin(obstacles, settings, tasks);
	for (int k = 0; k < settings.iterations; ++k)
		Iterate(obstacles, tasks);
	StopAtSurfaces(obstacles, settings, tasks);
	Finish(bodies, obstacles, sums, tasks);
}

void SolidContact::Begin(std::span<Obstacle> obstacles, const ContactStepSettings& settings, TaskRunner& tasks)
{
	anyObstacleMoves = std::any_of(obstacles.begin(), obstacles.end(), [](const Obstacle& obstacle) { return obstacle.IsMovable(); });
	obstacleContacts.assign(obstacles.size(), 0);
	if (anyObstacleMoves)
		for (const Contact& contact : search.contacts)
			if (contact.IsWithObstacle())
				++obstacleContacts[contact.Obstacle()];
	massShare.resize(search.velocity.size());
	ParallelFor(tasks, search.touching.size(), ContactChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
			{
				const std::uint32_t i = search.touching[k];
				Real count = static_cast<Real>(search.firstContact[i + 1] - search.firstContact[i]);
				for (const ContactLink& link : search.BacklinksOf(i))
					count += std::fabs(link.weight);
				massShare[i] = search.velocity[i].w * count;
			}
		});
	impulses.resize(search.contacts.size());
	ParallelFor(tasks, impulses.size(), ContactChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t c = begin; c < end; ++c)
				impulses[c] = BeginContact(search.contacts[c], obstacles, settings);
		});
}

SolidContact::Impulse SolidContact::BeginContact(
	const Contact& contact, std::span<const Obstacle> obstacles, const ContactStepSettings& settings) const
{
	Impulse impulse;
	impulse.leastSpeed =
		contact.gap > 0 ? -contact.gap / settings.step : std::min(-OverlapShare * contact.gap / settings.step, settings.separationSpeed);
	impulse.inverseMass = massShare[contact.owner];
	for (const ContactLink& link : search.LinksOf(contact))
		impulse.inverseMass += link.weight * link.weight * massShare[link.point];
	if (contact.IsWithObstacle() && obstacles[contact.Obstacle()].IsMovable())
		impulse.inverseMass += obstacles[contact.Obstacle()].InverseMassAt(contact.place, contact.normal)
			* static_cast<Real>(obstacleContacts[contact.Obstacle()]);
	return impulse;
}

Vec3 SolidContact::VelocityOfOther(const Contact& contact, std::span<const Obstacle> obstacles) const
{
	if (contact.IsWithObstacle())
		return obstacles[contact.Obstacle()].VelocityAt(contact.place);
	Vec3 mean;
	for (const ContactLink& link : search.LinksOf(contact))
		mean += search.velocity[link.point].Xyz() * link.weight;
	return mean;
}

void SolidContact::Iterate(std::span<Obstacle> obstacles, TaskRunner& tasks)
{
	ParallelFor(tasks, impulses.size(), ContactChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t c = begin; c < end; ++c)
			{
				const Contact& contact = search.contacts[c];
				Impulse& impulse = impulses[c];
				if (!(impulse.inverseMass > 0))
					continue;
				const Vec3 relative = search.velocity[contact.owner].Xyz() - VelocityOfOther(contact, obstacles);
				const Real speed = Dot(relative, contact.normal);
				const Real push = std::max(Real(0), impulse.push + (impulse.leastSpeed - speed) / impulse.inverseMass);
				Vec3 rub = impulse.rub - (relative - contact.normal * speed) / impulse.inverseMass;
				const Real limit = contact.friction * push, size = Norm(rub);
				if (size > limit)
					rub *= limit / size;
				impulse.change = contact.normal * (push - impulse.push) + (rub - impulse.rub);
				impulse.push = push;
				impulse.rub = rub;
			}
		});
	ParallelFor(tasks, search.touching.size(), ContactChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
			{
				const std::uint32_t i = search.touching[k];
				Vec3 change;
				for (std::uint32_t c = search.firstContact[i]; c < search.firstContact[i + 1]; ++c)
					change += impulses[c].change;
				for (const ContactLink& link : search.BacklinksOf(i))
					change -= impulses[link.point].change * link.weight;
				PaddedVec3& velocity = search.velocity[i];
				velocity.SetXyz(velocity.Xyz() + change * velocity.w);
			}
		});
	if (!anyObstacleMoves)
		return;
	for (std::size_t c = 0; c < impulses.size(); ++c)
		if (const Contact& contact = search.contacts[c]; contact.IsWithObstacle() && obstacles[contact.Obstacle()].IsMovable())
			obstacles[contact.Obstacle()].Receive(contact.place, -impulses[c].change);
}

void SolidContact::StopAtSurfaces(std::span<Obstacle> obstacles, const ContactStepSettings& settings, TaskRunner& tasks)
{
	AlignedArray<PaddedVec3>& velocity = search.velocity;
	ParallelFor(tasks, search.touching.size(), ContactChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
			{
				const std::uint32_t i = search.touching[k];
				if (velocity[i].w == 0)
					continue;
				Vec3 own = velocity[i].Xyz();
				const auto stopAt = [&](const Obstacle& obstacle)
				{
					for (int wall = 0; wall < WallsOfACorner; ++wall)
					{
						const SurfaceHit hit = SweepInto(obstacle, search.place[i].Xyz(), own, settings.step, search.place[i].w);
						if (!hit.found)
							return;
						// Up to the surface and no farther; what is beyond it already parts gently, by the iterations above, but goes no
						// deeper.
						const Real least = std::min(hit.leastNormalSpeed, Real(0));
						const Real missing = least - Dot(own - obstacle.VelocityAt(hit.place), hit.normal);
						if (!(missing > 0))
							break;
						own += hit.normal * missing;
					}
					if (!obstacle.shape->IsConvex())
						own += WayOutOfHollow(obstacle, search.place[i], own, settings.step) / settings.step;
				};
				// What is caught between a wall and something that moves stays on its side of the wall.
				for (const bool isStanding : {false, true})
					for (const Obstacle& obstacle : obstacles)
						if (obstacle.IsStanding() == isStanding)
							stopAt(obstacle);
				velocity[i].SetXyz(own);
			}
		});
}

void SolidContact::Finish(std::span<ContactBody> bodies, std::span<Obstacle> obstacles, ContactSums& sums, TaskRunner& tasks)
{
	ParallelFor(tasks, bodies.size(), 1,
		[&](std::size_t b, std::size_t)
		{
			const ContactBody& own = bodies[b];
			for (const std::uint32_t i : search.TouchingOf(b))
			{
				const PaddedVec3& velocity = search.velocity[i];
				if (velocity.w == 0)
					continue;
				const std::uint32_t particle = i - search.firstOfBody[b];
				Vec3& bodyVelocity = own.body->velocity[particle];
				(*own.contactVelocity)[particle] += velocity.Xyz() - bodyVelocity;
				bodyVelocity = velocity.Xyz();
			}
		});
	const auto impulseOf = [&](std::uint32_t c) { return search.contacts[c].normal * impulses[c].push + impulses[c].rub; };
	for (std::uint32_t c = 0; c < impulses.size(); ++c)
		if (const Contact& contact = search.contacts[c];
			impulses[c].push > 0 && contact.IsWithObstacle() && !obstacles[contact.Obstacle()].IsMovable())
			obstacles[contact.Obstacle()].Receive(contact.place, -impulseOf(c));
	moving.clear();
	for (std::uint32_t b = 0; b < bodies.size(); ++b)
		if (!bodies[b].isFixed)
			moving.push_back(b);
	sums.Add(search, moving, bodies, tasks,
		[&](std::uint32_t c)
		{
			const Real push = impulses[c].push;
			if (!(push > 0))
				return ContactSums::Push{};
			const Contact& contact = search.contacts[c];
			Real inverseMass = search.velocity[contact.owner].w;
			for (const ContactLink& link : search.LinksOf(contact))
				inverseMass += link.weight * link.weight * search.velocity[link.point].w;
			return ContactSums::Push{impulseOf(c), push, push * inverseMass};
		});
}

}
