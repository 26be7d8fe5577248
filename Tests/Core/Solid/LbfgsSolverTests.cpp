#include <SPHSolids/Solid/DiagonalPreconditioner.h>
#include <SPHSolids/Solid/LbfgsSolver.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

using namespace SPHSolids;

namespace
{

/// sum_i c_i |x_i - p_i|^2 / 2, with the habits that a test asks for.
class Bowl final : public StepObjective
{
public:
	std::vector<float> stiffness;
	std::vector<Vec3> bottom;
	float edge = std::numeric_limits<float>::infinity(); ///< beyond this x the value is not a number
	double floor = 0;                                    ///< the value at the bottom
	std::chrono::milliseconds slowness{0};
	bool knowsInertia = false;
	int evaluations = 0, gradients = 0;

	explicit Bowl(std::size_t count)
	{
		for (std::size_t i = 0; i < count; ++i)
		{
			stiffness.push_back(1.0f + static_cast<float>(i % 7));
			bottom.push_back({0.9f, static_cast<float>(i % 3), -1});
		}
	}
	double Evaluate(std::span<const Vec3> x, TaskRunner&, std::span<Vec3> gradient) override
	{
		++evaluations;
		gradients += !gradient.empty();
		std::this_thread::sleep_for(slowness);
		double value = floor;
		for (std::size_t i = 0; i < x.size(); ++i)
		{
			const Vec3 away = x[i] - bottom[i], slope = away * stiffness[i];
			if (!gradient.empty())
				gradient[i] = slope;
			value += 0.5 * static_cast<double>(Dot(slope, away));
			if (x[i].x > edge)
				value = std::numeric_limits<double>::quiet_NaN();
		}
		return value;
	}
	double Noise() const override { return 1e-12; }
	std::span<const float> Inertia() const override { return knowsInertia ? std::span<const float>(stiffness) : std::span<const float>(); }
};

/// Multiplies by one number: the inverse of a stiffness that all points are believed to have.
class Constant final : public Preconditioner
{
public:
	explicit Constant(float inverseStiffness)
		: factor(inverseStiffness)
	{
	}
	void Apply(std::span<const Vec3> q, TaskRunner&, AlignedArray<float>&, std::span<Vec3> r) const override
	{
		for (std::size_t i = 0; i < q.size(); ++i)
			r[i] = q[i] * factor;
	}
	std::size_t Bytes() const override { return 0; }

private:
	float factor;
};

constexpr std::size_t Count = 50;

struct Descent
{
	MinimiserReport report;
	std::vector<Vec3> x = std::vector<Vec3>(Count);

	Descent(Bowl& bowl, float inverseStiffness, const MinimiserSettings& settings, const Vec3& start = {}, std::span<const Vec3> other = {})
	{
		const auto tasks = MakeSerialTaskRunner();
		std::fill(x.begin(), x.end(), start);
		LbfgsSolver solver(Count, settings.window);
		report = solver.Minimise(bowl, Constant(inverseStiffness), settings, *tasks, x, other);
	}
	float Error(const Bowl& bowl) const
	{
		float most = 0;
		for (std::size_t i = 0; i < Count; ++i)
			most = std::max(most, Norm(x[i] - bowl.bottom[i]));
		return most;
	}
};

}

TEST(LbfgsSolver, FindsTheBottomOfABowlThatItsPreconditionerKnowsBadly)
{
	Bowl bowl(Count);
	MinimiserSettings settings;
	settings.iterations = 30;
	settings.tolerance = 0;
	const Descent run(bowl, 0.2f, settings);
	EXPECT_LT(run.Error(bowl), 1e-3f);
	EXPECT_TRUE(run.report.converged);
	EXPECT_LE(run.report.objectiveEnd, run.report.objectiveStart);
}

