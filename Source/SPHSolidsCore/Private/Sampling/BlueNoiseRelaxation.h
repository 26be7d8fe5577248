#pragma once

#include "ParticleCloud.h"
#include "RelaxationReport.h"

#include <SPHSolids/Base/Progress.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>

namespace SPHSolids
{

struct BlueNoiseSettings
{
	float stillness = 4e-3f; ///< Stop when the root mean square motion of a step is below this, d
	int maxIterations = 400;
};

/// Spreads particles by explicit SPH after Jiang et al. 2015, Blue noise sampling using an SPH-based method: pressure from an
/// equation of state that only pushes, and the cohesion of Akinci 2013 with its correction for particles at the surface, which
/// have too few neighbours. Kept inside the same way as the other methods, so that they can be compared.
Result<RelaxationReport> RelaxToBlueNoise(ParticleCloud& cloud, const BlueNoiseSettings& settings, TaskRunner& tasks, Progress* progress);

}
