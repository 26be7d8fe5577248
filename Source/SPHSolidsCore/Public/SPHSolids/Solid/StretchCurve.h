#pragma once

#include <SPHSolids/Base/Result.h>

#include <cstddef>
#include <span>
#include <vector>

namespace SPHSolids
{

/// One function of a stretch drawn by an artist: a smooth curve through points, the derivative of an energy. Monotone cubic pieces
/// between the points (no overshoot), straight lines beyond the first and the last. Continuously differentiable, so energies are C2.
class StretchCurve
{
public:
	struct Point
	{
		double stretch = 1; ///< 1 is undeformed
		double stress = 0;  ///< in units of the material's modulus
	};

	/// Points must be finite with growing stretches; the stress must rise with the stretch and be zero at stretch 1 (points at both
	/// sides or on it), or the material would not rest in its rest shape.
	SPHSOLIDSCORE_API static Result<StretchCurve> FromPoints(std::span<const Point> points);
	/// stress = stretch - 1
	SPHSOLIDSCORE_API static StretchCurve Linear();

	SPHSOLIDSCORE_API double Stress(double stretch) const;
	SPHSOLIDSCORE_API double Slope(double stretch) const;
	/// Integral of the stress from 1 to the stretch.
	SPHSOLIDSCORE_API double Energy(double stretch) const;

	const std::vector<Point>& Points() const { return points; }

private:
	double IntegralFromFirst(double stretch) const;
	std::size_t PieceOf(double stretch) const;

	std::vector<Point> points;
	std::vector<double> slopes;   // at the points
	std::vector<double> integral; // of the stress from the first point to each
	double atRest = 0;            // integral from the first point to stretch 1
};

}
