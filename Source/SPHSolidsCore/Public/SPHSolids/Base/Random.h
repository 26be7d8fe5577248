#pragma once

#include <SPHSolids/Base/Math.h>

#include <cstdint>

namespace SPHSolids
{

/// Repeatable random numbers: SplitMix64, the same sequence on every machine and compiler.
class Random
{
public:
	explicit Random(std::uint64_t seed)
		: state(seed)
	{
	}
	std::uint64_t NextBits()
	{
		std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
		z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
		z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
		return z ^ (z >> 31);
	}
	/// In [0, 1).
	double NextUnit() { return static_cast<double>(NextBits() >> 11) * 0x1.0p-53; }
	double NextIn(double low, double high) { return low + (high - low) * NextUnit(); }
	Vec3d NextInBox(const Vec3d& low, const Vec3d& high)
	{
		const double x = NextIn(low.x, high.x), y = NextIn(low.y, high.y), z = NextIn(low.z, high.z);
		return {x, y, z};
	}
	/// Uniform on the unit sphere.
	Vec3d NextDirection()
	{
		const double z = NextIn(-1, 1), angle = NextIn(0, 2 * Pi), r = std::sqrt(1 - z * z);
		return {r * std::cos(angle), r * std::sin(angle), z};
	}

private:
	std::uint64_t state;
};

}
