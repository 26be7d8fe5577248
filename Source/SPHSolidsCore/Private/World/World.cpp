#include <SPHSolids/World/World.h>

#include "WorldRecorder.h"
#include "WorldState.h"
#include "WorldStep.h"

#include "Base/FitsFloat.h"

#include <SPHSolids/Base/Hash.h>
#include <SPHSolids/Solid/PreconditionerCache.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

Status ValidateWorldDef(const WorldDef& def)
{
	const TimeSettings& time = def.time;
	for (const double value : {time.elasticStep, time.cfl, time.maxStep, time.minStep})
		if (!(value > 0) || !std::isfinite(value))
			return Error{"The world's time settings (elasticStep, cfl, maxStep, minStep) must all be positive numbers."};
	if (time.minStep > time.maxStep)
		return Error{"The world's time.minStep must not be longer than its maxStep."};
	if (time.maxElasticStepsPerCall < 1)
		return Error{"The world's time.maxElasticStepsPerCall must be at least one."};
	if (!FitsFloat(def.gravity))
		return Error{"The world's gravity is not a finite number."};
	const PressureSettings& pressure = def.pressure;
	if (!(pressure.densityError > 0) || !(pressure.divergenceError > 0))
		return Error{"The errors at which the pressure solves stop must be positive shares, such as 0.0005."};
	if (pressure.minIterations < 0 || pressure.maxDensityIterations < 1 || pressure.maxDivergenceIterations < 1)
		return Error{"The pressure solves need at least one iteration."};
	if (std::none_of(PressureSolvers().begin(), PressureSolvers().end(), [&](const auto& info) { return info.name == pressure.solver; }))
	{
		std::string known;
		for (const PressureSolverInfo& info : PressureSolvers())
			known += (known.empty() ? "" : ", ") + std::string(info.name);
		return Error{"There is no pressure solver named '" + pressure.solver + "'; known are " + known + "."};
	}
	if (def.limits.maxNeighbours < 8)
		return Error{"The world's limits.maxNeighbours must be at least 8; a fluid at rest has 30 to 40."};
	if (!(def.budgetMilliseconds >= 0))
		return Error{"The world's budget must be zero (none) or positive, in milliseconds."};
	if (def.contact.iterations < 1 || !(def.contact.separationSpeed > 0) || !FitsFloat(def.contact.separationSpeed))
		return Error{"Contact needs at least one iteration and a positive separation speed."};
	return {};
}

}

World::World(const WorldDef& def)
	: state(std::make_unique<WorldState>(def))
{
}

World::~World() = default;

Result<std::unique_ptr<World>> World::Create(const WorldDef& def)
{
	if (Status status = ValidateWorldDef(def); !status.IsOk())
		return Error{status.Message()};
	WorldDef own = def;
	if (own.solver.cache == nullptr)
		own.solver.cache = std::make_shared<PreconditionerCache>();
	std::unique_ptr<World> world(new World(own));
	if (def.recordedSteps > 0)
	{
		world->state->recorder = std::make_unique<WorldRecorder>(std::max(def.recordedSteps, 2u));
		world->state->recorder->Begin(*world, *world->state);
	}
	return world;
}

StepReport World::Step(double dt, TaskRunner& tasks)
{
	WorldRecorder* recorder = state->recorder.get();
	if (recorder != nullptr)
		recorder->Note(WorldCommand::Step, dt);
	const StepReport report = WorldStep(*state, tasks).Advance(dt);
	if (recorder != nullptr)
		recorder->EndStep(*this, *state, dt, report);
	return report;
}

Result<std::vector<std::byte>> World::WriteRecording() const
{
	if (state->recorder == nullptr)
		return Error{"This world does not record; set WorldDef::recordedSteps before it is made."};
	return state->recorder->ToBytes();
}

double World::Time() const
{
	return state->time;
}

const WorldDef& World::Def() const
{
	return state->def;
}

Status World::Shift(const Vec3d& offset)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::Shift, offset);
	if (!IsInWorld(offset))
		return Error{"The world cannot be shifted by something that is not a finite number; it stays where it is."};
	for (const BodyId id : state->bodies.Ids())
		state->bodies[id].body.Shift(offset);
	for (const BoundaryId id : state->boundaries.Ids())
	{
		WorldBoundary& boundary = state->boundaries[id];
		for (Pose* pose : {&boundary.def.pose, &boundary.startPose, &boundary.goal, &boundary.next})
			pose->position += offset;
		if (boundary.def.motion.has_value())
			boundary.def.motion->Shift(offset);
	}
	for (const RigidId id : state->rigids.Ids())
		state->rigids[id].state.pose.position += offset;
	for (const EmitterId id : state->emitters.Ids())
		state->emitters[id].def.pose.position += offset;
	for (const HeatSourceId id : state->heatSources.Ids())
		state->heatSources[id].position += offset;
	for (const KillVolumeId id : state->killVolumes.Ids())
		state->killVolumes[id].pose.position += offset;
	for (const ProbeId id : state->probes.Ids())
		if (ProbeDef& probe = state->probes[id].def; !probe.body.IsSet()) // those of bodies are in their rest shape
			probe.box = {probe.box.min + offset, probe.box.max + offset};
	for (std::vector<ContactEvent>* events : {&state->contacts, &state->lastContacts})
		for (ContactEvent& event : *events)
			event.place += offset;
	state->frame += offset;
	return {};
}

