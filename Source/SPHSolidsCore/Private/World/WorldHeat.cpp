#include "WorldHeat.h"

#include "WorldRecorder.h"

#include <SPHSolids/World/World.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace SPHSolids
{
namespace
{

Status CheckTransfer(double celsius, double transfer, const char* thing)
{
	const std::string name(thing);
	if (!IsTemperature(celsius))
		return Error{"The temperature of " + name + " must be degrees Celsius from -273.15 to 1e6."};
	if (!(transfer >= 0) || !std::isfinite(transfer))
		return Error{"The heat transfer of " + name + " must be zero or positive, in W/(m^2 K); still air has 10, a hot pan 500."};
	return {};
}

Status CheckFluidHeat(const FluidHeatDef& heat, const FluidDef& fluid)
{
	const std::string name = "fluid '" + fluid.name + "'";
	HeatMaterial material;
	material.conductivity = heat.conductivity;
	material.capacity = heat.capacity;
	if (Status status = ValidateHeatMaterial(material, name); !status.IsOk())
		return status;
	if (!IsTemperature(heat.temperature))
		return Error{"The temperature of " + name + " must be degrees Celsius from -273.15 to 1e6."};
	constexpr double never = -std::numeric_limits<double>::infinity();
	for (const double celsius : {heat.thickensAt, heat.setsAt})
		if (!IsTemperature(celsius) && !(celsius == never))
			return Error{"The temperatures at which " + name + " thickens and sets must be degrees Celsius; leave them out for never."};
	if (heat.setsAt > heat.thickensAt)
		return Error{"The temperature at which " + name + " is set lies above the one at which it begins to thicken; lower setsAt."};
	if (!(heat.setViscosity > 0) || !std::isfinite(heat.setViscosity))
		return Error{"The viscosity of " + name + " when it has set must be positive, in Pa s."};
	return {};
}

Status CheckSource(const HeatSourceDef& source)
{
	if (!IsFinite(source.position) || !(source.reach > 0) || !std::isfinite(source.reach))
		return Error{"A heat source needs a finite place and a positive reach in metres."};
	return CheckTransfer(source.temperature, source.transfer, "a heat source");
}

}

Status CheckHeatSolver(const WorldBody& entry, ElasticSolver& solver)
{
	const bool changesMatter = entry.heat != nullptr && (entry.heat->def.material.Softens() || entry.heat->def.material.Melts());
	if (changesMatter && solver.Optimisation() == nullptr)
		return Error{"A body that softens or melts needs the solver lbfgs or quasinewton; the others know nothing of heat."};
	return {};
}

float WorldState::PouredTemperature(std::uint32_t index) const
{
	const bool isHeated = index < fluidHeat.size() && fluidHeat[index];
	return static_cast<float>(isHeated ? fluidHeat[index]->temperature : ambient.temperature);
}

void WorldState::GatherSurroundings()
{
	surroundings.walls.clear();
	surroundings.sources.clear();
	for (const BoundaryId id : boundaries.ActiveIds())
		if (const WorldBoundary& boundary = boundaries[id]; boundary.heat && boundary.heat->transfer > 0)
			surroundings.walls.push_back({&boundary.def.shape, boundary.def.pose, boundary.heat->temperature, boundary.heat->transfer});
	for (const HeatSourceId id : heatSources.Ids())
		if (const HeatSourceDef& source = heatSources[id]; source.transfer > 0)
			surroundings.sources.push_back({source.position, source.reach, source.temperature, source.transfer});
	surroundings.ambient = ambient.temperature;
	surroundings.ambientTransfer = ambient.transfer;
}

void WorldState::UpdateShell(WorldBody& entry)
{
	// What was at the surface and is still there, and what has lost a neighbour.
	const SolidBody& body = entry.body;
	const std::shared_ptr<const ContactShell> whole = MakeContactShell(body.Rest().state);
	std::vector<std::uint8_t> isShell(body.ParticleCount(), 0);
	for (const std::uint32_t i : whole->particles)
		isShell[i] = 1;
	for (std::size_t i = 0; i < isShell.size(); ++i)
		if (body.IsMelted(i))
			for (const std::uint32_t j : body.Rest().state.neighbours.Of(i))
				isShell[j] = 1;
	auto shell = std::make_shared<ContactShell>();
	shell->isSheet = whole->isSheet;
	for (std::uint32_t i = 0; i < isShell.size(); ++i)
		if (isShell[i] != 0 && !body.IsMelted(i))
			shell->particles.push_back(i);
	shell->Sort(body.Rest().state);
	entry.shell = std::move(shell);
}

Status World::SetHeat(BodyId id, const BodyHeatDef& heat)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetBodyHeat, id, heat);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr)
		return Error{"The body whose heat should change does not exist any more."};
	if (Status status = ValidateHeatMaterial(heat.material, "a body"); !status.IsOk())
		return status;
	if (!IsTemperature(heat.temperature))
		return Error{"The temperature of a body must be degrees Celsius from -273.15 to 1e6."};
	const FluidDef* fluid = state->fluids.Find(heat.meltsInto);
	if (heat.material.Melts() && fluid == nullptr)
		return Error{"A body that melts needs a fluid that exists to melt into; add the fluid first and name it in meltsInto."};
	if (entry->heat != nullptr && entry->body.MeltedCount() > 0 && !heat.material.Melts())
		return Error{"A body of which some has melted already cannot be one that never melts; keep its melting point."};
	const bool changesMatter = heat.material.Softens() || heat.material.Melts();
	if (changesMatter && entry->solver->Optimisation() == nullptr)
		return Error{"A body that softens or melts needs the solver lbfgs or quasinewton; the others know nothing of heat."};
	if (fluid != nullptr && FindHeat(heat.meltsInto) == nullptr)
	{
		FluidHeatDef ofFluid;
		ofFluid.conductivity = heat.material.conductivity;
		ofFluid.capacity = heat.material.capacity;
		ofFluid.temperature = heat.material.Melts() ? heat.material.meltsAt : heat.temperature;
		if (Status status = SetHeat(heat.meltsInto, ofFluid); !status.IsOk())
			return status;
	}
	if (entry->heat == nullptr)
		entry->heat = std::make_unique<WorldBodyHeat>(entry->body, heat);
	else
	{
		entry->heat->def = heat;
		entry->heat->state.SetMaterial(entry->body, heat.material);
	}
	Wake(id);
	return {};
}

