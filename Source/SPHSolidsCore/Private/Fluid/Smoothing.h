#pragma once

#include "FluidSystem.h"

namespace SPHSolids
{

/// Cheap viscosity in the manner of XSPH: every step a particle loses a share of its difference to the velocity around it.
///
///   dv_i = sum_j xi_ij m_ij c (1 - r^2/h^2)^3 (v_j - v_i)       c: the sum in a full neighbourhood is that of the cubic spline, 0.68
///
/// m_ij = 2 rho_j / (rho_i + rho_j) and xi_ij, the mean of both shares, keep momentum where fluids meet. Solids are left alone.
class VelocitySmoothing
{
public:
	/// @param shareOfFluid xi by fluid index.
	void Apply(FluidSystem& system, std::span<const float> shareOfFluid, TaskRunner& tasks);

	std::size_t Bytes() const { return change.capacity() * sizeof(PaddedVec3); }

private:
	template <bool IsMixed>
	void SmoothRun(FluidSystem& system, std::span<const float> shareOfFluid, std::size_t run);

	AlignedArray<PaddedVec3> change;
};

}
