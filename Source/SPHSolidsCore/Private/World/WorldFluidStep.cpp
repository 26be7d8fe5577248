#include "WorldStep.h"

#include "StageTimer.h"

#include <SPHSolids/Kernel/Kernels.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace SPHSolids
{
namespace
{

constexpr std::size_t FluidChunk = 4096;
/// Fluid farther than this from the middle of its world is lost, m: floats no longer tell its particles apart.
constexpr Real FluidReach = 2048;

/// One particle in so many may be faster than the CFL condition says, up to so much: a few drops of spray do not slow down everything.
/// Obstacles stop particles of any speed.
constexpr std::size_t ParticlesPerFast = 500;
constexpr double FastestOverMost = 3;

/// Diameters that sound may travel in a substep of the explicit solver, and its shortest substep as a share of time.minStep: sound is an
/// order faster than the water, and a state equation as stiff as a file may say would step forever.
constexpr double SoundShare = 0.15, ExplicitShare = 0.1;

/// Of the iterations of a substep's two pressures that a budget allows, so much is for that without divergence. With fewer than these water
/// that falls over gains energy (Docs/decisions/0066-a-budget-for-the-whole-step.md).
constexpr double DivergenceShare = 0.3;
constexpr int FewestDivergence = 2, FewestDensity = 6;

/// A light fluid under a heavy one is driven at up to g (ratio - 1), until it has made way: in a substep it may gain this share of its
/// particles' diameter, or the linear pressure solve no longer knows where they are. Of a 26th fluids of 1:100 are crushed to twice their
/// density at times, of an 11th for good.
constexpr double DrivenShare = 1.0 / 64;

/// Layers that an emitter pours in a substep, and particles that its rate may save up for, at most.
constexpr double MostLayers = 1e5, MostCredit = 1e9;

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

}

Real WorldStep::FluidRadius() const
{
	return static_cast<Real>(world.fluids[world.fluids.Ids().front()].particleRadius);
}

double WorldStep::SubstepLimit(double stretch)
{
	const TimeSettings& time = world.def.time;
	if (world.fluid.Count() == 0)
		return OnlyBodiesMove() ? std::numeric_limits<double>::infinity() : time.maxStep;
	const double wanted = WantedSubstep(stretch);
	const double least = world.def.pressure.solver == "wcsph" ? ExplicitShare * time.minStep : time.minStep;
	if (wanted >= least)
		return std::min(wanted, time.maxStep);
	report.issues |= StepIssue::StepTooLong;
	return least;
}

bool WorldStep::OnlyBodiesMove() const
{
	const auto stands = [&](BoundaryId id)
	{
		const WorldBoundary& boundary = world.boundaries[id];
		return !boundary.hasGoal && !boundary.def.motion.has_value() && boundary.def.velocity == Vec3d{};
	};
	const std::vector<BoundaryId>& walls = world.boundaries.ActiveIds();
	return !world.bodies.IsEmpty() && world.rigids.ActiveIds().empty() && world.emitters.ActiveIds().empty()
		&& std::all_of(walls.begin(), walls.end(), stands);
}

double WorldStep::WantedSubstep(double stretch) const
{
	const TimeSettings& time = world.def.time;
	const auto [fastest, most] = FluidSpeeds(world.fluid);
	const double falling = Norm(world.def.gravity) * std::min(time.maxStep, world.lastSubstep);
	const double diameter = 2 * static_cast<double>(FluidRadius());
	const double pushed = FastestObstacleIn(FluidBounds(static_cast<Real>(SupportPerParticleRadius) * FluidRadius())); // by obstacles
	if (world.def.pressure.solver == "wcsph")
		return std::min(SoundShare * diameter / SoundSpeed(), time.cfl * diameter / std::max({fastest, pushed, 1e-6}));
	double longest = time.maxStep;
	for (const FluidId id : world.fluids.Ids())
		if (const FluidDef& fluid = world.fluids[id]; fluid.surfaceTension > 0)
			longest = std::min(longest, std::sqrt(fluid.density * diameter * diameter * diameter / (2 * Pi * fluid.surfaceTension)));
	longest = std::min(longest, LongestUnderHeavierFluid(diameter));
	const double speed = std::max({most, fastest / FastestOverMost, pushed}) + falling;
	return speed > 0 ? std::min(longest, stretch * time.cfl * diameter / speed) : longest;
}

double WorldStep::LongestUnderHeavierFluid(double diameter) const
{
	double longest = std::numeric_limits<double>::infinity();
	const double g = Norm(world.def.gravity);
	if (world.fluids.Ids().size() < 2 || !(g > 0))
		return longest;
	struct Layer
	{
		Real lowest = std::numeric_limits<Real>::max(), highest = std::numeric_limits<Real>::lowest();
	};
	std::array<Layer, 256> layers; // a particle names its fluid in eight bits
	const Vec3 up = (world.def.gravity * (-1 / g)).Cast<Real>();
	for (std::size_t i = 0; i < world.fluid.Count(); ++i)
	{
		Layer& layer = layers[world.fluid.fluid[i]];
		const Real height = Dot(up, world.fluid.position[i].Xyz());
		layer.lowest = std::min(layer.lowest, height);
		layer.highest = std::max(layer.highest, height);
	}
	for (const FluidId light : world.fluids.Ids())
		for (const FluidId heavy : world.fluids.Ids())
			if (const double excess = world.fluids[heavy].density / world.fluids[light].density - 1;
				excess > 0 && layers[heavy.index].highest > layers[light.index].lowest + static_cast<Real>(diameter))
				longest = std::min(longest, std::sqrt(DrivenShare * diameter / (g * excess)));
	return longest;
}

Box3 WorldStep::FluidBounds(Real margin) const
{
	Box3 box;
	for (const PaddedVec3& place : world.fluid.position)
		box.Include(place.Xyz());
	const Vec3 around = Vec3{1, 1, 1} * margin;
	return {box.min - around, box.max + around};
}

void WorldStep::PrepareFluid()
{
	FluidSystem& system = world.system;
	FluidParticles& fluid = world.fluid;
	system.particles = &fluid;
	system.radius = FluidRadius();
	system.support = static_cast<Real>(SupportPerParticleRadius) * system.radius;
	// A lattice of particles 2 r apart then has exactly rest density: 1.0001 by the cubic spline's own sum.
	system.volume = 8 * system.radius * system.radius * system.radius;
	system.fluidCount = fluid.Count();
	GatherSolidsNearFluid();
	system.inverseDensity.resize(system.Count() + SimdWidth);
	system.pull.resize(system.fluidCount);
	system.wall.resize(system.fluidCount);
	system.inverseDiagonal.resize(system.fluidCount);
	system.pressureChange.resize(system.Count());
	SetPerFluid(&FluidDef::density, world.perFluid);
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
		world.fluidBoundary.Cover(system, world.obstacles, world.perFluid.size(), tasks);
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
	const Box3 box = FluidBounds(2 * system.support);
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
			if (!box.Contains(place) || body.IsMelted(i))
				continue;
			world.solidsOfFluid.push_back({&entry, i, id.index});
			fluid.position.push_back(place);
			fluid.velocity.push_back(entry.IsStepped() ? body.velocity[i] : Vec3{});
			system.solidVolume.push_back(body.Rest().state.volume[i]);
		}
	}
	system.solidCount = world.solidsOfFluid.size();
	system.solidVolume.resize(system.solidCount + SimdWidth);
}

