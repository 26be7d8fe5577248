#include "WorldStep.h"

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

/// Bodies up to this size are heated by one worker each; larger ones by all.
constexpr std::size_t SmallHeatedBody = 4096;

/// The n-th of places around a point, as far apart as particles stand: a cube of them, filled from the middle on.
Vec3d PlaceAround(const Vec3d& centre, std::size_t n, std::size_t count, double spacing)
{
	const std::size_t side = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(count)) - 1e-9));
	const double middle = 0.5 * static_cast<double>(side - 1);
	const std::size_t row = n / side % side, layer = n / (side * side);
	const Vec3d step = {static_cast<double>(n % side) - middle, static_cast<double>(row) - middle, static_cast<double>(layer) - middle};
	return centre + step * spacing;
}

}

void WorldStep::HeatBodies(double h)
{
	const auto isHeated = [&](BodyId id) { return world.bodies[id].heat != nullptr && world.bodies[id].state != BodyState::Disabled; };
	if (std::none_of(world.bodies.Ids().begin(), world.bodies.Ids().end(), isHeated))
		return;
	world.GatherSurroundings();
	for (const BodyId id : world.bodies.Ids())
	{
		if (!isHeated(id))
			continue;
		WorldBody& entry = world.bodies[id];
		WorldBodyHeat& heat = *entry.heat;
		TaskRunner& bodyTasks = entry.body.ParticleCount() <= SmallHeatedBody ? *world.serial : tasks;
		heat.state.Exchange(entry.body, world.surroundings, h, bodyTasks);
		if (!heat.state.Conduct(entry.body, h, bodyTasks))
			report.issues |= StepIssue::HeatSlowed;
		if (!heat.def.material.Softens())
			continue;
		heat.state.WriteWeights(heat.weights);
		const std::uint32_t before = entry.body.matterVersion;
		entry.body.SetWeights(heat.weights);
		if (entry.body.matterVersion != before && entry.state == BodyState::Sleeping)
		{
			entry.state = BodyState::Awake;
			entry.quietSeconds = 0;
		}
	}
}

void WorldStep::HeatFluid(double h)
{
	if (!world.hasFluidHeat)
		return;
	FluidSystem& system = world.system;
	std::uint32_t most = 0;
	for (const FluidId id : world.fluids.Ids())
		most = std::max(most, id.index);
	world.fluidHeatRows.assign(most + 1, {});
	for (const FluidId id : world.fluids.Ids())
		if (id.index < world.fluidHeat.size() && world.fluidHeat[id.index])
		{
			const FluidHeatDef& heat = *world.fluidHeat[id.index];
			const double mass = world.fluids[id].density * static_cast<double>(system.volume);
			world.fluidHeatRows[id.index] = {static_cast<float>(heat.conductivity), static_cast<float>(mass * heat.capacity)};
		}
	const std::span<const CellGrid::KeyedPoint> order = system.solidGrid.Sorted();
	world.solidHeat.assign(system.solidCount, {});
	for (std::size_t k = 0; k < system.solidCount; ++k)
	{
		const WorldState::SolidOfFluid& solid = world.solidsOfFluid[order[k].point];
		if (const WorldBodyHeat* heat = solid.entry->heat.get())
			world.solidHeat[k] = {heat->state.temperature[solid.particle], static_cast<float>(heat->def.material.conductivity),
				static_cast<float>(static_cast<double>(solid.entry->body.mass[solid.particle]) * heat->def.material.capacity)};
	}
	world.GatherSurroundings();
	world.fluidHeatStep.Run(system, world.fluidHeatRows, world.solidHeat, world.surroundings, world.frame, h, tasks);
	for (std::size_t k = 0; k < system.solidCount; ++k)
	{
		const WorldState::SolidOfFluid& solid = world.solidsOfFluid[order[k].point];
		if (WorldBodyHeat* heat = solid.entry->heat.get())
			heat->state.Add(solid.particle, static_cast<double>(world.fluidHeatStep.HeatOfSolids()[k]),
				static_cast<double>(solid.entry->body.mass[solid.particle]));
	}
}