Status World::SetGravity(const Vec3d& gravity)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetGravity, gravity);
	if (!FitsFloat(gravity))
		return Error{"Gravity is not a finite number; the world keeps the one it has."};
	state->def.gravity = gravity;
	for (const BodyId id : state->bodies.Ids())
		Wake(id);
	return {};
}

std::uint64_t World::StateHash() const
{
	Hash64 hash;
	hash.AddValue(state->time);
	for (const BodyId id : state->bodies.Ids())
	{
		const WorldBody& entry = state->bodies[id];
		hash.AddValue(entry.body.origin);
		hash.AddSpan(std::span<const Vec3>(entry.body.position));
		hash.AddSpan(std::span<const Vec3>(entry.body.velocity));
		hash.AddValue(entry.state);
		if (entry.heat != nullptr)
		{
			hash.AddSpan(std::span<const double>(entry.heat->state.enthalpy));
			hash.AddSpan(std::span<const std::uint8_t>(entry.body.held));
		}
	}
	hash.AddValue(state->frame);
	hash.AddSpan(std::span<const PaddedVec3>(state->fluid.position));
	hash.AddSpan(std::span<const PaddedVec3>(state->fluid.velocity));
	hash.AddSpan(std::span<const std::uint32_t>(state->fluid.id));
	if (!state->fluid.temperature.empty())
		hash.AddSpan(std::span<const float>(state->fluid.temperature));
	for (const RigidId id : state->rigids.Ids())
		hash.AddValue(state->rigids[id].state);
	if (state->setAside.Count() > 0)
	{
		hash.AddSpan(std::span<const PaddedVec3>(state->setAside.position));
		hash.AddSpan(std::span<const std::uint32_t>(state->setAside.id));
	}
	return hash.Value();
}

std::size_t World::Bytes() const
{
	std::size_t bytes = state->fluid.Bytes() + state->setAside.Bytes() + state->system.Bytes() + state->pressureSolve.Bytes()
		+ state->smoothing.Bytes() + state->vorticity.Bytes() + state->viscositySolve.Bytes() + state->solidContact.Bytes()
		+ state->contactEnergy.Bytes() + state->fluidHeatStep.Bytes();
	for (const BodyId id : state->bodies.Ids())
	{
		const WorldBody& entry = state->bodies[id];
		bytes += (entry.heat ? entry.heat->state.Bytes() + entry.body.MatterBytes() : 0) + (entry.solver ? entry.solver->Bytes() : 0)
			+ entry.body.ParticleCount() * (10 * sizeof(Vec3) + 2 * sizeof(float));
	}
	return bytes;
}

std::span<const ContactEvent> World::Contacts() const
{
	return state->contacts;
}

Result<ProbeId> World::AddProbe(const ProbeDef& probe)
{
	if (probe.box.IsEmpty() || !IsFinite(probe.box.min) || !IsFinite(probe.box.max))
		return Error{"Probe '" + probe.name + "' needs a box whose minimum is below its maximum."};
	auto entry = std::make_unique<WorldProbe>();
	entry->def = probe;
	if (probe.body.IsSet())
	{
		const WorldBody* body = state->bodies.Find(probe.body);
		if (body == nullptr)
			return Error{"Probe '" + probe.name + "' names a body that does not exist."};
		const auto& rest = body->body.Rest().state.position;
		for (std::uint32_t i = 0; i < rest.size(); ++i)
			if (probe.box.Contains(rest[i].Cast<double>()))
				entry->particles.push_back(i);
		if (entry->particles.empty())
			return Error{"Probe '" + probe.name + "' selects no particle of its body; its box is in the body's rest coordinates."};
	}
	return state->probes.Add(std::move(entry));
}

bool World::Remove(ProbeId id)
{
	return state->probes.Remove(id);
}

ProbeReading World::Read(ProbeId id) const
{
	ProbeReading reading;
	const WorldProbe* probe = state->probes.Find(id);
	if (probe == nullptr)
		return reading;
	const auto include = [&](const Vec3d& place, const Vec3d& velocity)
	{
		++reading.particles;
		reading.position += place;
		reading.velocity += velocity;
	};
	if (const WorldBody* entry = state->bodies.Find(probe->def.body))
	{
		for (const std::uint32_t i : probe->particles)
			include(entry->body.origin + entry->body.position[i].Cast<double>(), entry->body.velocity[i].Cast<double>());
	}
	else if (!probe->def.body.IsSet())
	{
		for (std::size_t i = 0; i < state->fluid.Count(); ++i)
		{
			const Vec3d place = state->frame + state->fluid.position[i].Xyz().Cast<double>();
			if (!probe->def.box.Contains(place))
				continue;
			include(place, state->fluid.velocity[i].Xyz().Cast<double>());
			reading.pressure += static_cast<double>(state->fluid.pressure[i] + state->fluid.divergencePressure[i]);
		}
	}
	if (reading.particles > 0)
	{
		const double share = 1.0 / static_cast<double>(reading.particles);
		reading.position *= share;
		reading.velocity *= share;
		reading.pressure *= share;
	}
	return reading;
}

}
