#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/PaddedVec3.h>
#include <SPHSolids/Base/Simd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

// Eight entries of an array, one lane each.

namespace SPHSolids
{

/// Calls visit(first, available) for eights in a row: where all are there, compilers see the number, and leave out what fewer need.
template <class Visit>
SPHS_FORCE_INLINE void ForEachEight(std::size_t begin, std::size_t end, Visit&& visit)
{
	for (; begin + SimdWidth <= end; begin += SimdWidth)
		visit(begin, std::integral_constant<std::size_t, SimdWidth>());
	if (begin < end)
		visit(begin, end - begin);
}

/// Those in a row, as far as there are that many; zero beyond.
SPHS_FORCE_INLINE Float8 LoadEight(const float* source, std::size_t available)
{
	if (available >= SimdWidth)
		return Float8::Load(source);
	float few[SimdWidth] = {};
	std::copy(source, source + available, few);
	return Float8::Load(few);
}
SPHS_FORCE_INLINE Vector3<Float8> LoadEight(const Vec3* source, std::size_t available)
{
	Vec3 few[SimdWidth];
	if (available < SimdWidth)
	{
		std::copy(source, source + available, few);
		source = few;
	}
	Vector3<Float8> points;
	LoadPointsInRow(&source->x, points.x, points.y, points.z);
	return points;
}
/// Into a row, as far as there is room for.
SPHS_FORCE_INLINE void StoreEight(const Vector3<Float8>& points, Vec3* target, std::size_t available)
{
	if (available >= SimdWidth)
		return StorePointsInRow(points.x, points.y, points.z, &target->x);
	Vec3 few[SimdWidth];
	StorePointsInRow(points.x, points.y, points.z, &few->x);
	std::copy(few, few + available, target);
}

/// Those with some indices.
SPHS_FORCE_INLINE Vector3<Float8> GatherEight(const Vec3* source, const std::uint32_t* index)
{
	Float8 r[4];
	for (int k = 0; k < 4; ++k)
		r[k] = LoadTriples(&source[index[k]].x, &source[index[k + 4]].x);
	TransposeInHalves(r);
	return {r[0], r[1], r[2]};
}

SPHS_FORCE_INLINE Vector3<Float8> GatherEight(const PaddedVec3* source, const std::uint32_t* index)
{
	Float8 r[4];
	for (int k = 0; k < 4; ++k)
		r[k] = LoadHalves(source[index[k]].Data(), source[index[k + 4]].Data());
	TransposeInHalves(r);
	return {r[0], r[1], r[2]};
}

/// The same in all lanes.
SPHS_FORCE_INLINE Vector3<Float8> Splat(const Vec3& v)
{
	return {v.x, v.y, v.z};
}
SPHS_FORCE_INLINE Matrix3<Float8> Splat(const Mat3& m)
{
	return {{{m.m[0][0], m.m[0][1], m.m[0][2]}, {m.m[1][0], m.m[1][1], m.m[1][2]}, {m.m[2][0], m.m[2][1], m.m[2][2]}}};
}
/// a s + b
SPHS_FORCE_INLINE Vector3<Float8> MulAdd(const Vector3<Float8>& a, Float8 s, const Vector3<Float8>& b)
{
	return {MulAdd(a.x, s, b.x), MulAdd(a.y, s, b.y), MulAdd(a.z, s, b.z)};
}
/// Over the lanes.
SPHS_FORCE_INLINE Vec3 Sum(const Vector3<Float8>& v)
{
	return {Sum(v.x), Sum(v.y), Sum(v.z)};
}

/// The sum of a b^T, one lane each.
struct OuterSum
{
	Vector3<Float8> column[3] = {};

	SPHS_FORCE_INLINE void Add(const Vector3<Float8>& a, const Vector3<Float8>& b)
	{
		column[0] = MulAdd(a, b.x, column[0]);
		column[1] = MulAdd(a, b.y, column[1]);
		column[2] = MulAdd(a, b.z, column[2]);
	}
	SPHS_FORCE_INLINE Mat3 OverLanes() const
	{
		const Vec3 x = Sum(column[0]), y = Sum(column[1]), z = Sum(column[2]);
		return {{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
	}
};

}