bool WorldStep::FindThickening()
{
	const auto thickens = [&](FluidId id)
	{
		return id.index < world.fluidHeat.size() && world.fluidHeat[id.index]
			&& world.fluidHeat[id.index]->thickensAt > -std::numeric_limits<double>::infinity() && world.fluids[id].viscosity > 0;
	};
	if (!world.hasFluidHeat || std::none_of(world.fluids.Ids().begin(), world.fluids.Ids().end(), thickens))
		return false;
	const FluidParticles& fluid = world.fluid;
	world.thickening.assign(world.system.fluidCount, 1.0f);
	for (const FluidId id : world.fluids.Ids())
	{
		if (!thickens(id))
			continue;
		const FluidHeatDef& heat = *world.fluidHeat[id.index];
		const double span = std::max(heat.thickensAt - heat.setsAt, 1e-3);
		const double growth = std::max(std::log(heat.setViscosity / world.fluids[id].viscosity), 0.0);
		for (std::size_t i = 0; i < world.system.fluidCount; ++i)
			if (const double below = heat.thickensAt - static_cast<double>(fluid.temperature[i]); fluid.fluid[i] == id.index && below > 0)
				world.thickening[i] = static_cast<float>(std::exp(growth * std::min(below / span, 1.0)));
	}
	return true;
}

void WorldStep::MeltBodies()
{
	for (const BodyId id : world.bodies.Ids())
		if (WorldBody& entry = world.bodies[id]; entry.heat != nullptr && entry.state != BodyState::Disabled)
			MeltBody(entry);
}

void WorldStep::MeltBody(WorldBody& entry)
{
	WorldBodyHeat& heat = *entry.heat;
	SolidBody& body = entry.body;
	if (world.fluids.Find(heat.def.meltsInto) == nullptr)
		return;
	heat.state.ListMolten(body, heat.molten);
	if (heat.molten.empty())
		return;
	const bool wasAsleep = entry.state == BodyState::Sleeping;
	while (!heat.molten.empty())
	{
		for (const std::uint32_t i : heat.molten)
		{
			const double mass = static_cast<double>(body.mass[i]);
			heat.waitingMass += mass;
			heat.waitingHeat += mass * heat.state.enthalpy[i];
			heat.waitingMomentum += body.velocity[i].Cast<double>() * mass;
			PourMelted(entry, body.origin + body.position[i].Cast<double>());
		}
		body.MeltParticles(heat.molten, heat.touched);
		heat.state.UpdateSurface(body, heat.touched);
		// What hardly hangs on the rest any more goes with the melt, as cold as it is.
		heat.molten.clear();
		for (const std::uint32_t i : heat.touched)
			if (body.IsLoose(i))
				heat.molten.push_back(i);
	}
	WorldState::UpdateShell(entry);
	body.hasPrevious = false;
	if (body.MeltedCount() == body.ParticleCount())
		entry.state = BodyState::Disabled;
	else if (wasAsleep)
		entry.state = BodyState::Awake;
	entry.quietSeconds = 0;
}

void WorldStep::PourMelted(WorldBody& entry, const Vec3d& place)
{
	WorldBodyHeat& heat = *entry.heat;
	const FluidDef& fluid = world.fluids[heat.def.meltsInto];
	const double spacing = 2 * fluid.particleRadius, particleMass = fluid.density * spacing * spacing * spacing;
	const double most = std::floor(heat.waitingMass / particleMass);
	if (!(most >= 1))
		return;
	const double room = static_cast<double>(world.def.limits.maxFluidParticles) - static_cast<double>(world.FluidCount());
	if (most > room)
	{
		report.issues |= StepIssue::FluidLimitReached;
		return; // it waits until there is room
	}
	const std::size_t count = static_cast<std::size_t>(most);
	const double share = static_cast<double>(count) * particleMass / heat.waitingMass;
	const HeatMaterial& material = heat.def.material;
	// Enthalpy less the latent heat; below the melting point where colder matter went with the melt.
	const double celsius = (heat.waitingHeat / heat.waitingMass - material.latentHeat) / material.capacity;
	const Vec3 velocity = (heat.waitingMomentum / heat.waitingMass).Cast<Real>();
	world.FollowWith(std::span(&place, 1));
	for (std::size_t n = 0; n < count; ++n)
	{
		FluidParticles& particles = world.AppendFluidParticle(heat.def.meltsInto, PlaceAround(place, n, count, spacing), velocity, 0);
		particles.temperature.back() = static_cast<float>(celsius);
	}
	heat.waitingHeat -= heat.waitingHeat * share;
	heat.waitingMomentum -= heat.waitingMomentum * share;
	heat.waitingMass = std::max(0.0, heat.waitingMass - static_cast<double>(count) * particleMass);
}

}
