#pragma once

#include "HeatExchange.h"

#include "Fluid/FluidSystem.h"

#include <span>

namespace SPHSolids
{

/// How one fluid takes part in heat, by its index.
struct FluidHeatRow
{
	float conductivity = 0; // W/(m K); 0: takes no part
	float heatCapacity = 0; // m c of a particle, J/K
};

/// Heat between fluid particles, between them and soft bodies, and from what is around, over the neighbours of a substep.
///
///   q_i = sum_j G_ij (T_j - T_i)      G_ij = 2 k_ij s V_i V_j |W'_ij| / r_ij      k_ij: harmonic mean [Cleary and Monaghan 1999]
///
/// Explicit. G_ij is at most the smaller heat capacity of the two over 128 steps, so that it is stable for any step; that limit is some
/// ten thousand times what water has at a millimetre. G is symmetric: what one loses the other gains.
///
/// Reads    lists, position, pull   Writes   temperature of fluids, heat of solids   Threads  parallel over runs
class FluidHeat
{
public:
	/// What a solid particle of the substep brings, in the order of cells.
	struct SolidEntry
	{
		float temperature = 0, conductivity = 0, heatCapacity = 0; // as of fluids; 0: takes no part
	};
	/// @param rows By fluid index. @param solids As many as the system has. @param seconds Of the substep.
	void Run(FluidSystem& system, std::span<const FluidHeatRow> rows, std::span<const SolidEntry> solids,
		const HeatSurroundings& surroundings, const Vec3d& frame, double seconds, TaskRunner& tasks);
	/// Heat that each solid particle received, J, in the order they were given.
	std::span<const float> HeatOfSolids() const { return std::span<const float>(heat).subspan(fluidCount); }
	std::size_t Bytes() const { return heat.capacity() * sizeof(float); }

private:
	AlignedArray<float> heat; // J, of every particle
	std::size_t fluidCount = 0;
};

}
