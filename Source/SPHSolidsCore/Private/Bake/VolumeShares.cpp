#include <SPHSolids/Bake/VolumeShares.h>

#include "Bake/VolumeQuadrature.h"

#include <SPHSolids/Base/Assert.h>
#include <SPHSolids/Neighbour/NeighbourSearch.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace SPHSolids
{
namespace
{

constexpr std::size_t BlocksPerBatch = 2048; // of 216 points at most
constexpr std::size_t SheetPointsPerBatch = 500'000;
constexpr std::size_t PointsPerChunk = 4096;

/// Places farther than this from every particle, in diameters, belong to none.
constexpr double ReachDiameters = 1.5;

/// A place x belongs to particle i with weight (1 - (|x - X_i|^2 - m^2) / c^2)^2 where positive, m the distance to the nearest
/// particle and c this many diameters. Between two particles a diameter apart the border is half a diameter wide: one
/// and a half spacings of the quadrature.
constexpr double SoftnessDiameters = 0.70710678;

/// No particle weighs less or more than this part of the mean: what is lighter is thrown about by its neighbours.
constexpr double SmallestShareOfMean = 0.1, LargestShareOfMean = 4;

/// Sums what belongs to each particle, batch by batch.
class ShareCollector
{
public:
	ShareCollector(const VolumeSharesInput& input, TaskRunner& taskRunner)
		: tasks(taskRunner)
		, diameter(2 * input.particleRadius)
		, shares(input.positions.size(), 0.0)
	{
		Box3d box;
		for (const Vec3d& p : input.positions)
			box.Include(p);
		middle = box.Centre();
		for (const Vec3d& p : input.positions)
			particles.push_back(((p - middle) / diameter).Cast<Real>());
	}

	Status Add(std::span<const QuadraturePoint> points)
	{
		places.clear();
		for (const QuadraturePoint& point : points)
			places.push_back(((point.place - middle) / diameter).Cast<Real>());
		if (Status status = search.FindAround(places, particles, static_cast<Real>(ReachDiameters), tasks, lists); !status.IsOk())
			return status;
		weights.resize(lists.index.size());
		ParallelFor(tasks, points.size(), PointsPerChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t q = begin; q < end; ++q)
					Weigh(q, points[q].weight);
			});
		for (std::size_t k = 0; k < weights.size(); ++k)
			shares[lists.index[k]] += weights[k];
		for (std::size_t q = 0; q < points.size(); ++q)
		{
			total += points[q].weight;
			reached += lists.Of(q).empty() ? 0 : points[q].weight;
		}
		return {};
	}

	/// Scales to the volume asked for; particles that got next to nothing, or far too much, are held to the bounds.
	VolumeShares Finish(double totalVolume)
	{
		const double mean = totalVolume / static_cast<double>(shares.size());
		if (!(reached > 0))
			std::fill(shares.begin(), shares.end(), 1.0);
		// Holding some changes what is left for the others, which may push more of them to a bound: a few rounds settle it.
		for (int round = 0; round < 20; ++round)
		{
			const double scale = totalVolume / std::accumulate(shares.begin(), shares.end(), 0.0);
			bool held = false;
			for (double& share : shares)
			{
				const double scaled = share * scale;
				share = std::clamp(scaled, SmallestShareOfMean * mean, LargestShareOfMean * mean);
				held = held || share != scaled;
			}
			if (!held)
				break;
		}
		const double scale = totalVolume / std::accumulate(shares.begin(), shares.end(), 0.0);
		for (double& share : shares)
			share *= scale;
		return {std::move(shares), total > 0 ? reached / total : 0};
	}

private:
	void Weigh(std::size_t q, double weight)
	{
		const std::span<const std::uint32_t> nearby = lists.Of(q);
		if (nearby.empty())
			return;
		double* target = weights.data() + lists.first[q];
		double nearest = std::numeric_limits<double>::max();
		for (std::size_t k = 0; k < nearby.size(); ++k)
		{
			target[k] = static_cast<double>(SquaredNorm(particles[nearby[k]] - places[q]));
			nearest = std::min(nearest, target[k]);
		}
		double sum = 0;
		for (std::size_t k = 0; k < nearby.size(); ++k)
		{
			const double nearness = std::max(0.0, 1 - (target[k] - nearest) / (SoftnessDiameters * SoftnessDiameters));
			target[k] = nearness * nearness;
			sum += target[k];
		}
		for (std::size_t k = 0; k < nearby.size(); ++k)
			target[k] *= weight / sum;
	}

	TaskRunner& tasks;
	double diameter;
	Vec3d middle;
	std::vector<Vec3> particles, places; // in diameters, from the middle
	std::vector<double> shares;
	double total = 0, reached = 0;
	NeighbourSearch search;
	NeighbourLists lists;
	std::vector<double> weights;
};

}

Result<VolumeShares> ShareSolidVolume(const MeshDistance& mesh, const VolumeSharesInput& input, TaskRunner& tasks, Progress* progress)
{
	SPHS_ASSERT(!input.positions.empty() && input.particleRadius > 0 && input.totalVolume > 0);
	const SolidQuadrature quadrature(mesh, input.positions, input.particleRadius);
	ShareCollector collector(input, tasks);
	std::vector<QuadraturePoint> points;
	for (std::size_t begin = 0; begin < quadrature.BlockCount(); begin += BlocksPerBatch)
	{
		const double done = static_cast<double>(begin) / static_cast<double>(quadrature.BlockCount());
		if (progress != nullptr && !progress->Report("Sharing out the volume", done))
			return Error{CancelledMessage};
		points.clear();
		quadrature.AppendPoints(begin, std::min(begin + BlocksPerBatch, quadrature.BlockCount()), tasks, points);
		if (Status status = collector.Add(points); !status.IsOk())
			return Error{status.Message()};
	}
	return collector.Finish(input.totalVolume);
}

Result<VolumeShares> ShareSheetVolume(TriangleMeshView mesh, const VolumeSharesInput& input, TaskRunner& tasks, Progress* progress)
{
	SPHS_ASSERT(!input.positions.empty() && input.particleRadius > 0 && input.totalVolume > 0);
	SheetQuadrature quadrature(mesh, input.particleRadius / 2);
	ShareCollector collector(input, tasks);
	std::vector<QuadraturePoint> points;
	while (quadrature.Next(SheetPointsPerBatch, points))
	{
		if (progress != nullptr && !progress->Report("Sharing out the volume", quadrature.Done()))
			return Error{CancelledMessage};
		if (Status status = collector.Add(points); !status.IsOk())
			return Error{status.Message()};
	}
	return collector.Finish(input.totalVolume);
}

}
