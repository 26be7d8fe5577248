#include <SPHSolids/Neighbour/NeighbourSearch.h>

#include <SPHSolids/Base/Assert.h>
#include <SPHSolids/Base/SimdCompress.h>
#include <SPHSolids/Neighbour/MortonCode.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <string>
#include <utility>

namespace SPHSolids
{
namespace
{

// Cells are a little wider than the radius: a pair whose rounded distance is the radius may lie that much farther apart.
constexpr double CellSlack = 1.0001;
constexpr std::uint64_t NoCell = std::numeric_limits<std::uint64_t>::max(); // sorts behind every real cell
constexpr std::uint32_t NoPlace = std::numeric_limits<std::uint32_t>::max();
constexpr int RadixBits = 8;
constexpr std::size_t RadixSize = std::size_t(1) << RadixBits;
constexpr std::size_t KeysPerRadixChunk = 16384;

std::size_t HashCellKey(std::uint64_t key)
{
	return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> 20);
}

}

std::uint64_t NeighbourSearch::CellKey(const Vec3& point) const
{
	if (!IsFinite(point))
		return NoCell;
	// Clamping is monotone, so near points stay in adjacent cells even where the code runs out of bits.
	const auto coordinate = [&](Real value, double low)
	{
		const double cell = (static_cast<double>(value) - low) * inverseCellSize;
		return static_cast<std::uint64_t>(std::clamp(cell, 0.0, static_cast<double>(MaxMortonCoordinate)));
	};
	return MortonCode(coordinate(point.x, origin.x), coordinate(point.y, origin.y), coordinate(point.z, origin.z));
}

void NeighbourSearch::SortIntoCells(std::span<const Vec3> points, Real radius, TaskRunner& tasks)
{
	SPHS_ASSERT(radius > 0);
	SPHS_ASSERT(points.size() < std::numeric_limits<std::uint32_t>::max());
	const std::size_t count = points.size();

	Box3 box;
	for (const Vec3& point : points)
		if (IsFinite(point))
			box.Include(point);
	// One empty cell below the first keeps coordinates of neighbouring cells from going negative.
	inverseCellSize = 1 / (static_cast<double>(radius) * CellSlack);
	origin = (box.IsEmpty() ? Vec3{} : box.min).Cast<double>() - Vec3d{1, 1, 1} * (1 / inverseCellSize);

	keyed.resize(count);
	keyedScratch.resize(count);
	std::uint64_t largestKey = 0;
	ParallelFor(tasks, count, PointsPerChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				keyed[i] = {CellKey(points[i]), static_cast<std::uint32_t>(i)};
		});
	finiteCount = 0;
	for (const KeyedPoint& entry : keyed)
		if (entry.key != NoCell)
		{
			largestKey = std::max(largestKey, entry.key);
			++finiteCount;
		}

	// Stable radix sort, least digit first, over the digits in use; NoCell has all bits set and so falls behind within them only
	// if one more value is free: count it as the key after the largest.
	const int digits = (static_cast<int>(std::bit_width(largestKey + 1)) + RadixBits - 1) / RadixBits;
	const std::size_t chunkCount = (count + KeysPerRadixChunk - 1) / KeysPerRadixChunk;
	histogram.resize(chunkCount * RadixSize);
	for (int digit = 0; digit < digits; ++digit)
	{
		const int shift = digit * RadixBits;
		const auto digitOf = [&](std::uint64_t key) { return (std::min(key, largestKey + 1) >> shift) & (RadixSize - 1); };
		std::fill(histogram.begin(), histogram.end(), 0u);
		ParallelFor(tasks, count, KeysPerRadixChunk,
			[&](std::size_t begin, std::size_t end)
			{
				std::uint32_t* counter = histogram.data() + begin / KeysPerRadixChunk * RadixSize;
				for (std::size_t k = begin; k < end; ++k)
					++counter[digitOf(keyed[k].key)];
			});
		std::uint32_t place = 0;
		for (std::size_t value = 0; value < RadixSize; ++value)
			for (std::size_t chunk = 0; chunk < chunkCount; ++chunk)
			{
				std::uint32_t& entry = histogram[chunk * RadixSize + value];
				place += std::exchange(entry, place);
			}
		ParallelFor(tasks, count, KeysPerRadixChunk,
			[&](std::size_t begin, std::size_t end)
			{
				std::uint32_t* next = histogram.data() + begin / KeysPerRadixChunk * RadixSize;
				for (std::size_t k = begin; k < end; ++k)
					keyedScratch[next[digitOf(keyed[k].key)]++] = keyed[k];
			});
		keyed.swap(keyedScratch);
	}

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

	cells.clear();
	for (std::uint32_t k = 0; k < finiteCount; ++k)
	{
		if (cells.empty() || cells.back().key != keyed[k].key)
			cells.push_back({keyed[k].key, k, k});
		cells.back().end = k + 1;
	}
	cellTable.assign(std::bit_ceil(2 * cells.size() + 1), 0u);
	for (std::size_t c = 0; c < cells.size(); ++c)
	{
		std::size_t slot = HashCellKey(cells[c].key) & (cellTable.size() - 1);
		while (cellTable[slot] != 0)
			slot = (slot + 1) & (cellTable.size() - 1);
		cellTable[slot] = static_cast<std::uint32_t>(c + 1);
	}
}

