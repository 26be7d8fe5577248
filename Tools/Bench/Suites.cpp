#include "Suites.h"

#include "BudgetBench.h"
#include "BusyProcess.h"
#include "ClothBench.h"
#include "ContactBench.h"
#include "FluidBench.h"
#include "GapBench.h"
#include "PictureBench.h"
#include "ReliabilityBench.h"
#include "SkinBench.h"
#include "SoakBench.h"

#include <Common/Version.h>
#include <SPHSolids/Base/Simd.h>
#include <SPHSolids/Solid/PreconditionerCache.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace SPHSolids::Tools
{
namespace
{

bool Contains(std::span<const ElasticSolverInfo> infos, std::string_view name)
{
	return std::any_of(infos.begin(), infos.end(), [&](const ElasticSolverInfo& info) { return info.name == name; });
}

SceneRecipe Named(const std::string& name)
{
	return [name] { return Scenes::FindSolidScene(name).TakeValue(); };
}
SceneRecipe With(
	const SceneRecipe& recipe, int iterations, const std::string& preconditioner = "twolevel", const std::string& solver = "lbfgs")
{
	return [=]
	{
		Scenes::SolidScene scene = recipe();
		scene.solver.name = solver;
		scene.solver.preconditioner = preconditioner;
		scene.solver.minimiser.iterations = iterations;
		return scene;
	};
}

/// The figures of the project's list: elasticity alone.
void RunFigures(const SolidBenchOptions& options, BenchPrinter& printer)
{
	SolidBenchOptions followed = options;
	followed.gapFrames = std::max(options.gapFrames, 3);
	printer.Title("Scenes of the papers");
	printer.Row(RunSolidBench(With(Named("twisting_beam"), 10), followed), 6);
	printer.Row(RunSolidBench(With(Named("stretching_cube"), 2), followed), 3);
	printer.Row(RunSolidBench(With(Named("swinging_cloth"), 2), followed), 5);
	printer.Row(RunSolidBench(With(Named("drop"), 10), followed));

	printer.Title("Against the papers' linear algebra, same scene and run");
	SolidBenchOptions brief = followed;
	brief.steps = std::min(options.steps, 20);
	for (const char* preconditioner : {"twolevel", "onering", "full", "eigen"})
		printer.Row(RunSolidBench(With(Named("twisting_beam"), 10, preconditioner), brief));
	brief.gapFrames = 0;
	const auto corotated = [] { return Scenes::TwistingBeam(MaterialModel::Corotated); }; // all that splitting can do
	for (const char* solver : {"lbfgs", "splitting"})
		printer.Row(RunSolidBench(With(corotated, 10, "twolevel", solver), brief));

	printer.Title("Beam of a peer: fewest iterations that leave 1e-3 of the gap");
	// Errors of earlier steps come back through the prediction, so the beam is played until it has swung far.
	SolidBenchOptions swung = followed;
	swung.gapFrames = 8;
	swung.steps = 200;
	constexpr std::pair<int, double> beams[] = {{10, 0.9}, {13, 2.2}, {16, 4.5}, {20, 10}};
	for (const auto& [k, goal] : beams)
	{
		const auto beam = [size = k] { return Scenes::ReferenceBeam(size); };
		const int iterations = IterationsForGap(beam(), 1e-3, 20, swung);
		printer.Row(RunSolidBench(With(beam, iterations), followed), goal);
	}

	RunGapFigures(options, printer);

	printer.Title("Large bodies, 10 iterations");
	SolidBenchOptions large = options;
	large.steps = std::min(options.steps, 10);
	constexpr std::pair<double, double> bodies[] = {{64000, 55}, {250000, 230}};
	for (const auto& [particles, goal] : bodies)
		printer.Row(RunSolidBench(With([p = particles] { return Scenes::Drop(p); }, 10), large), goal);
}

void RunObjective(const SolidBenchOptions&, BenchPrinter& printer)
{
	for (const MaterialModelInfo& info : MaterialModels())
	{
		const ObjectiveBenchResult result = RunObjectiveBench(info.model);
		const bool isGoal = info.model == MaterialModel::StableNeoHookean;
		char sentence[160];
		std::snprintf(sentence, sizeof(sentence), "%-20s %zu particles, %zu pairs, one worker: %.2f ns a pair%s",
			std::string(info.name).c_str(), result.particles, result.pairs, result.nanosecondsPerPair, isGoal ? " (goal 2.0)" : "");
		printer.Note("nanosecondsPerPair." + std::string(info.name), result.nanosecondsPerPair, sentence);
	}
}

/// Cost against size: t = c n^p.
void RunScaling(const SolidBenchOptions& options, BenchPrinter& printer)
{
	printer.Title("One body from 1k to 250k particles, 10 iterations");
	double sumX = 0, sumY = 0, sumXX = 0, sumXY = 0;
	int count = 0;
	for (const double particles : {1000.0, 2000.0, 4000.0, 8000.0, 16000.0, 32000.0, 64000.0, 125000.0, 250000.0})
	{
		SolidBenchOptions few = options;
		few.steps = particles > 50000 ? std::min(options.steps, 10) : options.steps;
		const SolidBenchResult result = RunSolidBench(With([particles] { return Scenes::Drop(particles); }, 10), few);
		printer.Row(result);
		const double x = std::log(static_cast<double>(result.particles)), y = std::log(result.medianMs);
		sumX += x;
		sumY += y;
		sumXX += x * x;
		sumXY += x * y;
		++count;
	}
	const double exponent = (count * sumXY - sumX * sumY) / (count * sumXX - sumX * sumX);
	char sentence[100];
	std::snprintf(sentence, sizeof(sentence), "A step takes time like n^%.3f.", exponent);
	printer.Note("scalingExponent", exponent, sentence);
}

/// Many instances of one body: rest data and preconditioner are there once.
void RunInstances(const SolidBenchOptions& options, BenchPrinter& printer)
{
	constexpr int instanceCount = 100;
	printer.Title("100 instances of a body of 1,000 particles, 10 iterations");
	const Scenes::SolidScene scene = With([] { return Scenes::Drop(1000); }, 10)();
	auto tasks = MakeParallelTaskRunner(options.threads);
	ElasticSolverSettings settings = scene.solver;
	settings.cache = std::make_shared<PreconditionerCache>();
	std::vector<SolidBody> bodies;
	std::vector<std::unique_ptr<ElasticSolver>> solvers;
	for (int k = 0; k < instanceCount; ++k)
	{
		SolidBodyDef def = scene.body;
		def.rotation = AxisAngleRotation(Vec3d{0, 0, 1}, 0.05 * k);
		bodies.push_back(SolidBody::Create(def).TakeValue());
		for (const Scenes::ScenePin& pin : scene.pins)
			bodies.back().Pin([&](const Vec3& X) { return pin.region.Contains(X.Cast<double>()); }, pin.motion, 0);
		solvers.push_back(MakeElasticSolver(settings, bodies.back()).TakeValue());
	}
	const std::vector<Vec3> acceleration(bodies[0].ParticleCount(), scene.gravity.Cast<Real>());
	auto serial = MakeSerialTaskRunner();
	std::vector<double> ms;
	for (int step = 0; step < options.steps + options.warmUpSteps; ++step)
	{
		const auto start = std::chrono::steady_clock::now();
		// One instance a task: together they fill the workers better than each alone could.
		ParallelFor(*tasks, bodies.size(), 1,
			[&](std::size_t k, std::size_t) { solvers[k]->Step(bodies[k], scene.step, scene.step * (step + 1), acceleration, *serial); });
		if (step >= options.warmUpSteps)
			ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
	}
	std::sort(ms.begin(), ms.end());
	double megabytes = 0;
	for (const auto& solver : solvers)
		megabytes += static_cast<double>(solver->Bytes()) / 1e6;
	const double shared = static_cast<double>(bodies[0].Rest().elastic.Bytes()) / 1e6;
	char sentence[200];
	std::snprintf(sentence, sizeof(sentence),
		"%zu particles in %d bodies: %.2f ms a step for all (median), %.1f MB of solver data, %.2f MB of shared rest data.",
		bodies.size() * bodies[0].ParticleCount(), instanceCount, ms[ms.size() / 2], megabytes, shared);
	printer.Note("instances", {{"medianMs", ms[ms.size() / 2]}, {"solverMB", megabytes}, {"restMB", shared}}, sentence);
}

void RunContention(const SolidBenchOptions& options, BenchPrinter& printer)
{
	printer.Title("Twisting beam alone, and with another process on one of the cores");
	const SolidBenchResult alone = RunSolidBench(With(Named("twisting_beam"), 10), options);
	printer.Row(alone);
	SolidBenchResult shared;
	{
		const BusyProcess busy;
		shared = RunSolidBench(With(Named("twisting_beam"), 10), options);
	}
	printer.Row(shared);
	char sentence[100];
	std::snprintf(sentence, sizeof(sentence), "%.2f times slower with a busy neighbour.", shared.medianMs / alone.medianMs);
	printer.Note("contentionRatio", shared.medianMs / alone.medianMs, sentence);
}

constexpr BenchSuite SuiteTable[] = {
	{"figures", "The project's list of figures for elastic bodies", &RunFigures},
	{"gap", "Beam and hanging ball to 1e-4 of the objective gap, step by step; --gap-frames: how many", &RunGapFigures},
	{"objective", "Energy and gradient of every material, one worker", &RunObjective},
	{"scaling", "One body from 1k to 250k particles, with the exponent", &RunScaling},
	{"instances", "100 instances of one body", &RunInstances},
	{"contention", "A neighbour on one of the cores", &RunContention},
	{"contact", "Whole steps of scenes in which bodies meet", &RunContactFigures},
	{"fluids", "Whole steps of scenes with water", &RunFluidFigures},
	{"mass_spring", "The cloth beside masses and springs", &RunMassSpringComparison},
	{"skin", "A skin of 100k vertices", &RunSkinFigures},
	{"pictures", "Frames of 1280 x 720", &RunPictureFigures},
	{"fluid_scaling", "Water from 10k to 1M particles", &RunFluidScaling},
	{"abuse", "Seeded abuse by every solver; --steps: episodes of each; --seed: one, frame by frame", &RunAbuse},
	{"abuse_company", "The same while bodies meet each other, a rigid box or water; --steps: episodes of each", &RunAbuseInCompany},
	{"budget", "A pile and a tank of water kept to a budget of milliseconds; --steps: frames", &RunBudget},
	{"soak", "A small scene for very long: memory, speed, drift; --steps", &RunSoak},
	{"game_soak", "A room full of things that come and go, for very long; --steps: frames, 216000 are an hour", &RunGameSoak},
	{"recorder", "What the flight recorder costs", &RunRecorderCost},
	{"snapshot", "A snapshot of 10,000 particles: taken and restored, with the hash", &RunSnapshotCost},
	{"network", "Bytes and errors of packed bodies", &RunNetwork},
};

}

void BenchPrinter::Title(const std::string& title)
{
	if (json.is_null())
		json = {{"version", Version()}, {"simd", SimdName}, {"rows", nlohmann::json::array()}};
	std::printf("\n%s\n%-18s %-11s %-9s %9s %4s %8s %8s %6s %5s %8s %7s %7s %18s %s\n", title.c_str(), "scene", "solver", "precond.",
		"particles", "thr", "median", "p95 ms", "iter", "back", "set-up s", "MB", "MB rest", "hash", "gap: iterations to 1e-2 1e-3 1e-4");
}

void BenchPrinter::Row(const SolidBenchResult& r, double goalMs)
{
	if (json.is_null())
		Title("");
	std::printf("%-18s %-11s %-9s %9zu %4d %8.2f %8.2f %6.1f %5.2f %8.2f %7.1f %7.1f   %016llx", r.scene.c_str(), r.solver.c_str(),
		r.preconditioner.c_str(), r.particles, r.threads, r.medianMs, r.p95Ms, r.iterations, r.backtracks, r.setUpSeconds, r.solverMB,
		r.restMB, static_cast<unsigned long long>(r.hash));
	for (const SolidBenchResult::Gap& gap : r.gaps)
		std::printf("  %d (%.1f ms)", gap.iterations, gap.milliseconds);
	if (r.gapAtEnd >= 0)
		std::printf("  left %.1e", r.gapAtEnd);
	if (goalMs > 0)
		std::printf("  goal %.1f ms: %s", goalMs, r.medianMs <= goalMs ? "reached" : "NOT reached");
	std::printf("\n");
	std::fflush(stdout);
	nlohmann::json row = ToJson(r);
	if (goalMs > 0)
		row["goalMs"] = goalMs;
	json["rows"].push_back(row);
}

void BenchPrinter::Note(const std::string& name, const nlohmann::json& value, const std::string& sentence)
{
	if (json.is_null())
		json = {{"version", Version()}, {"simd", SimdName}, {"rows", nlohmann::json::array()}};
	std::printf("%s\n", sentence.c_str());
	json[name] = value;
}

std::span<const BenchSuite> BenchSuites()
{
	return SuiteTable;
}

const BenchSuite* FindBenchSuite(std::string_view name)
{
	const auto place =
		std::find_if(std::begin(SuiteTable), std::end(SuiteTable), [&](const BenchSuite& suite) { return suite.name == name; });
	return place == std::end(SuiteTable) ? nullptr : place;
}

Status BenchScene(const std::string& name, const std::string& choice, const SolidBenchOptions& options, BenchPrinter& printer)
{
	SceneRecipe recipe = Named(name);
	if (!choice.empty())
	{
		const int iterations = recipe().solver.minimiser.iterations;
		if (Contains(Preconditioners(), choice))
			recipe = With(recipe, iterations, choice);
		else if (Contains(ElasticSolvers(), choice))
			recipe = With(recipe, iterations, "twolevel", choice);
		else
			return Error{"There is no solver or preconditioner named '" + choice + "'; 'sphsolids solvers' lists them."};
	}
	// A solver may refuse the scene's material.
	const Scenes::SolidScene scene = recipe();
	if (const auto solver = MakeElasticSolver(scene.solver, SolidBody::Create(scene.body).TakeValue()); !solver.IsOk())
		return Error{solver.Message()};
	printer.Row(RunSolidBench(recipe, options));
	return {};
}

}
