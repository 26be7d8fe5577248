#include "WorldStep.h"

#include "StageTimer.h"

#include "Solid/OptimisationSolver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace SPHSolids
{
namespace
{

/// A body that failed this often in a row is held still.
constexpr int MaxFailures = 3;
/// The fastest particle of a body that falls asleep is at most this much faster than the sleep speed.
constexpr double TremblingShare = 5;
/// Rigid bodies stop at particles that cannot give way, and particles at rigid bodies that have stopped, so often in turn.
constexpr int TurnsOfCaught = 8;

bool IsSoundBody(const SolidBody& body)
{
	return IsInWorld(body.origin) && AreWithinReach(body.position)
		&& std::all_of(body.velocity.begin(), body.velocity.end(), [](const Vec3& v) { return IsFinite(v); });
}

/// What is left of a step after a substep, s. By the clock of the world, unless that has run so long that it no longer feels a substep.
double LeftOf(double before, double substep, double byClock)
{
	return std::min(byClock, before - substep / 2);
}

/// What an event is about, in an order of its own.
auto ThingsOf(const ContactEvent& event)
{
	const auto number = [](const auto& id) { return std::uint64_t(id.index) << 32 | id.generation; };
	return std::tuple(
		number(event.body), event.other, number(event.otherBody), number(event.boundary), number(event.rigid), number(event.fluid));
}

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
		for (const BodyId id : world.bodies.Ids())
		{
			WorldBody& entry = world.bodies[id];
			entry.wrench = {};
			entry.wasAwake = entry.state == BodyState::Awake;
			entry.wasAsleep = entry.state == BodyState::Sleeping;
		}
		callEnd = world.time + world.leftover;
		const double h = world.def.time.elasticStep;
		if (world.bodies.IsEmpty())
		{
			const double most = h * world.def.time.maxElasticStepsPerCall;
			if (world.leftover > most)
				report.issues |= StepIssue::TimeDropped;
			AdvanceFluidsOnly(std::min(std::exchange(world.leftover, 0.0), most));
		}
		ShareBudget(h);
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
		const double stepped = budget.Elapsed();
		for (const BodyId id : world.bodies.Ids())
			world.bodies[id].force.clear();
		for (const BodyId id : world.bodies.Ids())
			world.bodies[id].body.PlaceMelted();
		WatchForTangles(report.elasticSteps * h);
		WakeByLoad(report.elasticSteps * h);
		PublishContacts();
		FindBusyBodies();
		for (const BoundaryId id : world.boundaries.ActiveIds())
			world.boundaries[id].hasGoal = false;
		CountParticles();
		if (report.elasticSteps > 0)
			world.costs.closing.Learn(budget.Elapsed() - stepped, world.costs.particles);
	}
	if (budget.IsSet() && report.milliseconds.total > world.def.budgetMilliseconds)
		report.issues |= StepIssue::BudgetExceeded;
	report.time = world.time;
	report.leftover = world.leftover;
	const StageMilliseconds& ms = report.milliseconds;
	report.milliseconds.other = ms.total - ms.neighbours - ms.elasticity - ms.pressure - ms.viscosity - ms.boundary;
	return report;
}

void WorldStep::AdvanceFluidsOnly(double dt)
{
	CountWork();
	budget.Share(1, world.costs.closing.Expected(world.costs.particles));
	TakeSubsteps(dt);
}

double WorldStep::TakeSubsteps(double h)
{
	const double end = world.time + h;
	double left = h, milliseconds = 0;
	while (left > 1e-9 * h)
	{
		const double substep = NextSubstep(h, left);
		elasticShare = world.bodies.IsEmpty() ? 0 : substep / h;
		const double start = budget.Elapsed(), pressureBefore = report.milliseconds.pressure;
		pressureStart = 0;
		Substep(substep);
		const double taken = budget.Elapsed() - start, pressure = report.milliseconds.pressure - pressureBefore;
		world.costs.LearnSubstep(taken - pressure);
		if (pressureStart > 0)
			world.costs.afterPressure.Learn(start + taken - pressureStart - pressure, world.costs.particles);
		milliseconds += taken;
		world.time += substep;
		left = LeftOf(left, substep, end - world.time);
	}
	elasticShare = 0;
	world.time = end;
	return milliseconds;
}

