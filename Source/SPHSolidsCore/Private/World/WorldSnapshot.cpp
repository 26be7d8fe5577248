#include <SPHSolids/World/World.h>

#include "ElasticIsland.h"
#include "WorldRecorder.h"
#include "WorldState.h"

#include "Body/ByteStream.h"

#include <SPHSolids/Base/Hash.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace SPHSolids
{
namespace
{

constexpr std::uint64_t SnapshotMagic = 0x50414E5353485053; // "SPHSSNAP"
constexpr std::uint32_t SnapshotVersion = 6;
/// Islands beyond the number of bodies that a snapshot can make: bytes from strangers shall not make many.
constexpr std::size_t MaxSpareIslands = 1024;
/// Thirty years: a clock that shows more was not set by playing, s.
constexpr double LongestTime = 1e9;

struct SnapshotHeader
{
	std::uint64_t magic = SnapshotMagic;
	std::uint32_t version = SnapshotVersion;
	std::uint32_t reserved = 0;
	std::uint64_t checksum = 0; // ChecksumWithHeader
};

/// What of the world itself moves.
struct WorldPart
{
	double time = 0, leftover = 0, lastSubstep = 0;
	Vec3d frame;
	std::uint32_t nextFluidId = 0, islandCount = 0;
	std::uint32_t bodies = 0, rigids = 0, boundaries = 0, emitters = 0;
	std::uint32_t elasticSteps = 0, fluids = 0;
};

struct BodyPart
{
	std::uint32_t index = 0, generation = 0, particles = 0, contacts = 0;
	Vec3d origin;
	Vec3d fluidLoad, restLoad;
	double quietSeconds = 0, tangledSeconds = 0, brokenSeconds = 0, preconditionerScale = 1;
	std::int32_t failuresInARow = 0;
	std::uint8_t state = 0;
	std::uint8_t previousSteps = 0; // elastic steps that its step before was long; 0: it has none
	std::uint8_t hasForce = 0, hasMemory = 0;
	std::uint32_t hasRestLoad = 0;
	std::uint8_t waited = 0, isBusy = 0;
	std::uint16_t reserved = 0;
	std::uint32_t restContacts = 0, hasRestContacts = 0;
};

struct RigidPart
{
	std::uint32_t index = 0, generation = 0, isActive = 1, reserved = 0;
	RigidState state;
};

struct BoundaryPart
{
	std::uint32_t index = 0, generation = 0, hasGoal = 0, isActive = 1;
	Pose pose, goal;
};

struct EmitterPart
{
	std::uint32_t index = 0, generation = 0, emitted = 0, isActive = 1;
	std::uint64_t turn = 0;
	double travelled = 0, credit = 0;
};

struct FluidPart
{
	std::uint32_t index = 0, generation = 0, isActive = 1, reserved = 0;
};

/// Of a body that takes part in heat.
struct HeatPart
{
	std::uint32_t index = 0, generation = 0, particles = 0, reserved = 0;
	double waitingMass = 0, waitingHeat = 0;
	Vec3d waitingMomentum;
};

struct HeatCopy
{
	HeatPart part;
	AlignedArray<double> enthalpy;
	std::vector<float> weights;
	std::vector<std::uint8_t> melted;
};

struct BodyCopy
{
	BodyPart part;
	AlignedArray<Vec3> position, velocity, previousPosition, previousVelocity, force;
	ContactEnergy::BodyMemory memory;
	std::vector<RestContact> restContacts;
};

/// A snapshot as read, before any of it is believed.
struct SnapshotCopy
{
	WorldPart world;
	std::vector<double> islandScales;
	std::vector<BodyCopy> bodies;
	std::vector<RigidPart> rigids;
	std::vector<BoundaryPart> boundaries;
	std::vector<EmitterPart> emitters;
	std::vector<FluidPart> fluids;
	FluidParticles fluid, setAside;
	std::vector<HeatCopy> heats;
};

void WriteBody(BodyId id, const WorldBody& entry, const ContactEnergy::BodyMemory* memory, double elasticStep, ByteWriter& writer)
{
	const SolidBody& body = entry.body;
	BodyPart part;
	part.index = id.index;
	part.generation = id.generation;
	part.particles = static_cast<std::uint32_t>(body.ParticleCount());
	part.contacts = memory != nullptr ? static_cast<std::uint32_t>(memory->contacts.size()) : 0;
	part.origin = body.origin;
	part.quietSeconds = entry.quietSeconds;
	part.tangledSeconds = entry.tangledSeconds;
	if (OptimisationSolver* solver = entry.solver->Optimisation())
	{
		part.preconditionerScale = solver->Minimiser().PreconditionerScale();
		part.brokenSeconds = solver->BrokenSeconds();
	}
	part.fluidLoad = entry.fluidLoad;
	part.restLoad = entry.restLoad;
	part.hasRestLoad = entry.hasRestLoad;
	part.hasRestContacts = entry.hasRestContacts;
	part.restContacts = static_cast<std::uint32_t>(entry.restContacts.size());
	part.failuresInARow = entry.failuresInARow;
	part.waited = static_cast<std::uint8_t>(entry.waited);
	part.isBusy = entry.isBusy;
	part.state = static_cast<std::uint8_t>(entry.state);
	part.previousSteps = body.hasPrevious ? static_cast<std::uint8_t>(std::lround(body.previousStep / elasticStep)) : std::uint8_t(0);
	part.hasForce = !entry.force.empty();
	part.hasMemory = memory != nullptr;
	writer.Write(part);
	writer.WriteArray(std::span<const Vec3>(body.position));
	writer.WriteArray(std::span<const Vec3>(body.velocity));
	if (part.previousSteps != 0)
	{
		writer.WriteArray(std::span<const Vec3>(body.previousPosition));
		writer.WriteArray(std::span<const Vec3>(body.previousVelocity));
	}
	if (part.hasForce != 0)
		writer.WriteArray(std::span<const Vec3>(entry.force));
	if (memory != nullptr)
	{
		writer.WriteArray(std::span<const std::uint32_t>(memory->first));
		writer.WriteArray(std::span<const ContactEnergy::Memory>(memory->contacts));
	}
	writer.WriteArray(std::span<const RestContact>(entry.restContacts));
}

void ReadBody(ByteReader& reader, BodyCopy& copy)
{
	copy.part = reader.Read<BodyPart>();
	const std::uint64_t count = copy.part.particles;
	reader.ReadArray(count, copy.position);
	reader.ReadArray(count, copy.velocity);
	if (copy.part.previousSteps != 0)
	{
		reader.ReadArray(count, copy.previousPosition);
		reader.ReadArray(count, copy.previousVelocity);
	}
	if (copy.part.hasForce != 0)
		reader.ReadArray(count, copy.force);
	if (copy.part.hasMemory != 0)
	{
		reader.ReadArray(count + 1, copy.memory.first);
		reader.ReadArray(copy.part.contacts, copy.memory.contacts);
	}
	reader.ReadArray(copy.part.restContacts, copy.restContacts);
}

/// The arrays of a fluid in the order of FluidParticles, the optional ones with their length.
template <class Visit>
void VisitFluid(FluidParticles& fluid, Visit&& visit)
{
	visit(fluid.position);
	visit(fluid.velocity);
	visit(fluid.density);
	visit(fluid.pressure);
	visit(fluid.divergencePressure);
	visit(fluid.id);
	visit(fluid.fluid);
	visit(fluid.expiry);
	visit(fluid.spin);
}

/// Reads a part at a time: a count that the bytes cannot hold makes nothing large.
template <class Part>
void ReadParts(ByteReader& reader, std::uint32_t count, std::vector<Part>& parts)
{
	for (std::uint32_t k = 0; k < count && !reader.Failed(); ++k)
		parts.push_back(reader.Read<Part>());
}

bool AreFinite(std::span<const Vec3> values)
{
	return std::all_of(values.begin(), values.end(), [](const Vec3& v) { return IsFinite(v); });
}

bool IsSound(const BodyCopy& copy)
{
	const ContactEnergy::BodyMemory& memory = copy.memory;
	const bool memoryIsSound = copy.part.hasMemory == 0
		|| (!memory.first.empty() && std::is_sorted(memory.first.begin(), memory.first.end())
			&& memory.first.back() == memory.contacts.size());
	return memoryIsSound && IsInWorld(copy.part.origin) && AreWithinReach(copy.position) && AreFinite(copy.velocity)
		&& AreWithinReach(copy.previousPosition) && AreFinite(copy.previousVelocity) && AreFinite(copy.force)
		&& copy.part.state <= static_cast<std::uint8_t>(BodyState::Frozen) && std::isfinite(copy.part.quietSeconds)
		&& std::isfinite(copy.part.tangledSeconds) && copy.part.preconditionerScale > 0 && copy.part.preconditionerScale <= 1
		&& copy.part.brokenSeconds >= 0 && std::isfinite(copy.part.brokenSeconds) && IsFinite(copy.part.fluidLoad)
		&& IsFinite(copy.part.restLoad)
		&& std::all_of(copy.restContacts.begin(), copy.restContacts.end(), [](const RestContact& c) { return IsFinite(c.force); })
		&& copy.part.waited < World::MaxStride;
}

/// Of fluids that are active, or of those that are not.
bool IsSound(const FluidParticles& fluid, const std::vector<FluidPart>& fluids, bool isActive)
{
	const std::size_t count = fluid.id.size();
	const auto fits = [&](std::size_t size, bool isOptional) { return size == count || (isOptional && size == 0); };
	bool isSound = fits(fluid.position.size(), false) && fits(fluid.velocity.size(), false) && fits(fluid.density.size(), false)
		&& fits(fluid.pressure.size(), false) && fits(fluid.divergencePressure.size(), false) && fits(fluid.fluid.size(), false)
		&& fits(fluid.expiry.size(), true) && fits(fluid.spin.size(), true);
	for (std::size_t i = 0; i < count && isSound; ++i)
		isSound = IsFinite(fluid.position[i].Xyz()) && IsFinite(fluid.velocity[i].Xyz()) && std::isfinite(fluid.pressure[i])
			&& std::isfinite(fluid.divergencePressure[i])
			&& std::any_of(fluids.begin(), fluids.end(),
				[&](const FluidPart& part) { return part.index == fluid.fluid[i] && (part.isActive != 0) == isActive; });
	return isSound;
}

/// The snapshot names the same things as the world has, in the same order.
template <class Id, class Parts, class PartOf>
bool NamesSame(const std::vector<Id>& ids, const Parts& parts, PartOf&& partOf)
{
	return std::equal(ids.begin(), ids.end(), parts.begin(), parts.end(),
		[&](const Id& id, const auto& part) { return partOf(part).index == id.index && partOf(part).generation == id.generation; });
}

void WriteHeat(const WorldState& world, ByteWriter& writer)
{
	const auto isHeated = [&](BodyId id) { return world.bodies[id].heat != nullptr; };
	writer.Write(static_cast<std::uint64_t>(std::count_if(world.bodies.Ids().begin(), world.bodies.Ids().end(), isHeated)));
	for (const BodyId id : world.bodies.Ids())
	{
		if (!isHeated(id))
			continue;
		const WorldBodyHeat& heat = *world.bodies[id].heat;
		const SolidBody& body = world.bodies[id].body;
		writer.Write(HeatPart{id.index, id.generation, static_cast<std::uint32_t>(body.ParticleCount()), 0, heat.waitingMass,
			heat.waitingHeat, heat.waitingMomentum});
		writer.WriteArray(std::span<const double>(heat.state.enthalpy));
		writer.WriteArray(std::span<const float>(heat.weights));
		for (std::size_t i = 0; i < body.ParticleCount(); ++i)
			writer.Write(static_cast<std::uint8_t>(body.IsMelted(i)));
	}
	for (const FluidParticles* particles : {&world.fluid, &world.setAside})
	{
		writer.Write(static_cast<std::uint64_t>(particles->temperature.size()));
		writer.WriteArray(std::span<const float>(particles->temperature));
	}
}

void ReadHeat(ByteReader& reader, SnapshotCopy& copy)
{
	const auto count = reader.Read<std::uint64_t>();
	for (std::uint64_t k = 0; k < count && !reader.Failed(); ++k)
	{
		HeatCopy& heat = copy.heats.emplace_back();
		heat.part = reader.Read<HeatPart>();
		reader.ReadArray(heat.part.particles, heat.enthalpy);
		reader.ReadArray(heat.part.particles, heat.weights);
		reader.ReadArray(heat.part.particles, heat.melted);
	}
	for (FluidParticles* particles : {&copy.fluid, &copy.setAside})
		reader.ReadArray(reader.Read<std::uint64_t>(), particles->temperature);
}

/// The heat of a snapshot is that of the bodies of the world that have any.
bool IsHeatSound(const SnapshotCopy& copy, const WorldState& world)
{
	std::size_t heated = 0;
	for (const BodyId id : world.bodies.Ids())
		heated += world.bodies[id].heat != nullptr;
	bool isSound = heated == copy.heats.size();
	for (const HeatCopy& heat : copy.heats)
	{
		const WorldBody* entry = world.bodies.Find(BodyId{heat.part.index, heat.part.generation});
		const auto isFinite = [](double value) { return std::isfinite(value); };
		isSound = isSound && entry != nullptr && entry->heat != nullptr && heat.part.particles == entry->body.ParticleCount()
			&& std::all_of(heat.enthalpy.begin(), heat.enthalpy.end(), isFinite)
			&& std::all_of(heat.weights.begin(), heat.weights.end(), [](float weight) { return weight > 0 && weight <= 1; })
			&& heat.part.waitingMass >= 0 && std::isfinite(heat.part.waitingMass) && std::isfinite(heat.part.waitingHeat)
			&& IsFinite(heat.part.waitingMomentum);
		const bool hasMelted = std::any_of(heat.melted.begin(), heat.melted.end(), [](std::uint8_t melted) { return melted != 0; });
		isSound = isSound && (!hasMelted || entry->heat->def.material.Melts());
	}
	for (const FluidParticles* particles : {&copy.fluid, &copy.setAside})
		isSound = isSound && particles->temperature.size() == (world.hasFluidHeat ? particles->id.size() : 0)
			&& std::all_of(
				particles->temperature.begin(), particles->temperature.end(), [](float celsius) { return std::isfinite(celsius); });
	return isSound;
}

Result<SnapshotCopy> ReadSnapshot(std::span<const std::byte> bytes)
{
	const char* damaged = "These bytes are not a whole snapshot of a world; take it again.";
	ByteReader reader(bytes);
	const auto header = reader.Read<SnapshotHeader>();
	if (reader.Failed() || header.magic != SnapshotMagic)
		return Error{damaged};
	if (header.version != SnapshotVersion)
		return Error{"This snapshot was taken by another version of SPHSolids; take it again with this one."};
	if (header.checksum != ChecksumWithHeader(header, bytes.subspan(sizeof(SnapshotHeader))))
		return Error{damaged};
	SnapshotCopy copy;
	copy.world = reader.Read<WorldPart>();
	reader.ReadArray(copy.world.islandCount, copy.islandScales);
	for (std::uint32_t k = 0; k < copy.world.bodies && !reader.Failed(); ++k)
		ReadBody(reader, copy.bodies.emplace_back());
	ReadParts(reader, copy.world.rigids, copy.rigids);
	ReadParts(reader, copy.world.boundaries, copy.boundaries);
	ReadParts(reader, copy.world.emitters, copy.emitters);
	ReadParts(reader, copy.world.fluids, copy.fluids);
	for (FluidParticles* particles : {&copy.fluid, &copy.setAside})
		VisitFluid(*particles, [&](auto& array) { reader.ReadArray(reader.Read<std::uint64_t>(), array); });
	ReadHeat(reader, copy);
	if (reader.Failed() || !reader.AtEnd())
		return Error{damaged};
	return copy;
}

Status CheckAgainst(const SnapshotCopy& copy, const WorldState& world)
{
	const auto itself = [](const auto& part) -> const auto& { return part; };
	const bool isSame = NamesSame(world.bodies.Ids(), copy.bodies, [](const BodyCopy& b) -> const BodyPart& { return b.part; })
		&& NamesSame(world.rigids.Ids(), copy.rigids, itself) && NamesSame(world.boundaries.Ids(), copy.boundaries, itself)
		&& NamesSame(world.emitters.Ids(), copy.emitters, itself) && NamesSame(world.fluids.Ids(), copy.fluids, itself);
	if (!isSame)
		return Error{
			"The snapshot is of a world with other bodies, fluids, boundaries or emitters; restore it in the world it was taken from."};
	bool isSound = IsInWorld(copy.world.frame) && std::fabs(copy.world.time) <= LongestTime && copy.world.leftover >= 0
		&& copy.world.leftover <= world.def.time.elasticStep && std::isfinite(copy.world.lastSubstep)
		&& std::all_of(copy.islandScales.begin(), copy.islandScales.end(), [](double scale) { return scale > 0 && scale <= 1; });
	for (const BodyCopy& body : copy.bodies)
	{
		const WorldBody& entry = world.bodies[BodyId{body.part.index, body.part.generation}];
		isSound = isSound && body.part.particles == entry.body.ParticleCount() && IsSound(body);
	}
	for (const RigidPart& rigid : copy.rigids)
		isSound = isSound && ValidatePose(rigid.state.pose, "a rigid body").IsOk() && IsFinite(rigid.state.velocity)
			&& IsFinite(rigid.state.angularVelocity);
	for (const BoundaryPart& boundary : copy.boundaries)
		isSound = isSound && ValidatePose(boundary.pose, "a boundary").IsOk() && ValidatePose(boundary.goal, "a boundary").IsOk();
	for (const EmitterPart& emitter : copy.emitters)
		isSound = isSound && std::isfinite(emitter.travelled) && std::isfinite(emitter.credit);
	isSound = isSound && IsSound(copy.fluid, copy.fluids, true) && IsSound(copy.setAside, copy.fluids, false)
		&& copy.fluid.Count() + copy.setAside.Count() <= world.def.limits.maxFluidParticles;
	isSound = isSound && IsHeatSound(copy, world);
	if (!isSound)
		return Error{"The snapshot holds values that no world can have; the world stays as it is."};
	return {};
}

void Apply(BodyCopy& copy, WorldState& world)
{
	WorldBody& entry = world.bodies[BodyId{copy.part.index, copy.part.generation}];
	SolidBody& body = entry.body;
	body.origin = copy.part.origin;
	body.position.swap(copy.position);
	body.velocity.swap(copy.velocity);
	body.hasPrevious = copy.part.previousSteps != 0;
	body.previousStep = copy.part.previousSteps * world.def.time.elasticStep;
	if (body.hasPrevious)
	{
		body.previousPosition.swap(copy.previousPosition);
		body.previousVelocity.swap(copy.previousVelocity);
	}
	entry.force.swap(copy.force);
	entry.quietSeconds = copy.part.quietSeconds;
	entry.tangledSeconds = copy.part.tangledSeconds;
	entry.failuresInARow = copy.part.failuresInARow;
	entry.waited = copy.part.waited;
	entry.isBusy = copy.part.isBusy != 0;
	entry.state = static_cast<BodyState>(copy.part.state);
	if (OptimisationSolver* solver = entry.solver->Optimisation())
	{
		solver->Minimiser().SetPreconditionerScale(copy.part.preconditionerScale);
		solver->SetBrokenSeconds(copy.part.brokenSeconds);
	}
	entry.fluidLoad = copy.part.fluidLoad;
	entry.restLoad = copy.part.restLoad;
	entry.hasRestLoad = copy.part.hasRestLoad != 0;
	entry.restContacts.swap(copy.restContacts);
	entry.hasRestContacts = copy.part.hasRestContacts != 0;
	world.contactEnergy.SetMemory(copy.part.index, std::move(copy.memory));
}

void Apply(HeatCopy& copy, WorldState& world)
{
	WorldBody& entry = world.bodies[BodyId{copy.part.index, copy.part.generation}];
	WorldBodyHeat& heat = *entry.heat;
	heat.waitingMass = copy.part.waitingMass;
	heat.waitingHeat = copy.part.waitingHeat;
	heat.waitingMomentum = copy.part.waitingMomentum;
	for (std::size_t i = 0; i < copy.enthalpy.size(); ++i)
		heat.state.SetEnthalpy(i, copy.enthalpy[i]);
	heat.weights.swap(copy.weights);
	bool isSame = true;
	for (std::size_t i = 0; i < copy.melted.size(); ++i)
		isSame = isSame && (copy.melted[i] != 0) == entry.body.IsMelted(i);
	if (isSame)
	{
		entry.body.SetWeights(heat.weights);
		return;
	}
	entry.body.RestoreMatter(copy.melted, heat.weights);
	heat.state.UpdateSurface(entry.body);
	WorldState::UpdateShell(entry);
}

}

void World::Snapshot(std::vector<std::byte>& bytes) const
{
	ByteWriter writer(std::move(bytes));
	writer.Write(SnapshotHeader{});
	WorldPart part;
	part.time = state->time;
	part.leftover = state->leftover;
	part.lastSubstep = state->lastSubstep;
	part.frame = state->frame;
	part.elasticSteps = state->elasticSteps;
	part.nextFluidId = state->nextFluidId;
	part.islandCount = static_cast<std::uint32_t>(state->islands.size());
	part.bodies = static_cast<std::uint32_t>(state->bodies.Ids().size());
	part.rigids = static_cast<std::uint32_t>(state->rigids.Ids().size());
	part.boundaries = static_cast<std::uint32_t>(state->boundaries.Ids().size());
	part.emitters = static_cast<std::uint32_t>(state->emitters.Ids().size());
	part.fluids = static_cast<std::uint32_t>(state->fluids.Ids().size());
	writer.Write(part);
	for (const auto& island : state->islands)
		writer.Write(island->PreconditionerScale());
	for (const BodyId id : state->bodies.Ids())
		WriteBody(id, state->bodies[id], state->contactEnergy.MemoryOf(id.index), state->def.time.elasticStep, writer);
	for (const RigidId id : state->rigids.Ids())
		writer.Write(RigidPart{id.index, id.generation, state->rigids.IsActive(id), 0, state->rigids[id].state});
	for (const BoundaryId id : state->boundaries.Ids())
	{
		const WorldBoundary& boundary = state->boundaries[id];
		writer.Write(
			BoundaryPart{id.index, id.generation, boundary.hasGoal, state->boundaries.IsActive(id), boundary.def.pose, boundary.goal});
	}
	for (const EmitterId id : state->emitters.Ids())
	{
		const WorldEmitter& emitter = state->emitters[id];
		writer.Write(EmitterPart{
			id.index, id.generation, emitter.emitted, state->emitters.IsActive(id), emitter.turn, emitter.travelled, emitter.credit});
	}
	for (const FluidId id : state->fluids.Ids())
		writer.Write(FluidPart{id.index, id.generation, state->fluids.IsActive(id), 0});
	for (FluidParticles* particles : {&state->fluid, &state->setAside})
		VisitFluid(*particles,
			[&](const auto& array)
			{
				writer.Write(static_cast<std::uint64_t>(array.size()));
				writer.WriteArray(std::span(array.data(), array.size()));
			});
	WriteHeat(*state, writer);
	bytes = writer.Take();
	SnapshotHeader header;
	header.checksum = ChecksumWithHeader(header, std::span<const std::byte>(bytes).subspan(sizeof(SnapshotHeader)));
	std::memcpy(bytes.data(), &header, sizeof header);
}

std::vector<std::byte> World::Snapshot() const
{
	std::vector<std::byte> bytes;
	Snapshot(bytes);
	return bytes;
}

Status World::Restore(std::span<const std::byte> snapshot)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::Restore, snapshot);
	Result<SnapshotCopy> read = ReadSnapshot(snapshot);
	if (!read.IsOk())
		return Error{read.Message()};
	SnapshotCopy copy = read.TakeValue();
	if (Status status = CheckAgainst(copy, *state); !status.IsOk())
		return status;
	state->time = copy.world.time;
	state->leftover = copy.world.leftover;
	state->lastSubstep = copy.world.lastSubstep;
	state->frame = copy.world.frame;
	state->elasticSteps = copy.world.elasticSteps;
	state->nextFluidId = copy.world.nextFluidId;
	while (state->islands.size() < std::min(copy.islandScales.size(), state->bodies.Ids().size() + MaxSpareIslands))
		state->islands.push_back(std::make_unique<ElasticIsland>());
	for (std::size_t k = 0; k < state->islands.size(); ++k)
		state->islands[k]->SetPreconditionerScale(k < copy.islandScales.size() ? copy.islandScales[k] : 1);
	for (BodyCopy& body : copy.bodies)
		Apply(body, *state);
	for (HeatCopy& heat : copy.heats)
		Apply(heat, *state);
	for (const RigidPart& part : copy.rigids)
	{
		const RigidId id{part.index, part.generation};
		state->rigids[id].state = part.state;
		state->rigids.SetActive(id, part.isActive != 0);
	}
	for (const BoundaryPart& part : copy.boundaries)
	{
		WorldBoundary& boundary = state->boundaries[BoundaryId{part.index, part.generation}];
		boundary.def.pose = part.pose;
		boundary.goal = part.goal;
		boundary.hasGoal = part.hasGoal != 0;
		state->boundaries.SetActive(BoundaryId{part.index, part.generation}, part.isActive != 0);
	}
	for (const EmitterPart& part : copy.emitters)
	{
		WorldEmitter& emitter = state->emitters[EmitterId{part.index, part.generation}];
		emitter.travelled = part.travelled;
		emitter.emitted = part.emitted;
		emitter.turn = static_cast<std::size_t>(part.turn);
		emitter.credit = part.credit;
		state->emitters.SetActive(EmitterId{part.index, part.generation}, part.isActive != 0);
	}
	for (const FluidPart& part : copy.fluids)
		state->fluids.SetActive(FluidId{part.index, part.generation}, part.isActive != 0);
	state->fluid = std::move(copy.fluid);
	state->setAside = std::move(copy.setAside);
	return {};
}

}
