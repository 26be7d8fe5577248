#pragma once

#include <SPHSolids/Linear/SparsityGraph.h>

#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

/// Columns that are eliminated together because they have the same rows below them, up to zeros worth storing.
struct Supernode
{
	std::uint32_t firstColumn = 0;
	std::uint32_t width = 0;    ///< columns
	std::uint32_t rowCount = 0; ///< rows below its columns
	std::uint32_t parent = 0;   ///< the node that owns the first of these rows, or NoParent
	std::size_t firstRow = 0;   ///< of its rows in SupernodalTree::row
};

/// The shape of the factor: what is known before a number is looked at.
struct SupernodalTree
{
	/// order[k] is the row of the matrix eliminated k-th. Rows coupled to nothing come last and belong to no node: scaled to a unit
	/// diagonal they need no work at all.
	std::vector<std::uint32_t> order;
	std::vector<Supernode> node;    ///< children before parents, the subtree of a node directly before it
	std::vector<std::uint32_t> row; ///< ascending in each node, as places in the order
	std::size_t coupledCount = 0;   ///< rows that belong to a node
	std::size_t entryCount = 0;     ///< entries of the exact factor, diagonal included: without merging and padding
	double operationCount = 0;      ///< multiply-adds of the exact factorisation, times two

	std::span<const std::uint32_t> Rows(const Supernode& n) const { return {row.data() + n.firstRow, n.rowCount}; }
};

/// What a solve spends on a node, counted in entries of the factor.
double NodeSolveCost(std::size_t width, std::size_t rowCount);

/// @param order Any order of elimination: it is kept up to moves that change nothing but the numbering.
SupernodalTree BuildSupernodalTree(const SparsityGraph& graph, std::span<const std::uint32_t> order);

}
