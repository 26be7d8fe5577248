#pragma once

#include "TriangleTree.h"

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/TaskRunner.h>

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace SPHSolids
{

/// Closest points and winding numbers of triangles that are finite and lie within about [-1, 1]. Queries may lie anywhere.
///
/// Boxes, far fields and a first look at the triangles of a leaf are done in floats, 8 at a time, with their rounding accounted
/// for; what decides an answer is done in doubles.
class TriangleField
{
public:
	struct Closest
	{
		Vec3d point;
		double distanceSquared = 0;
		std::uint32_t triangle = 0; // as numbered by the caller
		bool found = false;
	};

	TriangleField(std::span<const TriangleCorners> triangles, TaskRunner& tasks);

	/// The nearest point not farther than the root of maxDistanceSquared; among equals that of the lowest triangle.
	Closest FindClosest(const Vec3d& query, double maxDistanceSquared = std::numeric_limits<double>::infinity()) const;
	/// @param farRatio A node is seen as one dipole from farther than this many of its radii (beta of Barill 2018).
	double WindingNumber(const Vec3d& query, double farRatio) const;

	/// Winding number above one half.
	bool IsInside(const Vec3d& query) const;

	const TriangleTree& Tree() const { return tree; }
	/// Corners in the order of the leaves.
	std::span<const TriangleCorners> OrderedTriangles() const { return ordered; }

private:
	/// The triangles of one leaf, corners as floats relative to an origin of their own: what is near stays precise.
	struct Block
	{
		alignas(64) float corner[3][3][TreeWidth]; // corner, axis, lane
		float areaVector[3][TreeWidth];            // normal times twice the area
		float inverseAreaNorm[TreeWidth];          // of areaVector; 0 for a needle, whose normal floats cannot trust
		float inverseEdgeSquared[3][TreeWidth];    // of the edges from corner k to corner k + 1
		Vec3d origin;
		float radius;          // of the ball about the origin that holds all corners
		float largestAreaNorm; // longest areaVector
		std::uint32_t first, count;
	};

	void FillBlock(Block& block, const TriangleTree::Leaf& leaf) const;
	void SearchBlock(const Block& block, const Vec3d& query, Closest& best) const;
	/// Takes the triangle at this place of the leaves as the best if it is; says whether it was.
	bool TestTriangle(std::uint32_t place, const Vec3d& query, Closest& best) const;
	double SolidAngleOfBlock(const Block& block, const Vec3d& query) const;

	TriangleTree tree;
	std::vector<TriangleCorners> ordered;
	AlignedArray<Block> blocks;
};

}
