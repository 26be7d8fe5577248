#pragma once

#include "FillField.h"
#include "ParticleCloud.h"
#include "RelaxationReport.h"

#include <SPHSolids/Base/Progress.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>

namespace SPHSolids
{

struct EvenRelaxationSettings
{
	float cohesion = 4;      ///< beta of (35)
	float adhesion = 0.2f;   ///< gamma of (36)
	float stepShare = 0.25f; ///< eta of (37)
	float stillness = 4e-3f; ///< Stop when the root mean square motion of a step is below this, d
	int maxIterations = 400;
};

/// Spreads particles evenly by the displacements of [KBF21] section 7: pressure, cohesion and adhesion.
///
/// Differs from the paper where measurement said so (Docs/sampling.md):
/// - Density and cohesion are completed beyond the wall, so that the layer at the surface is treated like the inside.
/// - Displacements are halved, because all particles move at once and otherwise never come to rest; part of the last step is
///   carried on; and each step is limited by itself, not by the longest of all. So it takes about 80 steps.
///
/// The kernel sums of the field must be ready (FillField::IntegrateKernel).
Result<RelaxationReport> RelaxEvenly(
	ParticleCloud& cloud, const FillField& field, const EvenRelaxationSettings& settings, TaskRunner& tasks, Progress* progress);

}
