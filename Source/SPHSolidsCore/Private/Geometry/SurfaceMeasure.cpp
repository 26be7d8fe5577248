#include "SurfaceMeasure.h"

#include <SPHSolids/Base/Random.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace SPHSolids
{
namespace
{

constexpr std::size_t ThicknessSamplesPerChunk = 64;
constexpr double FirstStepShare = 1e-6; // of the mesh: thinner walls than this are not told apart
constexpr int MaxThicknessSteps = 96;
constexpr double ThicknessError = 0.01; // share of the thickness at which the other side counts as reached
constexpr double LatticePoints = 250'000;

/// Steps by the distance to the surface can never pass through it.
double ThicknessBelow(const TriangleField& field, const Vec3d& start, const Vec3d& down, double extent)
{
	double depth = FirstStepShare * extent;
	for (int step = 0; step < MaxThicknessSteps && depth < 2 * extent; ++step)
	{
		const double distance = std::sqrt(field.FindClosest(start + depth * down).distanceSquared);
		if (distance < ThicknessError * depth)
			return depth + distance;
		depth += distance;
	}
	return 0;
}

}

std::vector<ThicknessSample> MeasureThickness(
	const OrientedSurface& surface, const TriangleField& field, std::uint32_t sampleCount, TaskRunner& tasks)
{
	const double areaPerSample = surface.area / sampleCount;
	const double extent = Norm(surface.bounds.Size());
	std::vector<ThicknessSample> samples;
	double passed = 0, next = areaPerSample / 2;
	for (std::uint32_t t = 0; t < surface.corners.size(); ++t)
	{
		const TriangleCorners& c = surface.corners[t];
		passed += 0.5 * Norm(Cross(c[1] - c[0], c[2] - c[0]));
		if (passed < next)
			continue;
		const double represented = areaPerSample * std::max(1.0, std::ceil((passed - next) / areaPerSample));
		samples.push_back({t, represented, 0});
		next += represented;
	}
	ParallelFor(tasks, samples.size(), ThicknessSamplesPerChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
			{
				const TriangleCorners& c = surface.corners[samples[k].triangle];
				const Vec3d down = -NormalizedOr(Cross(c[1] - c[0], c[2] - c[0]), {});
				samples[k].thickness = ThicknessBelow(field, (c[0] + c[1] + c[2]) / 3, down, extent);
			}
		});
	return samples;
}

double CountVolume(const OrientedSurface& surface, const TriangleField& field, TaskRunner& tasks)
{
	const Vec3d size = surface.bounds.Size();
	const double longest = std::max({size.x, size.y, size.z});
	// A flat mesh has no volume, but its lattice should not be finer than a thousand points a side.
	const Vec3d padded = Max(size, Vec3d{1, 1, 1} * (1e-3 * longest));
	const double spacing = std::cbrt(padded.x * padded.y * padded.z / LatticePoints);
	const auto along = [&](double length) { return static_cast<std::size_t>(std::ceil(length / spacing)); };
	const std::size_t nx = along(padded.x), ny = along(padded.y), nz = along(padded.z);
	const Vec3d cell{padded.x / double(nx), padded.y / double(ny), padded.z / double(nz)};
	const Vec3d low = surface.bounds.Centre() - padded * 0.5;
	std::vector<std::uint64_t> inside(ny * nz, 0);
	ParallelFor(tasks, ny * nz, ThicknessSamplesPerChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t row = begin; row < end; ++row)
			{
				// A random place in each cell: on a plain lattice faces along the axes would gain or lose a whole layer.
				Random random(row);
				const std::size_t j = row % ny, k = row / ny;
				for (std::size_t i = 0; i < nx; ++i)
				{
					const Vec3d within = random.NextInBox({0, 0, 0}, {1, 1, 1});
					const Vec3d p =
						low + Vec3d{(double(i) + within.x) * cell.x, (double(j) + within.y) * cell.y, (double(k) + within.z) * cell.z};
					inside[row] += field.IsInside(p) ? 1 : 0;
				}
			}
		});
	const std::uint64_t total = std::accumulate(inside.begin(), inside.end(), std::uint64_t(0));
	return static_cast<double>(total) * cell.x * cell.y * cell.z;
}

}
