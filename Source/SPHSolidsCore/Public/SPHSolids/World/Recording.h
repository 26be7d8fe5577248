#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/World/Ids.h>
#include <SPHSolids/World/StepReport.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace SPHSolids
{

// The flight recorder. A world with WorldDef::recordedSteps keeps its last steps: how it was made, the state it started from, all that
// was asked of it since and what came out. World::WriteRecording gives them as the bytes of a .sphrec file, from which the same steps
// can be played again anywhere (Docs/decisions/0040-flight-recorder.md).

inline constexpr std::uint32_t RecordingFormatVersion = 2;

/// One of the strongest contacts of a recorded step.
struct RecordedContact
{
	BodyId body;
	std::uint32_t other = 0; ///< ContactEvent::Other
	std::uint32_t otherIndex = 0, otherGeneration = 0;
	std::uint32_t particles = 0;
	Vec3d place;
	double impulse = 0;     ///< N s
	double normalSpeed = 0; ///< m/s
};

/// What came out of one call of World::Step.
struct RecordedStep
{
	static constexpr std::size_t MaxContacts = 4;

	double dt = 0, time = 0;
	std::uint64_t hash = 0; ///< World::StateHash afterwards
	StepIssue issues = StepIssue::None;
	std::uint32_t elasticSteps = 0, substeps = 0, iterations = 0;
	double milliseconds = 0;
	std::uint32_t contacts = 0, awakeBodies = 0;
	// The fastest particle of all bodies: where trouble begins.
	BodyId fastestBody;
	std::uint32_t fastestParticle = 0, contactCount = 0;
	double fastestSpeed = 0;
	Vec3d fastestPlace;
	RecordedContact strongest[MaxContacts]; ///< by impulse, contactCount of them
};

/// A .sphrec file as read.
class Recording
{
public:
	/// Takes bytes from anywhere: a recording or the sentence that says what is wrong. No more memory is taken than the bytes account for.
	SPHSOLIDSCORE_API static Result<Recording> Read(std::span<const std::byte> bytes);

	SPHSOLIDSCORE_API std::span<const RecordedStep> Steps() const;
	/// Why the steps cannot be expected to come out the same again (a budget, refactoring in the background, a force field); else empty.
	SPHSOLIDSCORE_API std::string WhyNotExact() const;

private:
	friend class Replayer;
	struct Content;
	std::shared_ptr<const Content> content;
};

/// Plays a recording again, step by step.
class Replayer
{
public:
	/// Makes the world as it was at the recording's start. An Error says what of the recording no world can hold.
	SPHSOLIDSCORE_API static Result<std::unique_ptr<Replayer>> Create(const Recording& recording);
	SPHSOLIDSCORE_API ~Replayer();

	std::size_t NextStep() const { return nextStep; } ///< index of the step that comes next
	SPHSOLIDSCORE_API bool AtEnd() const;
	/// Does what was asked of the world before the next step and takes it. An Error says that the recording is damaged here.
	/// @pre !AtEnd()
	SPHSOLIDSCORE_API Result<StepReport> Next(TaskRunner& tasks);
	/// The last step ended in the recorded bits.
	SPHSOLIDSCORE_API bool IsSame() const;
	const class World& GetWorld() const { return *world; }

private:
	Replayer();

	Recording recording;
	std::unique_ptr<class World> world;
	std::size_t nextStep = 0, logPlace = 0;
};

}
