#include <Scenes/Sculpt/HalfEdges.h>

#include <algorithm>

namespace SPHSolids::Scenes
{

namespace
{

struct EdgeUse
{
	std::uint64_t key; // lower vertex in the high half
	std::uint32_t halfEdge;
};

std::vector<EdgeUse> SortedEdgeUses(std::span<const Triangle> triangles)
{
	std::vector<EdgeUse> uses;
	uses.reserve(triangles.size() * 3);
	for (std::uint32_t h = 0; h < triangles.size() * 3; ++h)
	{
		const std::uint64_t a = HalfEdges::Start(triangles, h), b = HalfEdges::Start(triangles, HalfEdges::Next(h));
		uses.push_back({std::min(a, b) << 32 | std::max(a, b), h});
	}
	std::sort(uses.begin(), uses.end(),
		[](const EdgeUse& a, const EdgeUse& b) { return a.key != b.key ? a.key < b.key : a.halfEdge < b.halfEdge; });
	return uses;
}

}

HalfEdges HalfEdges::Of(std::span<const Triangle> triangles)
{
	HalfEdges result;
	result.twin.assign(triangles.size() * 3, None);
	const std::vector<EdgeUse> uses = SortedEdgeUses(triangles);
	for (std::size_t begin = 0, end = 0; begin < uses.size(); begin = end)
	{
		while (end < uses.size() && uses[end].key == uses[begin].key)
			++end;
		const std::size_t count = end - begin;
		if (count == 1)
			++result.borderEdges;
		else if (count == 2 && Start(triangles, uses[begin].halfEdge) != Start(triangles, uses[begin + 1].halfEdge))
		{
			result.twin[uses[begin].halfEdge] = uses[begin + 1].halfEdge;
			result.twin[uses[begin + 1].halfEdge] = uses[begin].halfEdge;
		}
		else
			++result.brokenEdges;
	}
	return result;
}

VertexRings VertexRings::Of(std::size_t vertexCount, std::span<const Triangle> triangles)
{
	VertexRings rings;
	rings.first.assign(vertexCount + 1, 0);
	std::uint64_t last = HalfEdges::None;
	const std::vector<EdgeUse> uses = SortedEdgeUses(triangles);
	const auto forEachEdge = [&](auto&& visit)
	{
		last = ~std::uint64_t(0);
		for (const EdgeUse& use : uses)
		{
			if (use.key != last)
				visit(static_cast<std::uint32_t>(use.key >> 32), static_cast<std::uint32_t>(use.key));
			last = use.key;
		}
	};
	forEachEdge(
		[&](std::uint32_t a, std::uint32_t b)
		{
			++rings.first[a + 1];
			++rings.first[b + 1];
		});
	for (std::size_t v = 0; v < vertexCount; ++v)
		rings.first[v + 1] += rings.first[v];
	rings.items.resize(rings.first[vertexCount]);
	std::vector<std::uint32_t> next(rings.first.begin(), rings.first.end() - 1);
	forEachEdge(
		[&](std::uint32_t a, std::uint32_t b)
		{
			rings.items[next[a]++] = b;
			rings.items[next[b]++] = a;
		});
	return rings;
}

}
