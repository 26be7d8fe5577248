#include "Linear/CholeskySymbolic.h"

#include "Linear/DenseFront.h"
#include "Linear/EliminationTree.h"
#include "Linear/PanelLayout.h"

#include <algorithm>

namespace SPHSolids
{
namespace
{

/// A subtree becomes one task if it is at most this share of the work ...
constexpr double TaskShare = 1.0 / 16;
/// ... or this many entries, about 20 microseconds of a solve: less is not worth handing out.
constexpr double MinTaskCost = 1e5;
/// Neighbouring subtrees smaller than this part of a full task are taken together.
constexpr double SmallTaskPart = 0.5;
/// Entries of a piece of a node above the subtrees, about 4 microseconds.
constexpr std::size_t EntriesPerChunk = 24 * 1024;

std::vector<double> SubtreeCosts(const SupernodalTree& tree)
{
	std::vector<double> cost(tree.node.size());
	for (std::size_t n = 0; n < cost.size(); ++n)
	{
		cost[n] += NodeSolveCost(tree.node[n].width, tree.node[n].rowCount);
		if (tree.node[n].parent != NoParent)
			cost[tree.node[n].parent] += cost[n];
	}
	return cost;
}

/// Cuts the forest: true for nodes that are above all tasks. Everything else falls into whole subtrees.
std::vector<bool> ChooseSubtrees(CholeskySymbolic& symbolic)
{
	const SupernodalTree& tree = symbolic.tree;
	const std::vector<double> cost = SubtreeCosts(tree);
	double total = 0;
	for (std::size_t n = 0; n < tree.node.size(); ++n)
		if (tree.node[n].parent == NoParent)
			total += cost[n];
	const double limit = std::max(total * TaskShare, MinTaskCost);

	std::vector<bool> isTop(tree.node.size());
	for (std::size_t n = 0; n < tree.node.size(); ++n)
		isTop[n] = cost[n] > limit;

	double taskCost = 0;
	bool isOpen = false;
	for (std::uint32_t n = 0; n < tree.node.size(); ++n)
	{
		const Supernode& node = tree.node[n];
		if (isTop[n])
		{
			isOpen = false;
			continue;
		}
		// Every node from firstNode on belongs to the task: a subtree lies directly before its root.
		const bool isRoot = node.parent == NoParent || isTop[node.parent];
		if (!isOpen)
		{
			symbolic.subtrees.emplace_back();
			symbolic.subtrees.back().firstNode = n;
			symbolic.subtrees.back().firstColumn = node.firstColumn;
			taskCost = 0;
			isOpen = true;
		}
		SubtreeTask& task = symbolic.subtrees.back();
		task.endNode = n + 1;
		task.endColumn = node.firstColumn + node.width;
		if (isRoot)
		{
			taskCost += cost[n];
			isOpen = taskCost < SmallTaskPart * limit;
		}
	}
	return isTop;
}

void PlaceNodes(CholeskySymbolic& symbolic)
{
	symbolic.slotOfColumn.resize(symbolic.tree.coupledCount);
	for (const Supernode& node : symbolic.tree.node)
	{
		symbolic.place.push_back({symbolic.panelEntries, static_cast<std::uint32_t>(symbolic.slotCount)});
		for (std::uint32_t k = 0; k < node.width; ++k)
			symbolic.slotOfColumn[node.firstColumn + k] = static_cast<std::uint32_t>(symbolic.slotCount) + k;
		symbolic.panelEntries += PanelEntries(node.width, node.rowCount);
		symbolic.slotCount += PaddedRows(node.width);
	}
}

/// The rows that nodes of a task have in nodes above it: those of its roots, as all others pass through them.
void CollectOutsideRows(CholeskySymbolic& symbolic, SubtreeTask& task)
{
	std::vector<std::uint32_t> rows;
	for (std::uint32_t n = task.firstNode; n < task.endNode; ++n)
	{
		const Supernode& node = symbolic.tree.node[n];
		if (node.parent != NoParent && node.parent >= task.endNode)
			rows.insert(rows.end(), symbolic.tree.Rows(node).begin(), symbolic.tree.Rows(node).end());
	}
	std::sort(rows.begin(), rows.end());
	rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
	task.firstOutside = symbolic.outsideRow.size();
	task.outsideCount = static_cast<std::uint32_t>(rows.size());
	task.outsideSlot = static_cast<std::uint32_t>(symbolic.slotCount);
	symbolic.slotCount += rows.size();
	symbolic.outsideRow.insert(symbolic.outsideRow.end(), rows.begin(), rows.end());
}

void PlaceRows(CholeskySymbolic& symbolic, const std::vector<bool>& isTop)
{
	const SupernodalTree& tree = symbolic.tree;
	symbolic.slotOfRow.resize(tree.row.size());
	for (SubtreeTask& task : symbolic.subtrees)
	{
		CollectOutsideRows(symbolic, task);
		const auto outside = symbolic.outsideRow.begin() + static_cast<std::ptrdiff_t>(task.firstOutside);
		for (std::size_t k = tree.node[task.firstNode].firstRow;
			k < tree.node[task.endNode - 1].firstRow + tree.node[task.endNode - 1].rowCount; ++k)
		{
			const std::uint32_t row = tree.row[k];
			symbolic.slotOfRow[k] = row < task.endColumn
				? symbolic.slotOfColumn[row]
				: task.outsideSlot + static_cast<std::uint32_t>(std::lower_bound(outside, symbolic.outsideRow.end(), row) - outside);
		}
	}
	for (std::size_t n = 0; n < tree.node.size(); ++n)
		if (isTop[n])
			for (std::size_t k = tree.node[n].firstRow; k < tree.node[n].firstRow + tree.node[n].rowCount; ++k)
				symbolic.slotOfRow[k] = symbolic.slotOfColumn[tree.row[k]];
}

void CutIntoChunks(const Supernode& node, std::uint32_t n, TopLevel& level)
{
	const std::size_t groups = GroupsFor(node.width) + GroupsFor(node.rowCount);
	const std::size_t groupsPerChunk = std::max<std::size_t>(1, EntriesPerChunk / (RowsPerGroup * node.width));
	for (std::size_t begin = 0; begin < groups; begin += groupsPerChunk)
		level.forward.push_back(
			{n, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(std::min(groups, begin + groupsPerChunk))});

	const std::size_t rows = node.width + node.rowCount;
	const std::size_t columnsPerChunk = PaddedRows(std::max<std::size_t>(1, EntriesPerChunk / rows));
	for (std::size_t begin = 0; begin < node.width; begin += columnsPerChunk)
		level.backward.push_back(
			{n, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(std::min<std::size_t>(node.width, begin + columnsPerChunk))});
}

void BuildLevels(CholeskySymbolic& symbolic, const std::vector<bool>& isTop)
{
	const SupernodalTree& tree = symbolic.tree;
	std::vector<std::size_t> levelOf(tree.node.size(), 0);
	for (std::uint32_t n = 0; n < tree.node.size(); ++n)
	{
		if (!isTop[n])
			continue;
		const Supernode& node = tree.node[n];
		if (levelOf[n] >= symbolic.levels.size())
			symbolic.levels.resize(levelOf[n] + 1);
		TopLevel& level = symbolic.levels[levelOf[n]];
		level.nodes.push_back(n);
		CutIntoChunks(node, n, level);
		for (std::uint32_t k = 0; k < node.width; ++k)
			symbolic.topColumns.push_back(node.firstColumn + k);
		if (node.parent != NoParent)
			levelOf[node.parent] = std::max(levelOf[node.parent], levelOf[n] + 1);
	}
}

/// Floats a node needs for one value of x, y and z (and nothing) for each of its rows.
std::size_t NodeScratchFloats(const Supernode& node)
{
	return FloatsPerSlot * (PaddedRows(node.width) + PaddedRows(node.rowCount));
}

void PlaceScratch(CholeskySymbolic& symbolic)
{
	const std::size_t start = symbolic.slotCount * FloatsPerSlot;
	std::size_t most = 0, next = start;
	for (SubtreeTask& task : symbolic.subtrees)
	{
		task.gatherScratch = next;
		std::size_t largest = 0;
		for (std::uint32_t n = task.firstNode; n < task.endNode; ++n)
			largest = std::max(largest, NodeScratchFloats(symbolic.tree.node[n]));
		next += largest;
	}
	most = next;
	// Levels run one after the other and never beside the subtrees: they share the room.
	symbolic.topScratch.assign(symbolic.tree.node.size(), 0);
	for (const TopLevel& level : symbolic.levels)
	{
		next = start;
		for (const std::uint32_t n : level.nodes)
		{
			symbolic.topScratch[n] = next;
			next += NodeScratchFloats(symbolic.tree.node[n]);
		}
		most = std::max(most, next);
	}
	symbolic.scratchFloats = most;
}

std::size_t UpdateBytes(const Supernode& node)
{
	return sizeof(float) * UpdateMatrix::BlockStart(BlocksFor(node.rowCount));
}
/// Both forms of the panel, besides the update matrix.
std::size_t FrontBytes(const Supernode& node)
{
	const std::size_t width = PaddedRows(node.width);
	return sizeof(float) * 2 * width * (width + PaddedRows(node.rowCount)) + sizeof(float) * width * RowsPerBlock;
}

/// Walks nodes in order, with the update matrices that wait for their parents.
struct FrontMemory
{
	const SupernodalTree& tree;
	std::vector<std::size_t> childBytes;
	std::size_t waiting = 0;

