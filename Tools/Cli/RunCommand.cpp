#include "Command.h"
#include "OptionChecks.h"

#include <Common/Files.h>
#include <Common/Interrupt.h>
#include <Common/ProgressPrinter.h>
#include <Lab/FrameRecorder.h>
#include <Lab/SceneRun.h>
#include <SPHSolids/Solid/ElasticSolver.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <unistd.h>

namespace SPHSolids::Tools
{
namespace
{

constexpr const char* RunFooter = R"(Examples:
  sphsolids run welcome --video --report out/welcome
  sphsolids run scene.json --frames 200 --json run.json --csv run.csv
  sphsolids run twisting_beam --solver newton --set solver.iterations=5 --record ply --out out/beam
  sphsolids run scene.json --set bodies.cube.material.young=5e4 --render --out out/cube
'sphsolids scenes' lists the scenes that come with the program; Docs/scene.md explains scene files.)";

struct RunCommandOptions
{
	std::string scene;
	std::string solver;
	std::vector<std::string> changes;
	std::string out, json, csv, report, trouble;
	bool allowsOutside = false;
	std::string quality = "standard";
	int width = 1280, height = 720;
	int threads = 0;
	bool full = false;
	Lab::RunOptions run;
};

/// A bar on a terminal, a line every tenth of the run elsewhere.
class RunProgressPrinter
{
public:
	explicit RunProgressPrinter(std::FILE* stream)
		: out(stream)
		, isTerminal(isatty(fileno(stream)) == 1)
	{
	}

	bool Show(const Lab::RunProgress& progress)
	{
		const int tenth = progress.frames > 0 ? 10 * progress.frame / progress.frames : 10;
		if (isTerminal || tenth != lastTenth)
			Print(progress);
		lastTenth = tenth;
		return !IsInterrupted();
	}
	void Finish() const
	{
		if (isTerminal)
			std::fprintf(out, "\r\033[K");
	}

private:
	void Print(const Lab::RunProgress& progress) const
	{
		constexpr int BarWidth = 30;
		const double share = static_cast<double>(progress.frame) / std::max(1, progress.frames);
		const int filled = static_cast<int>(share * BarWidth);
		char line[200];
		std::snprintf(line, sizeof line, "%3.0f %%  frame %d of %d, %.2f s simulated, %.2fx real time, %.0f s left", 100 * share,
			progress.frame, progress.frames, progress.time, progress.realTimeFactor, progress.secondsLeft);
		if (isTerminal)
			std::fprintf(out, "\r[%s%s] %s\033[K", std::string(static_cast<std::size_t>(filled), '#').c_str(),
				std::string(static_cast<std::size_t>(BarWidth - filled), '.').c_str(), line);
		else
			std::fprintf(out, "%s\n", line);
		std::fflush(out);
	}

	std::FILE* out;
	bool isTerminal;
	int lastTenth = -1;
};

/// Letters, digits and a few signs of a scene's name: good for a folder everywhere.
std::string FolderName(const std::string& name)
{
	std::string folder;
	for (const char c : name.substr(0, 60))
		folder += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' ? c : '_';
	return folder.empty() ? "scene" : folder;
}

void PrintOutcome(const Lab::RunOutcome& outcome)
{
	const auto& report = outcome.report;
	std::printf("%s: %d frames, %.2f s, %d steps, %.2f ms per step (median), %.2fx real time\n", report["scene"].get<std::string>().c_str(),
		report["frames"].get<int>(), report["time"].get<double>(), report["steps"].get<int>(),
		report["msPerStep"]["total"]["median"].get<double>(), report["realTimeFactor"].get<double>());
	constexpr std::size_t MostBodies = 12; // more are no longer read one by one
	for (std::size_t k = 0; k < std::min(report["bodies"].size(), MostBodies); ++k)
	{
		const auto& body = report["bodies"][k];
		std::printf("  %-14s %7d particles, volume ratio %.4f, J %.3f to %.3f, %d inverted\n", body["name"].get<std::string>().c_str(),
			body["particles"].get<int>(), body["volumeRatio"].get<double>(), body["minJ"].get<double>(), body["maxJ"].get<double>(),
			body["inverted"].get<int>());
	}
	if (report["bodies"].size() > MostBodies)
		std::printf("  and %zu more bodies (all with --json FILE)\n", report["bodies"].size() - MostBodies);
	for (const auto& fluid : report["fluids"])
		std::printf("  %-14s %7d particles, density error %.3f %%\n", fluid["name"].get<std::string>().c_str(),
			fluid["particles"].get<int>(), 100 * fluid["densityError"].get<double>());
	for (const auto& [name, probe] : report["probes"].items())
		std::printf("  probe %-8s at (%.5g, %.5g, %.5g)\n", name.c_str(), probe["position"][0].get<double>(),
			probe["position"][1].get<double>(), probe["position"][2].get<double>());
	for (const auto& [issue, count] : report["issues"].items())
		std::printf("  issue %s: %d times\n", issue.c_str(), count.get<int>());
	for (const auto& note : report["notes"])
		std::printf("  %s\n", note.get<std::string>().c_str());
	std::printf("  hash %s\n", report["hash"].get<std::string>().c_str());
	for (const std::filesystem::path& file : outcome.files)
		std::printf("Wrote %s\n", file.c_str());
}

int RunRun(RunCommandOptions options)
{
	if (!options.solver.empty())
		options.changes.insert(options.changes.begin(), "solver.name=" + options.solver);
	if (options.full)
	{
		auto larger = Lab::FullSizeChanges(options.scene);
		if (!larger.IsOk())
			return Fail(larger.Message());
		options.changes.insert(options.changes.begin(), larger.Value().begin(), larger.Value().end());
	}
	auto loaded = Lab::LoadScene(options.scene, options.changes, options.allowsOutside);
	if (!loaded.IsOk())
		return Fail(loaded.Message());
	Lab::RunOptions& run = options.run;
	run.scene = options.scene;
	run.folder = !options.out.empty() ? options.out
		: !options.report.empty()     ? options.report
									  : "out/" + FolderName(loaded.Value().description.name);
	run.json = options.json;
	run.csv = options.csv;
	run.trouble = options.trouble;
	run.render.width = options.width;
	run.render.height = options.height;
	run.render.quality = *Render::QualityByName(options.quality);
	if (!options.report.empty())
	{
		std::error_code code;
		std::filesystem::create_directories(options.report, code);
		if (code)
			return Fail("The folder '" + options.report + "', given by --report, could not be made (" + code.message() + ").");
		run.reportFile = std::filesystem::path(options.report) / "report.html";
	}
	for (const auto& [file, option] : {std::pair{options.json, "--json"}, {options.csv, "--csv"}})
		// The run makes its own folder when the scene is built.
		if (const bool isBesideOthers = std::filesystem::path(file).parent_path() == run.folder; !file.empty() && !isBesideOthers)
			if (const Status status = CheckTarget(file, option); !status.IsOk())
				return Fail(status.Message());
	const auto tasks = MakeParallelTaskRunner(options.threads);
	ProgressPrinter building(stderr);
	RunProgressPrinter progress(stderr);
	auto outcome = Lab::RunScene(loaded.Value(), run, *tasks, &building,
		[&](const Lab::RunProgress& now)
		{
			building.Finish();
			return progress.Show(now);
		});
	building.Finish();
	progress.Finish();
	if (!outcome.IsOk())
		return IsInterrupted() ? Fail("Cancelled.", InterruptedExitCode) : Fail(options.scene + ": " + outcome.Message());
	PrintOutcome(outcome.Value());
	for (const std::string& warning : outcome.Value().warnings)
		std::fprintf(stderr, "sphsolids: %s\n", warning.c_str());
	if (outcome.Value().interrupted)
		return Fail("Stopped early; what was written so far is whole.", InterruptedExitCode);
	return outcome.Value().warnings.empty() ? 0 : FailureExitCode;
}

}

