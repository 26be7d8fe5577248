#include "WorldStep.h"

#include "StageTimer.h"

#include <SPHSolids/Kernel/Kernels.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace SPHSolids
{
namespace
{

constexpr std::size_t FluidChunk = 4096;
/// Fluid farther than this from the middle of its world is lost, m: floats no longer tell its particles apart.
constexpr Real FluidReach = 2048;
/// Boundaries that move faster than this, m/s, are reported: nothing is promised about what they meet.
constexpr Real FastestBoundary = 50;

/// One particle in so many may be faster than the CFL condition says, up to so much: a few drops of spray do not slow down everything.
/// Obstacles stop particles of any speed.
constexpr std::size_t ParticlesPerFast = 500;
constexpr double FastestOverMost = 3;

struct SpeedLimits
{
	double fastest; // m/s, of all particles
	double most;    // of all but the fastest few, rounded up by at most a tenth
};
SpeedLimits FluidSpeeds(const FluidParticles& fluid)
{
	Real fastest = 0;
	for (std::size_t i = 0; i < fluid.Count(); ++i)
		fastest = std::max(fastest, SquaredNorm(fluid.velocity[i].Xyz()));
	// Counts by the share of the fastest speed, in tenths of octaves down to a third: below that the fastest decides.
	constexpr std::size_t Bins = 16;
	std::array<std::size_t, Bins> counts{};
	std::array<Real, Bins> bound;
	for (std::size_t k = 0; k < Bins; ++k)
		bound[k] = fastest * std::exp2(Real(-0.2) * static_cast<Real>(k + 1));
	for (std::size_t i = 0; i < fluid.Count() && fastest > 0; ++i)
	{
		const Real squared = SquaredNorm(fluid.velocity[i].Xyz());
		if (squared > bound.back())
			++counts[static_cast<std::size_t>(
				std::find_if(bound.begin(), bound.end(), [&](Real b) { return squared > b; }) - bound.begin())];
	}
	const std::size_t allowed = fluid.Count() / ParticlesPerFast;
	std::size_t faster = 0, bin = 0;
	while (bin < Bins && faster + counts[bin] <= allowed)
		faster += counts[bin++];
	const double top = std::sqrt(static_cast<double>(fastest));
	return {top, top * std::exp2(-0.1 * static_cast<double>(bin))};
}

/// The rotation vector that turns `from` into `to`.
Vec3d RotationBetween(const Mat3d& from, const Mat3d& to)
{
	const Mat3d turn = to * Transpose(from);
	const Vec3d axis = {turn.m[2][1] - turn.m[1][2], turn.m[0][2] - turn.m[2][0], turn.m[1][0] - turn.m[0][1]};
	const double sine = Norm(axis) / 2, cosine = (Trace(turn) - 1) / 2;
	return sine > 1e-12 ? axis * (std::atan2(sine, cosine) / (2 * sine)) : Vec3d{};
}

Mat3d RotatedBy(const Vec3d& rotationVector, const Mat3d& rotation)
{
	const double angle = Norm(rotationVector);
	return angle > 0 ? AxisAngleRotation(rotationVector / angle, angle) * rotation : rotation;
}

/// Takes the rounding out of a rotation that has been turned many times.
Mat3d Orthonormalised(const Mat3d& rotation)
{
	const Vec3d x = rotation.Column(0) / Norm(rotation.Column(0));
	Vec3d y = rotation.Column(1) - x * Dot(x, rotation.Column(1));
	y = y / Norm(y);
	const Vec3d z = Cross(x, y);
	return {{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}

}

double WorldStep::SubstepLimit() const
{
	const TimeSettings& time = world.def.time;
	if (world.fluid.Count() == 0)
		return time.maxStep;
	const auto [fastest, most] = FluidSpeeds(world.fluid);
	const double falling = Norm(world.def.gravity) * std::min(time.maxStep, world.lastSubstep);
	const double diameter = 2 * static_cast<double>(world.system.radius > 0 ? world.system.radius : Real(1));
	const double speed = std::max(most, fastest / FastestOverMost) + falling;
	return std::clamp(speed > 0 ? time.cfl * diameter / speed : time.maxStep, time.minStep, time.maxStep);
}

void WorldStep::Substep(double h)
{
	{
		StageTimer timer(report.milliseconds.boundary);
		PrepareObstacles(h);
		PushObstacles();
	}
	AccelerateBodies(h);
	EmitFluid(h);
	if (world.fluid.Count() > 0)
	{
		PrepareFluid();
		SolveFluid(h);
		ReturnSolids();
		MoveFluid(h);
	}
	{
		StageTimer timer(report.milliseconds.boundary);
		TouchBodies(h);
		MoveBodies(h);
	}
	CollideRigids(h);
	MoveObstacles(h);
	RemoveLostFluid();
	++report.substeps;
	report.smallestSubstep = report.smallestSubstep == 0 ? h : std::min(report.smallestSubstep, h);
	world.lastSubstep = h;
}

void WorldStep::PrepareObstacles(double h)
{
	world.obstacles.clear();
	for (const BoundaryId id : world.boundaries.Ids())
	{
		WorldBoundary& boundary = world.boundaries[id];
		Pose next = boundary.def.pose;
		if (boundary.def.motion.has_value())
		{
			const double time = world.time + h - boundary.startTime;
			next.position = boundary.def.motion->PlaceAt(time, boundary.startPose.position);
			next.rotation = boundary.def.motion->PoseAt(time).rotation * boundary.startPose.rotation;
		}
		else if (boundary.hasGoal)
		{
			const double share = std::min(1.0, h / std::max(callEnd - world.time, h));
			next.position += (boundary.goal.position - next.position) * share;
			next.rotation = Orthonormalised(RotatedBy(RotationBetween(next.rotation, boundary.goal.rotation) * share, next.rotation));
		}
		Obstacle obstacle;
		obstacle.shape = &boundary.def.shape;
		obstacle.position = (boundary.def.pose.position - world.frame).Cast<Real>();
		obstacle.rotation = boundary.def.pose.rotation.Cast<Real>();
		obstacle.pivot = obstacle.position;
		obstacle.velocity = ((next.position - boundary.def.pose.position) / h + boundary.def.velocity).Cast<Real>();
		obstacle.angularVelocity = (RotationBetween(boundary.def.pose.rotation, next.rotation) / h).Cast<Real>();
		obstacle.friction = static_cast<float>(boundary.def.friction);
		obstacle.key = 2 * id.index;
		if (Norm(obstacle.velocity) > FastestBoundary)
			report.issues |= StepIssue::BoundaryTooFast;
		boundary.next = next;
		world.obstacles.push_back(obstacle);
	}
	for (const RigidId id : world.rigids.Ids())
	{
		WorldRigid& rigid = world.rigids[id];
		Obstacle obstacle;
		obstacle.shape = &rigid.def.shape;
		obstacle.position = (rigid.state.pose.position - world.frame).Cast<Real>();
		obstacle.rotation = rigid.state.pose.rotation.Cast<Real>();
		obstacle.pivot = (rigid.CentreOfMass() - world.frame).Cast<Real>();
		obstacle.friction = static_cast<float>(rigid.def.friction);
		obstacle.key = 2 * id.index + 1;
		obstacle.velocity = rigid.state.velocity.Cast<Real>();
		obstacle.angularVelocity = rigid.state.angularVelocity.Cast<Real>();
		if (!rigid.def.hostDriven)
		{
			obstacle.velocity += (world.def.gravity * h).Cast<Real>();
			obstacle.inverseMass = static_cast<float>(1 / rigid.mass);
			obstacle.inverseInertia = rigid.InverseInertia().Cast<Real>();
		}
		world.obstacles.push_back(obstacle);
	}
}

void WorldStep::PushObstacles()
{
	if (elasticShare == 0)
		return;
	for (std::size_t k = 0; k < world.obstacles.size(); ++k)
	{
		Obstacle& obstacle = world.obstacles[k];
		const Wrench push = {world.elasticWrenches[k].impulse * elasticShare, world.elasticWrenches[k].angularImpulse * elasticShare};
		obstacle.impulse += push.impulse;
		obstacle.angularImpulse += push.angularImpulse;
		obstacle.velocity += push.impulse.Cast<Real>() * obstacle.inverseMass;
		obstacle.angularVelocity += obstacle.inverseInertia * push.angularImpulse.Cast<Real>();
	}
}

void WorldStep::PrepareFluid()
{
	FluidSystem& system = world.system;
	FluidParticles& fluid = world.fluid;
	system.particles = &fluid;
	const FluidDef& any = world.fluids[world.fluids.Ids().front()];
	system.radius = static_cast<Real>(any.particleRadius);
	system.support = static_cast<Real>(SupportPerParticleRadius * any.particleRadius);
	// A lattice of particles 2 r apart then has exactly rest density: 1.0001 by the cubic spline's own sum.
	system.volume = 8 * system.radius * system.radius * system.radius;
	system.fluidCount = fluid.Count();
	GatherSolidsNearFluid();
	system.inverseDensity.resize(system.Count());
	system.pull.resize(system.fluidCount);
	system.wall.resize(system.fluidCount);
	system.pressureChange.resize(system.Count());
	SetPerFluid(&FluidDef::density);
	system.isMixed = system.solidCount > 0 || world.fluids.Ids().size() > 1;
	for (std::size_t i = 0; i < system.fluidCount; ++i)
		system.inverseDensity[i] = 1 / world.perFluid[fluid.fluid[i]];
	for (std::size_t k = 0; k < system.solidCount; ++k)
	{
		const WorldState::SolidOfFluid& solid = world.solidsOfFluid[k];
		const SolidBody& body = solid.entry->body;
		const bool isMovable = solid.entry->IsStepped() && body.held[solid.particle] == 0;
		system.inverseDensity[system.fluidCount + k] = isMovable ? system.solidVolume[k] / body.mass[solid.particle] : 0;
	}
	{
		StageTimer timer(report.milliseconds.neighbours);
		world.neighbours.Sort(system, tasks);
	}
	{
		StageTimer timer(report.milliseconds.boundary);
		world.fluidBoundary.Cover(system, world.obstacles, tasks);
	}
	StageTimer timer(report.milliseconds.neighbours);
	world.neighbours.Find(system, world.def.limits.maxNeighbours, tasks);
	if (system.listsFull)
		report.issues |= StepIssue::NeighbourListFull;
	report.neighbourPairs = static_cast<std::uint32_t>(system.pairCount);
}

void WorldStep::GatherSolidsNearFluid()
{
	FluidSystem& system = world.system;
	FluidParticles& fluid = world.fluid;
	world.solidsOfFluid.clear();
	system.solidVolume.clear();
	Box3 box;
	for (const PaddedVec3& p : fluid.position)
		box.Include(p.Xyz());
	const Vec3 reach = Vec3{1, 1, 1} * (2 * system.support);
	box = {box.min - reach, box.max + reach};
	for (const BodyId id : world.bodies.Ids())
	{
		WorldBody& entry = world.bodies[id];
		if (entry.state == BodyState::Disabled || !entry.contact.collides)
			continue;
		const SolidBody& body = entry.body;
		const Vec3 shift = (body.origin - world.frame).Cast<Real>();
		for (std::uint32_t i = 0; i < body.ParticleCount(); ++i)
		{
			const Vec3 place = body.position[i] + shift;
			if (!box.Contains(place))
				continue;
			world.solidsOfFluid.push_back({&entry, i});
			fluid.position.push_back(place);
			fluid.velocity.push_back(entry.IsStepped() ? body.velocity[i] : Vec3{});
			system.solidVolume.push_back(body.Rest().state.volume[i]);
		}
	}
	system.solidCount = world.solidsOfFluid.size();
}

void WorldStep::ReturnSolids()
{
	FluidSystem& system = world.system;
	FluidParticles& fluid = world.fluid;
	const std::span<const CellGrid::KeyedPoint> order = system.solidGrid.Sorted();
	for (std::size_t k = 0; k < system.solidCount; ++k)
	{
		const WorldState::SolidOfFluid& solid = world.solidsOfFluid[order[k].point];
		if (system.inverseDensity[system.fluidCount + k] == 0)
			continue;
		Vec3& velocity = solid.entry->body.velocity[solid.particle];
		const Vec3 after = fluid.velocity[system.fluidCount + k].Xyz();
		solid.entry->contactVelocity[solid.particle] += after - velocity;
		velocity = after;
	}
	fluid.position.resize(system.fluidCount);
	fluid.velocity.resize(system.fluidCount);
	system.solidCount = 0;
}

void WorldStep::SolveFluid(double h)
{
	FluidSystem& system = world.system;
	FluidParticles& fluid = world.fluid;
	const PressureSettings& settings = world.def.pressure;
	MovingWalls* walls = world.fluidBoundary.HasMovable() ? &world.fluidBoundary : nullptr;
	const Real step = static_cast<Real>(h);
	{
		StageTimer timer(report.milliseconds.pressure);
		const PressureReport solve =
			world.pressureSolve.Run({PressureSolve::Kind::Divergence, step, settings.divergenceError, 1, settings.maxDivergenceIterations},
				system, fluid.divergencePressure, walls, tasks);
		Count(report.divergence, solve);
		world.fluidBoundary.BookPressure(system, world.pressureSolve.Pressure(), step);
		if (!solve.converged)
			report.issues |= StepIssue::DivergenceNotConverged;
	}
	{
		StageTimer timer(report.milliseconds.viscosity);
		SetPerFluid(&FluidDef::xsph);
		world.smoothing.Apply(system, world.perFluid, tasks);
	}
	const Vec3 pull = world.def.gravity.Cast<Real>() * step;
	SetPerFluid(&FluidDef::drag);
	for (float& drag : world.perFluid)
		drag = 1 / (1 + drag * step);
	ParallelFor(tasks, system.fluidCount, FluidChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				fluid.velocity[i].SetXyz((fluid.velocity[i].Xyz() + pull) * world.perFluid[fluid.fluid[i]]);
		});
	StageTimer timer(report.milliseconds.pressure);
	const PressureReport solve = world.pressureSolve.Run(
		{PressureSolve::Kind::Density, step, settings.densityError, settings.minIterations, settings.maxDensityIterations}, system,
		fluid.pressure, walls, tasks);
	Count(report.density, solve);
	world.fluidBoundary.BookPressure(system, world.pressureSolve.Pressure(), step);
	if (!solve.converged)
		report.issues |= StepIssue::DensityNotConverged;
}

void WorldStep::MoveFluid(double h)
{
	FluidParticles& fluid = world.fluid;
	const Real step = static_cast<Real>(h);
	{
		StageTimer timer(report.milliseconds.boundary);
		SetPerFluid(&FluidDef::boundaryFriction);
		world.fluidBoundary.StopAtSurfaces(world.system, step, world.perFluid, tasks);
	}
	ParallelFor(tasks, world.system.fluidCount, FluidChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				fluid.position[i].SetXyz(fluid.position[i].Xyz() + fluid.velocity[i].Xyz() * step);
		});
}

void WorldStep::CollideRigids(double h)
{
	if (world.rigids.IsEmpty())
		return;
	world.touchPoints.assign(world.obstacles.size(), nullptr);
	std::size_t index = world.boundaries.Ids().size();
	for (const RigidId id : world.rigids.Ids())
		world.touchPoints[index++] = &world.rigids[id].touch;
	world.rigidContact.Solve(
		world.obstacles, world.touchPoints, {static_cast<Real>(h), static_cast<Real>(world.def.contact.separationSpeed)});
}

void WorldStep::MoveObstacles(double h)
{
	std::size_t index = 0;
	for (const BoundaryId id : world.boundaries.Ids())
	{
		WorldBoundary& boundary = world.boundaries[id];
		const Obstacle& obstacle = world.obstacles[index++];
		boundary.wrench.impulse += obstacle.impulse;
		boundary.wrench.angularImpulse += obstacle.angularImpulse;
		boundary.def.pose = boundary.next;
	}
	for (const RigidId id : world.rigids.Ids())
	{
		WorldRigid& rigid = world.rigids[id];
		const Obstacle& obstacle = world.obstacles[index++];
		rigid.wrench.impulse += obstacle.impulse;
		rigid.wrench.angularImpulse += obstacle.angularImpulse;
		RigidState next = rigid.state;
		if (!rigid.def.hostDriven)
		{
			next.velocity += world.def.gravity * h + obstacle.impulse / rigid.mass + obstacle.velocityByContact.Cast<double>();
			next.angularVelocity += rigid.InverseInertia() * obstacle.angularImpulse + obstacle.angularVelocityByContact.Cast<double>();
		}
		const Vec3d centre = rigid.CentreOfMass() + next.velocity * h;
		next.pose.rotation = Orthonormalised(RotatedBy(next.angularVelocity * h, rigid.state.pose.rotation));
		next.pose.position = centre - next.pose.rotation * rigid.centre;
		if (ValidatePose(next.pose, "a rigid body").IsOk() && IsFinite(next.velocity) && IsFinite(next.angularVelocity))
			rigid.state = next;
		else
		{
			rigid.state.velocity = rigid.state.angularVelocity = {};
			report.issues |= StepIssue::RigidFrozen;
		}
	}
}

void WorldStep::EmitFluid(double h)
{
	for (const EmitterId id : world.emitters.Ids())
	{
		WorldEmitter& emitter = world.emitters[id];
		const EmitterDef& def = emitter.def;
		if (world.time < def.startTime || world.time >= def.endTime)
			continue;
		const FluidDef& fluid = world.fluids[def.fluid];
		const double spacing = 2 * fluid.particleRadius;
		const Vec3d direction = def.pose.rotation.Column(2);
		emitter.travelled += def.speed * h;
		for (; emitter.travelled >= spacing; emitter.travelled -= spacing)
			for (const Vec3d& local : emitter.places)
			{
				if (def.maxParticles > 0 && emitter.emitted >= def.maxParticles)
					continue;
				if (world.fluid.Count() >= world.def.limits.maxFluidParticles)
				{
					report.issues |= StepIssue::FluidLimitReached;
					continue;
				}
				const Vec3d place = def.pose.ToWorld(local) + direction * (emitter.travelled - spacing);
				if (world.IsOccupied(place, fluid.particleRadius))
					continue;
				const double expiry = def.lifetime > 0 ? world.time + def.lifetime : 0;
				world.FollowWith({&place, 1});
				world.AppendFluidParticle(def.fluid, place, (direction * def.speed).Cast<Real>(), static_cast<float>(expiry));
				++emitter.emitted;
				++report.emitted;
			}
	}
}

void WorldStep::RemoveLostFluid()
{
	FluidParticles& fluid = world.fluid;
	const auto isLost = [&](std::size_t i)
	{
		const Vec3 p = fluid.position[i].Xyz(), v = fluid.velocity[i].Xyz();
		return !IsFinite(p) || !IsFinite(v) || std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}) > FluidReach;
	};
	std::size_t lost = 0;
	for (std::size_t i = 0; i < fluid.Count(); ++i)
		lost += isLost(i);
	if (lost > 0)
	{
		report.removed += static_cast<std::uint32_t>(world.RemoveFluidParticles(isLost));
		report.issues |= StepIssue::ParticlesRemoved;
	}
	const float now = static_cast<float>(world.time);
	if (!fluid.expiry.empty())
		report.removed += static_cast<std::uint32_t>(world.RemoveFluidParticles([&](std::size_t i) { return fluid.expiry[i] <= now; }));
	for (const KillVolumeId id : world.killVolumes.Ids())
	{
		const WorldKillVolume& kill = world.killVolumes[id];
		const Box3 box = {(kill.box.min - world.frame).Cast<Real>(), (kill.box.max - world.frame).Cast<Real>()};
		report.removed += static_cast<std::uint32_t>(
			world.RemoveFluidParticles([&](std::size_t i) { return box.Contains(fluid.position[i].Xyz()) != kill.outside; }));
	}
}

void WorldStep::Count(SolveFigures& figures, const PressureReport& solve)
{
	++figures.solves;
	figures.iterations += solve.iterations;
	figures.residual = std::max(figures.residual, solve.residual);
	figures.converged = figures.converged && solve.converged;
}

void WorldStep::SetPerFluid(double FluidDef::* field)
{
	std::uint32_t largest = 0;
	for (const FluidId id : world.fluids.Ids())
		largest = std::max(largest, id.index);
	world.perFluid.assign(largest + 1, 0.0f);
	for (const FluidId id : world.fluids.Ids())
		world.perFluid[id.index] = static_cast<float>(world.fluids[id].*field);
}

}
