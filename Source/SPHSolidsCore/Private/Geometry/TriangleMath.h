#pragma once

#include "TriangleTree.h"

#include <algorithm>
#include <cmath>

namespace SPHSolids
{

/// Point of the segment [a, b] closest to p.
inline Vec3d ClosestOnSegment(const Vec3d& p, const Vec3d& a, const Vec3d& b)
{
	const Vec3d edge = b - a;
	const double lengthSquared = SquaredNorm(edge);
	const double t = lengthSquared > 0 ? std::clamp(Dot(p - a, edge) / lengthSquared, 0.0, 1.0) : 0.0;
	return a + t * edge;
}

/// Point of a triangle closest to p. Above the face it is the projection onto the plane, elsewhere the best of the three edges:
/// a needle's edges stay right where its plane is lost in rounding.
inline Vec3d ClosestOnTriangle(const Vec3d& p, const TriangleCorners& corners)
{
	const auto& [a, b, c] = corners;
	const Vec3d normal = Cross(b - a, c - a);
	const double normalSquared = SquaredNorm(normal);
	if (normalSquared > 0)
	{
		const double overAB = Dot(Cross(b - a, p - a), normal);
		const double overBC = Dot(Cross(c - b, p - b), normal);
		const double overCA = Dot(Cross(a - c, p - c), normal);
		if (overAB >= 0 && overBC >= 0 && overCA >= 0)
			return p - (Dot(p - a, normal) / normalSquared) * normal;
	}
	Vec3d best = ClosestOnSegment(p, a, b);
	for (const Vec3d& candidate : {ClosestOnSegment(p, b, c), ClosestOnSegment(p, c, a)})
		if (SquaredNorm(candidate - p) < SquaredNorm(best - p))
			best = candidate;
	return best;
}

/// Signed solid angle of a triangle seen from p, in (-2 pi, 2 pi), positive from behind its face: inside a closed surface that
/// faces outwards they add up to 4 pi (van Oosterom and Strackee 1983).
inline double SolidAngle(const Vec3d& p, const TriangleCorners& corners)
{
	const Vec3d a = corners[0] - p, b = corners[1] - p, c = corners[2] - p;
	const double la = Norm(a), lb = Norm(b), lc = Norm(c);
	const double numerator = Dot(a, Cross(b, c));
	const double denominator = la * lb * lc + Dot(a, b) * lc + Dot(b, c) * la + Dot(c, a) * lb;
	return numerator == 0 && denominator <= 0 ? 0 : 2 * std::atan2(numerator, denominator);
}

}