Status World::SetHeat(FluidId id, const FluidHeatDef& heat)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetFluidHeat, id, heat);
	const FluidDef* fluid = state->fluids.Find(id);
	if (fluid == nullptr)
		return Error{"The fluid whose heat should change does not exist any more."};
	if (Status status = CheckFluidHeat(heat, *fluid); !status.IsOk())
		return status;
	if (state->fluidHeat.size() <= id.index)
		state->fluidHeat.resize(id.index + 1);
	const bool isNew = !state->fluidHeat[id.index];
	state->fluidHeat[id.index] = heat;
	if (!state->hasFluidHeat)
	{
		state->hasFluidHeat = true;
		for (FluidParticles* particles : {&state->fluid, &state->setAside})
			particles->temperature.assign(particles->Count(), static_cast<float>(state->ambient.temperature));
	}
	for (FluidParticles* particles : {&state->fluid, &state->setAside})
		for (std::size_t i = 0; i < particles->Count() && isNew; ++i)
			if (particles->fluid[i] == id.index)
				particles->temperature[i] = static_cast<float>(heat.temperature);
	return {};
}

Status World::SetHeat(BoundaryId id, const BoundaryHeatDef& heat)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetBoundaryHeat, id, heat);
	WorldBoundary* entry = state->boundaries.Find(id);
	if (entry == nullptr)
		return Error{"The boundary whose heat should change does not exist any more."};
	if (Status status = CheckTransfer(heat.temperature, heat.transfer, "a boundary"); !status.IsOk())
		return status;
	entry->heat = heat;
	return {};
}

Status World::SetAmbient(const AmbientDef& ambient)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetAmbient, ambient);
	if (Status status = CheckTransfer(ambient.temperature, ambient.transfer, "the surroundings"); !status.IsOk())
		return status;
	state->ambient = ambient;
	return {};
}

Result<HeatSourceId> World::AddHeatSource(const HeatSourceDef& source)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::AddHeatSource, source);
	if (Status status = CheckSource(source); !status.IsOk())
		return Error{status.Message()};
	return state->heatSources.Add(std::make_unique<HeatSourceDef>(source));
}

