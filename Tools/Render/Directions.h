#pragma once

#include <Render/LowDiscrepancy.h>
#include <SPHSolids/Base/Math.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Render
{

/// Two unit vectors that make a right-handed frame with a unit vector.
struct TangentFrame
{
	explicit TangentFrame(const Vec3& n)
	{
		// Duff et al. 2017, Building an Orthonormal Basis, Revisited: no branch, no square root.
		const float sign = std::copysign(1.0f, n.z);
		const float a = -1 / (sign + n.z);
		const float b = n.x * n.y * a;
		u = {1 + sign * n.x * n.x * a, sign * b, -sign * n.x};
		v = {b, sign + n.y * n.y * a, -n.y};
	}
	Vec3 u, v;
};

/// A point of the unit circle at a share of its circumference in [0, 1). Odd polynomials, off by less than 2e-5: enough to pick
/// directions, and a quarter of the library's price.
struct CirclePoint
{
	explicit CirclePoint(float share)
	{
		// Sine of 2 pi t for t in [-1/4, 1/4] by the start of its series, its last term adjusted so that it ends at 1.
		const auto sine = [](float t)
		{
			const float square = t * t;
			return t * (6.2831853f + square * (-41.341702f + square * (81.60525f + square * -74.135277f)));
		};
		const float turn = share < 0.5f ? share : share - 1; // [-1/2, 1/2)
		const float away = std::abs(turn);
		y = sine(std::copysign(std::min(away, 0.5f - away), turn));
		x = sine(0.25f - away);
	}
	float x, y;
};

/// A direction around a normal with density proportional to the cosine.
inline Vec3 CosineDirection(const Vec3& normal, const Sample2& sample)
{
	const TangentFrame frame(normal);
	const float radius = std::sqrt(sample.u);
	const CirclePoint circle(sample.v);
	return frame.u * (radius * circle.x) + frame.v * (radius * circle.y) + normal * std::sqrt(1 - sample.u);
}

inline Vec3 UniformDirection(const Sample2& sample)
{
	const float z = 1 - 2 * sample.u, radius = std::sqrt(std::max(0.0f, 1 - z * z));
	const CirclePoint circle(sample.v);
	return {radius * circle.x, radius * circle.y, z};
}

}
