#pragma once

#include "FillField.h"

#include <SPHSolids/Base/Math.h>

#include <cstddef>
#include <vector>

namespace SPHSolids
{

/// How far a number of nodes is from the wanted one, as a share of it. Too few count double: too many can be thinned out.
double CostOfCount(std::size_t count, std::size_t wantedCount);

/// The nodes inside, of the lattice whose number of such nodes costs least.
std::vector<Vec3d> NaturalSeeds(const FillField& field, std::size_t wantedCount);

struct LatticeSeeds
{
	std::vector<Vec3d> places; // in the frame of the field
	/// The space is made of whole cubes of the lattice: the seeds are where the particles should be.
	bool isExact = false;
};

/// As many nodes as wanted within 1.5 %, and everywhere as many as the space there is to fill: where a flat face cuts through the
/// cubes of the lattice at a third of their side, a third of them get a seed, though the middle of all is outside. Relaxation moves
/// particles only a few diameters, so what is missing somewhere stays missing there.
LatticeSeeds BalancedSeeds(const FillField& field, std::size_t wantedCount);

/// Leaves out as many seeds as are too many, chosen by chance so that the gaps are spread evenly.
void ThinOutSeeds(std::vector<Vec3d>& seeds, std::size_t wantedCount);

}
