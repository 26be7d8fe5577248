#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Simd.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Body/RestState.h>

#include <cstdint>

namespace SPHSolids
{

/// Two neighbours of one particle and their weights, so that one vector register works on both. 16 bytes.
struct NeighbourCouple
{
	/// Index times OffsetUnit: the loops address arrays of 4, 8 and 16 floats a particle by it without further arithmetic.
	std::uint32_t offset[2];
	/// k_ij = V_i V_j |W'(r)| / r, m; symmetric. 0 in the filler that makes a list even.
	float weight[2];

	static constexpr std::uint32_t OffsetUnit = 8;
	std::uint32_t Other(int half) const { return offset[half] / OffsetUnit; }
};

/// What the elastic solver needs of a rest state, laid out for its inner loops. Built once per body, shared by all instances.
///
/// k_ij  = V_i V_j |W'| / r            pair weights
/// K_i   = (sum_j k_ij X_ji X_ji^T)^-1  gradient correction, L_i / V_i of [KBF21] (8) with V_i absorbed
/// F_i   = (sum_j k_ij x_ji X_ji^T) K_i deformation gradient: exact for affine maps
/// a_i   = sum_j k_ij X_ji
///
/// F_i is also the least-squares fit of a linear map to the neighbourhood under the weights k_ij, so the misfit
/// sum_j k_ij |F_i X_ji - x_ji|^2 has no derivative by F_i: with these weights the zero-energy penalty costs one matrix per particle
/// instead of two (Docs/decisions/0010-zero-energy-weights.md).
struct ElasticRest
{
	/// Eight particles side by side. The last block is filled with particles of zero volume and no neighbours.
	struct Block
	{
		float correction[6][SimdWidth]; ///< K_i: xx, xy, xz, yy, yz, zz
		float volume[SimdWidth];        ///< quadrature share, m^3
		float normal[3][SimdWidth];     ///< unit normal of a sheet particle (rank 2), axis of a string particle (rank 1), else zero
	};

	std::size_t particleCount = 0;
	AlignedArray<Block> blocks;
	AlignedArray<float> position;       ///< X_i as x, y, z, 0
	AlignedArray<float> weightedOffset; ///< a_i as x, y, z, -1
	std::vector<float> inverseKernelVolume;
	std::vector<std::uint32_t> firstCouple; ///< couples of particle i: firstCouple[i] ... firstCouple[i + 1] - 1
	AlignedArray<NeighbourCouple> couples;
	std::vector<std::uint8_t> rank;
	bool hasFlatParticles = false; ///< some particle has rank below 3
	std::size_t pairCount = 0;     ///< without filler

	std::size_t BlockCount() const { return blocks.size(); }
	std::size_t Bytes() const;
};

SPHSOLIDSCORE_API ElasticRest BuildElasticRest(const RestState& rest, TaskRunner& tasks);

}
