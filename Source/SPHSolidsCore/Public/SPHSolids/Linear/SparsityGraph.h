#pragma once

#include <SPHSolids/Linear/SparseSymmetric.h>

#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

/// Which rows of a symmetric matrix are coupled: the neighbours of i are all j != i with an entry at (i, j), ascending.
struct SparsityGraph
{
	std::vector<std::size_t> first = {0};
	std::vector<std::uint32_t> neighbour;

	std::size_t Size() const { return first.size() - 1; }
	std::span<const std::uint32_t> Of(std::size_t i) const { return {neighbour.data() + first[i], neighbour.data() + first[i + 1]}; }
};

template <class T>
SPHSOLIDSCORE_API SparsityGraph MakeSparsityGraph(const BasicSparseSymmetric<T>& matrix);

}
