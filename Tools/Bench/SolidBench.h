#pragma once

#include <Scenes/SolidScenes.h>

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace SPHSolids::Tools
{

struct SolidBenchOptions
{
	int threads = 2;
	int warmUpSteps = 5;
	int steps = 60;
	int repeat = 1; ///< runs from the start; the one with the lowest median counts
	/// Frames, spread over the run, at which the objective gap is followed iteration by iteration. 0: none.
	int gapFrames = 0;
	std::optional<std::uint64_t> seed; ///< the episode of abuse to play, alone; none: as many as steps, from 0 on
	std::vector<std::string> compare;  ///< solvers or preconditioners; empty: as the scene or suite has them
};

/// What an elastic scene cost and how good its steps were.
struct SolidBenchResult
{
	std::string scene, solver, preconditioner;
	std::size_t particles = 0, pairs = 0;
	int threads = 0, steps = 0;
	double setUpSeconds = 0;        ///< rest data, and the first preconditioner
	double medianMs = 0, p95Ms = 0; ///< of a step
	double iterations = 0, backtracks = 0;
	double solverMB = 0, restMB = 0; ///< data of this instance; data shared by all instances of the body
	/// Iterations needed at most, over the followed frames, to bring the objective to within this share of its gap, or -1; and the median
	/// time they take.
	struct Gap
	{
		double share = 0;
		int iterations = -1;
		double milliseconds = 0;
	};
	std::vector<Gap> gaps;
	double gapAtEnd = -1; ///< largest share of the gap that the scene's own number of iterations leaves
	bool recovered = false;
	std::uint64_t hash = 0; ///< of the positions at the end
};

/// Time of making a scene counts as set-up, so the scene comes as a recipe.
using SceneRecipe = std::function<Scenes::SolidScene()>;
SolidBenchResult RunSolidBench(const SceneRecipe& recipe, const SolidBenchOptions& options);

/// Fewest iterations a step with which a scene can be played so that they leave at most this share of the objective gap at every followed
/// frame; `most` if none do.
int IterationsForGap(Scenes::SolidScene scene, double share, int most, const SolidBenchOptions& options);

/// Energy and gradient alone: nanoseconds a pair, on one worker, of a lattice of 32 x 24 x 12 particles shaken out of shape. The fastest of
/// many evaluations: what the loop takes, without what else happened on the machine.
struct ObjectiveBenchResult
{
	std::size_t particles = 0, pairs = 0;
	double nanosecondsPerPair = 0;
};
ObjectiveBenchResult RunObjectiveBench(MaterialModel model);

nlohmann::json ToJson(const SolidBenchResult& result);

}
