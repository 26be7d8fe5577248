#pragma once

#include "FluidSystem.h"

namespace SPHSolids
{

/// Micropolar fluid in the manner of Bender 2018: particles have a spin of their own, which follows the eddies around them and gives back
/// what smoothing takes out of them.
///
///   d spin_i/dt = nu/Theta (curl v_i - 2 spin_i)       dv_i/dt = nu curl spin_i       Theta = h^2/4
///
/// nu = 1.5 `share` h^2 per second: as strong whatever the step. The curl of spin is taken in the form that is equal and opposite for the two
/// of a pair, so linear momentum is kept to rounding. Angular momentum is not: at a free surface the spins push the fluid around.
///
/// Reads    lists   Writes   velocity, spin   Threads  parallel over runs; each particle writes its own slot
class FluidVorticity
{
public:
	/// @param shareOfFluid By fluid index.
	void Apply(FluidSystem& system, std::span<const float> shareOfFluid, Real step, TaskRunner& tasks);

	std::size_t Bytes() const { return (spinChange.capacity() + velocityChange.capacity()) * sizeof(PaddedVec3); }

private:
	AlignedArray<PaddedVec3> spinChange, velocityChange;
};

}