const NeighbourSearch::Cell* NeighbourSearch::FindCell(std::uint64_t key) const
{
	std::size_t slot = HashCellKey(key) & (cellTable.size() - 1);
	while (cellTable[slot] != 0)
	{
		const Cell& cell = cells[cellTable[slot] - 1];
		if (cell.key == key)
			return &cell;
		slot = (slot + 1) & (cellTable.size() - 1);
	}
	return nullptr;
}

NeighbourSearch::Surroundings NeighbourSearch::Around(std::uint64_t key) const
{
	const std::int64_t centre[3] = {static_cast<std::int64_t>(GatherBits(key)), static_cast<std::int64_t>(GatherBits(key >> 1)),
		static_cast<std::int64_t>(GatherBits(key >> 2))};
	const auto inRange = [](std::int64_t c) { return c >= 0 && c <= static_cast<std::int64_t>(MaxMortonCoordinate); };
	Surroundings around;
	for (std::int64_t z = centre[2] - 1; z <= centre[2] + 1; ++z)
		for (std::int64_t y = centre[1] - 1; y <= centre[1] + 1; ++y)
			for (std::int64_t x = centre[0] - 1; x <= centre[0] + 1; ++x)
			{
				if (!inRange(x) || !inRange(y) || !inRange(z))
					continue;
				const Cell* cell =
					FindCell(MortonCode(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y), static_cast<std::uint64_t>(z)));
				if (cell == nullptr)
					continue;
				around.pointCount += cell->end - cell->begin;
				// Cells that follow each other on the curve become one range: fewer, longer loops.
				if (around.rangeCount > 0 && around.ranges[around.rangeCount - 1].end == cell->begin)
					around.ranges[around.rangeCount - 1].end = cell->end;
				else
					around.ranges[around.rangeCount++] = {cell->begin, cell->end};
			}
	return around;
}

std::uint32_t NeighbourSearch::CollectNear(
	const Vec3& query, Real radius, const Surroundings& around, std::uint32_t self, std::uint32_t* found) const
{
	const Float8 radiusSquared(radius * radius), queryX(query.x), queryY(query.y), queryZ(query.z);
	std::uint32_t count = 0;
	for (std::size_t r = 0; r < around.rangeCount; ++r)
		for (std::uint32_t p = around.ranges[r].begin, end = around.ranges[r].end; p < end; p += SimdWidth)
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
		std::uint64_t aroundKey = NoCell;
		Surroundings around;
		for (std::size_t k = begin; k < end && !crowded.load(std::memory_order_relaxed); ++k)
		{
			const std::size_t i = queriesArePoints ? sortedPoint[k] : k;
			// A point is read where it was sorted to: beside the one before.
			const Vec3 query = queriesArePoints ? Vec3{sortedX[k], sortedY[k], sortedZ[k]} : queries[i];
			const std::uint64_t key = queriesArePoints ? keyed[k].key : CellKey(query);
			if (key == NoCell)
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
