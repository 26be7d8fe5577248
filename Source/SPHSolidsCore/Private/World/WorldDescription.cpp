#include "WorldRecorder.h"

#include "WorldState.h"

#include <cmath>

namespace SPHSolids
{

/// Makes a world whose things have given ids.
class WorldBuilder
{
public:
	static WorldState& StateOf(World& world) { return *world.state; }
};

namespace
{

// What a description says of each thing besides its definition.
struct DescribedBody
{
	BodyId id;
	SolidBodyDef def;
	BodyContactDef contact;
	int iterations = 0;
	int stride = 1;
	std::vector<float> mass;
	std::vector<SolidBody::PinGroup> pins;
};
struct DescribedBoundary
{
	BoundaryId id;
	BoundaryDef def;
	Pose startPose;
	double startTime = 0;
};
template <class Id, class Def>
struct DescribedThing
{
	Id id;
	Def def;
};

}

template <class Archive>
void Fields(Archive& archive, SolidBody::PinGroup& group)
{
	VisitAll(archive, group.motion, group.startTime, group.particles, group.places);
}
template <class Archive>
void Fields(Archive& archive, WorldKillVolume& volume)
{
	VisitAll(archive, volume.shape, volume.pose);
}
template <class Archive>
void Fields(Archive& archive, DescribedBody& body)
{
	VisitAll(archive, body.id, body.def, body.contact, body.iterations, body.stride, body.mass, body.pins);
}
template <class Archive>
void Fields(Archive& archive, DescribedBoundary& boundary)
{
	VisitAll(archive, boundary.id, boundary.def, boundary.startPose, boundary.startTime);
}
template <class Archive, class Id, class Def>
void Fields(Archive& archive, DescribedThing<Id, Def>& thing)
{
	VisitAll(archive, thing.id, thing.def);
}

namespace
{

DescribedBody DescribeBody(BodyId id, const WorldBody& entry)
{
	const SolidBody& body = entry.body;
	DescribedBody described;
	described.id = id;
	described.def.rest = body.SharedRest();
	described.def.material = body.GetMaterial();
	described.def.damping = body.damping;
	described.def.integrator = body.integrator;
	described.def.stiffnessScale = body.StiffnessScale();
	described.contact = entry.contact;
	described.iterations = entry.iterations;
	described.stride = entry.stride;
	described.mass.assign(body.FullMass().begin(), body.FullMass().end());
	described.pins = body.Pins();
	return described;
}

/// Every thing of one kind, then the generations of their places.
template <class Things, class Describe>
void WriteThings(const Things& things, RecordWriter& writer, Describe&& describe)
{
	writer.bytes.Write(static_cast<std::uint64_t>(things.Ids().size()));
	for (const auto id : things.Ids())
		WriteField(writer, describe(id, things[id]));
	WriteField(writer, things.Generations());
}

/// Reads what WriteThings wrote, adds each thing by add(described) and gives them their ids. @return The first thing that is wrong.
template <class Described, class Things, class Add>
Status ReadThings(RecordReader& reader, Things& things, Add&& add)
{
	std::vector<Described> described;
	std::vector<std::uint32_t> generations;
	VisitAll(reader, described, generations);
	if (reader.Failed())
		return Error{"The recording does not say completely how its world was made; record the trouble again."};
	std::vector<decltype(Described::id)> ids;
	for (const Described& thing : described)
	{
		if (Status status = add(thing); !status.IsOk())
			return status;
		ids.push_back(thing.id);
	}
	if (!things.Rename(ids, generations))
		return Error{"The recording names the things of its world in a way that no world does; record the trouble again."};
	return {};
}

template <class T>
Status StatusOf(const Result<T>& result)
{
	return result.IsOk() ? Status() : Status(Error{result.Message()});
}

Status AddDescribedBody(const DescribedBody& described, World& world, WorldState& state)
{
	Result<BodyId> id = world.AddBody(described.def, described.contact);
	if (!id.IsOk())
		return Error{id.Message()};
	if (!world.SetIterations(id.Value(), described.iterations) || !world.SetStride(id.Value(), described.stride))
		return Error{"The recording gives a body a number of iterations or a stride that no body has; record the trouble again."};
	SolidBody& body = state.bodies[id.Value()].body;
	if (described.mass.size() != body.ParticleCount())
		return Error{"The recording gives a body masses for another number of particles; record the trouble again."};
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		if (!(described.mass[i] > 0) || !std::isfinite(described.mass[i]))
			return Error{"The recording has a particle whose mass is not positive; record the trouble again."};
		body.mass[i] = described.mass[i];
	}
	return body.SetPins(described.pins);
}

/// Limits of what is played again: a recording from a stranger shall not run for ever. Those of scene files.
Status CheckRecordedDef(const WorldDef& def)
{
	const TimeSettings& time = def.time;
	const MinimiserSettings& minimiser = def.solver.minimiser;
	const bool isUsual = time.elasticStep >= 1e-6 && time.maxStep >= 1e-6 && time.minStep >= 1e-7 && time.cfl >= 0.01
		&& time.maxElasticStepsPerCall <= 1'000'000 && minimiser.iterations >= 0 && minimiser.iterations <= 100'000 && minimiser.window >= 0
		&& minimiser.window <= MinimiserSettings::MaxWindow && def.contact.iterations <= 10'000 && def.limits.maxNeighbours <= 4096
		&& def.limits.maxFluidParticles <= 100'000'000 && def.pressure.maxDensityIterations <= 100'000
		&& def.pressure.maxDivergenceIterations <= 100'000 && def.pressure.minIterations <= 10'000;
	if (!isUsual)
		return Error{"The recording's world has settings that no usual world has (steps below a microsecond, a million iterations)."};
	return {};
}

/// What takes part in heat.
void WriteHeatDescription(const WorldState& state, RecordWriter& writer)
{
	std::vector<DescribedThing<BodyId, BodyHeatDef>> bodies;
	std::vector<DescribedThing<FluidId, FluidHeatDef>> fluids;
	std::vector<DescribedThing<BoundaryId, BoundaryHeatDef>> boundaries;
	for (const BodyId id : state.bodies.Ids())
		if (const WorldBodyHeat* heat = state.bodies[id].heat.get())
			bodies.push_back({id, heat->def});
	for (const FluidId id : state.fluids.Ids())
		if (id.index < state.fluidHeat.size() && state.fluidHeat[id.index])
			fluids.push_back({id, *state.fluidHeat[id.index]});
	for (const BoundaryId id : state.boundaries.Ids())
		if (state.boundaries[id].heat)
			boundaries.push_back({id, *state.boundaries[id].heat});
	WriteField(writer, state.ambient);
	WriteField(writer, fluids);
	WriteField(writer, bodies);
	WriteField(writer, boundaries);
	WriteThings(state.heatSources, writer,
		[](HeatSourceId id, const HeatSourceDef& def) { return DescribedThing<HeatSourceId, HeatSourceDef>{id, def}; });
}

Status ReadHeatDescription(RecordReader& reader, World& world, WorldState& state)
{
	if (reader.bytes.AtEnd())
		return {}; // recorded before there was heat
	AmbientDef ambient;
	std::vector<DescribedThing<BodyId, BodyHeatDef>> bodies;
	std::vector<DescribedThing<FluidId, FluidHeatDef>> fluids;
	std::vector<DescribedThing<BoundaryId, BoundaryHeatDef>> boundaries;
	VisitAll(reader, ambient, fluids, bodies, boundaries);
	Status status = world.SetAmbient(ambient);
	const auto setAll = [&](const auto& things)
	{
		for (const auto& thing : things)
			if (status.IsOk())
				status = world.SetHeat(thing.id, thing.def);
	};
	setAll(fluids);
	setAll(bodies);
	setAll(boundaries);
	if (!status.IsOk())
		return status;
	return ReadThings<DescribedThing<HeatSourceId, HeatSourceDef>>(
		reader, state.heatSources, [&](const auto& source) { return StatusOf(world.AddHeatSource(source.def)); });
}

}