void WorldStep::BeginElasticStep(double h)
{
	// Fields are functions of the host, which may not be ready for several calls at a time.
	TaskRunner& gatherers = world.fields.IsEmpty() ? tasks : *world.serial;
	world.ForEachStepped(gatherers, [&](WorldBody& entry) { GatherAcceleration(entry, h); });
	SolveElasticity(h);
	world.ForEachStepped(tasks, [&](WorldBody& entry) { BeginSubsteps(entry, h); });
	WakeTouchedBodies();
}

void WorldStep::EndElasticStep(double h)
{
	world.ForEachStepped(tasks, [&](WorldBody& entry) { EndSubsteps(entry, h); });
	world.ForEachStepped(tasks, [&](WorldBody& entry) { entry.isWell = Settle(entry, h); });
	for (const BodyId id : world.bodies.Ids())
		if (WorldBody& entry = world.bodies[id]; entry.IsStepped() && !entry.isWell)
			BookFailure(entry, h);
}

void WorldStep::ElasticStep(double h)
{
	world.FollowBodies();
	MeltBodies();
	HeatBodies(h);
	LetBodiesWait();
	CountWork();
	PartBodies(h);
	BeginElasticStep(h);
	const double settlingStart = minimisationsEnd;
	const double substepMilliseconds = TakeSubsteps(h);
	EndElasticStep(h);
	++world.elasticSteps;
	StepLateBodies(h);
	PutToSleep();
	++report.elasticSteps;
	world.costs.settling.Learn(budget.Elapsed() - settlingStart - substepMilliseconds, world.costs.particles);
	budget.EndStep();
}

void WorldStep::BeginSubsteps(WorldBody& entry, double h)
{
	// The way to x* is straight. [KEE23] Algorithm 2 accelerates from v_n to v* instead, which in several substeps leads elsewhere: a body
	// that the elastic step has stopped at a floor would go on falling half its way, and be crushed by what stops it there.
	SolidBody& body = entry.body;
	const Real inverseStep = static_cast<Real>(1 / h);
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		entry.endPosition[i] = body.position[i];
		entry.endVelocity[i] = body.velocity[i];
		body.velocity[i] = (body.position[i] - entry.startPosition[i]) * inverseStep;
		body.position[i] = entry.startPosition[i];
	}
	std::fill(entry.contactVelocity.begin(), entry.contactVelocity.end(), Vec3{});
	entry.wokeInStep = false;
}

void WorldStep::BookTouchWrench(WorldBody& entry)
{
	const SolidBody& body = entry.body;
	Vec3d impulse, turning; // about the origin of the body
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		if (const Vec3& change = entry.contactVelocity[i]; !(change == Vec3{}) && body.held[i] == 0)
		{
			const Vec3d push = change.Cast<double>() * static_cast<double>(body.mass[i]);
			impulse += push;
			turning += Cross(body.position[i].Cast<double>(), push);
		}
	if (impulse == Vec3d{} && turning == Vec3d{})
		return;
	entry.wrench.impulse += impulse;
	entry.wrench.angularImpulse += turning - Cross(body.CentreOfMass() - body.origin, impulse);
}

void WorldStep::EndSubsteps(WorldBody& entry, double h)
{
	SolidBody& body = entry.body;
	const Real inverseStep = static_cast<Real>(1 / h);
	BookTouchWrench(entry);
	const bool isTouched = entry.wokeInStep
		|| std::any_of(entry.contactVelocity.begin(), entry.contactVelocity.end(), [](const Vec3& v) { return !(v == Vec3{}); });
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		if (!isTouched || body.held[i] != 0)
		{
			body.position[i] = entry.endPosition[i];
			body.velocity[i] = entry.endVelocity[i];
		}
		else if (!entry.wokeInStep) // v* and what contact and pressure have changed on the way
			body.velocity[i] += entry.endVelocity[i] - (entry.endPosition[i] - entry.startPosition[i]) * inverseStep;
	if (isTouched)
		body.hasPrevious = false; // the step before is no longer on the path of a multistep integrator
}