	/// @return The most that is in use while this node is at work.
	std::size_t Visit(std::uint32_t n)
	{
		const Supernode& node = tree.node[n];
		const std::size_t most = waiting + FrontBytes(node) + UpdateBytes(node);
		waiting += UpdateBytes(node) - childBytes[n];
		if (node.parent != NoParent)
			childBytes[node.parent] += UpdateBytes(node);
		return most;
	}
};

}

std::size_t CholeskySymbolic::FactoriseBytes(int workers) const
{
	FrontMemory memory{tree, std::vector<std::size_t>(tree.node.size(), 0), 0};
	std::vector<std::size_t> taskPeaks;
	for (const SubtreeTask& task : subtrees)
	{
		const std::size_t before = memory.waiting;
		std::size_t peak = 0;
		for (std::uint32_t n = task.firstNode; n < task.endNode; ++n)
			peak = std::max(peak, memory.Visit(n) - before);
		taskPeaks.push_back(peak + sizeof(std::uint32_t) * tree.order.size());
	}
	std::sort(taskPeaks.rbegin(), taskPeaks.rend());
	std::size_t most = memory.waiting;
	for (std::size_t k = 0; k < std::min(taskPeaks.size(), static_cast<std::size_t>(std::max(workers, 1))); ++k)
		most += taskPeaks[k];
	for (const TopLevel& level : levels)
		for (const std::uint32_t n : level.nodes)
			most = std::max(most, memory.Visit(n));
	return most;
}

std::size_t CholeskySymbolic::IndexBytes() const
{
	const std::size_t numbers =
		tree.order.size() + tree.row.size() + slotOfColumn.size() + slotOfRow.size() + outsideRow.size() + topColumns.size();
	std::size_t bytes = numbers * sizeof(std::uint32_t) + tree.node.size() * (sizeof(Supernode) + sizeof(NodePlace) + sizeof(std::size_t));
	bytes += subtrees.size() * sizeof(SubtreeTask);
	for (const TopLevel& level : levels)
		bytes += level.nodes.size() * sizeof(std::uint32_t) + (level.forward.size() + level.backward.size()) * sizeof(NodeChunk);
	return bytes;
}

CholeskySymbolic BuildCholeskySymbolic(const SparsityGraph& graph, std::span<const std::uint32_t> order)
{
	CholeskySymbolic symbolic;
	symbolic.tree = BuildSupernodalTree(graph, order);
	PlaceNodes(symbolic);
	const std::vector<bool> isTop = ChooseSubtrees(symbolic);
	PlaceRows(symbolic, isTop);
	BuildLevels(symbolic, isTop);
	PlaceScratch(symbolic);
	return symbolic;
}

}
