#include "TriangleTree.h"

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
constexpr std::uint32_t MaxLeafTriangles = 8;
// Below this depth the split takes the median, which bounds the depth of the tree whatever the mesh.
constexpr int MaxUnbalancedDepth = 40;

double HalfSurface(const Box3d& box)
{
	const Vec3d s = box.Size();
	return s.x * s.y + s.y * s.z + s.z * s.x;
}
void IncludeBox(Box3d& box, const Box3d& other)
{
	box.min = Min(box.min, other.min);
	box.max = Max(box.max, other.max);
}
float RoundDown(double value)
{
	const float nearest = static_cast<float>(value);
	return static_cast<double>(nearest) <= value ? nearest : std::nextafter(nearest, -std::numeric_limits<float>::infinity());
}
float RoundUp(double value)
{
	return -RoundDown(-value);
}

struct BinaryNode
{
	Box3d box;
	std::uint32_t first = 0, count = 0;
	std::uint32_t left = 0, right = 0; // 0 in a leaf: the root is nobody's child
};

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

}

class TriangleTreeBuilder
{
public:
	TriangleTreeBuilder(std::span<const TriangleCorners> corners, TriangleTree& target)
		: triangles(corners)
		, tree(target)
	{
	}
	void Build();

private:
	void SplitNode(std::uint32_t node, int level);
	SplitChoice FindSplit(const BinaryNode& node, const Box3d& centroidBox) const;
	std::uint32_t AddWideNode(std::uint32_t binaryNode, int level);
	WindingMoment MomentOf(const BinaryNode& node) const;

	std::span<const TriangleCorners> triangles;
	TriangleTree& tree;
	std::vector<Box3d> boxes;
	std::vector<Vec3d> centroids;
	std::vector<BinaryNode> binary;
};

void TriangleTreeBuilder::Build()
{
	const std::size_t count = triangles.size();
	SPHS_ASSERT(count > 0 && count < TriangleTree::LeafMark);
	boxes.resize(count);
	centroids.resize(count);
	BinaryNode root;
	for (std::size_t t = 0; t < count; ++t)
	{
		for (const Vec3d& corner : triangles[t])
			boxes[t].Include(corner);
		centroids[t] = boxes[t].Centre();
		IncludeBox(root.box, boxes[t]);
	}
	root.count = static_cast<std::uint32_t>(count);
	tree.order.resize(count);
	std::iota(tree.order.begin(), tree.order.end(), 0u);
	binary.reserve(count);
	binary.push_back(root);
	SplitNode(0, 0);
	AddWideNode(0, 1);
}

SplitChoice TriangleTreeBuilder::FindSplit(const BinaryNode& node, const Box3d& centroidBox) const
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
			const std::uint32_t t = tree.order[k];
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

void TriangleTreeBuilder::SplitNode(std::uint32_t index, int level)
{
	const BinaryNode node = binary[index];
	if (node.count <= MaxLeafTriangles)
		return;
	Box3d centroidBox;
	for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
		centroidBox.Include(centroids[tree.order[k]]);
	const auto begin = tree.order.begin() + node.first, end = begin + node.count;
	auto middle = begin + node.count / 2;
	const SplitChoice split = level < MaxUnbalancedDepth ? FindSplit(node, centroidBox) : SplitChoice{};
	if (split.axis >= 0)
	{
		const BinScale scale(centroidBox, split.axis);
		middle = std::stable_partition(begin, end, [&](std::uint32_t t) { return scale.BinOf(centroids[t][split.axis]) < split.bin; });
	}
	BinaryNode children[2];
	children[0].first = node.first;
	children[0].count = static_cast<std::uint32_t>(middle - begin);
	children[1].first = node.first + children[0].count;
	children[1].count = node.count - children[0].count;
	for (BinaryNode& child : children)
		for (std::uint32_t k = child.first; k < child.first + child.count; ++k)
			IncludeBox(child.box, boxes[tree.order[k]]);
	const std::uint32_t left = static_cast<std::uint32_t>(binary.size());
	binary[index].left = left;
	binary[index].right = left + 1;
	binary.push_back(children[0]);
	binary.push_back(children[1]);
	SplitNode(left, level + 1);
	SplitNode(left + 1, level + 1);
}

