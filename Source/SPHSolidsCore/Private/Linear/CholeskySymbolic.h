#pragma once

#include "Linear/SupernodalTree.h"

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/HalfFloat.h>
#include <SPHSolids/Linear/SparseCholesky.h>

#include <cstdint>
#include <vector>

namespace SPHSolids
{

/// Where a supernode keeps its things.
struct NodePlace
{
	std::size_t panel = 0;  ///< first entry of its panel
	std::uint32_t slot = 0; ///< of its first column in the vector of a solve
};

/// Whole subtrees that one worker takes from end to end: nodes [firstNode, endNode), columns [firstColumn, endColumn).
struct SubtreeTask
{
	std::uint32_t firstNode = 0, endNode = 0;
	std::uint32_t firstColumn = 0, endColumn = 0;
	/// The rows of nodes above that it adds to, kept apart so that tasks do not meet: outsideRow[firstOutside ...], as columns.
	std::size_t firstOutside = 0;
	std::uint32_t outsideCount = 0;
	std::uint32_t outsideSlot = 0; ///< where the vector of a solve has room for them
	std::size_t gatherScratch = 0; ///< its floats for the rows of one node
};

/// A piece of one node above the subtrees: groups of rows [begin, end) going forward, columns [begin, end) going backward.
struct NodeChunk
{
	std::uint32_t node = 0;
	std::uint32_t begin = 0, end = 0;
};

/// Nodes above the subtrees whose children are all done once the levels before are; their pieces run side by side.
struct TopLevel
{
	std::vector<std::uint32_t> nodes;
	std::vector<NodeChunk> forward, backward;
};

/// Everything about a factor but its numbers.
///
/// The vector of a solve holds four floats per slot: x, y, z and nothing. Each node has slots for its columns, padded to whole
/// blocks; behind them are the outside rows of the subtree tasks.
struct CholeskySymbolic
{
	SupernodalTree tree;
	std::vector<NodePlace> place;
	std::vector<std::uint32_t> slotOfColumn;
	std::vector<std::uint32_t> slotOfRow; ///< beside tree.row: the slot a node adds to and reads from, inside its own task if it has one
	std::vector<SubtreeTask> subtrees;
	std::vector<std::uint32_t> outsideRow;
	std::vector<TopLevel> levels;
	std::vector<std::uint32_t> topColumns; ///< of the nodes above the subtrees
	std::vector<std::size_t> topScratch;   ///< by node: its floats while its level is at work

	std::size_t panelEntries = 0;
	std::size_t slotCount = 0;
	std::size_t scratchFloats = 0;

	/// What factorising takes beside the panels: at most, with so many workers.
	std::size_t FactoriseBytes(int workers) const;
	/// What the plan itself takes as long as a factor lives.
	std::size_t IndexBytes() const;
};

inline constexpr std::size_t FloatsPerSlot = 4;

CholeskySymbolic BuildCholeskySymbolic(const SparsityGraph& graph, std::span<const std::uint32_t> order);

/// The entries of the factor; one of the two is in use.
struct CholeskyPanels
{
	AlignedArray<Half> half;
	AlignedArray<float> single;
};

}
