#include "BinarySplit.h"

#include "BoxMath.h"

#include <SPHSolids/Base/Assert.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace SPHSolids
{
namespace
{

constexpr int SplitBins = 16;
// Below this depth the split takes the median, which bounds the depth of the tree whatever the mesh.
constexpr int MaxUnbalancedDepth = 40;
// Parts up to this size are split in parallel.
constexpr std::uint32_t ParallelPart = 4096;
constexpr std::size_t SplitTrianglesPerChunk = 4096;

struct SplitChoice
{
	double cost = std::numeric_limits<double>::infinity();
	int axis = -1;
	int bin = 0; // first bin of the right side
};

/// Place of a centroid among the bins of one axis.
struct BinScale
{
	double low, perLength;

	BinScale(const Box3d& centroids, int axis)
		: low(centroids.min[axis])
		, perLength(SplitBins / (centroids.max[axis] - centroids.min[axis]))
	{
	}
	int BinOf(double coordinate) const { return std::min(SplitBins - 1, static_cast<int>((coordinate - low) * perLength)); }
};

/// Splits ranges of triangles. Ranges that do not overlap may be split at the same time.
class RangeSplitter
{
public:
	RangeSplitter(std::span<const TriangleCorners> triangles, std::vector<std::uint32_t>& triangleOrder, TaskRunner& tasks);

	BinaryNode Root() const;
	/// Splits a node of the list and its parts, down to those of at most stopCount, which are named in unfinished.
	void Split(
		std::vector<BinaryNode>& nodes, std::uint32_t index, std::uint32_t stopCount, int level, std::vector<std::uint32_t>& unfinished);

private:
	SplitChoice FindSplit(const BinaryNode& node, const Box3d& centroidBox) const;
	std::uint32_t Partition(const BinaryNode& node, int level);

	std::vector<std::uint32_t>& order;
	std::vector<std::uint32_t> scratch; // as long as the order: each node uses its own range
	std::vector<Box3d> boxes;
	std::vector<Vec3d> centroids;
};

RangeSplitter::RangeSplitter(std::span<const TriangleCorners> triangles, std::vector<std::uint32_t>& triangleOrder, TaskRunner& tasks)
	: order(triangleOrder)
	, scratch(triangles.size())
	, boxes(triangles.size())
	, centroids(triangles.size())
{
	order.resize(triangles.size());
	std::iota(order.begin(), order.end(), 0u);
	ParallelFor(tasks, triangles.size(), SplitTrianglesPerChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t t = begin; t < end; ++t)
			{
				boxes[t] = BoxOf(triangles[t]);
				centroids[t] = boxes[t].Centre();
			}
		});
}

BinaryNode RangeSplitter::Root() const
{
	BinaryNode root;
	root.count = static_cast<std::uint32_t>(order.size());
	for (const Box3d& box : boxes)
		IncludeBox(root.box, box);
	return root;
}

SplitChoice RangeSplitter::FindSplit(const BinaryNode& node, const Box3d& centroidBox) const
{
	SplitChoice best;
	for (int axis = 0; axis < 3; ++axis)
	{
		if (!(centroidBox.max[axis] > centroidBox.min[axis]))
			continue;
		const BinScale scale(centroidBox, axis);
		if (!std::isfinite(scale.perLength))
			continue;
		Box3d binBox[SplitBins];
		std::uint32_t binCount[SplitBins] = {};
		for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
		{
			const std::uint32_t t = order[k];
			const int bin = scale.BinOf(centroids[t][axis]);
			++binCount[bin];
			IncludeBox(binBox[bin], boxes[t]);
		}
		double rightCost[SplitBins] = {};
		Box3d box;
		std::uint32_t boxCount = 0;
		for (int bin = SplitBins - 1; bin > 0; --bin)
		{
			IncludeBox(box, binBox[bin]);
			boxCount += binCount[bin];
			rightCost[bin] = boxCount > 0 ? HalfSurface(box) * boxCount : std::numeric_limits<double>::infinity();
		}
		box = {};
		boxCount = 0;
		for (int bin = 1; bin < SplitBins; ++bin)
		{
			IncludeBox(box, binBox[bin - 1]);
			boxCount += binCount[bin - 1];
			if (boxCount == 0)
				continue;
			const double cost = HalfSurface(box) * boxCount + rightCost[bin];
			if (cost < best.cost)
				best = {cost, axis, bin};
		}
	}
	return best;
}