void WorldStep::TouchBodies(double h)
{
	WakeNearMovingObstacles(h);
	GatherContactBodies(false);
	const bool anyMoves =
		std::any_of(world.contactBodies.begin(), world.contactBodies.end(), [](const ContactBody& b) { return !b.isFixed; });
	if (!anyMoves)
		return;
	const ContactSettings& settings = world.def.contact;
	// The elastic step has seen to bodies that touch, unless one was so fast that it could pass through another in it.
	const bool allJoined =
		std::all_of(world.contactBodies.begin(), world.contactBodies.end(), [](const ContactBody& b) { return b.isFixed || b.isJoined; });
	const bool onlyObstacles = allJoined && !anyFast;
	Real smallest = std::numeric_limits<Real>::max();
	for (const ContactBody& body : world.contactBodies)
		smallest = std::min(smallest, body.body->Rest().state.particleRadius);
	const Real passing = 2 * smallest / static_cast<Real>(world.def.time.elasticStep); // slower ones cannot
	const ContactStepSettings step = {static_cast<Real>(h), settings.iterations, static_cast<Real>(settings.separationSpeed),
		ContactEnergy::HardTouchShare, onlyObstacles, allJoined ? passing : 0, world.frame};
	world.solidContact.Solve(world.contactBodies, world.obstacles, step, world.contactSums, tasks);
	if (std::any_of(world.obstacles.begin(), world.obstacles.end(), [](const Obstacle& obstacle) { return obstacle.IsMovable(); }))
	{
		CollideRigids(h); // with what bodies have pushed them into
		const auto stopBodies = [&] { return world.solidContact.StopAgain(world.contactBodies, world.obstacles, step, tasks); };
		std::span<const CaughtParticle> caught = stopBodies();
		for (int turn = 0; turn < TurnsOfCaught && !caught.empty(); ++turn)
		{
			CollideRigids(h, caught);
			caught = stopBodies();
		}
	}
	report.contacts = static_cast<std::uint32_t>(std::max(world.solidContact.ContactCount(), world.contactEnergy.ContactCount()));
	WakeTouchedBodies();
}

void WorldStep::MoveBodies(double h)
{
	const Real step = static_cast<Real>(h);
	world.ForEachStepped(tasks,
		[&](WorldBody& entry)
		{
			for (std::size_t i = 0; i < entry.body.ParticleCount(); ++i)
				entry.body.position[i] += entry.body.velocity[i] * step;
		});
}

void WorldStep::PublishContacts()
{
	std::swap(world.contacts, world.lastContacts);
	world.contacts.clear();
	const auto isBefore = [](const ContactEvent& a, const ContactEvent& b) { return ThingsOf(a) < ThingsOf(b); };
	for (const ContactSum& sum : world.contactSums.All())
	{
		ContactEvent event;
		event.body = world.bodies.IdAt(sum.body);
		if (sum.other == ContactSum::Other::Body)
		{
			if (sum.otherIndex < sum.body)
				continue; // the other side tells it
			event.other = sum.otherIndex == sum.body ? ContactEvent::Other::Self : ContactEvent::Other::Body;
			event.otherBody = world.bodies.IdAt(sum.otherIndex);
		}
		else if (sum.otherIndex < world.boundaries.ActiveIds().size())
		{
			event.other = ContactEvent::Other::Boundary;
			event.boundary = world.boundaries.ActiveIds()[sum.otherIndex];
		}
		else
		{
			event.other = ContactEvent::Other::Rigid;
			event.rigid = world.rigids.ActiveIds()[sum.otherIndex - world.boundaries.ActiveIds().size()];
		}
		event.place = world.frame + sum.place / std::max(sum.weight, 1e-30);
		event.impulse = sum.impulse;
		event.normalSpeed = sum.fastest;
		event.particles = sum.particles;
		world.contacts.push_back(event);
	}
	PublishFluidContacts();
	for (ContactEvent& event : world.contacts)
		event.began = !std::binary_search(world.lastContacts.begin(), world.lastContacts.end(), event, isBefore);
	std::sort(world.contacts.begin(), world.contacts.end(), isBefore);
	world.contactSums.Clear();
}

