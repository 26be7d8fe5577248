#pragma once

#include "WorldState.h"

namespace SPHSolids
{

/// Whether a body can do with a solver what its heat asks for.
Status CheckHeatSolver(const WorldBody& entry, ElasticSolver& solver);

}
