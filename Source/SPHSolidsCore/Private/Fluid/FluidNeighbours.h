#pragma once

#include "FluidSystem.h"

namespace SPHSolids
{

/// Puts particles in the order of their cells and finds who is near whom, in one pass with everything that follows from positions alone.
///
/// Reads    positions, coverage and wall of the boundaries
/// Writes   order of all arrays of FluidParticles; lists and weights; density, pull
/// Threads  parallel over runs of particles in cell order; each writes its own places
class FluidNeighbours
{
public:
	/// Sorts fluid particles, and the solids behind them by the map it returns: solidOrder[k] is the old index of the k-th.
	void Sort(FluidSystem& system, TaskRunner& tasks);
	std::span<const CellGrid::KeyedPoint> SolidOrder(const FluidSystem& system) const { return system.solidGrid.Sorted(); }

	/// After the boundaries have filled coverage and wall.
	void Find(FluidSystem& system, std::uint32_t maxNeighbours, TaskRunner& tasks);

	std::size_t Bytes() const { return scratch.capacity() * sizeof(PaddedVec3) + 3 * sortedX.capacity() * sizeof(float); }

private:
	template <class T>
	void Permute(AlignedArray<T>& array, std::span<const CellGrid::KeyedPoint> order, std::size_t first, TaskRunner& tasks);

	AlignedArray<PaddedVec3> scratch;
	AlignedArray<float> sortedX, sortedY, sortedZ; // of all particles, fluids first, padded to whole vectors
};

}
