#pragma once

#include "FluidParticles.h"

#include <SPHSolids/Base/Simd.h>
#include <SPHSolids/Linear/HalfFloat.h>
#include <SPHSolids/Neighbour/CellGrid.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace SPHSolids
{

/// Two neighbours of one particle, so that one vector register works on both. 16 bytes: of each the gradient h V_j gradW_ij (h the support,
/// so that its numbers suit half floats whatever the size of particles) and twice its place in the run's window. Rounding is the same seen
/// from both ends of a pair, so momentum is kept and the pressure solve stays a projection.
struct FluidCouple
{
	Half lane[8]; // x, y, z, place; x, y, z, place

	/// Floats to the neighbour's entry in an array of PaddedVec3 over the window.
	std::size_t Offset(int half) const { return std::size_t(2) * lane[3 + 4 * half].bits; }
};
/// A place is stored as a finite half float, whose product with a zero in the fourth lane then vanishes.
inline constexpr std::uint32_t LargestWindow = 0x7C00 / 2;

/// Consecutive particles, and where they stand in a window.
struct FluidSegment
{
	std::uint32_t first;
	std::uint32_t count;
	std::uint32_t place;
};

/// Who is near whom among a fixed run of particles. Runs own their memory, so that lists need no second copy to become flat.
struct FluidRun
{
	AlignedArray<FluidCouple> couples;
	std::vector<std::uint32_t> first;   // of each particle of the run, and one past the last
	std::vector<FluidSegment> segments; // the window: all particles that the couples may name, in the order of their places
	std::uint32_t windowSize = 0;
	AlignedArray<float> wideWindow; // room for a window that is too large for the stack; usually empty
};

/// What a sweep reads of the neighbours of a run, copied next to each other: small enough for the first caches, named by two bytes.
/// The last entry stands for the neighbour that is missing where a list is odd: nothing, nowhere.
class FluidWindow
{
public:
	/// @param slot Tells apart windows that a sweep uses at once, 0 or 1.
	explicit FluidWindow(FluidRun& run, int slot = 0)
		: owner(run)
		, values(run.windowSize < Room ? room : run.wideWindow.data() + static_cast<std::size_t>(slot) * 4 * (run.windowSize + 1))
	{
	}
	void Copy(const PaddedVec3* source)
	{
		float* target = values;
		for (const FluidSegment& segment : owner.segments)
		{
			std::memcpy(target, source + segment.first, segment.count * sizeof(PaddedVec3));
			target += 4 * segment.count;
		}
		std::fill_n(target, 4, 0.0f);
	}
	/// Each number three times, and a zero.
	void Splat(const float* source)
	{
		float* target = values;
		for (const FluidSegment& segment : owner.segments)
			for (std::uint32_t k = 0; k < segment.count; ++k, target += 4)
			{
				target[0] = target[1] = target[2] = source[segment.first + k];
				target[3] = 0;
			}
		std::fill_n(target, 4, 0.0f);
	}
	/// @param entryOf Entry of a particle by its index.
	template <class EntryOf>
	void Fill(EntryOf&& entryOf, const PaddedVec3& missing)
	{
		PaddedVec3* target = reinterpret_cast<PaddedVec3*>(values);
		for (const FluidSegment& segment : owner.segments)
			for (std::size_t j = segment.first; j < segment.first + segment.count; ++j)
				*target++ = entryOf(j);
		*target = missing;
	}
	const float* Values() const { return values; }

	static constexpr std::uint32_t Room = 3072; // particles; a run of a fluid at rest sees some 1800

private:
	FluidRun& owner;
	float* values;
	alignas(64) float room[4 * Room];
};
/// Floats that runs with a wide window keep for it: two windows, or five arrays while neighbours are looked for.
inline std::size_t WideWindowFloats(std::uint32_t windowSize)
{
	return 8 * (std::size_t(windowSize) + 1 + SimdWidth);
}
/// Coordinate of what is nowhere.
inline constexpr float FarAway = 1e9f;

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
	static constexpr std::size_t ParticlesPerRun = 512;

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

	// Of every particle.
	AlignedArray<float> inverseDensity; // V_i / m_i
	// Of fluid particles.
	AlignedArray<PaddedVec3> pull;      // sum_j V_j gradW_ij + sum_b V_b gradW_ib + grad lambda_i; w: 1 / diagonal
	AlignedArray<PaddedVec3> wall;      // grad lambda_i; w: its product with the velocity of the boundary
	AlignedArray<float> pressureChange; // in this iteration of a solve, Pa; zero for solids, which follow
	// Of solid particles, by index - fluidCount.
	AlignedArray<float> solidVolume;

	bool isMixed = false; // particles differ in density or volume

	std::vector<FluidRun> runs;
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
