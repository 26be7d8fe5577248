#include "GapBench.h"

#include "GapFollower.h"

#include <Common/Interrupt.h>
#include <SPHSolids/Base/Hash.h>

#include <algorithm>
#include <cstdio>

namespace SPHSolids::Tools
{
namespace
{

constexpr double Shares[] = {1e-3, 1e-4};
constexpr int PlayedSteps = 100, OrdinaryFrames = 5;

struct Reached
{
	int step = 0, iterations = -1;
	GapFollower::Cost cost;
};

/// Median and worst of the steps that reached it; those that did not are the worst.
void Summarise(
	const std::string& scene, double share, std::vector<Reached> reached, double goalMs, std::uint64_t hash, BenchPrinter& printer)
{
	const auto milliseconds = [](const Reached& r) { return r.iterations < 0 ? 1e30 : r.cost.milliseconds; };
	std::sort(reached.begin(), reached.end(), [&](const Reached& a, const Reached& b) { return milliseconds(a) < milliseconds(b); });
	const Reached &median = reached[reached.size() / 2], &worst = reached.back();
	char text[300], hashText[17];
	std::snprintf(hashText, sizeof hashText, "%016llx", static_cast<unsigned long long>(hash));
	int length = std::snprintf(text, sizeof text,
		"%s to %.0e: median %.1f ms (%d iterations), worst %.1f ms (step %d, %d iterations), hash %s", scene.c_str(), share,
		median.cost.milliseconds, median.iterations, worst.cost.milliseconds, worst.step, worst.iterations, hashText);
	if (goalMs > 0)
		std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length), "; goal %.0f ms: median %s, worst %s", goalMs,
			milliseconds(median) <= goalMs ? "reached" : "NOT reached", milliseconds(worst) <= goalMs ? "reached" : "NOT reached");
	nlohmann::json steps;
	for (const Reached& r : reached)
		steps.push_back(
			{{"step", r.step}, {"iterations", r.iterations}, {"evaluations", r.cost.evaluations}, {"milliseconds", r.cost.milliseconds}});
	char name[100];
	std::snprintf(name, sizeof name, "gap_%s_%.0e", scene.c_str(), share);
	printer.Note(name, {{"steps", steps}, {"hash", hashText}}, text);
}

void FollowScene(const std::string& name, double goalMs, const SolidBenchOptions& options, BenchPrinter& printer)
{
	Scenes::SolidScene scene = Scenes::FindSolidScene(name).TakeValue();
	scene.solver.minimiser.iterations = 10;
	Scenes::SolidPlayer player(scene, options.threads);
	const int frames = options.gapFrames > 0 ? std::min(options.gapFrames, PlayedSteps) : OrdinaryFrames;
	std::vector<Reached> reached[std::size(Shares)];
	std::printf("\n%s, %zu particles, %d threads; iterations, evaluations and ms to 1e-3, then to 1e-4 of the gap:\n", name.c_str(),
		player.body.ParticleCount(), options.threads);
	for (int step = 1; step <= PlayedSteps && !IsInterrupted(); ++step)
	{
		if (step % (PlayedSteps / frames) == 0)
		{
			GapFollower follower(player);
			std::printf("  step %3d:", step);
			for (std::size_t g = 0; g < std::size(Shares); ++g)
			{
				Reached r{step, follower.IterationsTo(Shares[g]), {}};
				if (r.iterations >= 0)
					r.cost = follower.Measure(r.iterations);
				std::printf("  %4d %4d %8.2f", r.iterations, r.cost.evaluations, r.cost.milliseconds);
				reached[g].push_back(r);
			}
			std::printf("\n");
			std::fflush(stdout);
		}
		player.Run(1);
	}
	Hash64 hash;
	hash.AddSpan(std::span(player.body.position));
	for (std::size_t g = 0; g < std::size(Shares); ++g)
		if (!reached[g].empty())
			Summarise(name, Shares[g], reached[g], g == 1 ? goalMs : 0, hash.Value(), printer);
}

}

void RunGapFigures(const SolidBenchOptions& options, BenchPrinter& printer)
{
	FollowScene("twisting_beam", 8, options, printer);
	FollowScene("drop", 20, options, printer);
}

}
