#include <SPHSolids/World/Recording.h>

#include "RecordingFile.h"
#include "WorldRecorder.h"

#include <SPHSolids/Body/BodyArchive.h>

#include <cmath>
#include <tuple>
#include <type_traits>
#include <utility>

namespace SPHSolids
{

struct Recording::Content
{
	std::vector<std::byte> description, snapshot, log;
	RecordedThings things;
	std::vector<RecordedStep> steps;
	WorldDef def;
	bool hasForceFields = false;
};

namespace
{

/// A step of a recording is at most so long, s, and so many elastic steps: what is longer was not played.
constexpr double LongestRecordedStep = 100, MostElasticSteps = 1e6;

/// @return Whether the bytes were all sound.
bool ReadRecordedThings(std::span<const std::byte> bytes, RecordedThings& things)
{
	ByteReader reader(bytes);
	const auto count = reader.Read<std::uint64_t>();
	const auto tasks = MakeSerialTaskRunner();
	for (std::uint64_t k = 0; k < count && !reader.Failed(); ++k)
	{
		RecordedThings::Entry entry;
		entry.id = reader.Read<std::uint64_t>();
		const bool isRest = reader.Read<std::uint64_t>() != 0;
		std::vector<std::byte> stored;
		reader.ReadArray(reader.Read<std::uint64_t>(), stored);
		if (isRest)
		{
			Result<BakedBody> body = ReadBody(stored);
			if (!body.IsOk())
				return false;
			entry.rest = MakeSolidRest(std::move(body.Value().rest), *tasks);
		}
		else
		{
			Result<DistanceGrid> grid = DistanceGrid::FromBytes(stored);
			if (!grid.IsOk())
				return false;
			entry.shape = std::make_shared<const Shape>(Shape::Grid(std::make_shared<const DistanceGrid>(grid.TakeValue())).TakeValue());
		}
		things.entries.push_back(std::move(entry));
	}
	return !reader.Failed() && reader.AtEnd();
}

// A command is played by reading what its function takes and calling it.

template <class T>
struct OwnedArgument
{
	using Type = T;
};
template <class T>
struct OwnedArgument<std::span<const T>>
{
	using Type = std::vector<T>;
};
template <class T>
using Owned = typename OwnedArgument<std::remove_cvref_t<T>>::Type;

template <class Returned, class... Arguments>
void Call(World& world, Returned (World::*function)(Arguments...), RecordReader& reader)
{
	std::tuple<Owned<Arguments>...> arguments;
	std::apply([&](auto&... argument) { VisitAll(reader, argument...); }, arguments);
	if (!reader.Failed())
		std::apply([&](auto&... argument) { static_cast<void>((world.*function)(argument...)); }, arguments);
}

template <class Returned, class... Arguments>
using WorldFunction = Returned (World::*)(Arguments...);

void CallRestore(World& world, RecordReader& reader)
{
	std::vector<std::byte> snapshot;
	reader.bytes.ReadArray(reader.bytes.Read<std::uint64_t>(), snapshot);
	if (!reader.Failed())
		static_cast<void>(world.Restore(snapshot));
}

/// Everything but a step. @return False if there is no such command.
bool PlayCommand(WorldCommand command, World& world, RecordReader& reader)
{
	switch (command)
	{
	case WorldCommand::SetGravity: Call(world, &World::SetGravity, reader); break;
	case WorldCommand::Restore: CallRestore(world, reader); break;
	case WorldCommand::AddBody: Call(world, &World::AddBody, reader); break;
	case WorldCommand::RemoveBody: Call(world, WorldFunction<bool, BodyId>(&World::Remove), reader); break;
	case WorldCommand::SetEnabled: Call(world, WorldFunction<bool, BodyId, bool>(&World::SetEnabled), reader); break;
	case WorldCommand::SetFluidEnabled: Call(world, WorldFunction<bool, FluidId, bool>(&World::SetEnabled), reader); break;
	case WorldCommand::SetEmitterEnabled: Call(world, WorldFunction<bool, EmitterId, bool>(&World::SetEnabled), reader); break;
	case WorldCommand::SetBoundaryEnabled: Call(world, WorldFunction<bool, BoundaryId, bool>(&World::SetEnabled), reader); break;
	case WorldCommand::SetRigidEnabled: Call(world, WorldFunction<bool, RigidId, bool>(&World::SetEnabled), reader); break;
	case WorldCommand::Sleep: Call(world, &World::Sleep, reader); break;
	case WorldCommand::Wake: Call(world, &World::Wake, reader); break;
	case WorldCommand::SetMaterial: Call(world, &World::SetMaterial, reader); break;
	case WorldCommand::SetContact: Call(world, &World::SetContact, reader); break;
	case WorldCommand::SetSolver: Call(world, &World::SetSolver, reader); break;
	case WorldCommand::UnpinParticles: Call(world, &World::UnpinParticles, reader); break;
	case WorldCommand::Shift: Call(world, &World::Shift, reader); break;
	case WorldCommand::SetStride: Call(world, &World::SetStride, reader); break;
	case WorldCommand::SetIterations: Call(world, &World::SetIterations, reader); break;
	case WorldCommand::Pin: Call(world, &World::Pin, reader); break;
	case WorldCommand::PinParticles: Call(world, &World::PinParticles, reader); break;
	case WorldCommand::Unpin: Call(world, &World::Unpin, reader); break;
	case WorldCommand::Teleport: Call(world, &World::Teleport, reader); break;
	case WorldCommand::SetVelocity: Call(world, &World::SetVelocity, reader); break;
	case WorldCommand::SetState: Call(world, &World::SetState, reader); break;
	case WorldCommand::ImpulseAt:
		Call(world, WorldFunction<std::size_t, BodyId, const Vec3d&, double, const Vec3d&>(&World::ApplyImpulse), reader);
		break;
	case WorldCommand::ForceAt: Call(world, &World::ApplyForce, reader); break;
	case WorldCommand::BodyImpulse: Call(world, WorldFunction<bool, BodyId, const Vec3d&>(&World::ApplyImpulse), reader); break;
	case WorldCommand::RadialImpulse: Call(world, &World::ApplyRadialImpulse, reader); break;
	case WorldCommand::AddForceField:
	case WorldCommand::RemoveForceField: break; // functions of the host: WhyNotExact
	case WorldCommand::AddFluid: Call(world, &World::AddFluid, reader); break;
	case WorldCommand::SetFluid: Call(world, &World::SetFluid, reader); break;
	case WorldCommand::RemoveFluid: Call(world, WorldFunction<bool, FluidId>(&World::Remove), reader); break;
	case WorldCommand::AddFluidBlock: Call(world, &World::AddFluidBlock, reader); break;
	case WorldCommand::AddFluidParticles: Call(world, &World::AddFluidParticles, reader); break;
	case WorldCommand::AddEmitter: Call(world, &World::AddEmitter, reader); break;
	case WorldCommand::SetEmitterPose: Call(world, &World::SetEmitterPose, reader); break;
	case WorldCommand::RemoveEmitter: Call(world, WorldFunction<bool, EmitterId>(&World::Remove), reader); break;
	case WorldCommand::AddKillVolume:
		Call(world, WorldFunction<Result<KillVolumeId>, const Box3d&, bool>(&World::AddKillVolume), reader);
		break;
	case WorldCommand::AddKillShape:
		Call(world, WorldFunction<Result<KillVolumeId>, const Shape&, const Pose&>(&World::AddKillVolume), reader);
		break;
	case WorldCommand::RemoveKillVolume: Call(world, WorldFunction<bool, KillVolumeId>(&World::Remove), reader); break;
	case WorldCommand::AddBoundary: Call(world, &World::AddBoundary, reader); break;
	case WorldCommand::SetBoundaryTransform: Call(world, &World::SetBoundaryTransform, reader); break;
	case WorldCommand::RemoveBoundary: Call(world, WorldFunction<bool, BoundaryId>(&World::Remove), reader); break;
	case WorldCommand::AddRigid: Call(world, &World::AddRigid, reader); break;
	case WorldCommand::SetRigidState: Call(world, &World::SetRigidState, reader); break;
	case WorldCommand::RigidImpulse:
		Call(world, WorldFunction<bool, RigidId, const Vec3d&, const Vec3d&>(&World::ApplyImpulse), reader);
		break;
	case WorldCommand::RemoveRigid: Call(world, WorldFunction<bool, RigidId>(&World::Remove), reader); break;
	case WorldCommand::SetBodyHeat: Call(world, WorldFunction<Status, BodyId, const BodyHeatDef&>(&World::SetHeat), reader); break;
	case WorldCommand::SetFluidHeat: Call(world, WorldFunction<Status, FluidId, const FluidHeatDef&>(&World::SetHeat), reader); break;
	case WorldCommand::SetBoundaryHeat:
		Call(world, WorldFunction<Status, BoundaryId, const BoundaryHeatDef&>(&World::SetHeat), reader);
		break;
	case WorldCommand::SetAmbient: Call(world, &World::SetAmbient, reader); break;
	case WorldCommand::AddHeatSource: Call(world, &World::AddHeatSource, reader); break;
	case WorldCommand::SetHeatSource: Call(world, &World::SetHeatSource, reader); break;
	case WorldCommand::RemoveHeatSource: Call(world, WorldFunction<bool, HeatSourceId>(&World::Remove), reader); break;
	case WorldCommand::SetTemperature: Call(world, &World::SetTemperature, reader); break;
	case WorldCommand::Melt: Call(world, &World::Melt, reader); break;
	default: return false;
	}
	return true;
}

}

Result<Recording> Recording::Read(std::span<const std::byte> bytes)
{
	Result<SectionFile> file = SectionFile::Open(bytes, RecordingKind);
	if (!file.IsOk())
		return file.TakeError();
	const auto copyOf = [&](std::uint32_t section)
	{
		const std::span<const std::byte> found = file.Value().Find(section);
		return std::vector<std::byte>(found.begin(), found.end());
	};
	auto content = std::make_shared<Content>();
	content->description = copyOf(RecordedWorldSection);
	content->snapshot = copyOf(RecordedStateSection);
	content->log = copyOf(RecordedLogSection);
	Result<WorldDef> def = ReadDescribedDef(content->description);
	if (!def.IsOk())
		return def.TakeError();
	content->def = def.TakeValue();
	const std::span<const std::byte> fields = file.Value().Find(RecordedFieldsSection);
	content->hasForceFields = !fields.empty() && fields.front() != std::byte{0};
	const std::span<const std::byte> steps = file.Value().Find(RecordedStepsSection);
	ByteReader reader(steps);
	reader.ReadArray(steps.size() / sizeof(RecordedStep), content->steps);
	bool isSound = reader.AtEnd() && !reader.Failed() && ReadRecordedThings(file.Value().Find(RecordedThingsSection), content->things);
	for (const RecordedStep& step : content->steps)
		isSound = isSound && std::isfinite(step.dt) && step.dt <= LongestRecordedStep
			&& step.dt <= MostElasticSteps * content->def.time.elasticStep && step.contactCount <= RecordedStep::MaxContacts;
	if (!isSound)
		return Error{"The recording holds values that no recording can have; record the trouble again."};
	Recording recording;
	recording.content = std::move(content);
	return recording;
}

std::span<const RecordedStep> Recording::Steps() const
{
	return content->steps;
}

std::string Recording::WhyNotExact() const
{
	if (content->hasForceFields)
		return "The world had a force field, which is a function of its host and is not in the recording.";
	if (content->def.budgetMilliseconds > 0)
		return "The world kept a budget of milliseconds, so how far its solvers came depended on the machine.";
	if (!content->def.solver.refactorAtOnce)
		return "The world refactored in the background (solver.refactorAtOnce was off), so what its solvers used depended on timing.";
	return {};
}

Replayer::Replayer() = default;
Replayer::~Replayer() = default;

Result<std::unique_ptr<Replayer>> Replayer::Create(const Recording& recording)
{
	const Recording::Content& content = *recording.content;
	ByteReader bytes(content.description);
	RecordReader reader(bytes, content.things);
	Result<std::unique_ptr<World>> world = MakeDescribedWorld(reader);
	if (!world.IsOk())
		return world.TakeError();
	if (Status restored = world.Value()->Restore(content.snapshot); !restored.IsOk())
		return Error{restored.Message()};
	std::unique_ptr<Replayer> replayer(new Replayer());
	replayer->recording = recording;
	replayer->world = world.TakeValue();
	return replayer;
}

bool Replayer::AtEnd() const
{
	return nextStep >= recording.content->steps.size();
}

bool Replayer::IsSame() const
{
	return nextStep > 0 && world->StateHash() == recording.content->steps[nextStep - 1].hash;
}

Result<StepReport> Replayer::Next(TaskRunner& tasks)
{
	SPHS_ASSERT(!AtEnd());
	const Recording::Content& content = *recording.content;
	const RecordedStep& expected = content.steps[nextStep];
	const Error damaged{"Step " + std::to_string(nextStep) + " of the recording is damaged; record the trouble again."};
	for (;;)
	{
		const std::span<const std::byte> left = std::span(content.log).subspan(logPlace);
		ByteReader bytes(left);
		RecordReader reader(bytes, content.things);
		const auto command = static_cast<WorldCommand>(bytes.Read<std::uint8_t>());
		double dt = 0;
		if (command == WorldCommand::Step)
			VisitAll(reader, dt);
		else if (!reader.Failed() && !PlayCommand(command, *world, reader))
			return damaged;
		if (reader.Failed() || (command == WorldCommand::Step && dt != expected.dt))
			return damaged;
		logPlace += left.size() - bytes.Left();
		if (command != WorldCommand::Step)
			continue;
		++nextStep;
		return world->Step(dt, tasks);
	}
}

}
