#include "CoverageKernel.h"

#include <vector>

namespace SPHSolids
{
namespace
{

std::vector<CoverageKernel::Eight> PointsInBall()
{
	std::vector<Vec3> offsets;
	std::vector<Real> weights;
	Real sum = 0;
	const auto coordinate = [](int k) { return (static_cast<Real>(k) + Real(0.5)) * CoverageKernel::Spacing - 1; };
	for (int k = 0; k < CoverageKernel::PointsAcross; ++k)
		for (int j = 0; j < CoverageKernel::PointsAcross; ++j)
			for (int i = 0; i < CoverageKernel::PointsAcross; ++i)
			{
				const Vec3 offset = {coordinate(i), coordinate(j), coordinate(k)};
				const Real p = 1 - Norm(offset), o = std::max(p - Real(0.5), Real(0));
				if (p <= 0)
					continue;
				offsets.push_back(offset);
				weights.push_back(p * p * p - 4 * o * o * o);
				sum += weights.back();
			}
	for (Real& weight : weights)
		weight /= sum;
	std::vector<CoverageKernel::Eight> points;
	ForEachEight(0, offsets.size(), [&](std::size_t first, std::size_t available)
		{ points.push_back({LoadEight(&offsets[first], available), LoadEight(&weights[first], available)}); });
	return points;
}

}

std::span<const CoverageKernel::Eight> CoverageKernel::Points()
{
	static const std::vector<Eight> points = PointsInBall();
	return points;
}

}
