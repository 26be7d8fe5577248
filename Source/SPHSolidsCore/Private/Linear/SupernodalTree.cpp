#include "Linear/SupernodalTree.h"

#include "Linear/EliminationTree.h"
#include "Linear/PanelLayout.h"

#include <SPHSolids/Base/Assert.h>

#include <algorithm>

namespace SPHSolids
{
namespace
{

// What a solve spends on a node besides its entries, in entries: starting on it, and fetching and adding one row below it.
// Measured on A0 of the 9k beam; the result is flat within a factor of two of either.
constexpr double EntriesPerNode = 400;
constexpr double EntriesPerRow = 16;

/// Columns in the order of elimination, made a postorder.
struct ColumnForest
{
	std::vector<std::uint32_t> order;         ///< rows of the matrix that are coupled to others
	std::vector<std::uint32_t> alone;         ///< the others; they follow in parent and count
	std::vector<std::uint32_t> parent, count; ///< of the elimination tree; entries of the column
};

ColumnForest BuildColumnForest(const SparsityGraph& graph, std::span<const std::uint32_t> order)
{
	ColumnForest forest;
	std::vector<std::uint32_t> coupled;
	for (const std::uint32_t row : order)
		(graph.Of(row).empty() ? forest.alone : coupled).push_back(row);

	const auto orderAll = [&](const std::vector<std::uint32_t>& first)
	{
		std::vector<std::uint32_t> all = first;
		all.insert(all.end(), forest.alone.begin(), forest.alone.end());
		return all;
	};
	const std::vector<std::uint32_t> given = orderAll(coupled);
	for (const std::uint32_t k : PostorderForest(ComputeEliminationTree(graph, given)))
		if (k < coupled.size())
			forest.order.push_back(given[k]);
	const std::vector<std::uint32_t> postordered = orderAll(forest.order);
	forest.parent = ComputeEliminationTree(graph, postordered);
	forest.count = CountFactorColumns(graph, postordered, forest.parent);
	return forest;
}

/// A supernode while nodes are merged: a list of runs of columns, its own last.
struct MergingNode
{
	std::uint32_t width = 0;
	std::uint32_t rowCount = 0;
	std::uint32_t parent = NoParent;
	std::uint32_t mergedInto = NoParent;
	std::vector<std::uint32_t> children;
	std::vector<std::uint32_t> runs; ///< first columns of the fundamental nodes it is made of, ascending
};

/// Columns with the same rows below: each the parent of the one before it, with one row less.
std::vector<MergingNode> FindFundamentalNodes(const ColumnForest& forest, std::vector<std::uint32_t>& runWidth)
{
	const auto size = static_cast<std::uint32_t>(forest.order.size());
	std::vector<MergingNode> nodes;
	std::vector<std::uint32_t> nodeOf(size);
	runWidth.assign(size, 0);
	for (std::uint32_t k = 0; k < size; ++k)
	{
		const bool continues = k > 0 && forest.parent[k - 1] == k && forest.count[k - 1] == forest.count[k] + 1;
		if (!continues)
		{
			nodes.emplace_back();
			nodes.back().runs.push_back(k);
		}
		nodeOf[k] = static_cast<std::uint32_t>(nodes.size() - 1);
		MergingNode& node = nodes.back();
		++node.width;
		node.rowCount = forest.count[k] - 1;
		runWidth[node.runs.front()] = node.width;
	}
	for (std::uint32_t n = 0; n < nodes.size(); ++n)
	{
		const std::uint32_t lastColumn = nodes[n].runs.front() + nodes[n].width - 1;
		if (forest.parent[lastColumn] == NoParent)
			continue;
		nodes[n].parent = nodeOf[forest.parent[lastColumn]];
		nodes[nodes[n].parent].children.push_back(n);
	}
	return nodes;
}

/// What a solve gains if a child becomes part of its parent. The child's rows are among the parent's columns and rows, so the
/// merged node has the columns of both and the parent's rows.
double MergeGain(const MergingNode& child, const MergingNode& parent)
{
	return NodeSolveCost(child.width, child.rowCount) + NodeSolveCost(parent.width, parent.rowCount)
		- NodeSolveCost(child.width + parent.width, parent.rowCount);
}

void MergeChildren(std::vector<MergingNode>& nodes, std::uint32_t p)
{
	MergingNode& parent = nodes[p];
	struct Candidate
	{
		double gain;
		std::uint32_t child;
	};
	std::vector<Candidate> candidates;
	candidates.reserve(parent.children.size());
	for (const std::uint32_t c : parent.children)
		candidates.push_back({MergeGain(nodes[c], parent), c});
	std::sort(candidates.begin(), candidates.end(),
		[](const Candidate& a, const Candidate& b) { return a.gain != b.gain ? a.gain > b.gain : a.child < b.child; });

	std::vector<std::uint32_t> children;
	for (const Candidate& candidate : candidates)
	{
		MergingNode& child = nodes[candidate.child];
		if (!(MergeGain(child, parent) > 0)) // the parent has grown since the candidates were sorted
		{
			children.push_back(candidate.child);
			continue;
		}
		parent.width += child.width;
		parent.runs.insert(parent.runs.end(), child.runs.begin(), child.runs.end());
		children.insert(children.end(), child.children.begin(), child.children.end());
		child.mergedInto = p;
	}
	std::sort(parent.runs.begin(), parent.runs.end());
	parent.children = std::move(children);
	for (const std::uint32_t c : parent.children)
		nodes[c].parent = p;
}

/// Numbers nodes and columns anew: merging took columns out of the middle of the order.
void NumberNodes(
	const std::vector<MergingNode>& nodes, std::span<const std::uint32_t> runWidth, const ColumnForest& forest, SupernodalTree& tree)
{
	std::vector<std::uint32_t> compact(nodes.size(), NoParent), kept;
	for (std::uint32_t n = 0; n < nodes.size(); ++n)
		if (nodes[n].mergedInto == NoParent)
		{
			compact[n] = static_cast<std::uint32_t>(kept.size());
			kept.push_back(n);
		}
	std::vector<std::uint32_t> parent(kept.size(), NoParent);
	for (std::size_t n = 0; n < kept.size(); ++n)
		if (nodes[kept[n]].parent != NoParent)
			parent[n] = compact[nodes[kept[n]].parent];

	const std::vector<std::uint32_t> postorder = PostorderForest(parent);
	const std::vector<std::uint32_t> place = InverseOrder(postorder);
	tree.order.reserve(forest.order.size());
	for (const std::uint32_t n : postorder)
	{
		const MergingNode& merged = nodes[kept[n]];
		Supernode node;
		node.firstColumn = static_cast<std::uint32_t>(tree.order.size());
		node.width = merged.width;
		node.rowCount = merged.rowCount;
		node.parent = parent[n] == NoParent ? NoParent : place[parent[n]];
		tree.node.push_back(node);
		for (const std::uint32_t run : merged.runs)
			for (std::uint32_t k = run; k < run + runWidth[run]; ++k)
				tree.order.push_back(forest.order[k]);
	}
}

/// The rows below a node: those its columns are coupled to and those its children pass on.
void FindRows(const SparsityGraph& graph, SupernodalTree& tree)
{
	const std::vector<std::uint32_t> place = InverseOrder(tree.order);
	std::vector<std::uint32_t> lastSeenBy(tree.order.size(), NoParent);
	std::vector<std::vector<std::uint32_t>> children(tree.node.size());
	for (std::uint32_t n = 0; n < tree.node.size(); ++n)
	{
		Supernode& node = tree.node[n];
		if (node.parent != NoParent)
			children[node.parent].push_back(n);
		node.firstRow = tree.row.size();
		const std::uint32_t endColumn = node.firstColumn + node.width;
		const auto add = [&](std::uint32_t row)
		{
			if (row >= endColumn && lastSeenBy[row] != n)
			{
				lastSeenBy[row] = n;
				tree.row.push_back(row);
			}
		};
		for (std::uint32_t k = node.firstColumn; k < endColumn; ++k)
			for (const std::uint32_t neighbour : graph.Of(tree.order[k]))
				add(place[neighbour]);
		for (const std::uint32_t child : children[n])
			for (std::uint32_t k = 0; k < tree.node[child].rowCount; ++k)
				add(tree.row[tree.node[child].firstRow + k]);
		SPHS_ASSERT(tree.row.size() - node.firstRow == node.rowCount);
		std::sort(tree.row.begin() + static_cast<std::ptrdiff_t>(node.firstRow), tree.row.end());
	}
}

}

double NodeSolveCost(std::size_t width, std::size_t rowCount)
{
	return EntriesPerNode + EntriesPerRow * static_cast<double>(width + rowCount) + static_cast<double>(PanelEntries(width, rowCount));
}

SupernodalTree BuildSupernodalTree(const SparsityGraph& graph, std::span<const std::uint32_t> order)
{
	SPHS_ASSERT(order.size() == graph.Size());
	SupernodalTree tree;
	const ColumnForest forest = BuildColumnForest(graph, order);
	for (const std::uint32_t count : forest.count)
	{
		tree.entryCount += count;
		tree.operationCount += static_cast<double>(count) * static_cast<double>(count);
	}
	std::vector<std::uint32_t> runWidth;
	std::vector<MergingNode> nodes = FindFundamentalNodes(forest, runWidth);
	for (std::uint32_t n = 0; n < nodes.size(); ++n)
		MergeChildren(nodes, n);
	NumberNodes(nodes, runWidth, forest, tree);
	tree.coupledCount = tree.order.size();
	tree.order.insert(tree.order.end(), forest.alone.begin(), forest.alone.end());
	FindRows(graph, tree);
	return tree;
}

}
