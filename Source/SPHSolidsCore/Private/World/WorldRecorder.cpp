#include "WorldRecorder.h"

#include "WorldState.h"

#include "Body/SectionFile.h"

#include <SPHSolids/Body/BodyArchive.h>

#include "RecordingFile.h"

#include <algorithm>
#include <utility>

namespace SPHSolids
{
namespace
{

/// A segment is full at this size too, so that commands with many particles cannot fill the memory.
constexpr std::size_t LargestSegmentLog = std::size_t(64) << 20;

void NoteFastest(const WorldState& state, RecordedStep& step)
{
	Real fastest = -1;
	for (const BodyId id : state.bodies.Ids())
	{
		const SolidBody& body = state.bodies[id].body;
		Real fastestHere = -1;
		for (const Vec3& v : body.velocity)
			fastestHere = std::max(fastestHere, SquaredNorm(v));
		if (!(fastestHere > fastest))
			continue;
		fastest = fastestHere;
		std::size_t particle = 0;
		while (particle + 1 < body.ParticleCount() && SquaredNorm(body.velocity[particle]) < fastest)
			++particle;
		step.fastestBody = id;
		step.fastestParticle = static_cast<std::uint32_t>(particle);
		step.fastestSpeed = static_cast<double>(Norm(body.velocity[particle]));
		step.fastestPlace = body.origin + body.position[particle].Cast<double>();
	}
}

void NoteContacts(std::span<const ContactEvent> contacts, RecordedStep& step)
{
	for (const ContactEvent& event : contacts)
	{
		if (event.fluid.IsSet())
			continue;
		RecordedContact contact;
		contact.body = event.body;
		contact.other = static_cast<std::uint32_t>(event.other);
		contact.particles = event.particles;
		contact.place = event.place;
		contact.impulse = Norm(event.impulse);
		contact.normalSpeed = event.normalSpeed;
		const auto name = [&](const auto& id)
		{
			contact.otherIndex = id.index;
			contact.otherGeneration = id.generation;
		};
		if (event.other == ContactEvent::Other::Boundary)
			name(event.boundary);
		else if (event.other == ContactEvent::Other::Rigid)
			name(event.rigid);
		else
			name(event.otherBody);
		std::uint32_t place = step.contactCount;
		while (place > 0 && step.strongest[place - 1].impulse < contact.impulse)
			--place;
		if (place == RecordedStep::MaxContacts)
			continue;
		step.contactCount = std::min(step.contactCount + 1, static_cast<std::uint32_t>(RecordedStep::MaxContacts));
		for (std::uint32_t k = step.contactCount - 1; k > place; --k)
			step.strongest[k] = step.strongest[k - 1];
		step.strongest[place] = contact;
	}
}

}

void WorldRecorder::Begin(const World& world, const WorldState& state)
{
	if (!newer.description.empty())
	{
		older = std::move(newer);
		hasOlder = true;
		newer = {};
		things.DropOlderThan(older.use);
	}
	newer.use = ++things.use;
	ByteWriter bytes;
	RecordWriter writer(bytes, things);
	WriteDescription(state, writer);
	newer.description = bytes.Take();
	world.Snapshot(newer.snapshot);
}

void WorldRecorder::EndStep(const World& world, const WorldState& state, double dt, const StepReport& report)
{
	RecordedStep step;
	step.dt = dt;
	step.time = report.time;
	step.hash = world.StateHash();
	step.issues = report.issues;
	step.elasticSteps = static_cast<std::uint32_t>(report.elasticSteps);
	step.substeps = static_cast<std::uint32_t>(report.substeps);
	step.iterations = static_cast<std::uint32_t>(report.elastic.iterations);
	step.milliseconds = report.milliseconds.total;
	step.contacts = report.contacts;
	step.awakeBodies = report.awakeBodies;
	NoteFastest(state, step);
	NoteContacts(world.Contacts(), step);
	newer.steps.push_back(step);
	newer.hasForceFields = newer.hasForceFields || !state.fields.IsEmpty();
	if (newer.steps.size() >= stepsInSegment || newer.log.Size() > LargestSegmentLog)
		Begin(world, state);
}

std::vector<std::byte> WorldRecorder::ToBytes() const
{
	const Segment& first = hasOlder ? older : newer;
	ByteWriter log, steps, stored;
	for (const Segment* segment : {&older, &newer})
	{
		log.WriteArray(segment->log.Bytes());
		for (const RecordedStep& step : segment->steps)
			steps.Write(step);
	}
	stored.Write(static_cast<std::uint64_t>(things.entries.size()));
	for (const RecordedThings::Entry& entry : things.entries)
	{
		std::vector<std::byte> bytes;
		if (entry.rest != nullptr)
		{
			BakedBody body;
			body.rest = entry.rest->state;
			bytes = WriteBody(body);
		}
		else
			bytes = entry.shape->GetGrid()->ToBytes();
		stored.Write(entry.id);
		stored.Write(static_cast<std::uint64_t>(entry.rest != nullptr));
		stored.Write(static_cast<std::uint64_t>(bytes.size()));
		stored.WriteArray(std::span<const std::byte>(bytes));
	}
	const std::vector<std::byte> fields(1, std::byte{older.hasForceFields || newer.hasForceFields});
	const FileSection sections[] = {{RecordedFieldsSection, fields}, {RecordedWorldSection, first.description},
		{RecordedStateSection, first.snapshot}, {RecordedThingsSection, stored.Take()}, {RecordedLogSection, log.Take()},
		{RecordedStepsSection, steps.Take()}};
	return WriteSectionFile(RecordingKind, sections);
}

}
