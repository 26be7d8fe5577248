#include "Command.h"
#include "OptionChecks.h"

#include <Common/Interrupt.h>
#include <Common/ProgressPrinter.h>
#include <Lab/FrameRecorder.h>
#include <Lab/FrameSource.h>
#include <Lab/SceneNode.h>

#include <cstdio>
#include <memory>

namespace SPHSolids::Tools
{
namespace
{

struct ConvertOptions
{
	std::string source, format = "ply", folder;
	std::size_t every = 1;
};

int RunConvert(const ConvertOptions& options)
{
	const auto opened = Lab::OpenFrames(options.source);
	if (!opened.IsOk())
		return Fail(opened.Message());
	const Lab::FrameSource& source = *opened.Value();
	std::error_code code;
	std::filesystem::create_directories(options.folder, code);
	if (code)
		return Fail("The folder '" + options.folder + "', given by --out, could not be made (" + code.message() + ").");
	auto recorder =
		Lab::MakeRecorder({options.format, options.folder, source.Header().names, source.Header().fps, source.Header().errorBound});
	if (!recorder.IsOk())
		return Fail(recorder.Message());
	ProgressPrinter progress(stderr);
	std::size_t written = 0;
	for (std::size_t k = 0; k < source.FrameCount(); k += options.every)
	{
		if (!progress.Report("Converting", static_cast<double>(k) / static_cast<double>(source.FrameCount())))
			break;
		const auto frame = source.Read(k);
		if (!frame.IsOk())
			return Fail(frame.Message());
		if (const Status status = recorder.Value()->Add(frame.Value(), written++); !status.IsOk())
			return Fail(status.Message());
	}
	progress.Finish();
	if (const Status status = recorder.Value()->Finish(); !status.IsOk())
		return Fail(status.Message());
	std::printf("Wrote %zu frames as %s into %s.\n", written, options.format.c_str(), options.folder.c_str());
	if (!source.IsComplete())
		std::printf("The recording was cut off; these are the frames that were whole.\n");
	return IsInterrupted() ? Fail("Stopped early; what was written so far is whole.", InterruptedExitCode) : 0;
}

}

void AddConvertCommand(CLI::App& app, Action& action)
{
	const auto options = std::make_shared<ConvertOptions>();
	CLI::App* command = app.add_subcommand("convert", "Turn recordings into each other and into files that other programs read");
	command->footer("Examples:\n  sphsolids convert out/welcome/sphcache/recording.sphcache --to vtk --out out/vtk\n"
					"  sphsolids convert recording.sphcache --to ply --every 5 --out frames\n"
					"  sphsolids convert frames --to sphcache --out out/small");
	command->add_option("RECORDING", options->source, "A .sphcache file, or a folder of PLY or CSV files of particles, one for each frame")
		->required()
		->type_name("");
	command->add_option("--to", options->format, "Format: " + Lab::JoinWords(Lab::ParticleFormats()) + " (default ply)")
		->check(OneOf(Lab::ParticleFormats()))
		->type_name("FORMAT");
	command->add_option("--out", options->folder, "Folder to write into")->required()->type_name("DIR");
	command->add_option("--every", options->every, "Take every so many frames (default 1)")
		->check(WholeNumber(1, 1000000))
		->type_name("COUNT");
	command->callback([options, &action] { action = [options] { return RunConvert(*options); }; });
}

}
