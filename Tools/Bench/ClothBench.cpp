#include "ClothBench.h"

#include <Scenes/MassSpringCloth.h>
#include <Scenes/SolidScenes.h>

#include <chrono>
#include <cstdio>

namespace SPHSolids::Tools
{
namespace
{

constexpr int ClothSteps = 80; // 0.8 s: about the lowest that it swings

/// The side opposite to the one that is held.
constexpr Box3d FreeEdge = {{-1e9, 1.0, -1e9}, {1e9, 1e9, 1e9}};

double EdgeHeight(const Scenes::MassSpringCloth& cloth)
{
	double sum = 0, count = 0;
	for (std::size_t i = 0; i < cloth.Positions().size(); ++i)
		if (FreeEdge.Contains(cloth.RestPositions()[i]))
		{
			sum += cloth.Positions()[i].z;
			++count;
		}
	return sum / count;
}

template <class Work>
double MeanMilliseconds(Work&& work)
{
	const auto start = std::chrono::steady_clock::now();
	for (int k = 0; k < ClothSteps; ++k)
		work();
	return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() / ClothSteps;
}

}

void RunMassSpringComparison(const SolidBenchOptions& options, BenchPrinter& printer)
{
	const Scenes::SolidScene scene = Scenes::SwingingCloth();
	Scenes::SolidPlayer ours(scene, options.threads);
	const double ourMs = MeanMilliseconds([&] { ours.Run(1); });
	const double ourHeight = Scenes::MeanPosition(ours.body, FreeEdge).z;
	Scenes::MassSpringCloth springs(scene);
	const double springMs = MeanMilliseconds([&] { springs.Step(); });
	const double springHeight = EdgeHeight(springs);
	char sentence[400];
	std::snprintf(sentence, sizeof sentence,
		"Swinging cloth of %zu particles after %.2f s: its free edge is at %.3f m and a step takes %.1f ms (%d iterations, %d threads); as "
		"%zu "
		"springs of the same stiffness (local and global steps, ten a step, one thread) at %.3f m and %.1f ms.",
		ours.body.ParticleCount(), ours.time, ourHeight, ourMs, scene.solver.minimiser.iterations, ours.tasks->WorkerCount(),
		springs.SpringCount(), springHeight, springMs);
	printer.Note("mass_spring", {{"ms", ourMs}, {"height", ourHeight}, {"springMs", springMs}, {"springHeight", springHeight}}, sentence);
}

}
