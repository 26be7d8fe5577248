#include "Sweep.h"

#include <algorithm>

namespace SPHSolids
{
namespace
{

constexpr int MaxSweepSteps = 32;

}

SurfaceHit SweepPoint(const Obstacle& obstacle, const Vec3& place, const Vec3& velocity, Real step, Real margin)
{
	const DistanceSample start = obstacle.Distance(place);
	const Vec3 path = (velocity - obstacle.VelocityAt(place)) * step;
	const Real length = Norm(path);
	SurfaceHit hit;
	hit.distance = start.distance;
	if (start.distance - length >= margin)
		return hit;
	hit.found = true;
	hit.normal = start.gradient;
	hit.place = place - start.gradient * start.distance;
	hit.leastNormalSpeed = (margin - start.distance) / step;
	if (length <= std::max(start.distance, margin))
		return hit; // so near that the surface is flat on the way
	// Far enough to miss: find where the path comes within the margin, if it does.
	Real travelled = 0;
	for (int k = 0; k < MaxSweepSteps && travelled < length; ++k)
	{
		const Vec3 at = place + path * (travelled / length);
		const DistanceSample sample = obstacle.Distance(at);
		if (sample.distance <= margin * Real(1.01))
		{
			hit.normal = sample.gradient;
			hit.place = at - sample.gradient * sample.distance;
			// The plane of the surface met, as seen from the start.
			hit.leastNormalSpeed = (margin - Dot(place - hit.place, hit.normal)) / step;
			return hit;
		}
		travelled += std::max(sample.distance - margin, margin * Real(0.01));
	}
	hit.found = travelled < length;
	return hit;
}

}
