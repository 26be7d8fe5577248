#pragma once

#include <SPHSolids/Base/Math.h>

namespace SPHSolids
{

/// A vector in sixteen bytes, so that one load of four lanes fetches it. The fourth float belongs to whoever owns the array.
struct alignas(16) PaddedVec3
{
	float x = 0, y = 0, z = 0, w = 0;

	PaddedVec3() = default;
	PaddedVec3(const Vec3& v, float fourth = 0)
		: x(v.x)
		, y(v.y)
		, z(v.z)
		, w(fourth)
	{
	}
	Vec3 Xyz() const { return {x, y, z}; }
	void SetXyz(const Vec3& v)
	{
		x = v.x;
		y = v.y;
		z = v.z;
	}
	const float* Data() const { return &x; }
};

/// A coordinate of places that hold nothing: out of reach of all that is somewhere, m; its square is still a number.
inline constexpr float FarAway = 1e9f;

}
