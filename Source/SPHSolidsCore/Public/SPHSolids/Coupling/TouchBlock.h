#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/Simd.h>

#include <span>

namespace SPHSolids
{

/// What contacts do to a body that is shifted as a whole.
struct ContactAnswer
{
	double energy = 0; // J
	Vec3d force;       // on the body, N
	Mat3d stiffness;   // how the force falls with the shift, N/m; never negative
};

/// Contacts as a body in them sees them before it is shifted, eight at a time: which side of them it is no longer matters, as normal and
/// slide are those of its own motion. Lanes that are all zero do nothing.
struct TouchBlock
{
	float normal[3][SimdWidth] = {}; // towards the body
	float gap[SimdWidth] = {};
	float slide[3][SimdWidth] = {};  // across the normal, as far as friction holds
	float stiffness[SimdWidth] = {}; // N/m
	float sticking[SimdWidth] = {};  // length of the slide at which it slips, m; 0 without friction

	struct Touch
	{
		Vec3 normal, slide;
		Real gap = 0, stiffness = 0, sticking = 0;
	};
	SPHSOLIDSCORE_API void Set(std::size_t lane, const Touch& touch);
};
constexpr std::size_t TouchBlocksFor(std::size_t touches)
{
	return (touches + SimdWidth - 1) / SimdWidth;
}

/// Energy of the contacts if the body is shifted by d, its gradient and its second derivative:
///
///   E = sum k/2 o^2 + f (|s| - r/2)      o = max(0, -(gap + n . d)),  s = slide + d - n (n . d),  r = min(|s|, sticking),  f = k r
///   F = sum k o n - f s/|s|
///   K = sum k [o > 0] n n^T + f/|s| (1 - n n^T - [s slips] s s^T / |s|^2)
SPHSOLIDSCORE_API ContactAnswer AnswerToShift(std::span<const TouchBlock> blocks, const Vec3& shift);

}
