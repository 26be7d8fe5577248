#include <SPHSolids/Neighbour/NeighbourSearch.h>

#include <SPHSolids/Base/Simd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <string>

namespace SPHSolids
{

void NeighbourSearch::SortIntoCells(std::span<const Vec3> points, Real radius, TaskRunner& tasks)
{
	Box3 box;
	for (const Vec3& point : points)
		if (IsFinite(point))
			box.Include(point);
	grid.SetLattice(radius, box);
	grid.Sort({points.empty() ? nullptr : &points[0].x, points.size()}, tasks);
	finiteCount = grid.FiniteCount();
	const std::span<const CellGrid::KeyedPoint> keyed = grid.Sorted();

	const std::size_t padded = finiteCount + SimdWidth;
	sortedX.resize(padded);
	sortedY.resize(padded);
	sortedZ.resize(padded);
	sortedPoint.resize(padded);
	ParallelFor(tasks, finiteCount, PointsPerChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
			{
				const Vec3& p = points[keyed[k].point];
				sortedX[k] = p.x;
				sortedY[k] = p.y;
				sortedZ[k] = p.z;
				sortedPoint[k] = keyed[k].point;
			}
		});
	for (std::size_t k = finiteCount; k < padded; ++k)
	{
		sortedX[k] = sortedY[k] = sortedZ[k] = std::numeric_limits<Real>::quiet_NaN(); // near nothing
		sortedPoint[k] = 0;
	}
}

Status NeighbourSearch::FindAll(std::span<const Vec3> points, Real radius, TaskRunner& tasks, NeighbourLists& lists)
{
	return FindAround(points, points, radius, tasks, lists);
}

Status NeighbourSearch::FindAround(
	std::span<const Vec3> queries, std::span<const Vec3> points, Real radius, TaskRunner& tasks, NeighbourLists& lists)
{
	SortIntoCells(points, radius, tasks);
	const bool queriesArePoints = queries.data() == points.data() && queries.size() == points.size();
	// Points are searched around cell by cell, so that one after the other looks into the same memory; queries as they come.
	const std::size_t count = queriesArePoints ? finiteCount : queries.size();
	const std::size_t chunkCount = (count + PointsPerChunk - 1) / PointsPerChunk;
	if (chunkScratch.size() < chunkCount)
		chunkScratch.resize(chunkCount);
	counts.assign(queries.size(), 0u);

	const Float8 radiusSquared(radius * radius);
	std::atomic<bool> crowded = false; // one crowded chunk refuses the search, so the others may stop as well
	const auto searchChunk = [&](std::size_t begin, std::size_t end)
	{
		std::vector<std::uint32_t>& found = chunkScratch[begin / PointsPerChunk].found;
		found.clear();
		std::uint64_t rangesKey = CellGrid::NoCell;
		std::uint32_t ranges[CellGrid::MaxRanges][2];
		int rangeCount = 0;
		for (std::size_t k = begin; k < end && !crowded.load(std::memory_order_relaxed); ++k)
		{
			const std::size_t i = queriesArePoints ? sortedPoint[k] : k;
			const std::size_t before = found.size();
			const Vec3 query = queries[i];
			const std::uint64_t key = grid.CellKey(query);
			if (key != CellGrid::NoCell && key != rangesKey)
			{
				rangeCount = grid.RangesAround(key, ranges);
				rangesKey = key;
			}
			const Float8 queryX(query.x), queryY(query.y), queryZ(query.z);
			for (int r = 0; key != CellGrid::NoCell && r < rangeCount; ++r)
				for (std::uint32_t p = ranges[r][0]; p < ranges[r][1]; p += SimdWidth)
				{
					const Float8 dx = Float8::Load(&sortedX[p]) - queryX;
					const Float8 dy = Float8::Load(&sortedY[p]) - queryY;
					const Float8 dz = Float8::Load(&sortedZ[p]) - queryZ;
					unsigned hits = static_cast<unsigned>(Bits((dx * dx + dy * dy) + dz * dz > radiusSquared)) ^ 0xFFu;
					const std::uint32_t left = ranges[r][1] - p;
					if (left < SimdWidth)
						hits &= (1u << left) - 1;
					for (; hits != 0; hits &= hits - 1)
					{
						const std::uint32_t other = sortedPoint[p + static_cast<unsigned>(std::countr_zero(hits))];
						if (!queriesArePoints || other != i)
							found.push_back(other);
					}
					if (found.size() > MaxMeanNeighbours * PointsPerChunk)
					{
						crowded.store(true, std::memory_order_relaxed);
						return;
					}
				}
			counts[i] = static_cast<std::uint32_t>(found.size() - before);
		}
	};
	ParallelFor(tasks, count, PointsPerChunk, searchChunk);
	return FlattenLists(count, queriesArePoints, crowded, tasks, lists);
}

Status NeighbourSearch::FlattenLists(std::size_t searched, bool inSortedOrder, bool crowded, TaskRunner& tasks, NeighbourLists& lists) const
{
	std::uint64_t pairs = 0;
	for (std::size_t chunk = 0; chunk * PointsPerChunk < searched; ++chunk)
		pairs += chunkScratch[chunk].found.size();
	lists.first.assign(counts.size() + 1, 0u);
	if (crowded || pairs > std::numeric_limits<std::uint32_t>::max())
	{
		lists.index.clear();
		return Error{"Points are crowded: more than " + std::to_string(MaxMeanNeighbours)
			+ " lie within the search radius of one point on average. Remove duplicates or reduce the radius."};
	}
	for (std::size_t i = 0; i < counts.size(); ++i)
		lists.first[i + 1] = lists.first[i] + counts[i];
	lists.index.resize(static_cast<std::size_t>(pairs));
	ParallelFor(tasks, searched, PointsPerChunk,
		[&](std::size_t begin, std::size_t end)
		{
			const std::uint32_t* source = chunkScratch[begin / PointsPerChunk].found.data();
			for (std::size_t k = begin; k < end; ++k)
			{
				const std::size_t i = inSortedOrder ? sortedPoint[k] : k;
				std::copy(source, source + counts[i], lists.index.begin() + lists.first[i]);
				source += counts[i];
			}
		});
	return {};
}

}
