#include <SPHSolids/Solid/StretchCurve.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace SPHSolids
{
namespace
{

/// Beyond these nobody draws a curve, and its cubics would overflow.
constexpr double SteepestSlope = 1e9, LargestStretch = 1e9;

struct HermitePiece
{
	double width, y0, y1, m0, m1;

	double Value(double t) const
	{
		const double u = 1 - t;
		return y0 * u * u * (1 + 2 * t) + y1 * t * t * (3 - 2 * t) + width * t * u * (m0 * u - m1 * t);
	}
	double Derivative(double t) const { return 6 * t * (1 - t) * (y1 - y0) / width + m0 * (1 - t) * (1 - 3 * t) + m1 * t * (3 * t - 2); }
	double Integral(double t) const
	{
		const double t2 = t * t, t3 = t2 * t, t4 = t3 * t;
		return width
			* (y0 * (t - t3 + t4 / 2) + y1 * (t3 - t4 / 2) + width * m0 * (t2 / 2 - 2 * t3 / 3 + t4 / 4) + width * m1 * (t4 / 4 - t3 / 3));
	}
};

/// Slopes after Fritsch and Butland: harmonic means of the neighbouring secants keep a rising curve rising.
std::vector<double> MonotoneSlopes(std::span<const StretchCurve::Point> points)
{
	const std::size_t count = points.size();
	const auto secant = [&](std::size_t k)
	{ return (points[k + 1].stress - points[k].stress) / (points[k + 1].stretch - points[k].stretch); };
	std::vector<double> slopes(count);
	slopes.front() = secant(0);
	slopes.back() = secant(count - 2);
	for (std::size_t k = 1; k + 1 < count; ++k)
		slopes[k] = 2 * secant(k - 1) * secant(k) / (secant(k - 1) + secant(k));
	return slopes;
}

}

Result<StretchCurve> StretchCurve::FromPoints(std::span<const Point> points)
{
	if (points.size() < 2)
		return Error{"A stress curve needs at least two points."};
	for (std::size_t k = 0; k < points.size(); ++k)
	{
		if (!std::isfinite(points[k].stretch) || !std::isfinite(points[k].stress))
			return Error{"Point " + std::to_string(k) + " of the stress curve is not a finite number."};
		if (k > 0 && !(points[k].stretch > points[k - 1].stretch && points[k].stress > points[k - 1].stress))
			return Error{"Point " + std::to_string(k)
				+ " of the stress curve must lie to the right of and above the one before it: stress has to rise with stretch."};
	}
	StretchCurve curve;
	curve.points.assign(points.begin(), points.end());
	curve.slopes = MonotoneSlopes(points);
	for (std::size_t k = 0; k < points.size(); ++k)
		if (!(curve.slopes[k] < SteepestSlope) || std::fabs(points[k].stretch) > LargestStretch)
			return Error{"The stress curve is too steep to compute with at point " + std::to_string(k)
				+ ", or that point is far out; move points apart, or give a larger modulus instead."};
	curve.integral.assign(points.size(), 0.0);
	for (std::size_t k = 0; k + 1 < points.size(); ++k)
		curve.integral[k + 1] = curve.IntegralFromFirst(points[k + 1].stretch); // piece k starts from integral[k]
	curve.atRest = curve.IntegralFromFirst(1);
	if (std::fabs(curve.Stress(1)) > 1e-3 * (points.back().stress - points.front().stress))
		return Error{"The stress curve must pass through zero at stretch 1, or the body would not rest in its rest shape; it has "
			+ std::to_string(curve.Stress(1)) + " there."};
	return curve;
}

StretchCurve StretchCurve::Linear()
{
	const Point points[] = {{0, -1}, {2, 1}};
	return FromPoints(points).TakeValue();
}

std::size_t StretchCurve::PieceOf(double stretch) const
{
	std::size_t piece = 0;
	while (piece + 2 < points.size() && stretch > points[piece + 1].stretch)
		++piece;
	return piece;
}

double StretchCurve::Stress(double stretch) const
{
	if (stretch <= points.front().stretch)
		return points.front().stress + slopes.front() * (stretch - points.front().stretch);
	if (stretch >= points.back().stretch)
		return points.back().stress + slopes.back() * (stretch - points.back().stretch);
	const std::size_t k = PieceOf(stretch);
	const double width = points[k + 1].stretch - points[k].stretch;
	return HermitePiece{width, points[k].stress, points[k + 1].stress, slopes[k], slopes[k + 1]}.Value(
		(stretch - points[k].stretch) / width);
}

double StretchCurve::Slope(double stretch) const
{
	if (stretch <= points.front().stretch)
		return slopes.front();
	if (stretch >= points.back().stretch)
		return slopes.back();
	const std::size_t k = PieceOf(stretch);
	const double width = points[k + 1].stretch - points[k].stretch;
	return HermitePiece{width, points[k].stress, points[k + 1].stress, slopes[k], slopes[k + 1]}.Derivative(
		(stretch - points[k].stretch) / width);
}

double StretchCurve::IntegralFromFirst(double stretch) const
{
	const auto straight = [&](std::size_t end, double from)
	{
		const double reach = stretch - points[end].stretch;
		return from + reach * (points[end].stress + slopes[end] * reach / 2);
	};
	if (stretch <= points.front().stretch)
		return straight(0, 0);
	if (stretch > points.back().stretch)
		return straight(points.size() - 1, integral.back());
	const std::size_t k = PieceOf(stretch);
	const double width = points[k + 1].stretch - points[k].stretch;
	return integral[k]
		+ HermitePiece{width, points[k].stress, points[k + 1].stress, slopes[k], slopes[k + 1]}.Integral(
			(stretch - points[k].stretch) / width);
}

double StretchCurve::Energy(double stretch) const
{
	return IntegralFromFirst(stretch) - atRest;
}

}
