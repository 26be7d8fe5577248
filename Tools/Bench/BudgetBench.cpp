#include "BudgetBench.h"

#include "BudgetWorlds.h"
#include "Percentile.h"

#include <Common/Interrupt.h>
#include <Common/ProcessorTime.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace SPHSolids::Tools
{
namespace
{

struct BudgetScene
{
	const char* name;
	const char* unit;
	int fewest, most;
	std::unique_ptr<World> (*make)(const WorldDef& def, int count);
};

constexpr BudgetScene BudgetScenes[] = {
	{"pile", "blocks of 125 particles", 4, 512, &MakePile},
	{"tank", "thousand particles of water", 1, 256, &MakeTank},
};

/// Times of the frames of a world with a budget, sorted.
struct BudgetFigures
{
	std::vector<double> ms;       ///< by the clock
	std::vector<double> threadMs; ///< that the calling thread ran: the rest it waited, for its workers or because others had its core
	double iterations = 0;        ///< of a body in an elastic step
	double substeps = 0;          ///< of a frame
	double pressure = 0;          ///< iterations of both solves of a substep
	double density = 0;           ///< most of what the density solve left, as a share
};

BudgetFigures Play(const BudgetScene& scene, const WorldDef& def, int count, int frames, TaskRunner& tasks)
{
	auto world = scene.make(def, count);
	BudgetFigures figures;
	double iterations = 0, solves = 0, substeps = 0, pressure = 0;
	for (int frame = 0; frame < frames && !IsInterrupted(); ++frame)
	{
		// Stirred every second, so that nothing falls asleep.
		if (frame % 60 == 0)
			world->ApplyRadialImpulse({0, 0, 0}, 1.5, 3);
		const double start = ThreadSeconds();
		const StepReport report = world->Step(1.0 / 60, tasks);
		figures.threadMs.push_back(1000 * (ThreadSeconds() - start));
		figures.ms.push_back(report.milliseconds.total);
		iterations += report.elastic.iterations;
		solves += report.elastic.solves;
		substeps += report.substeps;
		pressure += report.divergence.iterations + report.density.iterations;
		figures.density = std::max(figures.density, report.density.residual);
	}
	figures.iterations = iterations / std::max(1.0, solves);
	figures.pressure = pressure / std::max(1.0, substeps);
	figures.substeps = substeps / std::max(1.0, static_cast<double>(figures.ms.size()));
	std::sort(figures.ms.begin(), figures.ms.end());
	std::sort(figures.threadMs.begin(), figures.threadMs.end());
	return figures;
}

std::string Quality(const BudgetFigures& figures)
{
	char text[160];
	std::snprintf(text, sizeof text, "%.1f iterations, %.1f substeps", figures.iterations, figures.substeps);
	if (figures.pressure == 0)
		return text;
	const std::size_t length = std::string(text).size();
	std::snprintf(text + length, sizeof text - length, ", %.1f iterations of pressure, density left at most %.2f %%", figures.pressure,
		100 * figures.density);
	return text;
}

/// Doubled until it does not fit, then halved in between. What fits keeps its budget in 99 of 100 frames.
int LargestThatFits(const BudgetScene& scene, const WorldDef& def, TaskRunner& tasks)
{
	int fitting = scene.fewest, tooMany = scene.most;
	while (tooMany - fitting > std::max(1, fitting / 8) && !IsInterrupted())
	{
		const int count = tooMany == scene.most ? 2 * fitting : (fitting + tooMany) / 2;
		const BudgetFigures trial = Play(scene, def, count, 600, tasks);
		std::printf("%4d %s: median %.2f ms, p99 %.2f ms, %s\n", count, scene.unit, Percentile(trial.ms, 0.5), Percentile(trial.ms, 0.99),
			Quality(trial).c_str());
		std::fflush(stdout);
		(Percentile(trial.ms, 0.99) > def.budgetMilliseconds ? tooMany : fitting) = count;
	}
	return fitting;
}

}

void RunBudget(const SolidBenchOptions& options, BenchPrinter& printer)
{
	const auto tasks = MakeParallelTaskRunner(options.threads);
	WorldDef def;
	def.time.elasticStep = 1.0 / 60;
	def.budgetMilliseconds = 8;
	const double budget = def.budgetMilliseconds;
	for (const BudgetScene& scene : BudgetScenes)
	{
		const int fitting = LargestThatFits(scene, def, *tasks);
		const BudgetFigures figures = Play(scene, def, fitting, options.steps, *tasks);
		std::printf("Budget %.1f ms, %s, %d %s, %zu frames, %s:\n", budget, scene.name, fitting, scene.unit, figures.ms.size(),
			Quality(figures).c_str());
		const auto note = [&](const std::string& name, const char* what, const std::vector<double>& ms)
		{
			const auto above = [&](double limit) { return static_cast<int>(ms.end() - std::upper_bound(ms.begin(), ms.end(), limit)); };
			char sentence[300];
			std::snprintf(sentence, sizeof sentence,
				"  %s: median %.2f, p95 %.2f, p99 %.2f, longest %.2f ms; %d above 1.1 budgets, %d above 2.", what, Percentile(ms, 0.5),
				Percentile(ms, 0.95), Percentile(ms, 0.99), ms.back(), above(1.1 * budget), above(2 * budget));
			printer.Note(name, {{"count", fitting}, {"p99", Percentile(ms, 0.99)}, {"longest", ms.back()}}, sentence);
		};
		note(std::string("budget_") + scene.name, "by the clock", figures.ms);
		note(std::string("budgetThread_") + scene.name, "the calling thread ran", figures.threadMs);
	}
}

}
