#pragma once

#include "Base/EightPoints.h"
#include "Base/Prefetch.h"

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Solid/ElasticRest.h>
#include <SPHSolids/Solid/GradientBlock.h>

// The two loops over the pairs of a block of eight particles, one lane each, in which an elastic step spends most of its time.

namespace SPHSolids
{

SPHS_FORCE_INLINE Matrix3<Float8> LoadCorrection(const ElasticRest::Block& block)
{
	Float8 K[6];
	for (int e = 0; e < 6; ++e)
		K[e] = Float8::Load(block.correction[e]);
	return {{{K[0], K[1], K[2]}, {K[1], K[3], K[4]}, {K[2], K[4], K[5]}}};
}
SPHS_FORCE_INLINE Vector3<Float8> LoadVector(const float (&lanes)[3][SimdWidth])
{
	return {Float8::Load(lanes[0]), Float8::Load(lanes[1]), Float8::Load(lanes[2])};
}

/// Floats between the places that PairRow::place counts.
inline constexpr std::size_t FloatsPerStep = ElasticRest::PlaceFloats / ElasticRest::PlaceStep;

/// Displacements of eight local places of a chunk from its reference, one lane each.
SPHS_FORCE_INLINE Vector3<Float8> LoadPlaces(const float* places, const std::uint16_t (&place)[SimdWidth])
{
	const auto load = [&](int low, int high)
	{ return LoadHalves(places + FloatsPerStep * place[low], places + FloatsPerStep * place[high]); };
	Float8 r[4] = {load(0, 4), load(1, 5), load(2, 6), load(3, 7)};
	TransposeInHalves(r);
	return {r[0], r[1], r[2]};
}
/// Of eight places in a row.
SPHS_FORCE_INLINE Vector3<Float8> LoadPlacesInRow(const float* places)
{
	static constexpr std::uint16_t inRow[SimdWidth] = {0, 2, 4, 6, 8, 10, 12, 14};
	return LoadPlaces(places, inRow);
}
SPHS_FORCE_INLINE void StorePlacesInRow(const Vector3<Float8>& z, float* places)
{
	Float8 r[4];
	SplitTriples(z.x, z.y, z.z, r);
	for (int k = 0; k < 4; ++k)
		StoreHalves(r[k], places + 4 * k, places + 4 * k + 16);
}

/// What eight particles gather from their neighbours. With z the displacement from the affine map G of the chunk's reference, so that
/// z_ij = x_ij - G X_ij:
///   moment = sum_j k_ij z_ij X_ij^T    squares = sum_j k_ij |z_ij|^2
/// The map leaves z small, so that the misfit (squares minus the part that F fits) does not drown in rounding.
struct PairMoments
{
	Matrix3<Float8> moment;
	Float8 squares;
};

/// What the gathering loop found of a row and the scattering loop needs again.
struct GatheredRow
{
	float z[3][SimdWidth];              // z_ji
	float weightedOffset[3][SimdWidth]; // k_ij X_ij
	float weight[SimdWidth];            // k_ij
};

/// How far ahead rows are asked for, bytes. Those of a large body come from memory in every sweep and are needed once in it: they pass by
/// the caches, which are for what the sweep shares with others (Docs/decisions/0068-large-bodies.md).
inline constexpr std::size_t RowsAhead = 2048;

/// In the units of the rows: offsets in units u of length and weights in units w, moments come in w u and squares in w.
/// @tparam KeepsRows What was found of each row is left in `gathered`.
template <bool KeepsRows>
SPHS_FORCE_INLINE PairMoments GatherPairs(const ElasticRest::PairRow* row, const ElasticRest::PairRow* end, const float* places,
	const Vector3<Float8>& own, GatheredRow* gathered)
{
	// Ten sums and what a row needs beside them fit sixteen registers.
	const Float8 zero(0.0f);
	const auto keep = [](Float8 value, float* target)
	{
		if constexpr (KeepsRows)
			value.Store(target);
	};
	PairMoments sums = {{{{zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}}}, zero};
	for (; row != end; ++row, ++gathered)
	{
		PrefetchPassing(reinterpret_cast<const char*>(row) + RowsAhead);
		PrefetchPassing(reinterpret_cast<const char*>(row) + RowsAhead + CacheLine);
		const Vector3<Float8> z = LoadPlaces(places, row->place) - own; // z_ji: minus z_ij
		keep(z.x, gathered->z[0]);
		keep(z.y, gathered->z[1]);
		keep(z.z, gathered->z[2]);
		const Float8 k = LoadStored(row->weight);
		keep(k, gathered->weight);
		sums.squares = MulAdd(k, MulAdd(z.x, z.x, MulAdd(z.y, z.y, z.z * z.z)), sums.squares);
		const Float8 X = Float8::Load(row->offset[0]) * k;
		keep(X, gathered->weightedOffset[0]);
		sums.moment.m[0][0] = NegMulAdd(z.x, X, sums.moment.m[0][0]);
		sums.moment.m[1][0] = NegMulAdd(z.y, X, sums.moment.m[1][0]);
		sums.moment.m[2][0] = NegMulAdd(z.z, X, sums.moment.m[2][0]);
		const Float8 Y = Float8::Load(row->offset[1]) * k;
		keep(Y, gathered->weightedOffset[1]);
		sums.moment.m[0][1] = NegMulAdd(z.x, Y, sums.moment.m[0][1]);
		sums.moment.m[1][1] = NegMulAdd(z.y, Y, sums.moment.m[1][1]);
		sums.moment.m[2][1] = NegMulAdd(z.z, Y, sums.moment.m[2][1]);
		const Float8 Z = Float8::Load(row->offset[2]) * k;
		keep(Z, gathered->weightedOffset[2]);
		sums.moment.m[0][2] = NegMulAdd(z.x, Z, sums.moment.m[0][2]);
		sums.moment.m[1][2] = NegMulAdd(z.y, Z, sums.moment.m[1][2]);
		sums.moment.m[2][2] = NegMulAdd(z.z, Z, sums.moment.m[2][2]);
	}
	return sums;
}

/// Subtracts t_ij = k_ij (M_i X_ij + epsilon_i z_ij) from the force on each neighbour j of eight particles i.
/// @param M, penalty In the units of the rows.
/// @return sum_j t_ij, the force on i itself.
SPHS_FORCE_INLINE Vector3<Float8> ScatterPairs(const ElasticRest::PairRow* row, const ElasticRest::PairRow* end,
	const GatheredRow* gathered, const Matrix3<Float8>& M, Float8 penalty, float* forces)
{
	const Float8 zero(0.0f);
	Vector3<Float8> sum = {zero, zero, zero};
	for (; row != end; ++row, ++gathered)
	{
		const Vector3<Float8> kX = LoadVector(gathered->weightedOffset), z = LoadVector(gathered->z);
		const Float8 pull = Float8::Load(gathered->weight) * penalty;
		// minus t_ij
		const Float8 x = NegMulAdd(M.m[0][2], kX.z, NegMulAdd(M.m[0][1], kX.y, NegMulAdd(M.m[0][0], kX.x, pull * z.x)));
		const Float8 y = NegMulAdd(M.m[1][2], kX.z, NegMulAdd(M.m[1][1], kX.y, NegMulAdd(M.m[1][0], kX.x, pull * z.y)));
		const Float8 w = NegMulAdd(M.m[2][2], kX.z, NegMulAdd(M.m[2][1], kX.y, NegMulAdd(M.m[2][0], kX.x, pull * z.z)));
		sum.x -= x;
		sum.y -= y;
		sum.z -= w;
		Float8 r[4];
		SplitTriples(x, y, w, r);
		for (int k = 0; k < 4; ++k)
			AddHalves(r[k], forces + FloatsPerStep * row->place[k], forces + FloatsPerStep * row->place[k + 4]);
	}
	return sum;
}

}