void WorldStep::WakeByFluid()
{
	FluidSystem& system = world.system;
	const auto isAsleep = [&](BodyId id) { return world.bodies[id].state == BodyState::Sleeping; };
	if (std::none_of(world.bodies.Ids().begin(), world.bodies.Ids().end(), isAsleep))
		return;
	for (const BodyId id : world.bodies.Ids())
		world.bodies[id].fluidLoad = {};
	world.solidPush.resize(system.solidCount);
	world.pressureSolve.PushOnSolids(system, world.fluid.pressure, world.solidPush, tasks);
	const std::span<const CellGrid::KeyedPoint> order = system.solidGrid.Sorted();
	for (std::size_t k = 0; k < system.solidCount; ++k)
		world.solidsOfFluid[order[k].point].entry->fluidLoad += (world.solidPush[k].Xyz() * system.solidVolume[k]).Cast<double>();
	for (const BodyId id : world.bodies.Ids())
	{
		WorldBody& entry = world.bodies[id];
		if (entry.state != BodyState::Sleeping)
		{
			entry.hasRestLoad = false;
			continue;
		}
		if (!entry.hasRestLoad)
			entry.restLoad = entry.fluidLoad;
		entry.hasRestLoad = true;
		if (Norm(entry.fluidLoad - entry.restLoad) > WorldBody::WakingLoadShare * entry.body.Mass() * Norm(world.def.gravity))
			WakeInStep(entry);
	}
}

