#pragma once

#include "FluidSystem.h"

namespace SPHSolids
{

/// Surface tension by attraction between particles of one fluid, with the force law of Akinci 2013.
///
///   F_ij = -k c(r/h) x_ij/r       c(q) = 64 (1-q)^3 q^3 for q > 1/2, else 128 (1-q)^3 q^3 - 1
///
/// In the mean over all directions such a force makes the surface tension sigma = pi/8 n^2 k h^5 int q^4 c(q) dq (Fowler 1937; n particles
/// in a cubic metre), which gives k for the newtons per metre that were asked for. Forces act along the line between two particles and are
/// equal and opposite: linear and angular momentum are kept to rounding.
///
/// Reads    lists, position   Writes   velocity   Threads  parallel over runs; each particle writes its own slot
class FluidCohesion
{
public:
	/// @param tensionOfFluid N/m by fluid index.
	void Apply(FluidSystem& system, std::span<const float> tensionOfFluid, Real step, TaskRunner& tasks);
};

}
