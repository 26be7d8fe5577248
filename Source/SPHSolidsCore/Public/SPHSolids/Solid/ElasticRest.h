#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/HalfFloat.h>
#include <SPHSolids/Base/Simd.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Body/RestState.h>

#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

/// What the elastic solver needs of a rest state, laid out for its inner loops. Built once per body, shared by all instances.
///
/// X_ij  = X_i - X_j                    rest offsets
/// k_ij  = V_i V_j |W'| / r             pair weights, m; symmetric
/// K_i   = (sum_j k_ij X_ij X_ij^T)^-1  gradient correction, L_i / V_i of [KBF21] (8) with V_i absorbed
/// F_i   = (sum_j k_ij x_ij X_ij^T) K_i deformation gradient: exact for affine maps
///
/// F_i is also the least-squares fit of a linear map to the neighbourhood under the weights k_ij, so the misfit
/// sum_j k_ij |F_i X_ij - x_ij|^2 has no derivative by F_i: with these weights the zero-energy penalty costs one matrix per particle
/// instead of two (Docs/decisions/0010-zero-energy-weights.md).
///
/// Particles come in blocks of eight, one lane each, and in chunks of ChunkSize. A chunk knows its pairs by local places: its own
/// particles first, then its guests, the particles of other chunks that are neighbours of its own. So a chunk copies the positions it
/// reads into one small array and adds the forces it causes to another, both in the first-level cache, and chunks never write to the same
/// memory (Docs/decisions/0012-chunks-with-guests.md).
struct ElasticRest
{
	static constexpr std::size_t ChunkSize = 256;
	static constexpr std::size_t BlocksPerChunk = ChunkSize / SimdWidth;
	static constexpr std::uint32_t PlaceFloats = 4; ///< x, y, z and nothing: one vector
	static constexpr std::uint32_t PlaceStep = 2;   ///< what a row counts places in: with it an address is one multiplication by eight
	static constexpr std::size_t MostPlaces = 65536 / PlaceStep;

	/// The k-th neighbours of the eight particles of a block, in sixteen bits each: large bodies are read from memory in every
	/// evaluation. Offsets are rounded only where they weigh displacements from the chunk's reference; that of a body at rest, or
	/// stretched as a whole, is zero (Docs/decisions/0014-rows-of-sixteen-bits.md).
	struct PairRow
	{
		std::uint16_t place[SimdWidth];    ///< local place times PlaceStep; of the particle itself where its list has ended
		Half weight[SimdWidth];            ///< k_ij in units of weightUnit; 0 where the list has ended
		std::int16_t offset[3][SimdWidth]; ///< X_ij in units of offsetUnit

		std::uint32_t Place(std::size_t lane) const { return place[lane] / PlaceStep; }
		bool HasPair(std::size_t lane) const { return weight[lane].bits != 0; } ///< the list has not ended, nor was the pair taken out
	};
	/// Eight particles side by side. The last block is filled with particles of zero volume and no neighbours.
	struct Block
	{
		float correction[6][SimdWidth]; ///< K_i: xx, xy, xz, yy, yz, zz
		float volume[SimdWidth];        ///< quadrature share, m^3
	};
	/// Unit normals of sheet particles (rank 2), axes of string particles (rank 1), zero else.
	struct NormalBlock
	{
		float normal[3][SimdWidth];
	};

	/// Rest positions of eight local places, relative to the centre of their chunk, m.
	struct PlaceBlock
	{
		float position[3][SimdWidth];
	};
	/// Guests that come from one chunk stand in a row at their host's, since guests are sorted.
	struct GuestRun
	{
		std::uint32_t firstPlace = 0; ///< among those of all chunks
		std::uint32_t count = 0;
	};

	std::size_t particleCount = 0;
	AlignedArray<Vec3> position; ///< X_i
	AlignedArray<Block> blocks;
	AlignedArray<NormalBlock> normals; ///< of each block, or none if all particles have rank 3
	AlignedArray<PairRow> rows;
	float weightUnit = 0;                 ///< m
	float offsetUnit = 0;                 ///< m
	AlignedArray<std::uint32_t> firstRow; ///< rows of block b: firstRow[b] ... firstRow[b + 1] - 1

	std::vector<std::uint32_t> firstPlace; ///< local places of chunk c among those of all: firstPlace[c] ... firstPlace[c + 1] - 1
	/// Who stands at each place: own particles, guests, and repeats of an own one that fill the last block of eight.
	AlignedArray<std::uint32_t> placeParticle;
	AlignedArray<PlaceBlock> placeBlocks;
	AlignedArray<GuestRun> guestRuns;
	std::vector<std::uint32_t>
		firstRun; ///< where particles of chunk c are guests: guestRuns[firstRun[c]] ... guestRuns[firstRun[c + 1] - 1]
	std::vector<float> inverseKernelVolume;
	std::vector<std::uint8_t> rank;
	bool hasFlatParticles = false; ///< some particle has rank below 3
	std::size_t pairCount = 0;     ///< without filler

	std::size_t BlockCount() const { return blocks.size(); }
	std::size_t ChunkCount() const { return firstPlace.size() - 1; }
	std::size_t Bytes() const;

	/// Calls visit(j, k_ij, X_ij) for each neighbour j of i.
	template <class Visit>
	void ForEachPair(std::size_t i, Visit&& visit) const
	{
		const std::size_t lane = i % SimdWidth, chunk = i / ChunkSize;
		for (std::uint32_t r = firstRow[i / SimdWidth]; r < firstRow[i / SimdWidth + 1]; ++r)
		{
			const PairRow& row = rows[r];
			if (!row.HasPair(lane))
				continue;
			const std::size_t j = placeParticle[firstPlace[chunk] + row.Place(lane)];
			visit(j, ToFloat(row.weight[lane]) * weightUnit, position[i] - position[j]);
		}
	}
};

SPHSOLIDSCORE_API ElasticRest BuildElasticRest(const RestState& rest, TaskRunner& tasks);

/// Takes particles out of the rest data of one instance: their pairs lose all weight and they their volume, and the gradients of those
/// that were their neighbours are corrected anew from what is left. Which particles are gone decides on the result, not in what order they
/// went.
/// @param rest The body's own, for the ranks. @param touched Out: neighbours that are left, ascending.
SPHSOLIDSCORE_API void RemoveParticles(
	const RestState& rest, std::span<const std::uint32_t> particles, ElasticRest& elastic, std::vector<std::uint32_t>& touched);

}
