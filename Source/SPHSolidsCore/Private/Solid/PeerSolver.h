#pragma once

#include <SPHSolids/Solid/ElasticSolver.h>

#include "ConjugateGradient.h"
#include "CorotatedModel.h"
#include "StepFrame.h"

#include <memory>
#include <vector>

namespace SPHSolids
{

/// `peer`: implicit linear corotated elasticity after Peer et al. 2018, for the corotated material. Rotations are those of the start of
/// the step; the linear system of the whole step is solved by conjugate gradients without a matrix. The strain is the symmetric part,
///   P = R (2 mu e + lambda tr e),   e = sym(R^T F) - 1,
/// which agrees with the corotated law where R is the rotation of F. Zero-energy modes are held down by explicit forces after
/// Ganzenmueller 2015, with our penalty's weights: the part of the penalty's force along the line between two particles,
///   f_i = sum_j k_ij (epsilon_i d_ij + epsilon_j d_ji) x_ij/|x_ij|,   d_ij = (F_i X_ij - x_ij) . x_ij/|x_ij|,
/// at the start of the step. Being explicit they limit the step: that is what this solver is kept to show.
class PeerSolver final : public ElasticSolver
{
public:
	/// For a body that CorotatedModel accepts.
	explicit PeerSolver(const SolidBody& body);

	ElasticStepReport Step(SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration, TaskRunner& tasks) override;
	Status Accepts(const Material& material) const override { return CorotatedModel::Accepts(material, "peer"); }
	std::size_t Bytes() const override;

private:
	/// y plus what the control forces at x_n move it in a step.
	void AddControl(const SolidBody& body, double effectiveStep, TaskRunner& tasks);
	int SolveElasticity(const SolidBody& body, TaskRunner& tasks);
	/// Gradient of the elastic energy at x, or its linear part alone for a change of x.
	void ElasticGradient(std::span<const Vec3> x, bool linearPart, TaskRunner& tasks, std::span<Vec3> gradient);

	std::shared_ptr<const SolidRest> rest;
	CorotatedModel model;
	StepFrame frame;
	ConjugateGradient<float> conjugateGradient;
	std::vector<Mat3> matrices;
	std::vector<Vec3> force, change, solution;
	std::vector<float> massOverStepSquared;
};

}
