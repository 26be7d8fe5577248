#pragma once

#include "Linear/CholeskySymbolic.h"

namespace SPHSolids
{

/// Both sweeps over the panels: x goes in as right-hand sides and comes out as solutions.
/// @param memory CholeskySymbolic::scratchFloats floats.
template <class Stored>
void SolvePanels(const CholeskySymbolic& symbolic, const Stored* panels, std::span<const Real> scale, std::span<Vec3> x,
	std::span<Real> memory, TaskRunner& tasks);

}