void WorldStep::GatherAcceleration(WorldBody& entry, double h)
{
	const SolidBody& body = entry.body;
	std::fill(entry.acceleration.begin(), entry.acceleration.end(), world.def.gravity.Cast<Real>());
	for (std::size_t i = 0; i < entry.force.size(); ++i)
		if (!body.IsMelted(i))
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
	SolveIslands(h);
	const std::vector<BodyId>& ids = world.bodies.Ids();
	const auto isAlone = [&](const WorldBody& entry) { return entry.IsStepped() && entry.solver->Optimisation() == nullptr; };
	ParallelFor(tasks, ids.size(), 1,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
				if (WorldBody& entry = world.bodies[ids[k]]; isAlone(entry) && entry.IsSmall())
					StepAlone(entry, h, *world.serial);
		});
	for (const BodyId id : ids)
		if (WorldBody& entry = world.bodies[id]; isAlone(entry) && !entry.IsSmall())
			StepAlone(entry, h, tasks);
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

void WorldStep::StepAlone(WorldBody& entry, double h, TaskRunner& bodyTasks)
{
	std::copy(entry.body.position.begin(), entry.body.position.end(), entry.startPosition.begin());
	entry.report = entry.solver->Step(entry.body, h, world.time + h, entry.acceleration, bodyTasks);
}

void WorldStep::BookFailure(WorldBody& entry, double h)
{
	report.issues |= StepIssue::BodyRecovered;
	MoveOutOfObstacles(entry, h);
	if (++entry.failuresInARow >= MaxFailures)
	{
		entry.state = BodyState::Frozen;
		report.issues |= StepIssue::BodyFrozen;
	}
}

bool WorldStep::Settle(WorldBody& entry, double h)
{
	SolidBody& body = entry.body;
	if (!IsSoundBody(body))
	{
		// Speeds that floats hardly hold became infinite or led out of reach: back to where the step began, at rest.
		body.position = entry.wokeInStep ? entry.endPosition : entry.startPosition;
		std::fill(body.velocity.begin(), body.velocity.end(), Vec3{});
		body.hasPrevious = false;
		entry.report.recovered = true;
	}
	if (entry.report.recovered)
		return false;
	entry.failuresInARow = 0;
	Real fastest = 0;
	double sumOfSquares = 0;
	Vec3 farthest;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		const Real squared = SquaredNorm(body.velocity[i]);
		sumOfSquares += static_cast<double>(squared);
		fastest = std::max(fastest, squared);
		farthest = Max(farthest, Max(body.position[i], -body.position[i]));
	}
	// Floats hold micrometres up to some ten metres from the body's origin.
	if (std::max({farthest.x, farthest.y, farthest.z}) > Real(16))
		body.Recentre();
	const SleepSettings& sleep = world.def.sleep;
	// A single particle at an edge may tremble a little without waking all others.
	const double limit = sleep.speed * sleep.speed;
	const bool isQuiet = sumOfSquares < limit * static_cast<double>(body.ParticleCount())
		&& static_cast<double>(fastest) < TremblingShare * TremblingShare * limit;
	const OptimisationSolver* solver = entry.solver->Optimisation();
	const bool isWhole = (solver == nullptr || solver->BrokenSeconds() == 0) && entry.tangledSeconds == 0;
	entry.quietSeconds = isQuiet && isWhole ? entry.quietSeconds + h : 0;
	return true;
}

void WorldStep::CountParticles()
{
	for (const BodyId id : world.bodies.Ids())
	{
		const WorldBody& entry = world.bodies[id];
		if (entry.state != BodyState::Disabled)
			report.solidParticles += static_cast<std::uint32_t>(entry.body.ParticleCount() - entry.body.MeltedCount());
		report.awakeBodies += entry.state == BodyState::Awake;
		report.sleepingBodies += entry.state == BodyState::Sleeping;
		report.frozenBodies += entry.state == BodyState::Frozen;
	}
	report.fluidParticles = static_cast<std::uint32_t>(world.fluid.Count());
}

}
