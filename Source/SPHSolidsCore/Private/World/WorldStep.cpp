#include "WorldStep.h"

#include "StageTimer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace SPHSolids
{
namespace
{

/// Bodies up to this size are solved side by side, one worker each; larger ones one after the other with all workers.
constexpr std::size_t SmallBody = 4096;
/// A body that failed this often in a row is held still.
constexpr int MaxFailures = 3;

}

StepReport WorldStep::Advance(double dt)
{
	{
		StageTimer timer(report.milliseconds.total);
		if (std::isfinite(dt) && dt > 0)
			world.leftover += dt;
		for (const BoundaryId id : world.boundaries.Ids())
			world.boundaries[id].wrench = {};
		for (const RigidId id : world.rigids.Ids())
			world.rigids[id].wrench = {};
		callEnd = world.time + world.leftover;
		if (world.bodies.IsEmpty())
			AdvanceFluidsOnly(std::exchange(world.leftover, 0.0));
		const double h = world.def.time.elasticStep;
		// A step that rounding has made a hair too short for the time asked for is still taken.
		while (world.leftover >= h * (1 - 1e-9))
		{
			if (report.elasticSteps == world.def.time.maxElasticStepsPerCall)
			{
				report.issues |= StepIssue::TimeDropped;
				world.leftover = 0;
				break;
			}
			ElasticStep(h);
			world.leftover = std::max(0.0, world.leftover - h);
		}
		for (const BodyId id : world.bodies.Ids())
			world.bodies[id].force.clear();
	}
	CountParticles();
	report.time = world.time;
	report.leftover = world.leftover;
	const StageMilliseconds& ms = report.milliseconds;
	report.milliseconds.other = ms.total - ms.neighbours - ms.elasticity - ms.pressure - ms.viscosity - ms.boundary;
	return report;
}

void WorldStep::AdvanceFluidsOnly(double dt)
{
	const double end = world.time + dt;
	double left = dt;
	while (left > 1e-9 * dt)
	{
		// The last substeps share what is left, so that none is tiny.
		const double limit = SubstepLimit();
		const double h = left > 2 * limit ? limit : left / std::ceil(left / limit - 1e-9);
		Substep(h);
		world.time += h;
		left = end - world.time;
	}
	world.time = end;
}

void WorldStep::ElasticStep(double h)
{
	for (const BodyId id : world.bodies.Ids())
		if (world.bodies[id].IsStepped())
			GatherAcceleration(world.bodies[id], h);
	SolveElasticity(h);
	for (const BodyId id : world.bodies.Ids())
		if (world.bodies[id].IsStepped())
			Settle(world.bodies[id], h);
	world.time += h;
	++report.elasticSteps;
}

void WorldStep::GatherAcceleration(WorldBody& entry, double h)
{
	const SolidBody& body = entry.body;
	std::fill(entry.acceleration.begin(), entry.acceleration.end(), world.def.gravity.Cast<Real>());
	for (std::size_t i = 0; i < entry.force.size(); ++i)
		entry.acceleration[i] += entry.force[i] / body.mass[i];
	for (const ForceFieldId id : world.fields.Ids())
		if (const ForceFieldDef& field = world.fields[id]; field.onBodies)
			for (std::size_t i = 0; i < body.ParticleCount(); ++i)
			{
				const Vec3d push =
					field.acceleration(body.origin + body.position[i].Cast<double>(), body.velocity[i].Cast<double>(), world.time + h);
				if (IsFinite(push))
					entry.acceleration[i] += push.Cast<Real>();
			}
}

void WorldStep::SolveElasticity(double h)
{
	StageTimer timer(report.milliseconds.elasticity);
	const std::vector<BodyId>& ids = world.bodies.Ids();
	const auto isSmall = [](const WorldBody& entry) { return entry.body.ParticleCount() <= SmallBody; };
	ParallelFor(tasks, ids.size(), 1,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
				if (WorldBody& entry = world.bodies[ids[k]]; entry.IsStepped() && isSmall(entry))
					StepBody(entry, h, *world.serial);
		});
	for (const BodyId id : ids)
		if (WorldBody& entry = world.bodies[id]; entry.IsStepped() && !isSmall(entry))
			StepBody(entry, h, tasks);
	for (const BodyId id : ids)
	{
		const WorldBody& entry = world.bodies[id];
		if (!entry.IsStepped())
			continue;
		++report.elastic.solves;
		report.elastic.iterations += entry.report.minimiser.iterations;
		if (entry.report.minimiser.stalled)
			report.elastic.residual = 1;
	}
}

void WorldStep::StepBody(WorldBody& entry, double h, TaskRunner& bodyTasks)
{
	std::copy(entry.body.position.begin(), entry.body.position.end(), entry.startPosition.begin());
	std::copy(entry.body.velocity.begin(), entry.body.velocity.end(), entry.startVelocity.begin());
	entry.report = entry.solver->Step(entry.body, h, world.time + h, entry.acceleration, bodyTasks);
}

void WorldStep::Settle(WorldBody& entry, double h)
{
	SolidBody& body = entry.body;
	if (entry.report.recovered)
	{
		report.issues |= StepIssue::BodyRecovered;
		if (++entry.failuresInARow >= MaxFailures)
		{
			entry.state = BodyState::Frozen;
			report.issues |= StepIssue::BodyFrozen;
		}
		return;
	}
	entry.failuresInARow = 0;
	Real fastest = 0;
	Vec3 farthest;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		fastest = std::max(fastest, SquaredNorm(body.velocity[i]));
		farthest = Max(farthest, Max(body.position[i], -body.position[i]));
	}
	// Floats hold micrometres up to some ten metres from the body's origin.
	if (std::max({farthest.x, farthest.y, farthest.z}) > Real(16))
		body.Recentre();
	const SleepSettings& sleep = world.def.sleep;
	entry.quietSeconds = static_cast<double>(fastest) < sleep.speed * sleep.speed ? entry.quietSeconds + h : 0;
}

void WorldStep::CountParticles()
{
	for (const BodyId id : world.bodies.Ids())
	{
		const WorldBody& entry = world.bodies[id];
		if (entry.state != BodyState::Disabled)
			report.solidParticles += static_cast<std::uint32_t>(entry.body.ParticleCount());
		report.awakeBodies += entry.state == BodyState::Awake;
		report.sleepingBodies += entry.state == BodyState::Sleeping;
		report.frozenBodies += entry.state == BodyState::Frozen;
	}
	report.fluidParticles = static_cast<std::uint32_t>(world.fluid.Count());
}

}
