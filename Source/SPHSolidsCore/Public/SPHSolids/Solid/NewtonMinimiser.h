#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Solid/LbfgsSolver.h>
#include <SPHSolids/Solid/ReferenceObjective.h>

#include <memory>
#include <span>
#include <vector>

namespace SPHSolids
{

template <class T>
class ConjugateGradient;

/// Newton's method on the filtered Hessian in double: the truth that other solvers are measured against, at a hundred times their
/// cost. The directions come from conjugate gradients on products with the Hessian, to a tolerance that tightens as the gradient falls;
/// every step is guarded by a line search.
class NewtonMinimiser
{
public:
	SPHSOLIDSCORE_API explicit NewtonMinimiser(std::size_t particleCount);
	SPHSOLIDSCORE_API ~NewtonMinimiser();

	/// Of the settings, iterations, tolerance and budget count. With tolerance 0 it goes on until double can tell no more.
	/// @param x             In: the start. Out: the best point found.
	/// @param decreaseFloor Stop when the predicted decrease of the objective is below this, J.
	SPHSOLIDSCORE_API MinimiserReport Minimise(ReferenceObjective& objective, const ReferenceObjective::StepTerms& terms,
		const Preconditioner& preconditioner, const MinimiserSettings& settings, TaskRunner& tasks, std::span<Vec3d> x,
		double decreaseFloor = 0);

	/// Objective after each accepted iteration of the last call, the start first.
	std::span<const double> ObjectiveHistory() const { return history; }
	/// Products with the Hessian in the last call.
	int ProductCount() const { return products; }
	SPHSOLIDSCORE_API std::size_t Bytes() const;

private:
	int SolveDirection(ReferenceObjective& objective, const ReferenceObjective::StepTerms& terms, const Preconditioner& preconditioner,
		double tolerance, TaskRunner& tasks);

	std::unique_ptr<ConjugateGradient<double>> conjugateGradient;
	std::vector<Vec3d> gradient, direction, negative, trial, trialGradient;
	AlignedArray<Vec3> narrowResidual, narrowResult;
	AlignedArray<float> preconditionerScratch;
	std::vector<double> history;
	int products = 0;
};

}
