#include "SolidBench.h"

#include "GapFollower.h"

#include <SPHSolids/Base/Hash.h>
#include <SPHSolids/Base/Random.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>

namespace SPHSolids::Tools
{
namespace
{

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start)
{
	return std::chrono::duration<double>(Clock::now() - start).count();
}

double Quantile(std::vector<double> values, double share)
{
	if (values.empty())
		return 0;
	std::sort(values.begin(), values.end());
	return values[std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

constexpr double FollowedGaps[] = {1e-2, 1e-3, 1e-4};

/// Share that is left after the scene's own number of iterations.
double GapAtEnd(const std::vector<double>& shares, const Scenes::SolidScene& scene)
{
	return shares[std::min(shares.size() - 1, static_cast<std::size_t>(scene.solver.minimiser.iterations))];
}

bool IsFollowed(int step, const SolidBenchOptions& options)
{
	if (options.gapFrames <= 0)
		return false;
	const int stride = std::max(1, options.steps / options.gapFrames);
	return step % stride == stride / 2;
}

}

SolidBenchResult RunSolidBench(const SceneRecipe& recipe, const SolidBenchOptions& options)
{
	SolidBenchResult best;
	for (int run = 0; run < std::max(1, options.repeat); ++run)
	{
		auto start = Clock::now();
		const Scenes::SolidScene scene = recipe();
		Scenes::SolidPlayer player(scene, options.threads);
		const double sceneSeconds = SecondsSince(start);
		start = Clock::now();
		player.Run(1);
		const double firstStep = SecondsSince(start);

		SolidBenchResult result;
		result.scene = scene.name;
		result.solver = scene.solver.name;
		result.preconditioner = scene.solver.name == "lbfgs" || scene.solver.name == "quasinewton" ? scene.solver.preconditioner : "";
		result.particles = player.body.ParticleCount();
		result.pairs = player.body.Rest().elastic.pairCount;
		result.threads = options.threads;
		result.steps = options.steps;
		player.Run(options.warmUpSteps - 1);
		std::vector<double> ms;
		std::vector<std::vector<double>> gapMs(std::size(FollowedGaps));
		std::vector<int> worst(std::size(FollowedGaps), 0);
		for (int step = 0; step < options.steps; ++step)
		{
			if (run == 0 && IsFollowed(step, options) && !result.preconditioner.empty())
			{
				GapFollower follower(player);
				for (std::size_t g = 0; g < std::size(FollowedGaps); ++g)
				{
					const int iterations = follower.IterationsTo(FollowedGaps[g]);
					worst[g] = iterations < 0 || worst[g] < 0 ? -1 : std::max(worst[g], iterations);
					if (iterations >= 0)
						gapMs[g].push_back(follower.Measure(iterations).milliseconds);
				}
				result.gapAtEnd = std::max(result.gapAtEnd, GapAtEnd(follower.Shares(), scene));
			}
			start = Clock::now();
			player.Run(1);
			ms.push_back(1000 * SecondsSince(start));
			result.iterations += player.lastReport.minimiser.iterations;
			result.backtracks += player.lastReport.minimiser.backtracks;
			result.recovered |= player.lastReport.recovered;
		}
		result.iterations /= options.steps;
		result.backtracks /= options.steps;
		result.medianMs = Quantile(ms, 0.5);
		result.p95Ms = Quantile(ms, 0.95);
		result.setUpSeconds = sceneSeconds + std::max(0.0, firstStep - result.medianMs / 1000);
		result.solverMB = static_cast<double>(player.solver->Bytes()) / 1e6;
		result.restMB = static_cast<double>(player.body.Rest().elastic.Bytes()) / 1e6;
		if (run == 0 && options.gapFrames > 0)
			for (std::size_t g = 0; g < std::size(FollowedGaps); ++g)
				result.gaps.push_back({FollowedGaps[g], worst[g], Quantile(gapMs[g], 0.5)});
		Hash64 hash;
		hash.AddSpan(std::span(player.body.position));
		result.hash = hash.Value();
		if (run == 0)
			best = result;
		else if (result.medianMs < best.medianMs)
		{
			best.medianMs = result.medianMs;
			best.p95Ms = result.p95Ms;
			best.setUpSeconds = std::min(best.setUpSeconds, result.setUpSeconds);
		}
	}
	return best;
}

namespace
{

/// Largest share of the gap that the scene's own number of iterations leaves at the followed frames.
double LargestGapLeft(const Scenes::SolidScene& scene, const SolidBenchOptions& options)
{
	Scenes::SolidPlayer player(scene, options.threads);
	player.Run(options.warmUpSteps);
	double largest = 0;
	for (int step = 0; step < options.steps; ++step)
	{
		if (IsFollowed(step, options))
			largest = std::max(largest, GapAtEnd(GapFollower(player).Shares(), scene));
		player.Run(1);
	}
	return largest;
}

}

int IterationsForGap(Scenes::SolidScene scene, double share, int most, const SolidBenchOptions& options)
{
	int& iterations = scene.solver.minimiser.iterations;
	for (iterations = 1; iterations < most && LargestGapLeft(scene, options) > share;)
		++iterations;
	return iterations;
}

ObjectiveBenchResult RunObjectiveBench(MaterialModel model)
{
	constexpr double spacing = 0.02;
	constexpr int evaluations = 300;
	const auto tasks = MakeSerialTaskRunner();
	const SolidBody body =
		SolidBody::Create(Scenes::LatticeBody(32, 24, 12, spacing, Scenes::MaterialOf(model, 1e5, 0.4, 1000, 1))).TakeValue();
	const ElasticRest& rest = body.Rest().elastic;
	ElasticObjective objective(rest, body.Stiffness());
	Random random(1);
	std::vector<Vec3> x(body.position.begin(), body.position.end()), gradient(x.size());
	for (Vec3& p : x)
		p += (random.NextDirection() * (0.1 * spacing)).Cast<Real>();
	const std::vector<float> massOverStepSquared(x.size(), 1.0f);
	objective.SetReference(body.position, *tasks);
	double fastest = std::numeric_limits<double>::infinity();
	for (int k = 0; k < evaluations; ++k)
	{
		const auto start = Clock::now();
		objective.Evaluate(x, {massOverStepSquared, x, {}}, *tasks, gradient);
		fastest = std::min(fastest, SecondsSince(start));
	}
	return {x.size(), rest.pairCount, 1e9 * fastest / static_cast<double>(rest.pairCount)};
}

nlohmann::json ToJson(const SolidBenchResult& r)
{
	char hash[17];
	std::snprintf(hash, sizeof(hash), "%016llx", static_cast<unsigned long long>(r.hash));
	nlohmann::json json = {{"scene", r.scene}, {"solver", r.solver}, {"preconditioner", r.preconditioner}, {"particles", r.particles},
		{"pairs", r.pairs}, {"threads", r.threads}, {"steps", r.steps}, {"setUpSeconds", r.setUpSeconds},
		{"msPerStep", {{"elasticity", {{"median", r.medianMs}, {"p95", r.p95Ms}}}}}, {"iterations", {{"elastic", r.iterations}}},
		{"backtracks", r.backtracks}, {"solverMB", r.solverMB}, {"restMB", r.restMB}, {"recovered", r.recovered}, {"hash", hash}};
	if (r.gapAtEnd >= 0)
		json["gapAtEnd"] = r.gapAtEnd;
	for (const SolidBenchResult::Gap& gap : r.gaps)
		json["gaps"].push_back({{"share", gap.share}, {"iterations", gap.iterations}, {"milliseconds", gap.milliseconds}});
	return json;
}

}