void WorldStep::ReturnSolids()
{
	WakeByFluid();
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
		if (const Vec3 impulse = (after - velocity) * solid.entry->body.mass[solid.particle]; !(impulse == Vec3{}))
			NoteMeeting(solid.body, FluidNearest(k), fluid.position[system.fluidCount + k].Xyz(), impulse,
				static_cast<double>(Norm(after - velocity)));
		velocity = after;
	}
	fluid.position.resize(system.fluidCount);
	fluid.velocity.resize(system.fluidCount);
	system.solidCount = 0;
}

void WorldStep::SolveFluid(double h)
{
	const PressureSettings& settings = world.def.pressure;
	const Real step = static_cast<Real>(h);
	pressureStart = budget.Elapsed();
	if (settings.solver == "wcsph")
	{
		PushFluid(step);
		ApplyStateEquation(step);
		return;
	}
	PressureSolve::Settings solve;
	solve.step = step;
	if (settings.solver == "dfsph")
	{
		solve.kind = PressureSolve::Kind::Divergence;
		solve.maxError = settings.divergenceError;
		solve.minIterations = 1;
		solve.maxIterations = AffordableIterations(FewestDivergence, settings.maxDivergenceIterations, DivergenceShare, 1);
		if (!SolvePressure(solve, world.fluid.divergencePressure, report.divergence))
			report.issues |= StepIssue::DivergenceNotConverged;
	}
	PushFluid(step);
	solve.kind = PressureSolve::Kind::Density;
	solve.maxError = settings.densityError;
	solve.minIterations = settings.minIterations;
	constexpr double Share = 1 - DivergenceShare;
	solve.maxIterations = AffordableIterations(FewestDensity, settings.maxDensityIterations, Share, Share);
	solve.isPositionBased = settings.solver == "pbf";
	if (!SolvePressure(solve, world.fluid.pressure, report.density))
		report.issues |= StepIssue::DensityNotConverged;
}

bool WorldStep::SolvePressure(const PressureSolve::Settings& settings, AlignedArray<float>& meanPressure, SolveFigures& figures)
{
	StageTimer timer(report.milliseconds.pressure);
	MovingWalls* walls = world.fluidBoundary.HasMovable() ? &world.fluidBoundary : nullptr;
	const double start = budget.Elapsed();
	const PressureReport solve = world.pressureSolve.Run(settings, world.system, meanPressure, walls, tasks);
	Count(figures, solve);
	PressOnWalls(settings.step);
	const double withWarmStart = solve.iterations + 1;
	world.costs.pressure.Learn(budget.Elapsed() - start, withWarmStart * static_cast<double>(world.fluid.Count()));
	return solve.converged;
}

void WorldStep::ApplyStateEquation(Real step)
{
	StageTimer timer(report.milliseconds.pressure);
	MovingWalls* walls = world.fluidBoundary.HasMovable() ? &world.fluidBoundary : nullptr;
	const StateEquation equation = {static_cast<Real>(world.def.pressure.stateStiffness), static_cast<Real>(SoundSpeed())};
	world.pressureSolve.RunExplicit(equation, step, world.system, world.fluid.pressure, walls, tasks);
	PressOnWalls(step);
}

void WorldStep::PressOnWalls(Real step)
{
	world.fluidBoundary.BookPressure(world.system, world.pressureSolve.Pressure(), step);
	SetPerFluid(&FluidDef::boundaryFriction, world.perFluid);
	world.fluidBoundary.Rub(world.system, world.pressureSolve.Pressure(), world.perFluid, step);
}

