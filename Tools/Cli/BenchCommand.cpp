#include "Command.h"
#include "OptionChecks.h"

#include <Bench/BenchPage.h>
#include <Bench/SolidBench.h>
#include <Bench/Suites.h>
#include <Common/Files.h>
#include <Common/Interrupt.h>
#include <Lab/RunHistory.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace SPHSolids::Tools
{
namespace
{

constexpr const char* BenchExamples = R"(Examples:
  sphsolids bench                                     the figures of Docs/performance.md
  sphsolids bench twisting_beam stretching_cube
  sphsolids bench twisting_beam --compare twolevel,full,onering,eigen,splitting
  sphsolids bench scaling --json scaling.json --report out/scaling
  sphsolids bench abuse --steps 1700                  10,000 episodes of abuse over all solvers
  sphsolids bench abuse --steps 8000 --compare lbfgs  episodes of one of them
  sphsolids bench abuse --seed 1759 --compare lbfgs   one episode, its peace frame by frame)";

std::string BenchFooter()
{
	std::string text = BenchExamples;
	const auto add = [&](std::string_view name, std::string_view description)
	{ text += "\n  " + std::string(name) + std::string(20 - std::min<std::size_t>(19, name.size()), ' ') + std::string(description); };
	text += "\nSuites:";
	for (const BenchSuite& suite : BenchSuites())
		add(suite.name, suite.description);
	text += "\nScenes:";
	for (const Scenes::SolidSceneInfo& info : Scenes::SolidScenes())
		add(info.name, info.description);
	return text;
}

struct BenchOptions
{
	std::vector<std::string> names;
	std::string json, report;
	SolidBenchOptions solid;
};

int RunBench(const BenchOptions& options)
{
	if (!options.json.empty())
		if (const Status status = CheckTarget(options.json, "--json"); !status.IsOk())
			return Fail(status.Message());
	if (!options.report.empty())
	{
		std::error_code code;
		std::filesystem::create_directories(options.report, code);
		if (code)
			return Fail("The folder '" + options.report + "', given by --report, could not be made (" + code.message() + ").");
	}
	BenchPrinter printer;
	for (const std::string& name : options.names.empty() ? std::vector<std::string>{"figures"} : options.names)
	{
		if (const BenchSuite* suite = FindBenchSuite(name))
		{
			suite->run(options.solid, printer);
			continue;
		}
		const Result<Scenes::SolidScene> found = Scenes::FindSolidScene(name);
		if (!found.IsOk())
			return Fail(found.Message());
		const std::vector<std::string> choices = options.solid.compare.empty() ? std::vector<std::string>{""} : options.solid.compare;
		for (const std::string& choice : choices)
		{
			const Status status = BenchScene(name, choice, options.solid, printer);
			if (!status.IsOk())
				return Fail(status.Message());
			if (IsInterrupted())
				break;
		}
	}
	if (!options.json.empty())
		if (const Status written = WriteFileAtomically(options.json, printer.Json().dump(1, '\t') + "\n"); !written.IsOk())
			return Fail(written.Message());
	if (!options.report.empty())
	{
		const std::filesystem::path page = std::filesystem::path(options.report) / "report.html";
		if (const Status written = WriteFileAtomically(page, MakeBenchPage(printer.Json(), Lab::DescribeMachine())); !written.IsOk())
			return Fail(written.Message());
		std::printf("Wrote %s\n", page.c_str());
	}
	return IsInterrupted() ? InterruptedExitCode : 0;
}

}

void AddBenchCommand(CLI::App& app, Action& action)
{
	CLI::App* command = app.add_subcommand("bench", "Measure solvers on scenes: time, iterations, memory, quality of the steps");
	command->footer(BenchFooter());
	auto options = std::make_shared<BenchOptions>();
	std::vector<std::string> names, choices;
	for (const BenchSuite& suite : BenchSuites())
		names.emplace_back(suite.name);
	for (const Scenes::SolidSceneInfo& info : Scenes::SolidScenes())
		names.emplace_back(info.name);
	for (const std::span<const ElasticSolverInfo> infos : {ElasticSolvers(), Preconditioners()})
		for (const ElasticSolverInfo& info : infos)
			choices.emplace_back(info.name);
	command->add_option("scene", options->names, "Scenes or suites; all figures if none is given")->check(OneOf(names))->type_name("SCENE");
	command
		->add_option(
			"--compare", options->solid.compare, "Solvers or preconditioners to run a scene with, in the same run; solvers of abuse")
		->check(OneOf(choices))
		->delimiter(',')
		->type_name("NAME,NAME");
	command->add_option("--threads", options->solid.threads, "Worker threads")->check(WholeNumber(1, 256))->type_name("N");
	command->add_option("--steps", options->solid.steps, "Steps that are timed")->check(WholeNumber(1, 1000000))->type_name("N");
	command->add_option("--repeat", options->solid.repeat, "Runs of each scene; the fastest median counts")
		->check(WholeNumber(1, 100))
		->type_name("N");
	command->add_option("--gap-frames", options->solid.gapFrames, "Frames at which the objective gap is followed")
		->check(WholeNumber(0, 1000))
		->type_name("N");
	command->add_option("--seed", options->solid.seed, "Abuse: the one episode to play and to show frame by frame")
		->check(WholeNumber(0, 1000000000))
		->type_name("N");
	command->add_option("--json", options->json, "Write the rows to this file")->type_name("FILE");
	command->add_option("--report", options->report, "Write a self-contained page report.html with tables and plots into this folder")
		->type_name("DIR");
	command->callback([&action, options] { action = [options] { return RunBench(*options); }; });
}

}
