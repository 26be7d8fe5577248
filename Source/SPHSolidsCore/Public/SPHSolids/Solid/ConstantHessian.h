#pragma once

#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Body/RestState.h>
#include <SPHSolids/Linear/SparseSymmetric.h>

#include <span>

namespace SPHSolids
{

/// What A0 is made of, one value per particle in the order of the rest state.
struct ConstantHessianInput
{
	std::span<const Real> stiffness;           ///< w_i, Pa: 2 mu + lambda for a quasi-Newton start, 2 mu for [KBF21] (29)
	std::span<const Real> zeroEnergyStiffness; ///< w'_i, Pa: mu in [KBF21]
	std::span<const Real> mass;                ///< m_i, kg
	Real alpha = 1;                            ///< Weight of the zero-energy term, dimensionless
	Real step = 0;                             ///< h, s; infinity leaves inertia out
	/// Not zero where a particle is held. Its row and column keep only the diagonal, so that a solve leaves a zero there a zero and
	/// the others see it at rest. Empty: none is held.
	std::span<const std::uint8_t> pinned;
};

/// The constant part A0 of the Hessian of the step's objective. It acts on x, y and z alike, so it is one matrix of a number per
/// pair of particles, with neighbours of neighbours coupled:
///
///   x^T A0 x = sum_i m_i |x_i|^2 / h^2 + sum_i vol_i w_i |F_i|^2
///            + alpha sum_i vol_i w'_i sum_j V_j W_ij |F_i X_ij - x_ij|^2 / |X_ij|^2          [KBF21] (20)-(24), [KEE23] (12)
///
///   F_i = sum_j V_j (x_j - x_i) (L_i gradW_ij)^T      x_ij = x_i - x_j
///   vol_i = RestState::volume, V_j = RestState::kernelVolume, L_i = RestState::correction
///
/// Every pair that shares a neighbourhood is stored, also where the weights vanish: see DropSmallEntries.
/// Parallel over columns; each is summed in the order of its neighbours, so the bits do not depend on the workers.
SPHSOLIDSCORE_API SparseSymmetric AssembleConstantHessian(const RestState& rest, const ConstantHessianInput& input, TaskRunner& tasks);

}
