#pragma once

#include "FillField.h"

#include <SPHSolids/Base/Math.h>

#include <cstddef>
#include <vector>

namespace SPHSolids
{

/// The nodes inside, of the lattice whose number of such nodes is nearest to the wanted one.
std::vector<Vec3d> NaturalSeeds(const FillField& field, std::size_t wantedCount);

/// As many of them as wanted: those that lie deepest. Where many are equally deep (along a flat face) chance decides, so that the
/// missing ones are spread evenly.
std::vector<Vec3d> DeepestSeeds(const FillField& field, std::size_t wantedCount);

/// As many nodes as wanted, and everywhere as many as the space there is to fill: where a flat face cuts through the cubes of the
/// lattice at a third of their side, a third of them get a seed, though the middle of all is outside. Relaxation moves particles
/// only a few diameters, so what is missing somewhere stays missing there.
std::vector<Vec3d> BalancedSeeds(const FillField& field, std::size_t wantedCount);

}
