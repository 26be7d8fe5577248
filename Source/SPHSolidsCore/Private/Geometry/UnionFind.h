#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace SPHSolids
{

/// Disjoint sets of indices. The root of a set is its lowest member, whatever the order of joining.
class UnionFind
{
public:
	explicit UnionFind(std::size_t count)
		: parent(count)
	{
		std::iota(parent.begin(), parent.end(), 0u);
	}
	std::uint32_t RootOf(std::uint32_t member)
	{
		while (parent[member] != member)
			member = parent[member] = parent[parent[member]];
		return member;
	}
	void Join(std::uint32_t a, std::uint32_t b)
	{
		a = RootOf(a);
		b = RootOf(b);
		if (a > b)
			std::swap(a, b);
		parent[b] = a;
	}
	/// Consecutive numbers of the sets, in the order of their lowest members; returns how many there are.
	std::uint32_t Number(std::vector<std::uint32_t>& numberOf)
	{
		numberOf.resize(parent.size());
		std::uint32_t count = 0;
		for (std::uint32_t k = 0; k < parent.size(); ++k)
		{
			const std::uint32_t root = RootOf(k);
			numberOf[k] = root == k ? count++ : numberOf[root];
		}
		return count;
	}

private:
	std::vector<std::uint32_t> parent;
};

}
