#pragma once

#include "FluidSystem.h"

namespace SPHSolids
{

/// Cheap viscosity in the manner of XSPH: every step a particle loses a share of its difference to the velocity around it.
///
///   dv_i = xi K sum_j -V_j W'/r (v_j - v_i) m_ij       K = 0.077 h^2
///
/// The weights are those of the pressure solve, which exist anyway, instead of W: they fall off like it, are symmetric, and K makes their
/// sum in a full neighbourhood that of XSPH, 0.68. m_ij = 2 rho_j / (rho_i + rho_j) keeps momentum where fluids of different density meet.
/// Solids are left alone.
class VelocitySmoothing
{
public:
	/// @param shareOfFluid xi by fluid index.
	void Apply(FluidSystem& system, std::span<const float> shareOfFluid, TaskRunner& tasks);

	std::size_t Bytes() const { return change.capacity() * sizeof(PaddedVec3); }

private:
	AlignedArray<PaddedVec3> change;
};

}
