#pragma once

#include <SPHSolids/Base/Math.h>

#include <vector>

namespace SPHSolids::Scenes
{

/// Points of a cubic lattice at ((i + 1/2) d, (j + 1/2) d, (k + 1/2) d): cell centres of a block with its corner at the origin.
std::vector<Vec3d> BlockLattice(int countX, int countY, int countZ, double spacing);

/// Moves each point by less than 1e-4 of the spacing, so that the sixteen bits of ElasticRest hold every offset exactly.
void SnapToOffsets(std::vector<Vec3d>& points, double spacing);

}
