#pragma once

#include <algorithm>
#include <cstddef>

namespace SPHSolids
{

// How the factor lies in memory. A supernode of w columns and r rows below them keeps the panel
//
//     P = [ L11^-1 ; -L21 L11^-1 ]      (w + r) x w
//
// of its part L = [L11 ; L21] of the factor, because then both sweeps of a solve are plain products with no chain of divisions:
// forward  [y1 ; u] = P b1,  backward  x1 = P^T [y1 ; x2]. Rounding P leaves P^T...P symmetric and positive, whatever its precision.
//
// Rows are taken eight to a block, one vector, and up to four blocks to a group. A group holds column after column, so a sweep
// reads it front to back with four vectors of rows for each column. L11^-1 is a lower triangle: its group g ends at column
// 32 (g + 1). The rows below start a block of their own.

inline constexpr std::size_t RowsPerBlock = 8;
inline constexpr std::size_t BlocksPerGroup = 4;
inline constexpr std::size_t RowsPerGroup = RowsPerBlock * BlocksPerGroup;

constexpr std::size_t BlocksFor(std::size_t rows)
{
	return (rows + RowsPerBlock - 1) / RowsPerBlock;
}
constexpr std::size_t PaddedRows(std::size_t rows)
{
	return BlocksFor(rows) * RowsPerBlock;
}
constexpr std::size_t GroupsFor(std::size_t rows)
{
	return (rows + RowsPerGroup - 1) / RowsPerGroup;
}
/// Blocks of the g-th group of so many rows: four, but in the last group what is left.
constexpr std::size_t BlocksOfGroup(std::size_t rows, std::size_t group)
{
	return std::min(BlocksPerGroup, BlocksFor(rows) - group * BlocksPerGroup);
}
/// Columns that the g-th group of the triangle reaches to.
constexpr std::size_t TriangleColumns(std::size_t width, std::size_t group)
{
	return std::min(width, (group + 1) * RowsPerGroup);
}
/// Where the g-th group of the triangle starts, in entries from the start of the panel: all groups before it are full.
constexpr std::size_t TriangleGroupStart(std::size_t group)
{
	return RowsPerGroup * RowsPerGroup * (group * (group + 1) / 2);
}
/// Where the rows below start.
constexpr std::size_t TriangleEntries(std::size_t width)
{
	if (width == 0)
		return 0;
	const std::size_t last = GroupsFor(width) - 1;
	return TriangleGroupStart(last) + BlocksOfGroup(width, last) * RowsPerBlock * width;
}
/// Where the g-th group of the rows below starts.
constexpr std::size_t BelowGroupStart(std::size_t width, std::size_t group)
{
	return TriangleEntries(width) + RowsPerGroup * width * group;
}
/// Entries of the whole panel, padding included.
constexpr std::size_t PanelEntries(std::size_t width, std::size_t rowsBelow)
{
	return TriangleEntries(width) + PaddedRows(rowsBelow) * width;
}

}
