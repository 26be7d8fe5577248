#include "SolidBench.h"

#include <SPHSolids/Base/Hash.h>
#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Solid/PreconditionerCache.h>
#include <SPHSolids/Solid/StiffenedPreconditioner.h>

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
constexpr int FollowedIterations = 60;
constexpr int ReferenceIterations = 400; // far beyond what float can still improve

/// How the objective of the next implicit Euler step falls from iteration to iteration, from where the solver would start it, as a share of
/// what there is to gain from y.
class GapFollower
{
public:
	explicit GapFollower(Scenes::SolidPlayer& scenePlayer)
		: player(scenePlayer)
		, objective(player.body.Rest().elastic, player.body.Stiffness())
		, input(PreconditionerInput::Of(player.body, player.scene.step))
		, preconditioner(BuildPreconditioner(player.scene.solver.preconditioner, input, *player.tasks).TakeValue())
		, stiffening(SimdWidth * player.body.Rest().elastic.BlockCount())
	{
	}

	/// shares[k] after k iterations; milliseconds[k] until then.
	void Follow(std::vector<double>& shares, std::vector<double>& milliseconds)
	{
		SolidBody& body = player.body;
		const Real h = static_cast<Real>(player.scene.step);
		std::vector<Vec3> target(body.ParticleCount());
		body.PrescribedPlaces(player.time + player.scene.step, target);
		for (std::size_t i = 0; i < target.size(); ++i)
			if (body.held[i] == 0)
				target[i] = body.position[i] + body.velocity[i] * h + player.acceleration[i] * (h * h);
		BodyStepObjective stepObjective(objective, {input.massOverStepSquared, target, body.held});
		std::vector<Vec3> predicted = target;
		const bool isPredicted = body.hasPrevious && player.scene.solver.minimiser.iterations > 1;
		for (std::size_t i = 0; i < target.size() && isPredicted; ++i)
			if (body.held[i] == 0)
				predicted[i] = IntegratorStep{Integrator::ImplicitEuler, player.scene.step}.Predicted(
					target[i], body.velocity[i], body.previousVelocity[i], player.acceleration[i]);

		MinimiserSettings settings = player.scene.solver.minimiser;
		settings.tolerance = settings.budgetMilliseconds = 0;
		bool converged = false;
		const auto minimise = [&](int iterations, int window, const std::vector<Vec3>& start, std::vector<double>& history)
		{
			LbfgsSolver solver(target.size(), window);
			settings.iterations = iterations;
			settings.window = window;
			std::vector<Vec3> x = start;
			const std::span<const Vec3> otherStart = &start == &predicted && isPredicted ? std::span(target) : std::span<Vec3>();
			const auto begin = Clock::now();
			objective.SetReference(body.position, *player.tasks, false, false, stiffening);
			preconditioner.Update(stiffening, body.Stiffness().diagonal, input.massOverStepSquared, *player.tasks);
			converged = solver.Minimise(stepObjective, preconditioner, settings, *player.tasks, x, otherStart).converged;
			const double elapsed = 1000 * SecondsSince(begin);
			history.assign(solver.ObjectiveHistory().begin(), solver.ObjectiveHistory().end());
			return elapsed;
		};
		std::vector<double> reference, history;
		const int window = player.scene.solver.minimiser.window;
		minimise(ReferenceIterations, MinimiserSettings::MaxWindow, target, reference);
		const double elapsed = minimise(FollowedIterations, window, predicted, history);
		const double best = std::min(*std::min_element(reference.begin(), reference.end()), history.back());
		shares.clear();
		milliseconds.clear();
		for (std::size_t k = 0; k < history.size(); ++k)
		{
			shares.push_back(reference.front() > best ? (history[k] - best) / (reference.front() - best) : 0);
			// One evaluation comes before the first iteration, one with each.
			milliseconds.push_back(elapsed * static_cast<double>(k + 1) / static_cast<double>(history.size()));
		}
		if (converged) // what is left is beyond the precision of the objective
			shares.back() = 0;
	}

private:
	Scenes::SolidPlayer& player;
	ElasticObjective objective;
	PreconditionerInput input;
	StiffenedPreconditioner preconditioner;
	std::vector<float> stiffening;
};

/// First iteration whose share is small enough, or -1.
int FirstBelow(const std::vector<double>& shares, double share)
{
	const auto place = std::find_if(shares.begin(), shares.end(), [&](double s) { return s <= share; });
	return place == shares.end() ? -1 : static_cast<int>(place - shares.begin());
}

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
				std::vector<double> shares, times;
				GapFollower(player).Follow(shares, times);
				for (std::size_t g = 0; g < std::size(FollowedGaps); ++g)
				{
					const int first = FirstBelow(shares, FollowedGaps[g]);
					worst[g] = first < 0 || worst[g] < 0 ? -1 : std::max(worst[g], first);
					if (first >= 0)
						gapMs[g].push_back(times[static_cast<std::size_t>(first)]);
				}
				result.gapAtEnd = std::max(result.gapAtEnd, GapAtEnd(shares, scene));
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
		{
			std::vector<double> shares, times;
			GapFollower(player).Follow(shares, times);
			largest = std::max(largest, GapAtEnd(shares, scene));
		}
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
