#include "Linear/EliminationTree.h"

#include <SPHSolids/Base/Assert.h>

#include <algorithm>

namespace SPHSolids
{

std::vector<std::uint32_t> InverseOrder(std::span<const std::uint32_t> order)
{
	std::vector<std::uint32_t> place(order.size());
	for (std::size_t k = 0; k < order.size(); ++k)
		place[order[k]] = static_cast<std::uint32_t>(k);
	return place;
}

std::vector<std::uint32_t> ComputeEliminationTree(const SparsityGraph& graph, std::span<const std::uint32_t> order)
{
	const std::vector<std::uint32_t> place = InverseOrder(order);
	std::vector<std::uint32_t> parent(order.size(), NoParent);
	std::vector<std::uint32_t> ancestor(order.size(), NoParent); // shortcut to the root of the subtree known so far
	for (std::uint32_t k = 0; k < order.size(); ++k)
		for (const std::uint32_t neighbour : graph.Of(order[k]))
			for (std::uint32_t i = place[neighbour]; i < k;)
			{
				const std::uint32_t next = ancestor[i];
				ancestor[i] = k;
				if (next == NoParent)
					parent[i] = k;
				i = next;
			}
	return parent;
}

std::vector<std::uint32_t> PostorderForest(std::span<const std::uint32_t> parent)
{
	const std::size_t size = parent.size();
	std::vector<std::uint32_t> firstChild(size, NoParent), nextSibling(size, NoParent), roots;
	for (std::size_t k = size; k-- > 0;)
	{
		const auto node = static_cast<std::uint32_t>(k);
		if (parent[k] == NoParent)
			roots.push_back(node);
		else
		{
			nextSibling[k] = firstChild[parent[k]];
			firstChild[parent[k]] = node;
		}
	}

	std::vector<std::uint32_t> postorder, path = std::move(roots); // the last root first: the path is a stack
	postorder.reserve(size);
	while (!path.empty())
	{
		const std::uint32_t node = path.back();
		const std::uint32_t child = firstChild[node];
		if (child == NoParent)
		{
			postorder.push_back(node);
			path.pop_back();
		}
		else
		{
			firstChild[node] = nextSibling[child];
			path.push_back(child);
		}
	}
	return postorder;
}

std::vector<std::uint32_t> CountFactorColumns(
	const SparsityGraph& graph, std::span<const std::uint32_t> order, std::span<const std::uint32_t> parent)
{
	const auto size = static_cast<std::uint32_t>(order.size());
	const std::vector<std::uint32_t> place = InverseOrder(order);

	std::vector<std::uint32_t> firstDescendant(size);
	for (std::uint32_t k = 0; k < size; ++k)
		firstDescendant[k] = k;
	for (std::uint32_t k = 0; k < size; ++k)
		if (parent[k] != NoParent)
		{
			SPHS_ASSERT(parent[k] > k);
			firstDescendant[parent[k]] = std::min(firstDescendant[parent[k]], firstDescendant[k]);
		}

	// Row i of the factor is the subtree spanned by its skeleton leaves. Column j gains one for each row it is a leaf of, the
	// meeting point of two leaves loses one, and a sum over subtrees then counts every column of every row subtree once.
	std::vector<std::int64_t> weight(size, 0);
	std::vector<std::uint32_t> lastLeaf(size, NoParent), lastFirstDescendant(size, NoParent), ancestor(size);
	for (std::uint32_t j = 0; j < size; ++j)
		ancestor[j] = j;
	for (std::uint32_t j = 0; j < size; ++j)
	{
		if (firstDescendant[j] == j)
			++weight[j];
		if (parent[j] != NoParent)
			--weight[parent[j]];
		for (const std::uint32_t neighbour : graph.Of(order[j]))
		{
			const std::uint32_t i = place[neighbour];
			if (i <= j || (lastFirstDescendant[i] != NoParent && firstDescendant[j] <= lastFirstDescendant[i]))
				continue;
			lastFirstDescendant[i] = firstDescendant[j];
			++weight[j];
			if (lastLeaf[i] != NoParent)
			{
				std::uint32_t meeting = lastLeaf[i];
				while (ancestor[meeting] != meeting)
					meeting = ancestor[meeting];
				for (std::uint32_t node = lastLeaf[i]; node != meeting;)
				{
					const std::uint32_t next = ancestor[node];
					ancestor[node] = meeting;
					node = next;
				}
				--weight[meeting];
			}
			lastLeaf[i] = j;
		}
		if (parent[j] != NoParent)
			ancestor[j] = parent[j];
	}

	std::vector<std::uint32_t> count(size);
	for (std::uint32_t j = 0; j < size; ++j)
	{
		count[j] = static_cast<std::uint32_t>(weight[j]);
		if (parent[j] != NoParent)
			weight[parent[j]] += weight[j];
	}
	return count;
}

}
