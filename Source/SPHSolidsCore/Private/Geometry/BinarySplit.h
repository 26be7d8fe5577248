#pragma once

#include "TriangleTree.h"

#include <SPHSolids/Base/TaskRunner.h>

#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

struct BinaryNode
{
	Box3d box;
	std::uint32_t first = 0, count = 0; // range in the order of the triangles
	std::uint32_t left = 0;             // the right child follows it; 0 in a leaf, since the root is nobody's child
};

/// Halves triangles over and over where the surface area heuristic is lowest, until at most TreeWidth are left in a part.
struct BinarySplit
{
	std::vector<BinaryNode> nodes; // the root first
	std::vector<std::uint32_t> order;

	BinarySplit(std::span<const TriangleCorners> triangles, TaskRunner& tasks);
};

}