void WriteDescription(const WorldState& state, RecordWriter& writer)
{
	WriteField(writer, state.def);
	WriteThings(state.bodies, writer, DescribeBody);
	WriteThings(state.fluids, writer, [](FluidId id, const FluidDef& def) { return DescribedThing<FluidId, FluidDef>{id, def}; });
	WriteThings(state.emitters, writer,
		[](EmitterId id, const WorldEmitter& emitter) { return DescribedThing<EmitterId, EmitterDef>{id, emitter.def}; });
	WriteThings(state.killVolumes, writer,
		[](KillVolumeId id, const WorldKillVolume& volume) { return DescribedThing<KillVolumeId, WorldKillVolume>{id, volume}; });
	WriteThings(state.boundaries, writer, [](BoundaryId id, const WorldBoundary& boundary)
		{ return DescribedBoundary{id, boundary.def, boundary.startPose, boundary.startTime}; });
	WriteThings(state.rigids, writer, [](RigidId id, const WorldRigid& rigid) { return DescribedThing<RigidId, RigidDef>{id, rigid.def}; });
	WriteHeatDescription(state, writer);
}

Result<WorldDef> ReadDescribedDef(std::span<const std::byte> description)
{
	ByteReader bytes(description);
	const RecordedThings none;
	RecordReader reader(bytes, none);
	WorldDef def;
	VisitAll(reader, def);
	if (reader.Failed())
		return Error{"The recording does not say completely how its world was made; record the trouble again."};
	if (Status status = CheckRecordedDef(def); !status.IsOk())
		return Error{status.Message()};
	return def;
}

