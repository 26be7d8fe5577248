#pragma once

#include "FluidSystem.h"

namespace SPHSolids
{

/// Puts particles in the order of their cells and finds who is near whom, in one pass with everything that follows from positions alone.
///
/// Reads    positions, wall of the boundaries, and their coverage where density will be
/// Writes   order of all arrays of FluidParticles; lists; density, pull
/// Threads  parallel over runs of particles in cell order; each writes its own places
class FluidNeighbours
{
public:
	/// Sorts fluid particles, and the solids behind them by the map it returns: solidOrder[k] is the old index of the k-th.
	void Sort(FluidSystem& system, TaskRunner& tasks);
	std::span<const CellGrid::KeyedPoint> SolidOrder(const FluidSystem& system) const { return system.solidGrid.Sorted(); }

	/// After the boundaries have filled density (with coverage) and wall.
	void Find(FluidSystem& system, std::uint32_t maxNeighbours, TaskRunner& tasks);

private:
	template <class T>
	void Permute(
		FluidSystem& system, AlignedArray<T>& array, std::span<const CellGrid::KeyedPoint> order, std::size_t first, TaskRunner& tasks);
};

}
