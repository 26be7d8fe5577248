#include "Command.h"
#include "OptionChecks.h"

#include <Common/Files.h>
#include <Common/Interrupt.h>
#include <SPHSolids/World/Recording.h>
#include <SPHSolids/World/World.h>

#include <cstdio>
#include <memory>

namespace SPHSolids::Tools
{
namespace
{

constexpr std::uint64_t MaxRecordingBytes = std::uint64_t(4) << 30;

struct ReplayOptions
{
	std::string file;
	int threads = 0;
	bool quiet = false;
};

std::string IssueNames(StepIssue issues)
{
	std::string names;
	for (const StepIssueInfo& info : StepIssues())
		if (Has(issues, info.issue))
			names += (names.empty() ? "" : ", ") + std::string(info.name);
	return names;
}

const char* NameOfOther(std::uint32_t other)
{
	constexpr const char* names[] = {"body", "itself", "boundary", "rigid body"};
	return other < std::size(names) ? names[other] : "something";
}

void PrintStep(std::size_t index, const RecordedStep& step, bool isSame)
{
	std::printf("%5zu %9.4f s %4u elastic %4u iterations %5u contacts %9.3f m/s %016llx %s%s\n", index, step.time, step.elasticSteps,
		step.iterations, step.contacts, step.fastestSpeed, static_cast<unsigned long long>(step.hash), isSame ? "same" : "DIFFERENT",
		step.issues == StepIssue::None ? "" : ("  " + IssueNames(step.issues)).c_str());
}

/// What a step with an issue looked like: its fastest particle and strongest contacts.
void PrintTrouble(const RecordedStep& step)
{
	if (step.fastestBody.IsSet())
		std::printf("      fastest: particle %u of body %u at (%.4g, %.4g, %.4g), %.4g m/s\n", step.fastestParticle, step.fastestBody.index,
			step.fastestPlace.x, step.fastestPlace.y, step.fastestPlace.z, step.fastestSpeed);
	for (std::uint32_t k = 0; k < step.contactCount; ++k)
	{
		const RecordedContact& contact = step.strongest[k];
		std::printf("      contact: body %u with %s %u at (%.4g, %.4g, %.4g), %.4g N s, met at %.4g m/s\n", contact.body.index,
			NameOfOther(contact.other), contact.otherIndex, contact.place.x, contact.place.y, contact.place.z, contact.impulse,
			contact.normalSpeed);
	}
}

int RunReplay(const ReplayOptions& options)
{
	const auto bytes = ReadWholeFile(options.file, MaxRecordingBytes);
	if (!bytes.IsOk())
		return Fail(bytes.Message());
	const auto recording = Recording::Read(bytes.Value());
	if (!recording.IsOk())
		return Fail(options.file + ": " + recording.Message());
	auto replayer = Replayer::Create(recording.Value());
	if (!replayer.IsOk())
		return Fail(options.file + ": " + replayer.Message());
	const std::string doubt = recording.Value().WhyNotExact();
	const auto tasks = MakeParallelTaskRunner(options.threads);
	const auto steps = recording.Value().Steps();
	std::size_t same = 0, firstDifferent = steps.size();
	for (std::size_t k = 0; k < steps.size() && !IsInterrupted(); ++k)
	{
		if (const auto report = replayer.Value()->Next(*tasks); !report.IsOk())
			return Fail(options.file + ": " + report.Message());
		const bool isSame = replayer.Value()->IsSame();
		same += isSame;
		if (!isSame && firstDifferent == steps.size())
			firstDifferent = k;
		if (!options.quiet)
			PrintStep(k, steps[k], isSame);
		if (steps[k].issues != StepIssue::None)
			PrintTrouble(steps[k]);
	}
	if (IsInterrupted())
		return Fail("Cancelled.", InterruptedExitCode);
	std::printf("%zu of %zu steps ended in the recorded bits; hash %016llx\n", same, steps.size(),
		static_cast<unsigned long long>(replayer.Value()->GetWorld().StateHash()));
	if (same == steps.size())
		return 0;
	return Fail("From step " + std::to_string(firstDifferent) + " on the world is not as it was. "
		+ (doubt.empty() ? "Was the recording made by another version or another processor?" : doubt));
}

}

void AddReplayCommand(CLI::App& app, Action& action)
{
	const auto options = std::make_shared<ReplayOptions>();
	CLI::App* command = app.add_subcommand("replay", "Play a flight recording (.sphrec) again and compare it step by step");
	command->footer("Examples:\n  sphsolids run scene.json --record-trouble out/trouble\n"
					"  sphsolids replay out/trouble/trouble_bodyRecovered.sphrec --threads 1\n"
					"The exit code is 0 if every step ended in the recorded bits.");
	command->add_option("FILE", options->file, "A .sphrec file")->required()->type_name("");
	command->add_option("--threads", options->threads, "Threads to use (default: all)")->check(WholeNumber(1, 1024))->type_name("COUNT");
	command->add_flag("--quiet", options->quiet, "Print only steps with issues and the result");
	command->callback([options, &action] { action = [options] { return RunReplay(*options); }; });
}

}
