#include "HeatExchange.h"

#include <SPHSolids/Kernel/Kernels.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

/// A particle touches a wall fully up to the first distance and no more from the second, in radii: one that lies on it is at 1, the next
/// layer at 3.
constexpr double TouchFully = 1.5, TouchEnds = 2.5;

}

HeatLink LinkOf(const HeatSurroundings& surroundings, const Vec3d& place, double radius, double freeArea, double wallArea)
{
	HeatLink link;
	double free = 1;
	for (const HeatSurroundings::Wall& wall : surroundings.walls)
	{
		const double distance = static_cast<double>(wall.shape->Distance(wall.pose.ToLocal(place).Cast<Real>()).distance);
		const double touch = std::clamp((TouchEnds - distance / radius) / (TouchEnds - TouchFully), 0.0, 1.0);
		link.Add(touch * wallArea * wall.transfer, wall.temperature);
		free = std::min(free, 1 - touch);
	}
	if (freeArea == 0)
		return link;
	link.Add(free * freeArea * surroundings.ambientTransfer, surroundings.ambient);
	for (const HeatSurroundings::Source& source : surroundings.sources)
		if (const double share = 1 - Norm(place - source.place) / source.reach; share > 0)
			link.Add(share * freeArea * source.transfer, source.temperature);
	return link;
}

double HeatThrough(const HeatLink& link, double temperature, double heatCapacity, double seconds)
{
	return (link.target - link.conductance * temperature) * seconds / (1 + link.conductance * seconds / heatCapacity);
}

double LatticeLaplacian(double support)
{
	const CubicSpline<double> kernel(support);
	double sum = 0;
	for (int z = -1; z <= 1; ++z)
		for (int y = -1; y <= 1; ++y)
			for (int x = -1; x <= 1; ++x)
				if (const double r = std::sqrt(static_cast<double>(x * x + y * y + z * z)); r > 0)
					sum -= kernel.Derivative(r) / r * x * x;
	return sum;
}

}
