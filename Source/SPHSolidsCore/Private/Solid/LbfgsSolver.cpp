#include <SPHSolids/Solid/LbfgsSolver.h>

#include <SPHSolids/Base/Assert.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

namespace SPHSolids
{
namespace
{

constexpr int MaxBacktracks = 12;

/// Armijo's constant: the share of the predicted decrease that a step must reach.
constexpr double SufficientDecrease = 1e-4;
/// Energies are sums of floats: near the minimum their differences drown in rounding. A trial within this share of the objective is
/// judged by the slope at its end instead, which keeps its precision (the approximate Wolfe condition of Hager and Zhang).
constexpr double ObjectiveNoise = 3e-6;
/// ... and accepted if the slope there is not steeper upwards than this share of the slope at the start downwards.
constexpr double AcceptedEndSlope = 0.8;
/// A predicted decrease below this share of the objective is taken for none: the minimum is reached. Far below the rounding of the
/// objective itself, because steps judged by their slopes go on improving: of a beam twisted hard, whose step can gain 1e-5 of its
/// energy, 1e-7 would leave a hundredth of that.
constexpr double PrecisionFloor = 1e-10;
/// A start is taken for one that was predicted if it is higher than that by this many times what is left to gain there.
constexpr double MuchHigher = 20;
/// A step that promises no more than this many times the noise of the objective gets one trial: shortening it would be chasing rounding.
constexpr double NoiseWorthOneTrial = 16;

/// A body stretched far is stiffer than the constant preconditioner believes, and its steps come out too long in every iteration. What
/// the line search finds is remembered as a scale of the preconditioner: it follows shortened steps at once, forgets them slowly, and
/// never falls below a tenth.
constexpr double ScaleRecovery = 1.1, SmallestScale = 0.1;

}

/// One call of Minimise: where it stands and what it has found.
class LbfgsSolver::Descent
{
public:
	Descent(LbfgsSolver& owner, StepObjective& stepObjective, const Preconditioner& inverseHessian, const MinimiserSettings& chosen,
		TaskRunner& runner)
		: solver(owner)
		, objective(stepObjective)
		, preconditioner(inverseHessian)
		, settings(chosen)
		, tasks(runner)
		, window(std::clamp(chosen.window, 0, owner.capacity))
		, noise(stepObjective.Noise())
	{
	}

	/// Decides between x and the other start, as far as that can be told before the first iteration.
	/// @return False if the objective is not a number there.
	bool ChooseStart(std::span<const Vec3> other, double valueThere);
	/// Goes down until iterations, budget or precision end.
	void Run();

	MinimiserReport report;

private:
	enum class Outcome
	{
		Accepted,
		Nowhere,  ///< the direction does not lead down, or no trial along it is low enough
		Precision ///< what the direction promises is rounding
	};

	void ChooseByRise(std::span<const float> inertia);
	void ChooseByValue();
	void MoveToOtherStart();
	/// Where x leads no lower than the other start lies: begins again from there, once. @return Whether it did.
	bool BeginAgain();
	/// After a direction that leads nowhere. @param isLevel It has no slope at all. @return False if there is nothing left to try.
	bool StartOver(bool isLevel);
	double Direction();
	bool IsAtPrecision(double slope) const;
	Outcome Search(double slope);
	void Advance();
	void Remember();
	double Milliseconds() const { return std::chrono::duration<double, std::milli>(Clock::now() - begin).count(); }

