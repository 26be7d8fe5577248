#pragma once

#include <SPHSolids/World/Recording.h>
#include <SPHSolids/World/World.h>

#include "RecordFields.h"
#include "WorldCommand.h"

#include <vector>

namespace SPHSolids
{

struct WorldState;

/// Keeps the last steps of a world in two segments, each with the world as it stood at its start: the older one falls away when the newer
/// is full. So between half and all of the steps asked for are there, and a step costs no copy of the world but every now and then.
class WorldRecorder
{
public:
	/// @param steps To keep, at least 2.
	explicit WorldRecorder(std::uint32_t steps)
		: stepsInSegment(steps / 2)
	{
	}

	/// Notes a call of the world's functions, unless it is made by another one that was noted.
	template <class... Arguments>
	void Note(WorldCommand command, const Arguments&... arguments)
	{
		RecordWriter writer(newer.log, things);
		newer.log.Write(static_cast<std::uint8_t>(command));
		(WriteField(writer, arguments), ...);
	}
	void EndStep(const World& world, const WorldState& state, double dt, const StepReport& report);

	/// Starts with the world as it is.
	void Begin(const World& world, const WorldState& state);
	std::vector<std::byte> ToBytes() const;

	int depth = 0; // of noted calls in each other

private:
	struct Segment
	{
		std::vector<std::byte> description, snapshot;
		ByteWriter log;
		std::vector<RecordedStep> steps;
		std::uint64_t use = 0;       // of things
		bool hasForceFields = false; // in one of its steps
	};

	std::uint32_t stepsInSegment;
	Segment older, newer;
	bool hasOlder = false;
	RecordedThings things;
};

/// Stands at the head of a function that changes the world.
class NotedCall
{
public:
	template <class... Arguments>
	NotedCall(WorldRecorder* worldRecorder, WorldCommand command, const Arguments&... arguments)
		: recorder(worldRecorder)
	{
		if (recorder != nullptr && recorder->depth++ == 0)
			recorder->Note(command, arguments...);
	}
	~NotedCall()
	{
		if (recorder != nullptr)
			--recorder->depth;
	}
	NotedCall(const NotedCall&) = delete;
	NotedCall& operator=(const NotedCall&) = delete;

private:
	WorldRecorder* recorder;
};

/// Everything of a world that a snapshot takes for granted: settings, definitions, ids.
void WriteDescription(const WorldState& state, RecordWriter& writer);
/// Makes a world of it. An Error says what cannot be.
Result<std::unique_ptr<World>> MakeDescribedWorld(RecordReader& reader);
Result<WorldDef> ReadDescribedDef(std::span<const std::byte> description);

}
