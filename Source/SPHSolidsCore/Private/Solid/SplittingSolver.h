#pragma once

#include <SPHSolids/Solid/ElasticSolver.h>

#include "ConjugateGradient.h"
#include "CorotatedModel.h"
#include "EigenFactor.h"
#include "StepFrame.h"

#include <memory>
#include <vector>

namespace SPHSolids
{

/// `splitting`: operator splitting of [KBF21] section 5, for the corotated material. With rotations taken at y, stretch and zero-energy
/// penalty are solved together by a factor made once, (29); with rotations taken anew at the result, the volume term is solved by
/// conjugate gradients without a matrix, (30), from the change of velocity it caused in the step before. The second solve knows nothing
/// of the first one's forces: that is the splitting, and why it oscillates where both are stiff.
///
/// Here the unknowns are places, x = y + change, instead of changes of velocity: the same equations divided by h.
class SplittingSolver final : public ElasticSolver
{
public:
	/// For a body that CorotatedModel accepts.
	explicit SplittingSolver(const SolidBody& body);

	ElasticStepReport Step(SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration, TaskRunner& tasks) override;
	Status Accepts(const Material& material) const override { return CorotatedModel::Accepts(material, "splitting"); }
	std::size_t Bytes() const override;

private:
	Status UpdateFactor(const SolidBody& body, double effectiveStep, TaskRunner& tasks);
	/// Minus the gradient of stretch and penalty at x, with rotations as set; zero at held particles.
	void StretchForce(const SolidBody& body, std::span<const Vec3> x, TaskRunner& tasks);
	/// Solves (30) from x and adds the change to it. @return Iterations.
	int SolveVolume(const SolidBody& body, double effectiveStep, TaskRunner& tasks, std::span<Vec3> x);

	std::shared_ptr<const SolidRest> rest;
	CorotatedModel model;
	StepFrame frame;
	ConjugateGradient<float> conjugateGradient;
	std::unique_ptr<EigenFactor> factor;
	AlignedArray<float> factorScratch;
	std::uint32_t builtVersion = 0;
	double builtStep = 0;
	std::vector<Mat3> matrices;
	std::vector<Vec3> force, change, solution;
	std::vector<Vec3> volumeVelocity; // the change of velocity by the volume term in the step before
	std::vector<float> massOverStepSquared;
};

}
