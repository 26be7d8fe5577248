#pragma once

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

/// Eight local places of a chunk, one lane each.
struct EightPlaces
{
	Vector3<Float8> z; // displacement from the chunk's reference
	Float8 penalty;    // epsilon

	SPHS_FORCE_INLINE static EightPlaces Load(const float* places, const std::uint32_t (&place)[SimdWidth])
	{
		Float8 r[4] = {LoadHalves(places + place[0], places + place[4]), LoadHalves(places + place[1], places + place[5]),
			LoadHalves(places + place[2], places + place[6]), LoadHalves(places + place[3], places + place[7])};
		TransposeInHalves(r);
		return {{r[0], r[1], r[2]}, r[3]};
	}
	/// Of eight places in a row.
	SPHS_FORCE_INLINE static EightPlaces LoadRow(const float* places)
	{
		static constexpr std::uint32_t inRow[SimdWidth] = {0, 4, 8, 12, 16, 20, 24, 28};
		return Load(places, inRow);
	}
	SPHS_FORCE_INLINE void StoreRow(float* places) const
	{
		Float8 r[4] = {z.x, z.y, z.z, penalty};
		TransposeInHalves(r);
		for (int k = 0; k < 4; ++k)
			StoreHalves(r[k], places + 4 * k, places + 4 * k + 16);
	}
};

/// Positions of eight particles by index.
SPHS_FORCE_INLINE Vector3<Float8> LoadPositions(const Vec3* x, const std::uint32_t* particle)
{
	Float8 r[4];
	for (int k = 0; k < 4; ++k)
		r[k] = LoadTriples(&x[particle[k]].x, &x[particle[k + 4]].x);
	TransposeInHalves(r);
	return {r[0], r[1], r[2]};
}

/// What eight particles gather from their neighbours. With z the displacement from the affine map G of the chunk's reference, so that
/// z_ij = x_ij - G X_ij:
///   moment = sum_j k_ij z_ij X_ij^T    squares = sum_j k_ij |z_ij|^2    pull = sum_j k_ij (epsilon_i + epsilon_j) z_ij
/// The map leaves z small, so that the misfit (squares minus the part that F fits) does not drown in rounding.
struct PairMoments
{
	Matrix3<Float8> moment;
	Float8 squares;
	Vector3<Float8> pull;
};
SPHS_FORCE_INLINE PairMoments GatherPairs(
	const ElasticRest::PairRow* row, const ElasticRest::PairRow* end, const float* places, const EightPlaces& own)
{
	const Float8 zero(0.0f);
	PairMoments sums = {{{{zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}}}, zero, {zero, zero, zero}};
	for (; row != end; ++row)
	{
		const EightPlaces other = EightPlaces::Load(places, row->place);
		const Vector3<Float8> z = own.z - other.z, X = LoadVector(row->offset);
		const Float8 weight = Float8::Load(row->weight);
		const Vector3<Float8> weighted = z * weight;
		const Float8 penalty = own.penalty + other.penalty;
		sums.moment.m[0][0] = MulAdd(weighted.x, X.x, sums.moment.m[0][0]);
		sums.moment.m[0][1] = MulAdd(weighted.x, X.y, sums.moment.m[0][1]);
		sums.moment.m[0][2] = MulAdd(weighted.x, X.z, sums.moment.m[0][2]);
		sums.moment.m[1][0] = MulAdd(weighted.y, X.x, sums.moment.m[1][0]);
		sums.moment.m[1][1] = MulAdd(weighted.y, X.y, sums.moment.m[1][1]);
		sums.moment.m[1][2] = MulAdd(weighted.y, X.z, sums.moment.m[1][2]);
		sums.moment.m[2][0] = MulAdd(weighted.z, X.x, sums.moment.m[2][0]);
		sums.moment.m[2][1] = MulAdd(weighted.z, X.y, sums.moment.m[2][1]);
		sums.moment.m[2][2] = MulAdd(weighted.z, X.z, sums.moment.m[2][2]);
		sums.squares = MulAdd(weighted.x, z.x, MulAdd(weighted.y, z.y, MulAdd(weighted.z, z.z, sums.squares)));
		sums.pull.x = MulAdd(weighted.x, penalty, sums.pull.x);
		sums.pull.y = MulAdd(weighted.y, penalty, sums.pull.y);
		sums.pull.z = MulAdd(weighted.z, penalty, sums.pull.z);
	}
	return sums;
}

/// Adds -k_ij M_i X_ij to the force on each neighbour j of eight particles i.
SPHS_FORCE_INLINE void ScatterPairs(
	const ElasticRest::PairRow* row, const ElasticRest::PairRow* end, const Matrix3<Float8>& M, float* forces)
{
	for (; row != end; ++row)
	{
		const Float8 weight = -Float8::Load(row->weight);
		const Vector3<Float8> X = LoadVector(row->offset) * weight;
		Float8 r[4];
		for (int k = 0; k < 3; ++k)
			r[k] = MulAdd(M(k, 2), X.z, MulAdd(M(k, 1), X.y, M(k, 0) * X.x));
		r[3] = Float8(0.0f);
		TransposeInHalves(r);
		for (int k = 0; k < 4; ++k)
			AddHalves(r[k], forces + row->place[k], forces + row->place[k + 4]);
	}
}

}
