#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/TaskRunner.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace SPHSolids
{

/// Points sorted by the cubic cell they lie in, cells along a Morton curve. Only cells that hold points are stored; so memory follows the
/// number of points, not the extent of space, and a stray point far away costs nothing. Keeps its scratch between sorts: a second one of
/// the same size allocates nothing.
///
/// The order depends on the positions alone: by cell, then by point index. Points with a coordinate that is not finite come last and lie
/// in no cell.
class CellGrid
{
public:
	struct Cell
	{
		std::uint64_t key;   ///< Morton code of the cell's integer coordinates
		std::uint32_t begin; ///< first of its points in sorted order
		std::uint32_t end;
	};
	struct KeyedPoint
	{
		std::uint64_t key;
		std::uint32_t point;
	};
	static constexpr std::uint64_t NoCell = std::numeric_limits<std::uint64_t>::max(); ///< sorts behind every real cell
	static constexpr int MaxRanges = 27;

	/// Points as floats x, y, z every `stride` floats.
	struct Places
	{
		const Real* first = nullptr;
		std::size_t count = 0;
		std::size_t stride = 3;

		Vec3 operator[](std::size_t i) const { return {first[i * stride], first[i * stride + 1], first[i * stride + 2]}; }
	};

	/// Cells hold all pairs up to this distance within one ring of cells, whatever the rounding; the lattice starts below the box.
	SPHSOLIDSCORE_API void SetLattice(Real radius, const Box3& box);
	SPHSOLIDSCORE_API void Sort(const Places& points, TaskRunner& tasks);

	SPHSOLIDSCORE_API std::uint64_t CellKey(const Vec3& point) const;
	/// Fills ranges with the sorted-order ranges of the up to 27 cells around the cell of this key; returns how many.
	SPHSOLIDSCORE_API int RangesAround(std::uint64_t key, std::uint32_t (&ranges)[MaxRanges][2]) const;

	/// Cells around a block of two by two by two, which are looked up once for its eight cells.
	struct BlockCells
	{
		static constexpr std::uint32_t None = std::numeric_limits<std::uint32_t>::max();
		std::uint64_t block = NoCell; ///< key of its cells without their last three bits
		std::uint32_t index[4][4][4]; ///< into Cells(), by z, y, x, or None; the block itself is in the middle

		BlockCells() { std::fill_n(&index[0][0][0], 64, None); }
		/// visit(index into Cells()) for the up to 27 cells around a cell of the block, in the order of RangesAround.
		template <class Visit>
		void VisitAround(std::uint64_t key, Visit&& visit) const
		{
			const int x0 = static_cast<int>(key & 1), y0 = static_cast<int>(key >> 1 & 1), z0 = static_cast<int>(key >> 2 & 1);
			for (int z = z0; z < z0 + 3; ++z)
				for (int y = y0; y < y0 + 3; ++y)
					for (int x = x0; x < x0 + 3; ++x)
						if (index[z][y][x] != None)
							visit(index[z][y][x]);
		}
	};
	SPHSOLIDSCORE_API BlockCells CellsAroundBlock(std::uint64_t block) const;

	std::span<const KeyedPoint> Sorted() const { return keyed; }
	std::span<const Cell> Cells() const { return cells; }
	std::uint32_t FiniteCount() const { return finiteCount; }
	/// Box of all points in the cell of this key.
	SPHSOLIDSCORE_API Box3 BoxOf(std::uint64_t key) const;
	SPHSOLIDSCORE_API std::size_t Bytes() const;

private:
	const Cell* FindCell(std::uint64_t key) const;
	/// visit(x, y, z, cell) for the cells that exist in a cube of cells, x fastest.
	template <int Side, class Visit>
	void VisitCube(const std::int64_t (&low)[3], Visit&& visit) const;

	Vec3d origin;
	double inverseCellSize = 1;
	std::vector<KeyedPoint> keyed, keyedScratch;
	std::vector<std::uint32_t> histogram;
	std::vector<Cell> cells;
	std::vector<std::uint32_t> cellTable; // open addressing: index into cells + 1, or 0
	std::uint32_t finiteCount = 0;
};

}
