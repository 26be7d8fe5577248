#include "ContactBench.h"

#include "BusyProcess.h"

#include <Common/Interrupt.h>
#include <Lab/SceneLibrary.h>
#include <Lab/ScenePlayer.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

namespace SPHSolids::Tools
{
namespace
{

/// The value that this share of them lies below.
double ShareOf(std::vector<double> values, double share)
{
	if (values.empty())
		return 0;
	std::sort(values.begin(), values.end());
	return values[std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

/// What the steps of a world cost, one by one.
struct StepCosts
{
	std::vector<double> total, elasticity, boundary;
	double iterations = 0, substeps = 0, contacts = 0;
	std::uint32_t particles = 0, awake = 0;
	std::uint64_t hash = 0;

	double Median() const { return ShareOf(total, 0.5); }
};

/// A scene of the library, stepped one elastic step at a time.
class TimedScene
{
public:
	TimedScene(const std::string& name, int threads)
		: tasks(MakeParallelTaskRunner(threads))
	{
		const auto scene = Lab::LoadScene(name, {});
		if (!scene.IsOk())
		{
			trouble = scene.Message();
			return;
		}
		auto made = Lab::ScenePlayer::Create(scene.Value().description, *tasks, nullptr);
		if (made.IsOk())
			player = made.TakeValue();
		else
			trouble = made.Message();
	}

	bool IsReady() const { return player != nullptr; }
	const std::string& Trouble() const { return trouble; }
	StepCosts Play(int steps)
	{
		World& world = player->GetWorld();
		StepCosts costs;
		for (int k = 0; k < steps && !IsInterrupted(); ++k)
		{
			const StepReport report = world.Step(world.Def().time.elasticStep, *tasks);
			costs.total.push_back(report.milliseconds.total);
			costs.elasticity.push_back(report.milliseconds.elasticity);
			costs.boundary.push_back(report.milliseconds.boundary);
			costs.iterations += static_cast<double>(report.elastic.iterations) / std::max(1, report.elastic.solves) / steps;
			costs.substeps += static_cast<double>(report.substeps) / steps;
			costs.contacts += static_cast<double>(report.contacts) / steps;
			costs.particles = report.solidParticles;
			costs.awake = report.awakeBodies;
		}
		costs.hash = world.StateHash();
		return costs;
	}

private:
	std::unique_ptr<TaskRunner> tasks;
	std::unique_ptr<Lab::ScenePlayer> player;
	std::string trouble;
};

void PrintContactHeader()
{
	std::printf("%-28s %9s %4s %8s %8s %8s %8s %6s %6s %8s %18s\n", "scene", "particles", "thr", "median", "p95 ms", "elastic", "boundary",
		"iter", "subst.", "contacts", "hash");
}

void PrintContactRow(const std::string& name, int threads, const StepCosts& costs, double goalMs, double judgedMs, BenchPrinter& printer)
{
	char row[300];
	std::snprintf(row, sizeof(row), "%-28s %9u %4d %8.2f %8.2f %8.2f %8.2f %6.1f %6.1f %8.0f   %016llx", name.c_str(), costs.particles,
		threads, costs.Median(), ShareOf(costs.total, 0.95), ShareOf(costs.elasticity, 0.5), ShareOf(costs.boundary, 0.5), costs.iterations,
		costs.substeps, costs.contacts, static_cast<unsigned long long>(costs.hash));
	std::string sentence = row;
	if (goalMs > 0)
	{
		char goal[80];
		std::snprintf(goal, sizeof(goal), "  goal %.0f ms: %s", goalMs, judgedMs <= goalMs ? "reached" : "NOT reached");
		sentence += goal;
	}
	printer.Note(name,
		{{"particles", costs.particles}, {"threads", threads}, {"medianMs", costs.Median()}, {"p95Ms", ShareOf(costs.total, 0.95)},
			{"elasticityMs", ShareOf(costs.elasticity, 0.5)}, {"boundaryMs", ShareOf(costs.boundary, 0.5)},
			{"iterations", costs.iterations}, {"substeps", costs.substeps}, {"contacts", costs.contacts}, {"goalMs", goalMs}},
		sentence);
	std::fflush(stdout);
}

std::optional<StepCosts> PlayFromStart(const char* name, int threads, int steps, BenchPrinter& printer)
{
	TimedScene scene(name, threads);
	if (scene.IsReady())
		return scene.Play(steps);
	printer.Note(name, nullptr, scene.Trouble());
	return {};
}

/// 200 jellies in their first 0.8 s, while they fall and pile up.
void BenchPile(const SolidBenchOptions& options, BenchPrinter& printer)
{
	constexpr int steps = 100;
	constexpr double goalMs = 30;
	const auto all = PlayFromStart("jelly_pile", options.threads, steps, printer);
	if (!all)
		return;
	PrintContactRow("jelly_pile", options.threads, *all, goalMs, all->Median(), printer);
	std::optional<StepCosts> beside;
	{
		const BusyProcess busy;
		beside = PlayFromStart("jelly_pile", options.threads, steps, printer);
	}
	PrintContactRow("jelly_pile, busy neighbour", options.threads, *beside, 0, 0, printer);
	const auto alone = PlayFromStart("jelly_pile", 1, steps, printer);
	PrintContactRow("jelly_pile, one worker", 1, *alone, 0, 0, printer);
	const double slower = beside->Median() / all->Median(), efficiency = alone->Median() / (all->Median() * options.threads);
	char sentence[160];
	std::snprintf(sentence, sizeof(sentence), "%.2f times slower with a busy neighbour (goal 2.2); %d workers are used to %.0f %%.", slower,
		options.threads, 100 * efficiency);
	printer.Note("jelly_pile workers", {{"busyRatio", slower}, {"efficiency", efficiency}}, sentence);
}

/// A stack while it lands, and when it has fallen asleep or had time enough to.
void BenchRest(const SolidBenchOptions& options, BenchPrinter& printer)
{
	constexpr int activeSteps = 100, sleepingSteps = 100, mostSteps = 5000;
	TimedScene scene("stacking", options.threads);
	if (!scene.IsReady())
		return printer.Note("stacking", nullptr, scene.Trouble());
	const StepCosts active = scene.Play(activeSteps);
	PrintContactRow("stacking, landing", options.threads, active, 0, 0, printer);
	int steps = activeSteps;
	for (StepCosts costs = active; costs.awake > 0 && steps < mostSteps && !IsInterrupted(); steps += activeSteps)
		costs = scene.Play(activeSteps);
	const StepCosts asleep = scene.Play(sleepingSteps);
	PrintContactRow("stacking, later", options.threads, asleep, 0, 0, printer);
	const double share = ShareOf(asleep.total, 1) / active.Median();
	char sentence[160];
	std::snprintf(sentence, sizeof(sentence),
		"After %d steps %u bodies are awake; the longest step takes %.4f of an active one (goal 0.1 asleep).", steps, asleep.awake, share);
	printer.Note("stacking asleep", {{"steps", steps}, {"awake", asleep.awake}, {"shareOfActive", share}}, sentence);
}

}

void RunContactFigures(const SolidBenchOptions& options, BenchPrinter& printer)
{
	PrintContactHeader();
	BenchPile(options, printer);
	// Until the last two have landed; elasticity with contact is what the paper's figure holds.
	constexpr int bunnySteps = 400;
	if (const auto bunnies = PlayFromStart("colliding_bunnies", options.threads, bunnySteps, printer))
		PrintContactRow("colliding_bunnies", options.threads, *bunnies, 9, ShareOf(bunnies->elasticity, 0.5), printer);
	BenchRest(options, printer);
}

}