WindingMoment TriangleTreeBuilder::MomentOf(const BinaryNode& node) const
{
	WindingMoment moment;
	for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
	{
		const TriangleCorners& c = triangles[tree.order[k]];
		const Vec3d areaVector = 0.5 * Cross(c[1] - c[0], c[2] - c[0]);
		const double area = Norm(areaVector);
		moment.areaVector += areaVector;
		moment.area += area;
		moment.centre += (area / 3) * (c[0] + c[1] + c[2]);
	}
	moment.centre = moment.area > 0 ? moment.centre / moment.area : node.box.Centre();
	double radiusSquared = 0;
	for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
	{
		const TriangleCorners& c = triangles[tree.order[k]];
		const Vec3d areaVector = 0.5 * Cross(c[1] - c[0], c[2] - c[0]);
		moment.spread += Mat3d::Outer(areaVector, (c[0] + c[1] + c[2]) / 3 - moment.centre);
	}
	for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
		for (const Vec3d& corner : triangles[tree.order[k]])
			radiusSquared = std::max(radiusSquared, SquaredNorm(corner - moment.centre));
	moment.radius = std::sqrt(radiusSquared);
	return moment;
}

std::uint32_t TriangleTreeBuilder::AddWideNode(std::uint32_t binaryNode, int level)
{
	tree.depth = std::max(tree.depth, level);
	// Open the largest inner child until the node is full.
	std::uint32_t children[TreeWidth] = {binaryNode};
	int count = 1;
	while (count < TreeWidth)
	{
		int largest = -1;
		for (int k = 0; k < count; ++k)
			if (binary[children[k]].left != 0
				&& (largest < 0 || HalfSurface(binary[children[k]].box) > HalfSurface(binary[children[largest]].box)))
				largest = k;
		if (largest < 0)
			break;
		const BinaryNode& opened = binary[children[largest]];
		children[largest] = opened.left;
		children[count++] = opened.right;
	}

	const std::uint32_t index = static_cast<std::uint32_t>(tree.nodes.size());
	tree.nodes.emplace_back();
	tree.moments.emplace_back();
	for (int k = 0; k < TreeWidth; ++k)
	{
		std::uint32_t link = TriangleTree::NoChild;
		WindingMoment moment;
		if (k < count)
		{
			const BinaryNode& child = binary[children[k]];
			moment = MomentOf(child);
			if (child.left != 0)
				link = AddWideNode(children[k], level + 1);
			else
			{
				link = TriangleTree::LeafMark | static_cast<std::uint32_t>(tree.leaves.size());
				tree.leaves.push_back({child.first, child.count});
			}
		}
		TriangleTree::Node& node = tree.nodes[index];
		TriangleTree::NodeMoments& far = tree.moments[index];
		node.child[k] = link;
		for (int axis = 0; axis < 3; ++axis)
		{
			constexpr float none = std::numeric_limits<float>::quiet_NaN();
			node.low[axis][k] = k < count ? RoundDown(binary[children[k]].box.min[axis]) : none;
			node.high[axis][k] = k < count ? RoundUp(binary[children[k]].box.max[axis]) : none;
			far.centre[axis][k] = static_cast<float>(moment.centre[axis]);
			far.areaVector[axis][k] = static_cast<float>(moment.areaVector[axis]);
		}
		for (int axis = 0; axis < 3; ++axis)
		{
			const int next = (axis + 1) % 3;
			far.spread[axis][k] = static_cast<float>(moment.spread(axis, axis));
			far.spread[3 + axis][k] = static_cast<float>(moment.spread(axis, next) + moment.spread(next, axis));
		}
		far.radiusSquared[k] = RoundUp(moment.radius * moment.radius);
	}
	return index;
}

TriangleTree::TriangleTree(std::span<const TriangleCorners> triangles, TaskRunner&)
{
	TriangleTreeBuilder(triangles, *this).Build();
}

}
