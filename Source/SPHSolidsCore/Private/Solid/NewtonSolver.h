#pragma once

#include <SPHSolids/Solid/ElasticSolver.h>
#include <SPHSolids/Solid/NewtonMinimiser.h>

#include "StepFrame.h"

#include <memory>
#include <vector>

namespace SPHSolids
{

/// `newton`: the implicit step minimised by Newton's method in double.
class NewtonSolver final : public ElasticSolver
{
public:
	NewtonSolver(const ElasticSolverSettings& solverSettings, const SolidBody& body);

	ElasticStepReport Step(SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration, TaskRunner& tasks) override;
	std::size_t Bytes() const override;

private:
	Status UpdatePreconditioner(const SolidBody& body, double effectiveStep, TaskRunner& tasks);
	/// The energy that rounding a body's places to float costs; a decrease well below it is lost when the step ends.
	double NegligibleDecrease(const SolidBody& body) const;

	ElasticSolverSettings settings;
	std::shared_ptr<const SolidRest> rest; // keeps alive what the objective points to
	ReferenceObjective objective;
	NewtonMinimiser minimiser;
	StepFrame frame;
	std::shared_ptr<const Preconditioner> preconditioner;
	std::uint32_t builtVersion = 0;
	double builtStep = 0;
	std::vector<Vec3d> target, solution, gradient;
	std::vector<double> massOverStepSquared;
	AlignedArray<Vec3> narrowSolution;
};

}
