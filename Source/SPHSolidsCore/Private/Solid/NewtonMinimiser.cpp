#include <SPHSolids/Solid/NewtonMinimiser.h>

#include <SPHSolids/Base/Assert.h>

#include "ConjugateGradient.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace SPHSolids
{
namespace
{

constexpr int MaxNewtonBacktracks = 40;
constexpr double NewtonSufficientDecrease = 1e-4;
/// A predicted decrease below this share of the objective is beyond double.
constexpr double NewtonPrecisionFloor = 1e-15;
/// Once slopes have fallen to this share of the first, a step that does not halve them only stirs rounding errors: small strains make
/// energies that are differences of much larger terms.
constexpr double NewtonStagnation = 1e-10;
/// Loosest and tightest tolerance of a direction.
constexpr double LooseDirection = 0.1, TightDirection = 1e-6;
constexpr int MaxDirectionIterations = 300;

}

NewtonMinimiser::NewtonMinimiser(std::size_t count)
	: conjugateGradient(std::make_unique<ConjugateGradient<double>>(count))
	, gradient(count)
	, direction(count)
	, negative(count)
	, trial(count)
	, trialGradient(count)
	, narrowResidual(count)
	, narrowResult(count)
{
}

NewtonMinimiser::~NewtonMinimiser() = default;

std::size_t NewtonMinimiser::Bytes() const
{
	return conjugateGradient->Bytes() + gradient.size() * (5 * sizeof(Vec3d) + 2 * sizeof(Vec3));
}

int NewtonMinimiser::SolveDirection(ReferenceObjective& objective, const ReferenceObjective::StepTerms& terms,
	const Preconditioner& preconditioner, double tolerance, TaskRunner& tasks)
{
	const auto apply = [&](std::span<const Vec3d> p, std::span<Vec3d> q) { objective.HessianProduct(p, terms, tasks, q); };
	// Preconditioners work in float: residuals are brought to order one on their way through.
	const auto precondition = [&](std::span<const Vec3d> r, std::span<Vec3d> z)
	{
		double largest = 0;
		for (const Vec3d& value : r)
			largest = std::max({largest, std::fabs(value.x), std::fabs(value.y), std::fabs(value.z)});
		const double scale = largest > 0 ? largest : 1;
		for (std::size_t i = 0; i < r.size(); ++i)
			narrowResidual[i] = (r[i] / scale).Cast<Real>();
		preconditioner.Apply(narrowResidual, tasks, preconditionerScratch, narrowResult);
		for (std::size_t i = 0; i < r.size(); ++i)
			z[i] = narrowResult[i].Cast<double>() * scale;
	};
	for (std::size_t i = 0; i < gradient.size(); ++i)
	{
		negative[i] = -gradient[i];
		direction[i] = {};
	}
	return conjugateGradient->Solve({tolerance, MaxDirectionIterations}, apply, precondition, negative, tasks, direction);
}

MinimiserReport NewtonMinimiser::Minimise(ReferenceObjective& objective, const ReferenceObjective::StepTerms& terms,
	const Preconditioner& preconditioner, const MinimiserSettings& settings, TaskRunner& tasks, std::span<Vec3d> x, double decreaseFloor)
{
	SPHS_ASSERT(x.size() == gradient.size() && objective.ParticleCount() == x.size());
	using Clock = std::chrono::steady_clock;
	const Clock::time_point begin = Clock::now();
	const auto milliseconds = [&] { return std::chrono::duration<double, std::milli>(Clock::now() - begin).count(); };
	double slowestIteration = 0;
	MinimiserReport report;
	double value = objective.Evaluate(x, terms, tasks, gradient).Total();
	report.evaluations = 1;
	report.objectiveStart = report.objectiveEnd = value;
	history.assign(1, value);
	products = 0;
	if (!std::isfinite(value))
	{
		report.startNotFinite = true;
		return report;
	}

	double firstSlope = 0, previousSlope = 0;
	double tolerance = LooseDirection;
	while (report.iterations < settings.iterations)
	{
		const double iterationStart = milliseconds();
		if (settings.budgetMilliseconds > 0 && report.iterations > 0 && iterationStart + slowestIteration > settings.budgetMilliseconds)
			break;
		objective.SetHessian(x, terms, HessianFilter::Absolute, tasks);
		products += SolveDirection(objective, terms, preconditioner, tolerance, tasks);
		const double slope = conjugateGradient->Product(gradient, direction, tasks);
		firstSlope = report.iterations == 0 ? slope : firstSlope;
		const bool withinTolerance = report.iterations > 0 && -slope <= settings.tolerance * (report.objectiveStart - value);
		const bool stagnates = slope >= NewtonStagnation * firstSlope && slope <= 0.5 * previousSlope && report.iterations > 0;
		previousSlope = slope;
		if (withinTolerance || stagnates || -slope <= std::max(decreaseFloor, NewtonPrecisionFloor * std::fabs(value)))
		{
			report.converged = true;
			break;
		}
		// Slopes fall with the square of the gradient: their root keeps the method superlinear.
		tolerance = std::clamp(0.1 * std::sqrt(slope / firstSlope), TightDirection, LooseDirection);

		double length = 1;
		bool accepted = false;
		for (int backtrack = 0; backtrack <= MaxNewtonBacktracks; ++backtrack)
		{
			for (std::size_t i = 0; i < x.size(); ++i)
				trial[i] = x[i] + direction[i] * length;
			const double trialValue = objective.Evaluate(trial, terms, tasks, trialGradient).Total();
			++report.evaluations;
			if (trialValue <= value + NewtonSufficientDecrease * length * slope)
			{
				accepted = true;
				value = trialValue;
				break;
			}
			length *= 0.5;
			++report.backtracks;
		}
		if (!accepted)
		{
			report.stalled = true;
			break;
		}
		std::copy(trial.begin(), trial.end(), x.begin());
		gradient.swap(trialGradient);
		++report.iterations;
		history.push_back(value);
		slowestIteration = std::max(slowestIteration, milliseconds() - iterationStart);
	}
	report.objectiveEnd = value;
	return report;
}

}