double WorldStep::SoundSpeed() const
{
	const PressureSettings& settings = world.def.pressure;
	double lightest = std::numeric_limits<double>::max();
	for (const FluidId id : world.fluids.Ids())
		lightest = std::min(lightest, world.fluids[id].density);
	if (settings.stateStiffness > 0)
		return std::sqrt(StateEquation::Exponent * settings.stateStiffness / lightest);
	// Ten times as fast as the fluid falls from its top to its bottom; without gravity, as its fastest particle.
	Box3 box;
	Real fastest = 0;
	for (std::size_t i = 0; i < world.fluid.Count(); ++i)
	{
		box.Include(world.fluid.position[i].Xyz());
		fastest = std::max(fastest, SquaredNorm(world.fluid.velocity[i].Xyz()));
	}
	const Vec3d size = box.Size().Cast<double>(), g = world.def.gravity;
	const double fall = std::fabs(g.x) * size.x + std::fabs(g.y) * size.y + std::fabs(g.z) * size.z;
	return 10 * std::sqrt(std::max(fall > 0 ? 2 * fall : static_cast<double>(fastest), 0.01));
}

void WorldStep::PushFluid(Real step)
{
	FluidSystem& system = world.system;
	FluidParticles& fluid = world.fluid;
	const Vec3 pull = world.def.gravity.Cast<Real>() * step;
	SetPerFluid(&FluidDef::drag, world.perFluid);
	for (float& drag : world.perFluid)
		drag = 1 / (1 + drag * step);
	ParallelFor(tasks, system.fluidCount, FluidChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				fluid.velocity[i].SetXyz((fluid.velocity[i].Xyz() + pull) * world.perFluid[fluid.fluid[i]]);
		});
	for (const ForceFieldId id : world.fields.Ids())
		if (const ForceFieldDef& field = world.fields[id]; field.onFluids)
			ApplyFieldToFluid(field, step);

	StageTimer timer(report.milliseconds.viscosity);
	SetPerFluid(&FluidDef::surfaceTension, world.perFluid);
	world.cohesion.Apply(system, world.perFluid, step, tasks);
	SetPerFluid(&FluidDef::xsph, world.perFluid);
	world.smoothing.Apply(system, world.perFluid, tasks);
	SetPerFluid(&FluidDef::vorticity, world.perFluid);
	world.vorticity.Apply(system, world.perFluid, step, tasks);
	SolveViscosity(step);
}

void WorldStep::ApplyFieldToFluid(const ForceFieldDef& field, Real step)
{
	FluidParticles& fluid = world.fluid;
	ParallelFor(tasks, world.system.fluidCount, FluidChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				const Vec3d push = field.acceleration(world.frame + fluid.position[i].Xyz().Cast<double>(),
					fluid.velocity[i].Xyz().Cast<double>(), world.time + static_cast<double>(step));
				if (IsFinite(push))
					fluid.velocity[i].SetXyz(fluid.velocity[i].Xyz() + push.Cast<Real>() * step);
			}
		});
}

void WorldStep::SolveViscosity(Real step)
{
	const auto isViscous = [&](FluidId id) { return world.fluids[id].viscosity > 0 || world.fluids[id].boundaryViscosity > 0; };
	if (std::none_of(world.fluids.Ids().begin(), world.fluids.Ids().end(), isViscous))
		return;
	SetPerFluid(&FluidDef::viscosity, world.perFluid);
	SetPerFluid(&FluidDef::boundaryViscosity, world.perFluidAtWalls);
	world.fluidBoundary.ListShear(world.system, world.wallShear);
	ViscositySolve::Settings settings;
	settings.step = step;
	settings.viscosity = world.perFluid;
	settings.boundaryViscosity = world.perFluidAtWalls;
	settings.walls = world.wallShear;
	if (FindThickening())
		settings.thickening = world.thickening;
	const PressureReport solve = world.viscositySolve.Run(settings, world.system, tasks);
	world.fluidBoundary.ReceiveShear(world.system, world.wallShear, world.perFluidAtWalls, step);
	Count(report.viscosity, solve);
	if (!solve.converged)
		report.issues |= StepIssue::ViscosityNotConverged;
}

