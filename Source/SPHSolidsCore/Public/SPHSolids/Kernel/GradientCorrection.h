#pragma once

#include <SPHSolids/Base/Math.h>

#include <cstdint>

namespace SPHSolids
{

/// A direction counts as spanned by a neighbourhood if its share of the moment matrix exceeds this part of the largest. A lattice
/// has 1, an edge of a cube about 0.3; a sheet whose particles waver by a hundredth of the spacing 1e-4.
inline constexpr double SpannedShare = 5e-3;

/// Correction of the kernel gradient from the moment matrix of a neighbourhood: its inverse on the directions the neighbourhood
/// spans and zero on the others, so that a sheet keeps its in-plane response and a lone particle has none.
struct GradientCorrection
{
	Mat3d inverse;
	/// Spanned directions first. The last 3 - rank columns are the directions that nothing is known about.
	Mat3d axes;
	std::uint8_t rank = 0;
};
/// @param maxRank Directions beyond this count as not spanned, whatever the moment says.
SPHSOLIDSCORE_API GradientCorrection InvertMoment(const Mat3d& moment, int maxRank = 3);

}
