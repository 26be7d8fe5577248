#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/TaskRunner.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

/// Corners of one triangle.
using TriangleCorners = std::array<Vec3d, 3>;

inline constexpr int TreeWidth = 8;

/// What the triangles below a node add to the winding number when seen from afar: the first two terms of the series of Barill
/// 2018 about the node's centre.
struct WindingMoment
{
	Vec3d centre;             // centroid, weighted by area
	Vec3d areaVector;         // N, sum of area times normal
	Mat3d spread;             // C, sum of area times normal (x) the triangle's centroid seen from the centre; its symmetric part
	double radiusSquared = 0; // of the ball about the centre that holds every corner
};

/// Bounding volume hierarchy over triangles: 8 children a node, whose boxes are floats rounded outwards so that one vector
/// operation tests all of them; leaves are runs of at most 8 triangles.
///
/// Lives in the frame of the corners it was built from, which must be finite and should lie within [-1, 1]. The floats of a node
/// count from an origin of its own, so that a small part keeps its digits beside a large one.
class TriangleTree
{
public:
	static constexpr std::uint32_t LeafMark = 0x80000000u;
	static constexpr std::uint32_t NoChild = 0xFFFFFFFFu;

	struct Node
	{
		alignas(64) float low[3][TreeWidth]; // not a number where there is no child, so that no test finds it
		float high[3][TreeWidth];
		std::uint32_t child[TreeWidth]; // node, or leaf with LeafMark, or NoChild
		Vec3d origin;
	};
	/// Far field of the children of a node.
	struct NodeMoments
	{
		alignas(64) float centre[3][TreeWidth];
		float areaVector[3][TreeWidth];
		float spread[6][TreeWidth]; // xx, yy, zz, then xy + yx, yz + zy, zx + xz
		float radiusSquared[TreeWidth];
		std::uint32_t child[TreeWidth]; // as in Node, and the origin, too: what is read together lies together
		Vec3d origin;
	};
	struct Leaf
	{
		std::uint32_t first = 0, count = 0; // range in Order()
	};

	TriangleTree(std::span<const TriangleCorners> triangles, TaskRunner& tasks);

	const AlignedArray<Node>& Nodes() const { return nodes; }
	const AlignedArray<NodeMoments>& Moments() const { return moments; }
	const std::vector<Leaf>& Leaves() const { return leaves; }
	/// Triangle that stands at each place of the leaves.
	const std::vector<std::uint32_t>& Order() const { return order; }

private:
	friend class TriangleTreeBuilder;
	AlignedArray<Node> nodes;
	AlignedArray<NodeMoments> moments;
	std::vector<Leaf> leaves;
	std::vector<std::uint32_t> order;
};

}
