#include "Sweep.h"

#include <algorithm>

namespace SPHSolids
{
namespace
{

constexpr int MaxSweepSteps = 32;
/// Along a surface that the path does not lead into, steps have this share of the margin; and at most so many are taken.
constexpr Real SkimmingStep = Real(0.25);
constexpr int MaxSkimmingSteps = 200;

/// What a point on the path meets of a surface that it is within the margin of.
void MeetSurface(const DistanceSample& sample, const Vec3& at, const Vec3& place, Real step, Real margin, SurfaceHit& hit)
{
	hit.found = true;
	hit.normal = sample.gradient;
	hit.place = at - sample.gradient * sample.distance;
	// The plane of the surface met, as seen from the start.
	hit.leastNormalSpeed = (margin - Dot(place - hit.place, hit.normal)) / step;
}

}

SurfaceHit SweepPoint(const Obstacle& obstacle, const Vec3& place, const Vec3& velocity, Real step, Real margin)
{
	const DistanceSample start = obstacle.Distance(place);
	const Vec3 path = (velocity - obstacle.VelocityAt(place)) * step;
	const Real length = Norm(path);
	const Real least = obstacle.LeastDistance(place, start);
	SurfaceHit hit;
	hit.distance = start.distance;
	if (least - length >= margin)
		return hit;
	MeetSurface(start, place, place, step, margin, hit);
	if (length <= std::max(start.distance, margin) && least == start.distance)
		return hit; // so near that the surface is flat on the way
	// Far enough to miss: find where the path comes within the margin, if it does.
	hit.found = false;
	Real travelled = 0;
	for (int k = 0; k < MaxSweepSteps && travelled < length; ++k)
	{
		const Vec3 at = place + path * (travelled / length);
		const DistanceSample sample = obstacle.Distance(at);
		const bool isLast = k == MaxSweepSteps - 1; // so near by now that the rest of the way may lead into it
		if (sample.distance <= margin * Real(1.01) || isLast)
		{
			MeetSurface(sample, at, place, step, margin, hit);
			return hit;
		}
		travelled += std::max(obstacle.LeastDistance(at, sample) - margin, margin * Real(0.01));
	}
	return hit;
}

SurfaceHit SweepInto(const Obstacle& obstacle, const Vec3& place, const Vec3& velocity, Real step, Real margin)
{
	DistanceSample sample = obstacle.Distance(place);
	const Vec3 path = (velocity - obstacle.VelocityAt(place)) * step;
	const Real length = Norm(path);
	SurfaceHit hit;
	hit.distance = sample.distance;
	if (obstacle.LeastDistance(place, sample) - length >= margin)
		return hit;
	Vec3 at = place;
	Real travelled = 0;
	for (int k = 0; k < MaxSkimmingSteps; ++k)
	{
		const bool isNear = sample.distance <= margin * (1 + SkimmingStep);
		const Real distanceAtEnd = sample.distance + Dot(place + path - at, sample.gradient); // of the plane of the surface
		if (isNear && distanceAtEnd < margin * Real(0.999))
		{
			MeetSurface(sample, at, place, step, margin, hit);
			return hit;
		}
		if (travelled >= length)
			return hit;
		travelled = std::min(length, travelled + std::max(obstacle.LeastDistance(at, sample) - margin, margin * SkimmingStep));
		at = place + path * (travelled / length);
		sample = obstacle.Distance(at);
	}
	MeetSurface(sample, at, place, step, margin, hit);
	return hit;
}

}