void WorldStep::MoveFluid(double h)
{
	FluidParticles& fluid = world.fluid;
	const Real step = static_cast<Real>(h);
	{
		StageTimer timer(report.milliseconds.boundary);
		SetPerFluid(&FluidDef::boundaryFriction, world.perFluid);
		world.fluidBoundary.StopAtSurfaces(world.system, step, world.perFluid, tasks);
	}
	ParallelFor(tasks, world.system.fluidCount, FluidChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				fluid.position[i].SetXyz(fluid.position[i].Xyz() + fluid.velocity[i].Xyz() * step);
		});
}

void WorldStep::EmitFluid(double h)
{
	for (const EmitterId id : world.emitters.ActiveIds())
	{
		WorldEmitter& emitter = world.emitters[id];
		const EmitterDef& def = emitter.def;
		if (world.time < def.startTime || world.time >= def.endTime || !world.fluids.IsActive(def.fluid))
			continue;
		const double spacing = 2 * world.fluids[def.fluid].particleRadius;
		// However fast a stream is, a substep has an end.
		emitter.travelled = std::min(emitter.travelled + def.speed * h, MostLayers * spacing);
		emitter.credit = std::min(emitter.credit + def.rate * h / (spacing * spacing * spacing), MostCredit);
		for (; emitter.travelled >= spacing; emitter.travelled -= spacing)
			EmitLayer(emitter, emitter.travelled - spacing);
	}
}

void WorldStep::EmitLayer(WorldEmitter& emitter, double ahead)
{
	const EmitterDef& def = emitter.def;
	const FluidDef& fluid = world.fluids[def.fluid];
	const double expiry = def.lifetime > 0 ? world.time + def.lifetime : 0;
	std::size_t count = emitter.nozzles.size();
	if (def.rate > 0)
	{
		count = std::min(count, static_cast<std::size_t>(emitter.credit));
		emitter.credit = std::min(emitter.credit - static_cast<double>(count), static_cast<double>(emitter.nozzles.size()));
	}
	for (std::size_t k = 0; k < count; ++k, ++emitter.turn)
	{
		const WorldEmitter::Nozzle& nozzle = emitter.nozzles[emitter.turn % emitter.nozzles.size()];
		if (def.maxParticles > 0 && emitter.emitted >= def.maxParticles)
			return;
		if (world.FluidCount() >= world.def.limits.maxFluidParticles)
		{
			report.issues |= StepIssue::FluidLimitReached;
			return;
		}
		const Vec3d direction = def.pose.rotation * nozzle.direction;
		const Vec3d place = def.pose.ToWorld(nozzle.place) + direction * ahead;
		if (world.IsOccupied(place, fluid.particleRadius))
			continue;
		world.FollowWith({&place, 1});
		world.AppendFluidParticle(def.fluid, place, (direction * def.speed).Cast<Real>(), static_cast<float>(expiry));
		++emitter.emitted;
		++report.emitted;
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
	const bool hadFluid = fluid.Count() > 0;
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
		const auto isInside = [&](std::size_t i)
		{
			const Vec3d place = world.frame + fluid.position[i].Xyz().Cast<double>();
			return kill.shape.Distance(kill.pose.ToLocal(place).Cast<Real>()).distance < 0;
		};
		report.removed += static_cast<std::uint32_t>(world.RemoveFluidParticles(isInside));
	}
	if (hadFluid && fluid.Count() == 0)
		for (const BodyId id : world.bodies.Ids())
			if (WorldBody& entry = world.bodies[id]; std::exchange(entry.hasRestLoad, false))
				entry.Wake(); // it may have floated in what is gone
}

void WorldStep::Count(SolveFigures& figures, const PressureReport& solve)
{
	++figures.solves;
	figures.iterations += solve.iterations;
	figures.residual = std::max(figures.residual, solve.residual);
	figures.converged = figures.converged && solve.converged;
}

void WorldStep::SetPerFluid(double FluidDef::* field, std::vector<float>& values) const
{
	std::uint32_t largest = 0;
	for (const FluidId id : world.fluids.Ids())
		largest = std::max(largest, id.index);
	values.assign(largest + 1, 0.0f);
	for (const FluidId id : world.fluids.Ids())
		values[id.index] = static_cast<float>(world.fluids[id].*field);
}

}
