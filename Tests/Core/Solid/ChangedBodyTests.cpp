// What a change of step, stiffness, mass or pins costs a body in play. Work is counted, not timed: what the machine does besides is in no
// figure.

#include <SPHSolids/Solid/ElasticSolver.h>
#include <SPHSolids/Solid/PreconditionerCache.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

constexpr double UsualStep = 0.01;

/// A bar that sags from its held end, as a game steps it: preconditioners come from the background.
struct SaggingBar
{
	std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	SolidBody body;
	ElasticSolverSettings settings;
	std::unique_ptr<ElasticSolver> solver;
	std::vector<Vec3> acceleration;
	double time = 0, step = UsualStep;
	ElasticStepReport report;

	explicit SaggingBar(int across = 8, bool atOnce = false)
		: body(SolidBody::Create(
			  LatticeBody(20 * across / 8, across, across, 0.2 / across, MaterialOf(MaterialModel::StableNeoHookean, 1e5, 0.3, 1000, 1)))
				  .TakeValue())
		, acceleration(body.ParticleCount(), Vec3{0, 0, -9.81f})
	{
		settings.refactorAtOnce = atOnce;
		settings.cache = std::make_shared<PreconditionerCache>();
		MakeSolver();
		body.Pin([](const Vec3& X) { return X.x < 0.05f; }, PinMotion::Hold(), 0);
	}
	void MakeSolver() { solver = MakeElasticSolver(settings, body).TakeValue(); }
	/// As many iterations as it takes.
	void Converge()
	{
		settings.minimiser.iterations = 400;
		settings.minimiser.tolerance = 1e-6;
		MakeSolver();
	}
	/// @return Evaluations of the objective in the last step.
	int Play(int steps = 1)
	{
		for (int k = 0; k < steps; ++k)
		{
			time += step;
			report = solver->Step(body, step, time, acceleration, *tasks);
		}
		return report.minimiser.evaluations;
	}
	int MostEvaluations(int steps)
	{
		int most = 0;
		for (int k = 0; k < steps; ++k)
			most = std::max(most, Play());
		return most;
	}
	bool WaitForPreconditioner() const
	{
		const std::uint64_t wanted = PreconditionerInput::Of(body, step).Hash();
		for (int k = 0; k < 10'000 && settings.cache->Find(settings.preconditioner, wanted) == nullptr; ++k)
			std::this_thread::sleep_for(std::chrono::milliseconds(1));
		return settings.cache->Find(settings.preconditioner, wanted) != nullptr;
	}
};

struct Change
{
	const char* name;
	void (*apply)(SaggingBar& bar);
};

void MakeStiffer(SaggingBar& bar, double factor)
{
	Material material = bar.body.GetMaterial();
	material.young *= factor;
	EXPECT_TRUE(bar.body.SetMaterial(material).IsOk());
}

constexpr Change Changes[] = {
	{"twenty times as stiff", [](SaggingBar& bar) { MakeStiffer(bar, 20); }},
	{"a twentieth as stiff", [](SaggingBar& bar) { MakeStiffer(bar, 0.05); }},
	{"five times as heavy",
		[](SaggingBar& bar)
		{
			Material material = bar.body.GetMaterial();
			material.density *= 5;
			EXPECT_TRUE(bar.body.SetMaterial(material).IsOk());
		}},
	{"a quarter of the step", [](SaggingBar& bar) { bar.step /= 4; }},
	{"four times the step", [](SaggingBar& bar) { bar.step *= 4; }},
	{"pinned at the other end too",
		[](SaggingBar& bar) { bar.body.Pin([](const Vec3& X) { return X.x > 0.45f; }, PinMotion::Hold(), bar.time); }},
	{"let go", [](SaggingBar& bar) { bar.body.ReleaseAllPins(); }},
};

}

TEST(ChangedBody, AStepAfterAChangeTakesNoMoreEvaluationsThanItsBudgetOfIterations)
{
	for (const Change& change : Changes)
	{
		SaggingBar bar;
		bar.Play(15);
		const int usual = bar.MostEvaluations(5);
		change.apply(bar);
		EXPECT_LE(bar.Play(), usual + 4) << change.name << ", usually " << usual;
		EXPECT_FALSE(bar.report.recovered) << change.name;
	}
}

TEST(ChangedBody, AnOldPreconditionerReachesTheSamePlaceInAFewTimesTheStepsUntilTheNewOneComes)
{
	for (const Change& change : Changes)
	{
		SaggingBar bar, fresh(8, true);
		bar.Converge();
		bar.Play(20);
		const int usual = bar.MostEvaluations(5);
		change.apply(bar);
		fresh.body = bar.body;
		fresh.step = bar.step;
		fresh.time = bar.time;
		fresh.Converge();
		const int withOld = bar.Play(), withNew = fresh.Play(); // what the change began in the background is taken from the next step on
		EXPECT_TRUE(bar.report.minimiser.converged) << change.name;
		EXPECT_LE(withOld, 3 * usual) << change.name;
		EXPECT_LE(withOld, 5 * withNew) << change.name;
		float apart = 0;
		for (std::size_t i = 0; i < bar.body.ParticleCount(); ++i)
			apart = std::max(apart, Norm(bar.body.position[i] - fresh.body.position[i]));
		EXPECT_LT(apart, 2e-4f) << change.name << ", of half a metre";

		ASSERT_TRUE(bar.WaitForPreconditioner()) << change.name;
		std::this_thread::sleep_for(std::chrono::milliseconds(2)); // it is in the cache a moment before it is promised no more
		for (int k = 0; k < 3; ++k)
		{
			const int arrived = bar.Play();
			EXPECT_LE(arrived, fresh.Play() + 4) << change.name << ", step " << k;
		}
	}
}

TEST(ChangedBody, WhoIsChangedDoesNotWaitForTheFactor)
{
	const auto fastest = [](bool atOnce, const Change& change)
	{
		double least = 1e9;
		for (int k = 0; k < 3; ++k) // whoever else is at work here may hold one of them up
		{
			SaggingBar bar(12, atOnce);
			bar.settings.minimiser.iterations = 3;
			bar.MakeSolver();
			bar.Play(2);
			change.apply(bar);
			const auto start = std::chrono::steady_clock::now();
			bar.Play();
			least = std::min(least, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
		}
		return least;
	};
	for (const std::size_t which : {0, 5})
		EXPECT_LT(fastest(false, Changes[which]), fastest(true, Changes[which]) / 2) << Changes[which].name;
}
