#include <SPHSolids/Neighbour/CellGrid.h>

#include <SPHSolids/Base/Assert.h>
#include <SPHSolids/Neighbour/MortonCode.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace SPHSolids
{
namespace
{

// Cells are a little wider than the radius: a pair whose rounded distance is the radius may lie that much farther apart.
constexpr double CellSlack = 1.0001;
constexpr int RadixBits = 8;
constexpr std::size_t RadixSize = std::size_t(1) << RadixBits;
constexpr std::size_t KeysPerRadixChunk = 16384;
constexpr std::size_t KeysPerChunk = 2048;

std::size_t HashCellKey(std::uint64_t key)
{
	return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> 20);
}

}

void CellGrid::SetLattice(Real radius, const Box3& box)
{
	SPHS_ASSERT(radius > 0);
	// One empty cell below the first keeps coordinates of neighbouring cells from going negative.
	inverseCellSize = 1 / (static_cast<double>(radius) * CellSlack);
	origin = (box.IsEmpty() ? Vec3{} : box.min).Cast<double>() - Vec3d{1, 1, 1} * (1 / inverseCellSize);
}

std::uint64_t CellGrid::CellKey(const Vec3& point) const
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

void CellGrid::Sort(const Places& points, TaskRunner& tasks)
{
	SPHS_ASSERT(points.count < std::numeric_limits<std::uint32_t>::max());
	const std::size_t count = points.count;
	keyed.resize(count);
	keyedScratch.resize(count);
	std::uint64_t largestKey = 0;
	ParallelFor(tasks, count, KeysPerChunk,
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

const CellGrid::Cell* CellGrid::FindCell(std::uint64_t key) const
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

template <int Side, class Visit>
void CellGrid::VisitCube(const std::int64_t (&low)[3], Visit&& visit) const
{
	// The codes along each axis; their sums are the codes of the cells.
	std::uint64_t code[3][Side];
	bool isInside[3][Side];
	for (int axis = 0; axis < 3; ++axis)
		for (int step = 0; step < Side; ++step)
		{
			const std::int64_t c = low[axis] + step;
			isInside[axis][step] = c >= 0 && c <= static_cast<std::int64_t>(MaxMortonCoordinate);
			code[axis][step] = isInside[axis][step] ? MortonCode(static_cast<std::uint64_t>(c), 0, 0) << axis : 0;
		}
	for (int z = 0; z < Side; ++z)
		for (int y = 0; y < Side; ++y)
			for (int x = 0; x < Side; ++x)
			{
				if (!isInside[0][x] || !isInside[1][y] || !isInside[2][z])
					continue;
				if (const Cell* cell = FindCell(code[0][x] | code[1][y] | code[2][z]))
					visit(x, y, z, *cell);
			}
}

CellGrid::BlockCells CellGrid::CellsAroundBlock(std::uint64_t block) const
{
	const auto below = [&](int axis) { return 2 * static_cast<std::int64_t>(GatherBits(block >> axis)) - 1; };
	BlockCells around;
	around.block = block;
	VisitCube<4>({below(0), below(1), below(2)},
		[&](int x, int y, int z, const Cell& cell) { around.index[z][y][x] = static_cast<std::uint32_t>(&cell - cells.data()); });
	return around;
}

int CellGrid::RangesAround(std::uint64_t key, std::uint32_t (&ranges)[MaxRanges][2]) const
{
	const auto below = [&](int axis) { return static_cast<std::int64_t>(GatherBits(key >> axis)) - 1; };
	int count = 0;
	VisitCube<3>({below(0), below(1), below(2)},
		[&](int, int, int, const Cell& cell)
		{
			// Cells that follow each other on the curve become one range: fewer, longer loops.
			if (count > 0 && ranges[count - 1][1] == cell.begin)
				ranges[count - 1][1] = cell.end;
			else
			{
				ranges[count][0] = cell.begin;
				ranges[count][1] = cell.end;
				++count;
			}
		});
	return count;
}

Box3 CellGrid::BoxOf(std::uint64_t key) const
{
	const Vec3d low = origin
		+ Vec3d{static_cast<double>(GatherBits(key)), static_cast<double>(GatherBits(key >> 1)), static_cast<double>(GatherBits(key >> 2))}
			* (1 / inverseCellSize);
	return {low.Cast<Real>(), (low + Vec3d{1, 1, 1} * (1 / inverseCellSize)).Cast<Real>()};
}

std::size_t CellGrid::Bytes() const
{
	return (keyed.capacity() + keyedScratch.capacity()) * sizeof(KeyedPoint) + histogram.capacity() * sizeof(std::uint32_t)
		+ cells.capacity() * sizeof(Cell) + cellTable.capacity() * sizeof(std::uint32_t);
}

}