Status World::SetHeatSource(HeatSourceId id, const HeatSourceDef& source)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetHeatSource, id, source);
	HeatSourceDef* entry = state->heatSources.Find(id);
	if (entry == nullptr)
		return Error{"The heat source that should change does not exist any more."};
	if (Status status = CheckSource(source); !status.IsOk())
		return status;
	*entry = source;
	return {};
}

bool World::Remove(HeatSourceId id)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::RemoveHeatSource, id);
	return state->heatSources.Remove(id);
}

const HeatSourceDef* World::Find(HeatSourceId id) const
{
	return state->heatSources.Find(id);
}

namespace
{

/// Calls set(particle) for those that are solid and within the radius of a place. @return How many.
template <class Set>
Result<std::size_t> ForHeatedAround(WorldBody* entry, const Vec3d& place, double radius, Set&& set)
{
	if (entry == nullptr || entry->heat == nullptr)
		return Error{"The body to be heated does not exist or takes no part in heat; give it heat properties first."};
	if (!IsFinite(place) || !(radius > 0))
		return Error{"The place to be heated must be finite and its radius positive."};
	std::size_t count = 0;
	for (std::size_t i = 0; i < entry->body.ParticleCount(); ++i)
		if (!entry->body.IsMelted(i) && Norm(entry->body.origin + entry->body.position[i].Cast<double>() - place) <= radius)
		{
			set(i);
			++count;
		}
	return count;
}

}

Result<std::size_t> World::SetTemperature(BodyId id, double celsius, const Vec3d& place, double radius)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetTemperature, id, celsius, place, radius);
	if (!IsTemperature(celsius))
		return Error{"The temperature to set must be degrees Celsius from -273.15 to 1e6."};
	WorldBody* entry = state->bodies.Find(id);
	return ForHeatedAround(
		entry, place, radius, [&](std::size_t i) { entry->heat->state.SetEnthalpy(i, entry->heat->state.material.EnthalpyOf(celsius)); });
}

Result<std::size_t> World::Melt(BodyId id, const Vec3d& place, double radius)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::Melt, id, place, radius);
	WorldBody* entry = state->bodies.Find(id);
	if (entry != nullptr && entry->heat != nullptr && !entry->heat->def.material.Melts())
		return Error{"The body to be melted has no melting point; give it one first."};
	return ForHeatedAround(entry, place, radius,
		[&](std::size_t i)
		{
			BodyHeat& heat = entry->heat->state;
			heat.SetEnthalpy(i, std::max(heat.enthalpy[i], heat.material.MoltenFrom()));
		});
}

std::span<const float> World::Temperatures(BodyId id) const
{
	const WorldBody* entry = state->bodies.Find(id);
	return entry == nullptr || entry->heat == nullptr ? std::span<const float>() : std::span<const float>(entry->heat->state.temperature);
}

const BodyHeatDef* World::FindHeat(BodyId id) const
{
	const WorldBody* entry = state->bodies.Find(id);
	return entry == nullptr || entry->heat == nullptr ? nullptr : &entry->heat->def;
}

const FluidHeatDef* World::FindHeat(FluidId id) const
{
	const bool isHeated = state->fluids.Find(id) != nullptr && id.index < state->fluidHeat.size() && state->fluidHeat[id.index];
	return isHeated ? &*state->fluidHeat[id.index] : nullptr;
}

HeatReading World::HeatOf(BodyId id) const
{
	HeatReading reading;
	const WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr || entry->heat == nullptr)
		return reading;
	const WorldBodyHeat& heat = *entry->heat;
	reading.melted = entry->body.MeltedCount();
	reading.solid = entry->body.ParticleCount() - reading.melted;
	reading.waitingMass = heat.waitingMass;
	reading.waitingHeat = heat.waitingHeat;
	bool isFirst = true;
	for (std::size_t i = 0; i < entry->body.ParticleCount(); ++i)
	{
		if (entry->body.IsMelted(i))
			continue;
		const double celsius = static_cast<double>(heat.state.temperature[i]);
		reading.heat += heat.state.enthalpy[i] * static_cast<double>(entry->body.mass[i]);
		reading.mean += celsius / static_cast<double>(reading.solid);
		reading.coldest = isFirst ? celsius : std::min(reading.coldest, celsius);
		reading.hottest = isFirst ? celsius : std::max(reading.hottest, celsius);
		isFirst = false;
	}
	return reading;
}

}
