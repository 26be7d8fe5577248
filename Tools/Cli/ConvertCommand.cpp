#include "Command.h"
#include "OptionChecks.h"

#include <Common/Files.h>
#include <Common/Interrupt.h>
#include <Common/ProgressPrinter.h>
#include <Lab/CacheFile.h>
#include <Lab/SceneNode.h>

#include <cstdio>
#include <memory>

namespace SPHSolids::Tools
{
namespace
{

constexpr std::uint64_t MaxCacheBytes = std::uint64_t(32) << 30;

struct ConvertOptions
{
	std::string source, format = "ply", folder;
	std::size_t every = 1;
};

int RunConvert(const ConvertOptions& options)
{
	const auto bytes = ReadWholeFile(options.source, MaxCacheBytes);
	if (!bytes.IsOk())
		return Fail(bytes.Message());
	const auto opened = CacheView::Open(bytes.Value());
	if (!opened.IsOk())
		return Fail(options.source + ": " + opened.Message());
	const CacheView& view = opened.Value();
	std::error_code code;
	std::filesystem::create_directories(options.folder, code);
	if (code)
		return Fail("The folder '" + options.folder + "', given by --out, could not be made (" + code.message() + ").");
	auto recorder = Lab::MakeRecorder({options.format, options.folder, view.Header().names, view.Header().fps, view.Header().errorBound});
	if (!recorder.IsOk())
		return Fail(recorder.Message());
	ProgressPrinter progress(stderr);
	std::size_t written = 0;
	for (std::size_t k = 0; k < view.FrameCount(); k += options.every)
	{
		if (!progress.Report("Converting", static_cast<double>(k) / static_cast<double>(view.FrameCount())))
			break;
		const auto frame = view.ReadFrame(k);
		if (!frame.IsOk())
			return Fail(options.source + ": " + frame.Message());
		if (const Status status = recorder.Value()->Add(frame.Value(), written++); !status.IsOk())
			return Fail(status.Message());
	}
	progress.Finish();
	if (const Status status = recorder.Value()->Finish(); !status.IsOk())
		return Fail(status.Message());
	std::printf("Wrote %zu frames as %s into %s.\n", written, options.format.c_str(), options.folder.c_str());
	if (!view.IsComplete())
		std::printf("The recording was cut off; these are the frames that were whole.\n");
	return IsInterrupted() ? Fail("Stopped early; what was written so far is whole.", InterruptedExitCode) : 0;
}

}

void AddConvertCommand(CLI::App& app, Action& action)
{
	const auto options = std::make_shared<ConvertOptions>();
	CLI::App* command = app.add_subcommand("convert", "Turn a recording (.sphcache) into files that other programs read");
	command->footer("Examples:\n  sphsolids convert out/welcome/sphcache/recording.sphcache --to vtk --out out/vtk\n"
					"  sphsolids convert recording.sphcache --to ply --every 5 --out frames");
	command->add_option("RECORDING", options->source, "A .sphcache file")->required()->type_name("");
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
