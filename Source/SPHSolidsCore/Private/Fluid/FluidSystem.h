#pragma once

#include "FluidListMemory.h"
#include "FluidParticles.h"

#include <SPHSolids/Neighbour/CellGrid.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace SPHSolids
{

/// The particles of one substep in the pressure solve and what is computed about them once.
///
/// Particles [0, fluidCount) are fluid in cell order, [fluidCount, Count()) stand for particles of soft bodies near fluid, in cell order
/// too. A particle i of fluid has the volume V = (2 r)^3 whatever it is made of; so fluids of different density meet without a gap.
///
///   delta_i = sum_j V_j W_ij + lambda_i          density in units of rest density; j: fluid (with i), solids; lambda: boundaries
///   F_i     = -sum_j V_i V_j (p_i + p_j) gradW_ij - V_i p_i (sum_b V_b gradW_ib + grad lambda_i)          j: fluid, b: solids
///   d delta_i/dt = sum_j V_j gradW_ij . (v_i - v_j) + sum_b V_b gradW_ib . (v_i - v_b) + grad lambda_i . (v_i - v_wall)
///
/// Both lines hold the same gradients, which makes the pressure solve a projection: it never adds energy. Mirroring pressure in walls and
/// solids instead keeps their first layer better spaced, but feeds the fluid (Docs/decisions/0020-walls-without-a-mirror.md).
struct FluidSystem
{
	static constexpr std::size_t ParticlesPerRun = FluidRun::Particles;

	std::size_t fluidCount = 0;
	std::size_t solidCount = 0;
	std::size_t Count() const { return fluidCount + solidCount; }
	std::size_t RunCount() const { return (fluidCount + ParticlesPerRun - 1) / ParticlesPerRun + SolidRunCount(); }
	std::size_t FluidRunCount() const { return (fluidCount + ParticlesPerRun - 1) / ParticlesPerRun; }
	std::size_t SolidRunCount() const { return (solidCount + ParticlesPerRun - 1) / ParticlesPerRun; }

	/// Runs never mix fluid and solid particles.
	struct Range
	{
		std::size_t begin, end;
	};
	Range RunRange(std::size_t run) const
	{
		const bool isFluid = run < FluidRunCount();
		const std::size_t begin = isFluid ? run * ParticlesPerRun : fluidCount + (run - FluidRunCount()) * ParticlesPerRun;
		return {begin, std::min(begin + ParticlesPerRun, isFluid ? fluidCount : Count())};
	}

	Real radius = 0;  // r, m
	Real support = 0; // h = 4 r
	Real volume = 0;  // V = (2 r)^3

	FluidParticles* particles = nullptr; // position and velocity hold Count() entries during a substep

	// Of every particle. Loads of eight in a row may begin at the last: there is room for them behind it.
	AlignedArray<float> inverseDensity; // V_i / m_i
	AlignedArray<float> coordinate[3];  // of its place
	// Of fluid particles.
	AlignedArray<PaddedVec3> pull;       // sum_j V_j gradW_ij + sum_b V_b gradW_ib + grad lambda_i; w: that of `wall`, kept up to date
	AlignedArray<PaddedVec3> wall;       // grad lambda_i; w: its product with the velocity of the boundary at the start
	AlignedArray<float> inverseDiagonal; // of the pressure solve
	AlignedArray<float> pressureChange;  // in this iteration of a solve, Pa; zero for solids, which follow; between sweeps the errors
	// Of solid particles, by index - fluidCount; with room behind the last, too.
	AlignedArray<float> solidVolume;

	bool isMixed = false; // particles differ in density or volume

	std::vector<FluidRun> runs;
	FluidListMemory listMemory;
	CellGrid fluidGrid, solidGrid;
	bool listsFull = false;
	std::size_t pairCount = 0;

	const PaddedVec3* Position() const { return particles->position.data(); }
	PaddedVec3* Velocity() const { return particles->velocity.data(); }
	std::size_t Bytes() const;
};

/// Sums over fixed runs, added in their order: the same bits whatever worker did which run.
class RunSums
{
public:
	void Reset(std::size_t runs) { sums.assign(runs, 0.0); }
	double& operator[](std::size_t run) { return sums[run]; }
	double Total() const
	{
		double total = 0;
		for (const double sum : sums)
			total += sum;
		return total;
	}

private:
	std::vector<double> sums;
};

}
