#include <SPHSolids/Neighbour/NeighbourSearch.h>

#include <SPHSolids/Base/SimdCompress.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <string>

namespace SPHSolids
{
namespace
{

constexpr std::uint32_t NoPlace = std::numeric_limits<std::uint32_t>::max();

}

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

NeighbourSearch::Surroundings NeighbourSearch::Around(std::uint64_t key) const
{
	Surroundings around;
	around.rangeCount = grid.RangesAround(key, around.ranges);
	for (int r = 0; r < around.rangeCount; ++r)
		around.pointCount += around.ranges[r][1] - around.ranges[r][0];
	return around;
}

std::uint32_t NeighbourSearch::CollectNear(
	const Vec3& query, Real radius, const Surroundings& around, std::uint32_t self, std::uint32_t* found) const
{
	const Float8 radiusSquared(radius * radius), queryX(query.x), queryY(query.y), queryZ(query.z);
	std::uint32_t count = 0;
	for (int r = 0; r < around.rangeCount; ++r)
		for (std::uint32_t p = around.ranges[r][0], end = around.ranges[r][1]; p < end; p += SimdWidth)
		{
			const Float8 dx = Float8::Load(&sortedX[p]) - queryX;
			const Float8 dy = Float8::Load(&sortedY[p]) - queryY;
			const Float8 dz = Float8::Load(&sortedZ[p]) - queryZ;
			unsigned hits = static_cast<unsigned>(Bits((dx * dx + dy * dy) + dz * dz > radiusSquared)) ^ 0xFFu;
			if (end - p < SimdWidth)
				hits &= (1u << (end - p)) - 1;
			if (self - p < SimdWidth)
				hits &= ~(1u << (self - p));
			count += Compress8(&sortedPoint[p], hits, found + count);
		}
	return count;
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

	std::atomic<bool> crowded = false; // one crowded chunk refuses the search, so the others may stop as well
	const auto searchChunk = [&](std::size_t begin, std::size_t end)
	{
		auto& [found, used] = chunkScratch[begin / PointsPerChunk];
		used = 0;
		std::uint64_t aroundKey = CellGrid::NoCell;
		Surroundings around;
		for (std::size_t k = begin; k < end && !crowded.load(std::memory_order_relaxed); ++k)
		{
			const std::size_t i = queriesArePoints ? sortedPoint[k] : k;
			// A point is read where it was sorted to: beside the one before.
			const Vec3 query = queriesArePoints ? Vec3{sortedX[k], sortedY[k], sortedZ[k]} : queries[i];
			const std::uint64_t key = queriesArePoints ? grid.Sorted()[k].key : grid.CellKey(query);
			if (key == CellGrid::NoCell)
				continue;
			if (key != aroundKey)
			{
				around = Around(key);
				aroundKey = key;
			}
			const std::size_t room = used + around.pointCount + SimdWidth;
			if (room > found.size())
				found.resize(std::max(room, 2 * found.size()));
			counts[i] = CollectNear(query, radius, around, queriesArePoints ? static_cast<std::uint32_t>(k) : NoPlace, &found[used]);
			used += counts[i];
			if (used > MaxMeanNeighbours * PointsPerChunk)
				crowded.store(true, std::memory_order_relaxed);
		}
	};
	ParallelFor(tasks, count, PointsPerChunk, searchChunk);
	return FlattenLists(count, queriesArePoints, crowded, tasks, lists);
}

Status NeighbourSearch::FlattenLists(std::size_t searched, bool inSortedOrder, bool crowded, TaskRunner& tasks, NeighbourLists& lists) const
{
	std::uint64_t pairs = 0;
	for (std::size_t chunk = 0; chunk * PointsPerChunk < searched; ++chunk)
		pairs += chunkScratch[chunk].used;
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
