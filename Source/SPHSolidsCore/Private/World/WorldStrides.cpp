#include "WorldStep.h"

#include <algorithm>

namespace SPHSolids
{

void WorldStep::LetBodiesWait()
{
	const bool hasFluid = world.fluid.Count() > 0;
	for (const BodyId id : world.bodies.Ids())
	{
		WorldBody& entry = world.bodies[id];
		const bool mayWait = entry.stride > 1 && entry.state == BodyState::Awake && !hasFluid && !entry.isBusy && !entry.body.HasPins()
			&& entry.force.empty() && entry.solver->Optimisation() != nullptr;
		// They begin together, so that those that touch are solved together.
		const bool isTurn = world.elasticSteps % static_cast<std::uint32_t>(entry.stride) == 0;
		entry.waits = mayWait && (isTurn || entry.waited > 0);
		if (!entry.waits)
			entry.waited = 0; // what it waited for is lost: less than a frame, far away
	}
}

void WorldStep::StepLateBodies(double h)
{
	int longest = 1;
	for (const BodyId id : world.bodies.Ids())
		if (WorldBody& entry = world.bodies[id]; entry.waits)
		{
			++entry.waited;
			longest = std::max(longest, entry.stride);
		}
	for (int stride = 2; stride <= longest; ++stride)
	{
		bool any = false;
		for (const BodyId id : world.bodies.Ids())
		{
			WorldBody& entry = world.bodies[id];
			entry.waits = !(entry.stride == stride && entry.waited == stride);
			any = any || !entry.waits;
		}
		if (any)
			StepLate(stride * h);
		for (const BodyId id : world.bodies.Ids())
			if (WorldBody& entry = world.bodies[id]; entry.IsStepped())
				entry.waited = 0;
	}
	for (const BodyId id : world.bodies.Ids())
		world.bodies[id].waits = false;
}

void WorldStep::StepLate(double seconds)
{
	const double end = world.time;
	world.time = end - seconds;
	obstaclesStand = true;
	BeginElasticStep(seconds);
	BookLateWrenches(true);
	for (double left = seconds; left > 1e-9 * seconds; left = end - world.time)
	{
		const double substep = NextSubstep(seconds, left);
		PrepareObstacles(substep);
		TouchBodies(substep);
		MoveBodies(substep);
		BookLateWrenches(false);
		world.time += substep;
	}
	world.time = end;
	obstaclesStand = false;
	EndElasticStep(seconds);
}

void WorldStep::BookLateWrenches(bool isElasticStep)
{
	// Rigid bodies get nothing of it: whoever touches one takes every step from the next call on.
	std::size_t index = 0;
	for (const BoundaryId id : world.boundaries.ActiveIds())
	{
		Wrench& wrench = world.boundaries[id].wrench;
		const Obstacle& obstacle = world.obstacles[index];
		wrench.impulse += isElasticStep ? world.elasticWrenches[index].impulse : obstacle.impulse;
		wrench.angularImpulse += isElasticStep ? world.elasticWrenches[index].angularImpulse : obstacle.angularImpulse;
		++index;
	}
}

void WorldStep::FindBusyBodies()
{
	const std::vector<BodyId>& ids = world.bodies.Ids();
	if (std::none_of(ids.begin(), ids.end(), [&](BodyId id) { return world.bodies[id].stride > 1; }))
		return;
	for (const BodyId id : ids)
		world.bodies[id].isBusy = world.bodies[id].stride == 1;
	for (const ContactEvent& contact : world.contacts)
	{
		WorldBody* body = world.bodies.Find(contact.body);
		if (body == nullptr)
			continue;
		const WorldBoundary* boundary = world.boundaries.Find(contact.boundary);
		const bool isMoving =
			boundary != nullptr && (boundary->hasGoal || boundary->def.motion.has_value() || !(boundary->def.velocity == Vec3d{}));
		const WorldBody* other = world.bodies.Find(contact.otherBody);
		const bool isOutOfStep = other != nullptr && other->stride != body->stride;
		body->isBusy = body->isBusy || isMoving || isOutOfStep || contact.other == ContactEvent::Other::Rigid;
	}
	// In a pile with one that is busy all are.
	for (bool isSpreading = true; isSpreading;)
	{
		isSpreading = false;
		for (const ContactEvent& contact : world.contacts)
		{
			WorldBody *a = world.bodies.Find(contact.body), *b = world.bodies.Find(contact.otherBody);
			if (a == nullptr || b == nullptr || a->isBusy == b->isBusy)
				continue;
			a->isBusy = b->isBusy = isSpreading = true;
		}
	}
}

}
