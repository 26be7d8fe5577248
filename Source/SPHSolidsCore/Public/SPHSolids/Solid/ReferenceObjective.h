#pragma once

#include <SPHSolids/Solid/ElasticObjective.h>
#include <SPHSolids/Solid/MaterialHessian.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace SPHSolids
{

template <class T>
class PairSums;

/// The objective of ElasticObjective in double and written down plainly, with its Hessian: what the fast path is tested against and
/// what Newton's method minimises. An order of magnitude slower.
///
/// Two sweeps over the pairs, as in ElasticObjective: the matrices M_i = vol_i P_i K_i - epsilon_i F_i first, then
///   dg/dx_i = m_i/h^2 (x_i - y_i) + sum_j k_ij ((M_i + M_j) X_ij + (epsilon_i + epsilon_j) x_ij).
/// A product of the Hessian with p is the same two sweeps with p for x and vol_i (d^2 psi/dF^2 : dF_i) K_i - epsilon_i dF_i for M_i.
class ReferenceObjective
{
public:
	SPHSOLIDSCORE_API ReferenceObjective(const ElasticRest& rest, const ElasticStiffness& stiffness);
	SPHSOLIDSCORE_API ~ReferenceObjective();

	struct StepTerms
	{
		std::span<const double> massOverStepSquared; ///< m_i / h^2
		std::span<const Vec3d> target;               ///< y
		std::span<const std::uint8_t> held;          ///< 1: the gradient is forced to zero. Empty: none.
		/// eta / h of Damping::viscosity: adds eta/(2h) sum_i vol_i |E_i - E_i(reference)|^2 in the Green strain.
		double viscosityOverStep = 0;
	};

	/// Takes the deformation gradients of this configuration as those that viscosity measures the strain rate from.
	SPHSOLIDSCORE_API void SetReference(std::span<const Vec3d> x, TaskRunner& tasks);

	SPHSOLIDSCORE_API ElasticEnergies Evaluate(
		std::span<const Vec3d> x, const StepTerms& terms, TaskRunner& tasks, std::span<Vec3d> gradient);

	/// Keeps d^2 psi/dF^2 of every particle at this configuration for later products.
	SPHSOLIDSCORE_API void SetHessian(std::span<const Vec3d> x, const StepTerms& terms, HessianFilter filter, TaskRunner& tasks);
	/// product = H p. Held particles: p is taken as zero there, and so is the product.
	SPHSOLIDSCORE_API void HessianProduct(std::span<const Vec3d> p, const StepTerms& terms, TaskRunner& tasks, std::span<Vec3d> product);

	/// F_i as the pairs give it: zero across a sheet.
	SPHSOLIDSCORE_API void DeformationGradients(std::span<const Vec3d> x, TaskRunner& tasks, std::span<Mat3d> F) const;

	std::size_t ParticleCount() const { return rest->particleCount; }
	void SetStiffness(const ElasticStiffness& stiffnessData) { stiffness = &stiffnessData; }
	SPHSOLIDSCORE_API std::size_t Bytes() const;

private:
	void GatherForces(std::span<const Vec3d> x, std::span<const Vec3d> restoring, const StepTerms& terms, TaskRunner& tasks,
		std::span<Vec3d> result) const;

	const ElasticRest* rest;
	const ElasticStiffness* stiffness;
	std::unique_ptr<PairSums<double>> pairs;
	std::vector<Mat3d> matrices;  // M_i
	std::vector<Mat3d> reference; // F_i that the strain rate is measured from
	std::vector<Hessian9> hessians;
	std::vector<Vec3d> restoring; // x - y, or p
	std::vector<ElasticEnergies> chunkEnergies;
};

}
