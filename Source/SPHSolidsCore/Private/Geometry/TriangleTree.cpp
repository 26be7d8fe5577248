#include "TriangleTree.h"

#include "BinarySplit.h"
#include "BoxMath.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace SPHSolids
{
namespace
{

constexpr std::size_t TreeNodesPerChunk = 64;
constexpr std::uint32_t EmptyPlace = 0; // the root is nobody's child

using WideChildren = std::array<std::uint32_t, TreeWidth>; // binary nodes

float RoundDown(double value)
{
	const float nearest = static_cast<float>(value);
	return static_cast<double>(nearest) <= value ? nearest : std::nextafter(nearest, -std::numeric_limits<float>::infinity());
}
float RoundUp(double value)
{
	return -RoundDown(-value);
}

/// Opens the largest inner child until the node is full.
WideChildren ChooseChildren(const std::vector<BinaryNode>& binary, std::uint32_t parent)
{
	WideChildren children = {};
	if (binary[parent].left == 0) // a tree of one leaf: the root itself is the child
		return children;
	children = {binary[parent].left, binary[parent].left + 1};
	for (std::size_t count = 2; count < TreeWidth; ++count)
	{
		std::size_t largest = count;
		for (std::size_t k = 0; k < count; ++k)
			if (binary[children[k]].left != 0
				&& (largest == count || HalfSurface(binary[children[k]].box) > HalfSurface(binary[children[largest]].box)))
				largest = k;
		if (largest == count)
			break;
		const std::uint32_t opened = children[largest];
		children[largest] = binary[opened].left;
		children[count] = binary[opened].left + 1;
	}
	return children;
}

}

/// Turns a binary tree into one of eight children a node.
class TriangleTreeBuilder
{
public:
	TriangleTreeBuilder(std::span<const TriangleCorners> corners, const BinarySplit& binarySplit, TriangleTree& target)
		: triangles(corners)
		, split(binarySplit)
		, tree(target)
	{
	}
	/// Adds a node and those below it, links only.
	std::uint32_t Link(std::uint32_t binaryNode);
	/// Boxes and far fields of the children of one node.
	void Fill(std::size_t index) const;

private:
	WindingMoment MomentOf(const BinaryNode& node) const;

	std::span<const TriangleCorners> triangles;
	const BinarySplit& split;
	TriangleTree& tree;
	std::vector<WideChildren> childrenOf;
};

std::uint32_t TriangleTreeBuilder::Link(std::uint32_t binaryNode)
{
	const auto index = static_cast<std::uint32_t>(tree.nodes.size());
	tree.nodes.emplace_back();
	const WideChildren children = childrenOf.emplace_back(ChooseChildren(split.nodes, binaryNode));
	for (std::size_t k = 0; k < TreeWidth; ++k)
	{
		const bool isRootLeaf = k == 0 && split.nodes.size() == 1;
		std::uint32_t link = TriangleTree::NoChild;
		if (const BinaryNode& child = split.nodes[children[k]]; isRootLeaf || (children[k] != EmptyPlace && child.left == 0))
		{
			link = TriangleTree::LeafMark | static_cast<std::uint32_t>(tree.leaves.size());
			tree.leaves.push_back({child.first, child.count});
		}
		else if (children[k] != EmptyPlace)
			link = Link(children[k]);
		tree.nodes[index].child[k] = link;
	}
	return index;
}

WindingMoment TriangleTreeBuilder::MomentOf(const BinaryNode& node) const
{
	WindingMoment moment;
	const std::span<const std::uint32_t> members = std::span(split.order).subspan(node.first, node.count);
	double area = 0;
	for (const std::uint32_t t : members)
	{
		const TriangleCorners& c = triangles[t];
		const Vec3d areaVector = 0.5 * Cross(c[1] - c[0], c[2] - c[0]);
		const double triangleArea = Norm(areaVector);
		moment.areaVector += areaVector;
		area += triangleArea;
		moment.centre += (triangleArea / 3) * (c[0] + c[1] + c[2]);
	}
	moment.centre = area > 0 ? moment.centre / area : node.box.Centre();
	for (const std::uint32_t t : members)
	{
		const TriangleCorners& c = triangles[t];
		const Vec3d areaVector = 0.5 * Cross(c[1] - c[0], c[2] - c[0]);
		moment.spread += Mat3d::Outer(areaVector, (c[0] + c[1] + c[2]) / 3 - moment.centre);
		for (const Vec3d& corner : c)
			moment.radiusSquared = std::max(moment.radiusSquared, SquaredNorm(corner - moment.centre));
	}
	return moment;
}

void TriangleTreeBuilder::Fill(std::size_t index) const
{
	TriangleTree::Node& node = tree.nodes[index];
	TriangleTree::NodeMoments& moments = tree.moments[index];
	const auto childAt = [&](int k) -> const BinaryNode& { return split.nodes[childrenOf[index][static_cast<std::size_t>(k)]]; };
	Box3d box;
	for (int k = 0; k < TreeWidth; ++k)
		if (node.child[k] != TriangleTree::NoChild)
			IncludeBox(box, childAt(k).box);
	node.origin = moments.origin = box.Centre();
	for (int k = 0; k < TreeWidth; ++k)
	{
		const bool exists = node.child[k] != TriangleTree::NoChild;
		const BinaryNode& child = childAt(k);
		const WindingMoment moment = exists ? MomentOf(child) : WindingMoment{};
		for (int axis = 0; axis < 3; ++axis)
		{
			constexpr float none = std::numeric_limits<float>::quiet_NaN();
			const int next = (axis + 1) % 3;
			node.low[axis][k] = exists ? RoundDown(child.box.min[axis] - node.origin[axis]) : none;
			node.high[axis][k] = exists ? RoundUp(child.box.max[axis] - node.origin[axis]) : none;
			moments.centre[axis][k] = exists ? static_cast<float>(moment.centre[axis] - node.origin[axis]) : 0.0f;
			moments.areaVector[axis][k] = static_cast<float>(moment.areaVector[axis]);
			moments.spread[axis][k] = static_cast<float>(moment.spread(axis, axis));
			moments.spread[3 + axis][k] = static_cast<float>(moment.spread(axis, next) + moment.spread(next, axis));
		}
		moments.child[k] = node.child[k];
		moments.radiusSquared[k] = RoundUp(moment.radiusSquared);
	}
}

TriangleTree::TriangleTree(std::span<const TriangleCorners> triangles, TaskRunner& tasks)
{
	BinarySplit split(triangles, tasks);
	TriangleTreeBuilder builder(triangles, split, *this);
	builder.Link(0);
	moments.resize(nodes.size());
	ParallelFor(tasks, nodes.size(), TreeNodesPerChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t index = begin; index < end; ++index)
				builder.Fill(index);
		});
	order = std::move(split.order);
}

}