void AddRunCommand(CLI::App& app, Action& action)
{
	const auto options = std::make_shared<RunCommandOptions>();
	Lab::RunOptions& run = options->run;
	CLI::App* command = app.add_subcommand("run", "Play a scene; measure, record, draw and report it");
	command->footer(RunFooter);
	command->add_option("SCENE", options->scene, "A JSON file, or the name of a scene (see 'sphsolids scenes')")->required()->type_name("");
	command->add_option("--frames", run.frames, "Frames to play (default: as the scene says)")
		->check(WholeNumber(1, Lab::SceneLimits::Frames))
		->type_name("COUNT");
	command->add_option("--fps", run.fps, "Frames per second of simulated time (default: as the scene says)")
		->check(PositiveNumberOf("frames per second"))
		->type_name("RATE");
	command->add_flag("--full", options->full, "As large as in the paper it comes from, for scenes that are made smaller here");
	command->add_option("--threads", options->threads, "Threads to use (default: all)")->check(WholeNumber(1, 1024))->type_name("COUNT");
	std::vector<std::string> solvers;
	for (const ElasticSolverInfo& info : ElasticSolvers())
		solvers.emplace_back(info.name);
	command->add_option("--solver", options->solver, "Solver of elasticity (see 'sphsolids solvers')")
		->check(OneOf(solvers))
		->type_name("NAME");
	command->add_option("--set", options->changes, "Change a value of the scene, any number of times")
		->allow_extra_args(false)
		->type_name("PATH.TO.KEY=VALUE");
	command->add_option("--out", options->out, "Folder for pictures, video and recordings (default: out/SCENE)")->type_name("DIR");
	command->add_option("--record", run.record, "Record all particles of each frame: " + Lab::JoinWords(Lab::RecordFormats()))
		->check(OneOf(Lab::RecordFormats()))
		->delimiter(',')
		->allow_extra_args(false)
		->type_name("FORMAT");
	command->add_flag("--render", run.pictures, "Draw each frame as a PNG");
	command->add_flag("--video", run.video, "Make an MP4 of all frames (needs ffmpeg)");
	command->add_flag("--gif", run.gif, "Make an animated GIF of all frames, at most 640 pixels wide (needs ffmpeg)");
	command->add_option("--quality", options->quality, "Of pictures: draft, standard (default), high or best")
		->check(OneOf({"draft", "standard", "high", "best"}))
		->type_name("NAME");
	command->add_option("--width", options->width, "Of pictures (default 1280)")->check(WholeNumber(16, 7680))->type_name("PIXELS");
	command->add_option("--height", options->height, "Of pictures (default 720)")->check(WholeNumber(16, 4320))->type_name("PIXELS");
	command->add_option("--report", options->report, "Write a self-contained page report.html with pictures and plots into this folder")
		->type_name("DIR");
	command->add_option("--json", options->json, "Write a report to this file")->type_name("FILE");
	command
		->add_option("--record-trouble", options->trouble,
			"Write the steps before an issue into this folder as .sphrec files, for 'sphsolids replay'")
		->type_name("DIR");
	command->add_flag("--allow-outside", options->allowsOutside, "Let the scene name files that do not lie in its own folder");
	command->add_option("--csv", options->csv, "Write one row of figures per frame to this file")->type_name("FILE");
	command->callback([options, &action] { action = [options] { return RunRun(*options); }; });
}

}
