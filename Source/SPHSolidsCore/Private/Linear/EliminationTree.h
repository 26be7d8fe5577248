#pragma once

#include <SPHSolids/Base/Config.h>
#include <SPHSolids/Linear/SparsityGraph.h>

#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

inline constexpr std::uint32_t NoParent = 0xFFFFFFFF;

/// place[order[k]] = k
std::vector<std::uint32_t> InverseOrder(std::span<const std::uint32_t> order);

/// The parent of column k is the row of the first entry below its diagonal in the factor: Liu's algorithm.
/// Columns are counted in the order of elimination; order[k] is the row of the graph eliminated k-th.
std::vector<std::uint32_t> ComputeEliminationTree(const SparsityGraph& graph, std::span<const std::uint32_t> order);

/// The nodes of a forest, each after all of its descendants and directly after the subtree of its last child.
std::vector<std::uint32_t> PostorderForest(std::span<const std::uint32_t> parent);

/// Entries of each column of the factor, diagonal included, without forming it: the skeleton counts of Gilbert, Ng and Peyton,
/// in almost linear time. The order must be a postorder of its own tree.
std::vector<std::uint32_t> CountFactorColumns(
	const SparsityGraph& graph, std::span<const std::uint32_t> order, std::span<const std::uint32_t> parent);

}
