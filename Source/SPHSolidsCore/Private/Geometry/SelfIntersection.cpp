#include "SelfIntersection.h"

#include "BoxMath.h"

#include <SPHSolids/Base/Simd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

namespace SPHSolids
{
namespace
{

constexpr std::size_t SearchLeavesPerChunk = 64;
constexpr int MaxPendingOverlaps = 1024;
// A determinant below this share of the product of its lengths is noise, and means touching.
constexpr double VolumeNoise = 1e-14;

/// Six times the volume of a tetrahedron, or 0 where rounding hides its sign.
double TetrahedronSign(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d)
{
	const Vec3d u = b - a, v = c - a, w = d - a;
	const double volume = Dot(u, Cross(v, w));
	const double noise = VolumeNoise * std::sqrt(SquaredNorm(u) * SquaredNorm(v) * SquaredNorm(w));
	return std::fabs(volume) > noise ? volume : 0;
}

std::optional<Vec3d> SegmentThroughTriangle(const Vec3d& p, const Vec3d& q, const TriangleCorners& t)
{
	const double above = TetrahedronSign(t[0], t[1], t[2], p), below = TetrahedronSign(t[0], t[1], t[2], q);
	if (!(above * below < 0))
		return {};
	const double s0 = TetrahedronSign(p, q, t[0], t[1]), s1 = TetrahedronSign(p, q, t[1], t[2]), s2 = TetrahedronSign(p, q, t[2], t[0]);
	if (!((s0 > 0 && s1 > 0 && s2 > 0) || (s0 < 0 && s1 < 0 && s2 < 0)))
		return {};
	return p + (above / (above - below)) * (q - p);
}

struct IntersectionSearch
{
	const TriangleField& field;
	std::span<const Triangle> points;

	/// Where two triangles pass through each other.
	std::optional<Vec3d> Cross(std::uint32_t placeA, std::uint32_t placeB) const
	{
		const std::uint32_t placeOf[2] = {placeA, placeB};
		const Triangle& numbersA = points[field.Tree().Order()[placeA]];
		const Triangle& numbersB = points[field.Tree().Order()[placeB]];
		const auto isIn = [](std::uint32_t number, const Triangle& t) { return number == t[0] || number == t[1] || number == t[2]; };
		int shared = 0;
		for (const std::uint32_t number : numbersA)
			shared += isIn(number, numbersB) ? 1 : 0;
		if (shared > 1)
			return {};
		for (int side = 0; side < 2; ++side)
		{
			const TriangleCorners& edges = field.OrderedTriangles()[placeOf[side]];
			const TriangleCorners& face = field.OrderedTriangles()[placeOf[1 - side]];
			for (std::size_t k = 0; k < 3; ++k)
				if (const auto place = SegmentThroughTriangle(edges[k], edges[(k + 1) % 3], face))
					return place;
		}
		return {};
	}

	void SearchLeaf(std::uint32_t leafIndex, std::uint64_t& testsLeft, SelfIntersections& found) const;
};

unsigned OverlappingChildren(const TriangleTree::Node& node, const Box3d& box)
{
	unsigned apart = 0, exists = 0xFF;
	for (int axis = 0; axis < 3; ++axis)
	{
		const Float8 low = Float8::Load(node.low[axis]), high = Float8::Load(node.high[axis]);
		// A little wider than the box, for its rounding to floats.
		const double boxMin = box.min[axis] - node.origin[axis], boxMax = box.max[axis] - node.origin[axis];
		const float boxLow = static_cast<float>(boxMin - 1e-6 * std::fabs(boxMin));
		const float boxHigh = static_cast<float>(boxMax + 1e-6 * std::fabs(boxMax));
		apart |= static_cast<unsigned>(Bits((Float8(boxHigh) < low) | (high < Float8(boxLow))));
	}
	for (int k = 0; k < TreeWidth; ++k)
		if (node.child[k] == TriangleTree::NoChild)
			exists &= ~(1u << k);
	return exists & ~apart;
}

void IntersectionSearch::SearchLeaf(std::uint32_t leafIndex, std::uint64_t& testsLeft, SelfIntersections& found) const
{
	const TriangleTree& tree = field.Tree();
	const TriangleTree::Leaf leaf = tree.Leaves()[leafIndex];
	Box3d boxes[TreeWidth], leafBox;
	for (std::uint32_t k = 0; k < leaf.count; ++k)
	{
		boxes[k] = BoxOf(field.OrderedTriangles()[leaf.first + k]);
		IncludeBox(leafBox, boxes[k]);
	}
	std::uint32_t pending[MaxPendingOverlaps];
	int count = 0;
	pending[count++] = 0;
	while (count > 0)
	{
		const std::uint32_t next = pending[--count];
		if ((next & TriangleTree::LeafMark) == 0)
		{
			const TriangleTree::Node& node = tree.Nodes()[next];
			for (unsigned hits = OverlappingChildren(node, leafBox); hits != 0; hits &= hits - 1)
				pending[count++] = node.child[std::countr_zero(hits)];
			continue;
		}
		const std::uint32_t otherIndex = next & ~TriangleTree::LeafMark;
		if (otherIndex < leafIndex) // each pair of leaves once
			continue;
		const TriangleTree::Leaf other = tree.Leaves()[otherIndex];
		for (std::uint32_t b = other.first; b < other.first + other.count; ++b)
		{
			const Box3d otherBox = BoxOf(field.OrderedTriangles()[b]);
			for (std::uint32_t k = 0; k < leaf.count; ++k)
			{
				const bool done = otherIndex == leafIndex && leaf.first + k >= b; // each pair within a leaf once, too
				if (done || !BoxesMeet(boxes[k], otherBox))
					continue;
				if (testsLeft == 0)
				{
					found.complete = false;
					return;
				}
				--testsLeft;
				if (const auto place = Cross(leaf.first + k, b))
				{
					if (found.count++ == 0)
					{
						found.triangle = tree.Order()[leaf.first + k];
						found.place = *place;
					}
				}
			}
		}
	}
}

}

SelfIntersections FindSelfIntersections(
	const TriangleField& field, std::span<const Triangle> points, std::uint64_t maxTests, TaskRunner& tasks)
{
	const std::size_t leafCount = field.Tree().Leaves().size();
	const std::size_t chunkCount = (leafCount + SearchLeavesPerChunk - 1) / SearchLeavesPerChunk;
	// Each chunk has its own allowance, so that where the search is cut short does not depend on the workers.
	const std::uint64_t testsPerChunk = maxTests / chunkCount + 1;
	const IntersectionSearch search{field, points};
	std::vector<SelfIntersections> found(chunkCount);
	ParallelFor(tasks, leafCount, SearchLeavesPerChunk,
		[&](std::size_t begin, std::size_t end)
		{
			std::uint64_t testsLeft = testsPerChunk;
			for (std::size_t leaf = begin; leaf < end; ++leaf)
				search.SearchLeaf(static_cast<std::uint32_t>(leaf), testsLeft, found[begin / SearchLeavesPerChunk]);
		});
	SelfIntersections total;
	for (const SelfIntersections& chunk : found)
	{
		if (total.count == 0)
		{
			total.triangle = chunk.triangle;
			total.place = chunk.place;
		}
		total.count += chunk.count;
		total.complete = total.complete && chunk.complete;
	}
	return total;
}

}
