#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Neighbour/CellGrid.h>

#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

/// Who is near whom, as flat lists: the neighbours of point i are index[first[i]] ... index[first[i + 1] - 1]. A point is not its
/// own neighbour, and lists are symmetric: if i lists j then j lists i.
struct NeighbourLists
{
	std::vector<std::uint32_t> first;
	std::vector<std::uint32_t> index;

	std::size_t PointCount() const { return first.empty() ? 0 : first.size() - 1; }
	std::span<const std::uint32_t> Of(std::size_t i) const { return {index.data() + first[i], index.data() + first[i + 1]}; }
};

/// Finds all pairs of points no farther apart than a radius.
///
/// Points are sorted by the cell they lie in, cells along a Morton curve, and only cells that hold points are stored; so memory
/// follows the number of points, not the extent of space, and a stray point far away costs nothing. Keeps its scratch between
/// builds: a second search of the same size allocates nothing.
///
/// Order      Every list is in the order of the sorted cells, then of point index: it depends on the positions alone.
/// Precision  A pair is near if its squared distance, summed in float as (dx dx + dy dy) + dz dz, is at most radius * radius.
/// Bad input  A point with a coordinate that is not finite has no neighbours. Points crowded beyond MaxMeanNeighbours are refused,
///            because the lists of a million points in one place would fill any memory.
class NeighbourSearch
{
public:
	/// Bound on the neighbours of a point, as the mean over any run of PointsPerChunk points.
	static constexpr std::size_t MaxMeanNeighbours = 2048;
	static constexpr std::size_t PointsPerChunk = 2048;

	/// @param radius m, > 0.
	SPHSOLIDSCORE_API Status FindAll(std::span<const Vec3> points, Real radius, TaskRunner& tasks, NeighbourLists& lists);

	/// For each query the points near it, in the same form; a query is no point, so one at the same place is listed.
	SPHSOLIDSCORE_API Status FindAround(
		std::span<const Vec3> queries, std::span<const Vec3> points, Real radius, TaskRunner& tasks, NeighbourLists& lists);

private:
	struct ChunkScratch
	{
		std::vector<std::uint32_t> found; // with room to spare
		std::size_t used = 0;
	};
	/// Points of the up to 27 cells around a cell, as ranges in sorted order.
	struct Surroundings
	{
		std::uint32_t ranges[CellGrid::MaxRanges][2];
		int rangeCount = 0;
		std::size_t pointCount = 0;
	};

	void SortIntoCells(std::span<const Vec3> points, Real radius, TaskRunner& tasks);
	/// @param key Of the cell in the middle.
	Surroundings Around(std::uint64_t key) const;
	/// Writes the points near a query and returns how many; some places beyond them are overwritten.
	/// @param self Place in sorted order that is the query itself, or none.
	std::uint32_t CollectNear(const Vec3& query, Real radius, const Surroundings& around, std::uint32_t self, std::uint32_t* found) const;
	/// Puts the lists that the chunks found one behind the other, in the order of points.
	Status FlattenLists(std::size_t searched, bool inSortedOrder, bool crowded, TaskRunner& tasks, NeighbourLists& lists) const;

	CellGrid grid;
	std::uint32_t finiteCount = 0;
	AlignedArray<Real> sortedX, sortedY, sortedZ; // padded to whole vectors
	std::vector<std::uint32_t> sortedPoint;
	std::vector<std::uint32_t> counts;
	std::vector<ChunkScratch> chunkScratch;
};

}