Result<std::unique_ptr<World>> MakeDescribedWorld(RecordReader& reader)
{
	WorldDef def;
	VisitAll(reader, def);
	if (Status status = CheckRecordedDef(def); !status.IsOk())
		return Error{status.Message()};
	def.recordedSteps = 0;
	Result<std::unique_ptr<World>> made = World::Create(def);
	if (!made.IsOk())
		return made;
	World& world = *made.Value();
	WorldState& state = WorldBuilder::StateOf(world);
	Status status =
		ReadThings<DescribedBody>(reader, state.bodies, [&](const DescribedBody& body) { return AddDescribedBody(body, world, state); });
	if (status.IsOk())
		status = ReadThings<DescribedThing<FluidId, FluidDef>>(
			reader, state.fluids, [&](const auto& fluid) { return StatusOf(world.AddFluid(fluid.def)); });
	if (status.IsOk())
		status = ReadThings<DescribedThing<EmitterId, EmitterDef>>(
			reader, state.emitters, [&](const auto& emitter) { return StatusOf(world.AddEmitter(emitter.def)); });
	if (status.IsOk())
		status = ReadThings<DescribedThing<KillVolumeId, WorldKillVolume>>(reader, state.killVolumes,
			[&](const auto& volume) { return StatusOf(world.AddKillVolume(volume.def.shape, volume.def.pose)); });
	if (status.IsOk())
		status = ReadThings<DescribedBoundary>(reader, state.boundaries,
			[&](const DescribedBoundary& boundary) -> Status
			{
				Result<BoundaryId> id = world.AddBoundary(boundary.def);
				if (!id.IsOk())
					return Error{id.Message()};
				WorldBoundary& entry = state.boundaries[id.Value()];
				entry.startPose = boundary.startPose;
				entry.startTime = boundary.startTime;
				return ValidatePose(boundary.startPose, "a boundary");
			});
	if (status.IsOk())
		status = ReadThings<DescribedThing<RigidId, RigidDef>>(
			reader, state.rigids, [&](const auto& rigid) { return StatusOf(world.AddRigid(rigid.def)); });
	if (status.IsOk())
		status = ReadHeatDescription(reader, world, state);
	if (status.IsOk() && (reader.Failed() || !reader.bytes.AtEnd()))
		status = Error{"The recording does not say completely how its world was made; record the trouble again."};
	if (!status.IsOk())
		return Error{status.Message()};
	return made;
}

}
