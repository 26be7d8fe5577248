#include <Scenes/Sculpt/Collapse.h>

#include <Scenes/Sculpt/HalfEdges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace SPHSolids::Scenes
{

namespace
{

constexpr double ShortEdge = 0.42; // of a cell

class EdgeCollapser
{
public:
	EdgeCollapser(const Sheet& on, SheetMesh& reduce)
		: target(reduce)
		, limit(ShortEdge * on.cellSize)
		, rings(VertexRings::Of(reduce.mesh.vertices.size(), reduce.mesh.triangles))
		, touched(reduce.mesh.vertices.size(), false)
	{
		first.assign(target.mesh.vertices.size() + 1, 0);
		for (const Triangle& t : target.mesh.triangles)
			for (const std::uint32_t v : t)
				++first[v + 1];
		for (std::size_t v = 0; v + 1 < first.size(); ++v)
			first[v + 1] += first[v];
		items.resize(target.mesh.triangles.size() * 3);
		std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
		for (std::uint32_t t = 0; t < target.mesh.triangles.size(); ++t)
			for (const std::uint32_t v : target.mesh.triangles[t])
				items[next[v]++] = t;
	}

	/// Collapses edges that do not touch each other. Returns how many.
	std::size_t Pass()
	{
		std::size_t collapsed = 0;
		for (std::uint32_t a = 0; a < touched.size(); ++a)
			for (const std::uint32_t b : rings[a])
				if (a < b && Norm(target.mesh.vertices[a] - target.mesh.vertices[b]) < limit)
				{
					const auto [keep, drop] = KeepAndDrop(a, b);
					if (keep != drop && CanCollapse(keep, drop))
					{
						Collapse(keep, drop);
						++collapsed;
					}
				}
		if (collapsed > 0)
			RemoveDropped();
		return collapsed;
	}

private:
	std::span<const std::uint32_t> TrianglesAt(std::uint32_t v) const
	{
		return std::span(items).subspan(first[v], first[v + 1] - first[v]);
	}

	/// Equal when neither may go.
	std::pair<std::uint32_t, std::uint32_t> KeepAndDrop(std::uint32_t a, std::uint32_t b) const
	{
		const std::uint8_t tagA = target.tags[a], tagB = target.tags[b];
		if (tagB == SheetMesh::Free || (tagA == tagB && tagA != SheetMesh::Pinned))
			return {a, b};
		if (tagA == SheetMesh::Free)
			return {b, a};
		if (tagA == SheetMesh::Pinned && tagB != SheetMesh::Pinned)
			return {a, b};
		if (tagB == SheetMesh::Pinned && tagA != SheetMesh::Pinned)
			return {b, a};
		return {a, a};
	}

	bool CanCollapse(std::uint32_t keep, std::uint32_t drop) const
	{
		if (touched[keep] || touched[drop])
			return false;
		// Manifold afterwards: both ends share no neighbours but the tips of the triangles on the edge.
		std::size_t shared = 0, onEdge = 0;
		for (const std::uint32_t n : rings[drop])
			if (std::find(rings[keep].begin(), rings[keep].end(), n) != rings[keep].end())
			{
				++shared;
				if (rings[n].size() <= 3)
					return false;
			}
		for (const std::uint32_t t : TrianglesAt(drop))
			onEdge += Has(t, keep);
		if (shared != onEdge)
			return false;
		return std::ranges::all_of(TrianglesAt(drop), [&](std::uint32_t t) { return Has(t, keep) || KeepsFacing(t, keep, drop); });
	}

	bool Has(std::uint32_t triangle, std::uint32_t vertex) const
	{
		const Triangle& t = target.mesh.triangles[triangle];
		return t[0] == vertex || t[1] == vertex || t[2] == vertex;
	}

	bool KeepsFacing(std::uint32_t triangle, std::uint32_t keep, std::uint32_t drop) const
	{
		Triangle t = target.mesh.triangles[triangle];
		const auto& v = target.mesh.vertices;
		const Vec3d before = Cross(v[t[1]] - v[t[0]], v[t[2]] - v[t[0]]);
		std::replace(t.begin(), t.end(), drop, keep);
		const Vec3d after = Cross(v[t[1]] - v[t[0]], v[t[2]] - v[t[0]]);
		// Slivers have no direction worth keeping.
		return Norm(before) < 0.02 * limit * limit || Dot(before, after) > 0.5 * Norm(before) * Norm(after);
	}

	void Collapse(std::uint32_t keep, std::uint32_t drop)
	{
		for (const std::uint32_t t : TrianglesAt(drop))
			std::replace(target.mesh.triangles[t].begin(), target.mesh.triangles[t].end(), drop, keep);
		for (const std::uint32_t end : {keep, drop})
		{
			touched[end] = true;
			for (const std::uint32_t n : rings[end])
				touched[n] = true;
		}
	}

	/// Removes triangles that lost a corner and vertices that lost their triangles.
	void RemoveDropped()
	{
		constexpr std::uint32_t unused = 0xffffffffu;
		std::vector<std::uint32_t> renamed(target.mesh.vertices.size(), unused);
		SheetMesh rest;
		for (Triangle t : target.mesh.triangles)
		{
			if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0])
				continue;
			for (std::uint32_t& v : t)
			{
				if (renamed[v] == unused)
				{
					renamed[v] = static_cast<std::uint32_t>(rest.mesh.vertices.size());
					rest.mesh.vertices.push_back(target.mesh.vertices[v]);
					rest.tags.push_back(target.tags[v]);
				}
				v = renamed[v];
			}
			rest.mesh.triangles.push_back(t);
		}
		target = std::move(rest);
	}

	SheetMesh& target;
	double limit;
	VertexRings rings;
	std::vector<bool> touched;               // a collapse nearby has made what is known of these vertices stale
	std::vector<std::uint32_t> first, items; // triangles around each vertex
};

}

void CollapseShortEdges(const Sheet& sheet, SheetMesh& target)
{
	for (int pass = 0; pass < 8 && EdgeCollapser(sheet, target).Pass() > 0; ++pass)
	{
	}
}

}
