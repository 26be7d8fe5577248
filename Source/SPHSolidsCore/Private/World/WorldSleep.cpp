#include "WorldStep.h"

#include <algorithm>

namespace SPHSolids
{
namespace
{

/// What is nearer to an obstacle than this many radii may rest on it.
constexpr Real RestingShare = Real(1.1);

bool IsNearer(const WorldBody& entry, const Obstacle& obstacle, const Vec3& shift, Real distance)
{
	const SolidBody& body = entry.body;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		if (!body.IsMelted(i) && obstacle.Distance(body.position[i] + shift).distance < distance)
			return true;
	return false;
}

}

void WorldStep::WakeInStep(WorldBody& entry)
{
	entry.state = BodyState::Awake;
	entry.quietSeconds = 0;
	entry.endPosition = entry.body.position;
	entry.endVelocity = entry.body.velocity;
	entry.wokeInStep = true;
}

void WorldStep::WakeNearMovingObstacles(double h)
{
	for (const BodyId id : world.bodies.Ids())
	{
		WorldBody& entry = world.bodies[id];
		if (entry.state != BodyState::Sleeping)
			continue;
		const Vec3 shift = (entry.body.origin - world.frame).Cast<Real>();
		Box3 box;
		for (const Vec3& p : entry.body.position)
			box.Include(p + shift);
		const Real radius = entry.body.Rest().state.particleRadius, extent = Norm(box.Size()) / 2 + 2 * radius;
		for (const Obstacle& obstacle : world.obstacles)
		{
			if (obstacle.IsStanding())
				continue;
			const Real speed = Norm(obstacle.VelocityAt(box.Centre()));
			const Real turning = Norm(obstacle.angularVelocity) * extent;
			if (obstacle.LeastDistance(box.Centre()) >= extent + (speed + turning) * static_cast<Real>(h))
				continue;
			// What is fast comes; what is slow concerns those that it touches.
			const bool isFast = obstacle.IsMovable() || static_cast<double>(speed) > world.def.sleep.wakeSpeed;
			if (isFast || IsNearer(entry, obstacle, shift, RestingShare * radius + (speed + turning) * static_cast<Real>(h)))
				WakeInStep(entry);
		}
	}
}

void WorldStep::WakeTouchedBodies()
{
	for (const ContactBody& body : world.contactBodies)
		if (WorldBody* entry = world.bodies.At(body.key);
			entry != nullptr && entry->state == BodyState::Sleeping && static_cast<double>(body.fastestTouch) > world.def.sleep.wakeSpeed)
			WakeInStep(*entry);
}

void WorldStep::NoteRestContacts(double seconds)
{
	for (const BodyId id : world.bodies.Ids())
		if (WorldBody& entry = world.bodies[id]; entry.state != BodyState::Sleeping || !entry.hasRestContacts)
		{
			entry.hasRestContacts = false;
			entry.restContacts.clear();
		}
	for (const ContactSum& sum : world.contactSums.All())
		if (sum.other == ContactSum::Other::Body && sum.otherIndex != sum.body)
			if (WorldBody* sleeper = world.bodies.At(sum.body);
				sleeper != nullptr && sleeper->state == BodyState::Sleeping && !sleeper->hasRestContacts)
				sleeper->restContacts.push_back({sum.otherIndex, 0, sum.impulse / seconds});
	for (const BodyId id : world.bodies.Ids())
		world.bodies[id].hasRestContacts = world.bodies[id].state == BodyState::Sleeping;
}

void WorldStep::WakeByLoad(double seconds)
{
	const auto isAsleep = [&](BodyId id) { return world.bodies[id].state == BodyState::Sleeping; };
	if (!(seconds > 0) || std::none_of(world.bodies.Ids().begin(), world.bodies.Ids().end(), isAsleep))
		return;
	// Of those that were awake for the whole call: the others did not push all the time. Nor do those push in every step that take few.
	const auto pushes = [&](std::uint32_t key)
	{
		const WorldBody* other = world.bodies.At(key);
		return other != nullptr && other->state == BodyState::Awake && other->wasAwake && other->stride == 1;
	};
	for (const BodyId id : world.bodies.Ids())
	{
		WorldBody& entry = world.bodies[id];
		entry.loadChange = {};
		for (const RestContact& contact : entry.restContacts)
			if (entry.hasRestContacts && pushes(contact.other))
				entry.loadChange -= contact.force;
	}
	for (const ContactSum& sum : world.contactSums.All())
		if (sum.other == ContactSum::Other::Body && sum.otherIndex != sum.body && pushes(sum.otherIndex))
			if (WorldBody* sleeper = world.bodies.At(sum.body); sleeper != nullptr)
				sleeper->loadChange += sum.impulse / seconds;
	for (const BodyId id : world.bodies.Ids())
		if (WorldBody& entry = world.bodies[id]; isAsleep(id) && entry.wasAsleep && entry.hasRestContacts
			&& Norm(entry.loadChange) > WorldBody::WakingLoadShare * entry.body.Mass() * Norm(world.def.gravity))
			entry.Wake();
	NoteRestContacts(seconds); // of those that the host has put to sleep
}

void WorldStep::PutToSleep()
{
	const SleepSettings& sleep = world.def.sleep;
	if (!sleep.enabled)
		return;
	const auto isQuiet = [&](const WorldBody& entry) { return !entry.IsStepped() || entry.quietSeconds >= sleep.seconds; };
	for (const BodyId id : world.bodies.Ids())
	{
		WorldBody& entry = world.bodies[id];
		entry.maySleep = entry.IsStepped() && isQuiet(entry);
	}
	// What touches something that is not quiet, that moves, or that particles can push, stays awake.
	const std::vector<BoundaryId>& boundaries = world.boundaries.ActiveIds();
	for (const ContactSum& sum : world.contactSums.All())
	{
		WorldBody* touching = world.bodies.At(sum.body);
		if (touching == nullptr)
			continue;
		if (sum.other == ContactSum::Other::Obstacle)
			touching->maySleep =
				touching->maySleep && sum.otherIndex < boundaries.size() && !world.boundaries[boundaries[sum.otherIndex]].isMoving;
		else if (const WorldBody* other = world.bodies.At(sum.otherIndex); other != nullptr && !isQuiet(*other))
			touching->maySleep = false;
	}
	bool any = false;
	for (const BodyId id : world.bodies.Ids())
	{
		WorldBody& entry = world.bodies[id];
		if (!entry.maySleep)
			continue;
		any = true;
		entry.state = BodyState::Sleeping;
		std::fill(entry.body.velocity.begin(), entry.body.velocity.end(), Vec3{});
		entry.body.hasPrevious = false;
		entry.hasRestContacts = false;
	}
	if (any)
		NoteRestContacts((report.elasticSteps + 1) * world.def.time.elasticStep);
}

}
