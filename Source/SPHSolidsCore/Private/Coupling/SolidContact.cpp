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
constexpr int TurnsOutOfBend = 3;
/// A particle between several obstacles is stopped by each of them in turn, so often; and so many of them are told apart.
constexpr int TurnsBetweenObstacles = 12, MostStops = 4;

/// What a particle lacks at the end of its path, as a share of its distance to keep, to count as caught.
constexpr Real CaughtShare = Real(1e-3);

bool IsTurning(const Obstacle& obstacle)
{
	return !(obstacle.angularVelocity == Vec3{});
}
/// Its surface may bend into a path that leads along it.
bool Bends(const Obstacle& obstacle)
{
	return !obstacle.shape->IsConvex() || IsTurning(obstacle);
}

/// What is missing at the end of a path along a wall that is hollow or turns: it bends into the path where the planes that stopped it do not.
/// @param place w: distance to keep, if it was kept at the start.
Vec3 WayOutOfBend(const Obstacle& obstacle, const PaddedVec3& place, const Vec3& velocity, Real step)
{
	const Real kept = std::min(place.w, obstacle.Distance(place.Xyz()).distance);
	const Vec3 end = obstacle.SeenAtEnd(place.Xyz() + velocity * step, step);
	Vec3 way;
	for (int turn = 0; turn < TurnsOutOfBend; ++turn)
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
	contactCount = search.contacts.size();
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

std::span<const CaughtParticle> SolidContact::StopAgain(
	std::span<ContactBody> bodies, std::span<Obstacle> obstacles, const ContactStepSettings& settings, TaskRunner& tasks)
{
	search.Run(bodies, obstacles, {settings.step, 1, settings.touchShareJoined, false, true, false, 0, settings.frame, {}}, tasks);
	caught.clear();
	if (search.contacts.empty())
		return {};
	StopAtSurfaces(obstacles, settings, tasks);
	ReturnVelocities(bodies, tasks);
	return caught;
}

void SolidContact::StopAtSurfaces(std::span<const Obstacle> obstacles, const ContactStepSettings& settings, TaskRunner& tasks)
{
	const std::size_t chunks = (search.touching.size() + ContactChunk - 1) / ContactChunk;
	caughtOfChunk.resize(std::max(caughtOfChunk.size(), chunks));
	ParallelFor(tasks, search.touching.size(), ContactChunk,
		[&](std::size_t begin, std::size_t end)
		{
			std::vector<CaughtParticle>& caughtHere = caughtOfChunk[begin / ContactChunk];
			caughtHere.clear();
			for (std::size_t k = begin; k < end; ++k)
				if (const std::uint32_t i = search.touching[k]; search.velocity[i].w != 0)
					search.velocity[i].SetXyz(StoppedVelocity(i, obstacles, settings, caughtHere));
		});
	caught.clear();
	for (std::size_t chunk = 0; chunk < chunks; ++chunk)
		caught.insert(caught.end(), caughtOfChunk[chunk].begin(), caughtOfChunk[chunk].end());
}

Vec3 SolidContact::StoppedVelocity(std::uint32_t i, std::span<const Obstacle> obstacles, const ContactStepSettings& settings,
	std::vector<CaughtParticle>& caughtHere) const
{
	const PaddedVec3& place = search.place[i];
	Vec3 own = search.velocity[i].Xyz();
	/// Those that changed it, and by which surface they did so last.
	struct Stop
	{
		std::uint32_t obstacle;
		Vec3 normal;
	};
	Stop stops[MostStops];
	int stopCount = 0;
	const auto note = [&](std::uint32_t obstacle, const Vec3& normal)
	{
		Stop* const known = std::find_if(stops, stops + stopCount, [&](const Stop& stop) { return stop.obstacle == obstacle; });
		if (known != stops + MostStops)
			*known = {obstacle, normal};
		stopCount = std::max(stopCount, std::min(MostStops, static_cast<int>(known - stops) + 1));
	};
	// Up to the surface and no farther; what is beyond it already parts gently, by the iterations, but goes no deeper.
	const auto missingAt = [&](const Obstacle& obstacle, const SurfaceHit& hit)
	{ return std::min(hit.leastNormalSpeed, Real(0)) - Dot(own - obstacle.VelocityAt(hit.place), hit.normal); };
	const auto stopAt = [&](std::uint32_t index)
	{
		const Obstacle& obstacle = obstacles[index];
		for (int wall = 0; wall < WallsOfACorner; ++wall)
		{
			const SurfaceHit hit = SweepInto(obstacle, place.Xyz(), own, settings.step, place.w);
			if (!hit.found && !IsTurning(obstacle))
				return;
			if (!hit.found)
				break;
			const Real missing = missingAt(obstacle, hit);
			if (!(missing > 0))
				break;
			own += hit.normal * missing;
			note(index, hit.normal);
		}
		if (!Bends(obstacle))
			return;
		if (const Vec3 way = WayOutOfBend(obstacle, place, own, settings.step); !(way == Vec3{}))
		{
			own += way / settings.step;
			note(index, way / Norm(way));
		}
	};
	for (int turn = 0; turn < TurnsBetweenObstacles; ++turn)
	{
		// What is caught between a wall and something that moves stays on its side of the wall.
		for (const bool isStanding : {false, true})
			for (std::uint32_t o = 0; o < obstacles.size(); ++o)
				if (obstacles[o].IsStanding() == isStanding)
					stopAt(o);
		if (stopCount < 2)
			return own;
	}
	// Held by one, it may still be in the way of another: of the plane of its surface, or of what bends into the path behind that.
	for (const Stop& stop : std::span(stops, static_cast<std::size_t>(stopCount)))
	{
		const Obstacle& rigid = obstacles[stop.obstacle];
		if (!rigid.IsMovable())
			continue;
		const SurfaceHit hit = SweepInto(rigid, place.Xyz(), own, settings.step, place.w);
		Vec3 normal = hit.normal, at = hit.place;
		Real missing = hit.found ? missingAt(rigid, hit) : 0;
		if (!(missing > 0) && Bends(rigid))
		{
			const Vec3 way = WayOutOfBend(rigid, place, own, settings.step);
			const Real length = Norm(way);
			if (!(length > CaughtShare * place.w))
				continue;
			missing = length / settings.step;
			normal = way / length;
			at = place.Xyz() - normal * place.w;
		}
		if (!(missing > 0))
			continue;
		const Stop* holder = nullptr;
		for (const Stop& other : std::span(stops, static_cast<std::size_t>(stopCount)))
			if (other.obstacle != stop.obstacle && (holder == nullptr || Dot(other.normal, normal) < Dot(holder->normal, normal)))
				holder = &other;
		const Vec3 ofHolder = obstacles[holder->obstacle].VelocityAt(at);
		caughtHere.push_back({stop.obstacle, holder->obstacle, at, -normal, missing - Dot(rigid.VelocityAt(at) - ofHolder, normal)});
	}
	return own;
}

void SolidContact::ReturnVelocities(std::span<ContactBody> bodies, TaskRunner& tasks) const
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
}

void SolidContact::Finish(std::span<ContactBody> bodies, std::span<Obstacle> obstacles, ContactSums& sums, TaskRunner& tasks)
{
	ReturnVelocities(bodies, tasks);
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