TEST(LbfgsSolver, ATrialThatIsNotANumberIsShortenedAndNotTaken)
{
	Bowl bowl(Count);
	bowl.edge = 1;
	MinimiserSettings settings;
	settings.iterations = 30;
	settings.tolerance = 0;
	const Descent run(bowl, 5, settings); // the first step ends far beyond the edge
	EXPECT_GT(run.report.backtracks, 0);
	EXPECT_TRUE(std::isfinite(run.report.objectiveEnd));
	EXPECT_LT(run.Error(bowl), 1e-3f);
}

TEST(LbfgsSolver, NobodyAsksForTheGradientOfTheLastTrial)
{
	MinimiserSettings settings;
	for (settings.iterations = 1; settings.iterations <= 4; ++settings.iterations)
	{
		Bowl bowl(Count);
		const Descent run(bowl, 0.2f, settings);
		EXPECT_EQ(run.report.iterations, settings.iterations);
		EXPECT_EQ(run.report.evaluations, bowl.evaluations);
		EXPECT_EQ(bowl.gradients, bowl.evaluations - 1 - run.report.backtracks);
	}
}

TEST(LbfgsSolver, ALastTrialThatValuesCannotTellIsJudgedByItsSlope)
{
	// A high floor drowns what there is to gain.
	MinimiserSettings settings;
	settings.iterations = 1;
	Bowl bowl(Count);
	bowl.floor = 1e9;
	const Descent run(bowl, 0.2f, settings);
	EXPECT_EQ(run.report.iterations, 1);
	EXPECT_EQ(run.report.backtracks, 0);
	EXPECT_EQ(bowl.gradients, bowl.evaluations);
}

TEST(LbfgsSolver, AStartThatIsNotANumberIsReportedAndLeftAlone)
{
	Bowl bowl(Count);
	bowl.edge = -1;
	const Descent run(bowl, 0.2f, {}, {3, 2, 1});
	EXPECT_TRUE(run.report.startNotFinite);
	EXPECT_EQ(run.x.front(), (Vec3{3, 2, 1}));
}

TEST(LbfgsSolver, StopsWithinItsBudget)
{
	Bowl bowl(Count);
	bowl.slowness = std::chrono::milliseconds(4);
	MinimiserSettings settings;
	settings.iterations = 1000;
	settings.tolerance = 0;
	settings.budgetMilliseconds = 20;
	const Descent run(bowl, 0.1f, settings);
	EXPECT_GE(run.report.iterations, 1);
	EXPECT_LE(run.report.iterations, 4); // one evaluation before the first
	EXPECT_LT(run.report.objectiveEnd, run.report.objectiveStart);
}

TEST(LbfgsSolver, StartsFromTheLowerOfTwoPlaces)
{
	MinimiserSettings settings;
	settings.iterations = 1;
	for (const bool otherIsLower : {false, true})
	{
		Bowl bowl(Count);
		std::vector<Vec3> near = bowl.bottom;
		near[0].x += 0.1f;
		const std::vector<Vec3> far(Count, Vec3{5, 5, 5});
		const Descent run(bowl, 0.2f, settings, otherIsLower ? far[0] : near[1], otherIsLower ? near : far);
		std::vector<Vec3> gradient(Count);
		const auto tasks = MakeSerialTaskRunner();
		const double lower = std::min(
			bowl.Evaluate(otherIsLower ? near : std::vector<Vec3>(Count, near[1]), *tasks, gradient), bowl.Evaluate(far, *tasks, gradient));
		EXPECT_NEAR(run.report.objectiveStart, lower, 1e-6 * lower);
	}
}

TEST(LbfgsSolver, DoesNotLookAtAnotherStartThatMustBeHigher)
{
	MinimiserSettings settings;
	settings.iterations = 1;
	for (const bool knowsInertia : {false, true})
	{
		Bowl bowl(Count);
		bowl.knowsInertia = knowsInertia;
		const std::vector<Vec3> far(Count, Vec3{5, 5, 5});
		const Descent run(bowl, 0.2f, settings, {0.8f, 1, -1}, far);
		EXPECT_EQ(run.report.evaluations, knowsInertia ? 2 : 3);
	}
}