/// Sorts the triangles of a node into a left and a right part, each in the order they had; returns how many are left.
std::uint32_t RangeSplitter::Partition(const BinaryNode& node, int level)
{
	const std::uint32_t end = node.first + node.count;
	Box3d centroidBox;
	for (std::uint32_t k = node.first; k < end; ++k)
		centroidBox.Include(centroids[order[k]]);
	const SplitChoice split = level < MaxUnbalancedDepth ? FindSplit(node, centroidBox) : SplitChoice{};
	if (split.axis < 0)
		return node.count / 2;
	const BinScale scale(centroidBox, split.axis);
	std::uint32_t left = node.first, right = node.first;
	for (std::uint32_t k = node.first; k < end; ++k)
	{
		const std::uint32_t t = order[k];
		if (scale.BinOf(centroids[t][split.axis]) < split.bin)
			order[left++] = t;
		else
			scratch[right++] = t;
	}
	std::copy(scratch.begin() + node.first, scratch.begin() + right, order.begin() + left);
	return left - node.first;
}

void RangeSplitter::Split(
	std::vector<BinaryNode>& nodes, std::uint32_t index, std::uint32_t stopCount, int level, std::vector<std::uint32_t>& unfinished)
{
	const BinaryNode node = nodes[index];
	if (node.count <= stopCount)
	{
		unfinished.push_back(index);
		return;
	}
	BinaryNode children[2];
	children[0].first = node.first;
	children[0].count = Partition(node, level);
	children[1].first = node.first + children[0].count;
	children[1].count = node.count - children[0].count;
	for (BinaryNode& child : children)
		for (std::uint32_t k = child.first; k < child.first + child.count; ++k)
			IncludeBox(child.box, boxes[order[k]]);
	const auto left = static_cast<std::uint32_t>(nodes.size());
	nodes[index].left = left;
	nodes.push_back(children[0]);
	nodes.push_back(children[1]);
	Split(nodes, left, stopCount, level + 1, unfinished);
	Split(nodes, left + 1, stopCount, level + 1, unfinished);
}

}

BinarySplit::BinarySplit(std::span<const TriangleCorners> triangles, TaskRunner& tasks)
{
	SPHS_ASSERT(!triangles.empty() && triangles.size() < TriangleTree::LeafMark);
	RangeSplitter splitter(triangles, order, tasks);
	nodes.push_back(splitter.Root());
	std::vector<std::uint32_t> parts;
	splitter.Split(nodes, 0, ParallelPart, 0, parts);

	std::vector<std::vector<BinaryNode>> partNodes(parts.size());
	ParallelFor(tasks, parts.size(), 1,
		[&](std::size_t part, std::size_t)
		{
			partNodes[part].push_back(nodes[parts[part]]);
			std::vector<std::uint32_t> leaves;
			splitter.Split(partNodes[part], 0, TreeWidth, 0, leaves);
		});
	for (std::size_t part = 0; part < parts.size(); ++part)
	{
		// The part's first node takes the place it had; the others follow at the end.
		const auto offset = static_cast<std::uint32_t>(nodes.size()) - 1;
		for (BinaryNode& node : partNodes[part])
			node.left += node.left != 0 ? offset : 0;
		nodes[parts[part]] = partNodes[part].front();
		nodes.insert(nodes.end(), partNodes[part].begin() + 1, partNodes[part].end());
	}
}

}