	using Clock = std::chrono::steady_clock;
	const Clock::time_point begin = Clock::now();
	LbfgsSolver& solver;
	StepObjective& objective;
	const Preconditioner& preconditioner;
	const MinimiserSettings& settings;
	TaskRunner& tasks;
	const int window;
	const double noise;
	std::span<const Vec3> otherStart; // empty once it is decided
	double otherValue = 0;
	double value = 0;                  // at x
	double trialValue = 0, length = 1; // of the last trial
	std::optional<double> firstSlope;  // of the first direction, if choosing the start has formed it
	Products products;
};

void LbfgsSolver::Descent::MoveToOtherStart()
{
	std::copy(otherStart.begin(), otherStart.end(), solver.x.begin());
	otherStart = {};
}

bool LbfgsSolver::Descent::ChooseStart(std::span<const Vec3> other, double valueThere)
{
	otherStart = other;
	otherValue = valueThere;
	const std::span<const float> inertia = objective.Inertia();
	const auto mayCompare = [&] { return !otherStart.empty() && !std::isfinite(otherValue) && !inertia.empty(); };
	double slopeThere = 0;
	// Two starts that differ by rounding are one.
	if (mayCompare() && solver.InertiaBetween(otherStart, inertia, tasks, slopeThere) <= NoiseWorthOneTrial * noise)
		MoveToOtherStart();
	value = objective.Evaluate(solver.x, tasks, solver.gradient);
	report.evaluations = 1;
	if (mayCompare() && std::isfinite(value))
		ChooseByRise(inertia);
	else if (!otherStart.empty() && (!std::isfinite(otherValue) || !std::isfinite(value)))
		ChooseByValue();
	report.objectiveStart = report.objectiveEnd = value;
	solver.history.assign(1, value);
	report.startNotFinite = !std::isfinite(value);
	return !report.startNotFinite;
}

/// The other start must be much higher to be passed over: what extrapolation makes of earlier errors is harder to get rid of than what
/// it saves. As far as the objective is convex it rises by g . d + d . M d / (2 h^2) at least; only where that does not tell it is looked at.
void LbfgsSolver::Descent::ChooseByRise(std::span<const float> inertia)
{
	double slopeThere = 0;
	const double rise = solver.InertiaBetween(otherStart, inertia, tasks, slopeThere) + slopeThere;
	firstSlope = Direction();
	const double muchHigher = value - MuchHigher * *firstSlope / 2;
	if (!(value + rise > muchHigher))
	{
		otherValue = objective.Evaluate(otherStart, tasks, solver.trialGradient);
		++report.evaluations;
		if (otherValue <= muchHigher)
		{
			MoveToOtherStart();
			value = otherValue;
			solver.gradient.swap(solver.trialGradient);
			firstSlope.reset();
		}
	}
	otherStart = {};
}

void LbfgsSolver::Descent::ChooseByValue()
{
	otherValue = objective.Evaluate(otherStart, tasks, solver.trialGradient);
	++report.evaluations;
	if (otherValue < value || !std::isfinite(value))
	{
		MoveToOtherStart();
		value = otherValue;
		solver.gradient.swap(solver.trialGradient);
	}
	otherStart = {};
}

bool LbfgsSolver::Descent::BeginAgain()
{
	if (otherStart.empty() || value <= otherValue)
	{
		otherStart = {};
		return false;
	}
	MoveToOtherStart();
	value = report.objectiveStart = objective.Evaluate(solver.x, tasks, solver.gradient);
	++report.evaluations;
	report.iterations = 0; // what was found on the way to nowhere does not count
	report.stalled = report.converged = false;
	solver.history.assign(1, value);
	solver.ForgetPairs();
	products = {};
	return std::isfinite(value);
}

bool LbfgsSolver::Descent::StartOver(bool isLevel)
{
	if (solver.pairCount == 0)
	{
		report.converged = isLevel;
		report.stalled = !isLevel;
		return BeginAgain();
	}
	solver.ForgetPairs(); // the memory no longer fits: start over from the preconditioner alone
	products = {};
	return true;
}

double LbfgsSolver::Descent::Direction()
{
	return solver.ComputeDirection(preconditioner, products, settings.iterations == 1, tasks);
}

bool LbfgsSolver::Descent::IsAtPrecision(double slope) const
{
	const bool withinTolerance = report.iterations > 0 && -slope <= settings.tolerance * (report.objectiveStart - value);
	return withinTolerance || -slope <= std::max(noise, PrecisionFloor * std::fabs(value));
}

LbfgsSolver::Descent::Outcome LbfgsSolver::Descent::Search(double slope)
{
	const bool isNoise = -slope <= NoiseWorthOneTrial * noise;
	const double drowned = std::max(noise, ObjectiveNoise * std::fabs(value)); // a change of the value that tells nothing
	// After the last iteration nobody asks for the gradient, unless the trial must be judged by its slope.
	const bool isLast = report.iterations + 1 == settings.iterations, hasGradient = !isLast || -slope <= 2 * drowned;
	const auto evaluate = [&](std::span<Vec3> gradientThere)
	{
		++report.evaluations;
		return objective.Evaluate(solver.trial, tasks, gradientThere);
	};
	const auto slopeThere = [&]
	{
		if (!hasGradient)
			evaluate(solver.trialGradient);
		return solver.TrialSlope(tasks);
	};
	length = 1;
	for (int backtrack = 0;; ++backtrack)
	{
		trialValue = evaluate(hasGradient ? std::span<Vec3>(solver.trialGradient) : std::span<Vec3>());
		const bool accepted = trialValue <= value + SufficientDecrease * length * slope
			|| (trialValue <= value + drowned && slopeThere() <= AcceptedEndSlope * length * std::fabs(slope));
		if (accepted)
			return Outcome::Accepted;
		if (isNoise)
			return Outcome::Precision;
		if (backtrack == MaxBacktracks)
			return Outcome::Nowhere;
		// Minimum of the parabola through value, slope and trial, kept within a tenth and a half of the step.
		const double curvature = trialValue - value - length * slope;
		const double shorter = std::isfinite(trialValue) && curvature > 0 ? -0.5 * length * slope / curvature : 0.1;
		const double ratio = std::clamp(shorter, 0.1, 0.5);
		length *= ratio;
		solver.ShortenTrial(ratio, tasks);
		++report.backtracks;
	}
}

void LbfgsSolver::Descent::Advance()
{
	double& scale = solver.preconditionerScale;
	if (solver.pairCount > 0)
		scale = std::clamp(scale * (length < 1 ? length : ScaleRecovery), SmallestScale, 1.0);
	solver.TakeTrial();
	value = trialValue;
	++report.iterations;
	solver.history.push_back(value);
}

void LbfgsSolver::Descent::Remember()
{
	if (window > 0)
		solver.MakeRoom(window);
	products = solver.ComputeProducts(window > 0, tasks);
	if (window > 0)
		solver.RememberPair(products);
}

void LbfgsSolver::Descent::Run()
{
	double slowestIteration = 0;
	while (report.iterations < settings.iterations)
	{
		const double iterationStart = Milliseconds();
		if (settings.budgetMilliseconds > 0 && report.iterations > 0 && iterationStart + slowestIteration > settings.budgetMilliseconds)
			break;
		const double slope = firstSlope ? *firstSlope : Direction();
		firstSlope.reset();
		const Outcome outcome = !(slope < 0) ? Outcome::Nowhere : IsAtPrecision(slope) ? Outcome::Precision : Search(slope);
		if (outcome == Outcome::Precision)
		{
			report.converged = true;
			break;
		}
		if (outcome == Outcome::Nowhere)
		{
			if (!StartOver(slope == 0))
				break;
			continue;
		}
		Advance();
		if (!BeginAgain() && report.iterations < settings.iterations)
			Remember();
		slowestIteration = std::max(slowestIteration, Milliseconds() - iterationStart);
	}
	report.objectiveEnd = value;
}

MinimiserReport LbfgsSolver::Minimise(StepObjective& objective, const Preconditioner& preconditioner, const MinimiserSettings& settings,
	TaskRunner& tasks, std::span<Vec3> place, std::span<const Vec3> otherStart, double otherValue)
{
	SPHS_ASSERT(place.size() == particleCount);
	SPHS_ASSERT(otherStart.empty() || otherStart.size() == particleCount);
	ForgetPairs();
	x = place;
	trial = spare;
	Descent descent(*this, objective, preconditioner, settings, tasks);
	if (descent.ChooseStart(otherStart, otherValue))
		descent.Run();
	if (x.data() != place.data())
		std::copy(x.begin(), x.end(), place.begin());
	return descent.report;
}

}
