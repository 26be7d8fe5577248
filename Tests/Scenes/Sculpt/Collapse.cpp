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

constexpr double ShortEdge = 0.42;    // of a cell
constexpr double SliverHeight = 0.12; // of a cell

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
		for (std::size_t t = 0; t < target.mesh.triangles.size(); ++t)
		{
			const auto [a, b] = ShortestSide(target.mesh.triangles[t]);
			const bool isShort = Norm(target.mesh.vertices[a] - target.mesh.vertices[b]) < limit;
			if (touched[a] || touched[b] || !(isShort || IsSliver(target.mesh.triangles[t])))
				continue;
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

	std::pair<std::uint32_t, std::uint32_t> ShortestSide(const Triangle& t) const
	{
		std::size_t shortest = 0;
		double length[3];
		for (std::size_t n = 0; n < 3; ++n)
		{
			length[n] = Norm(target.mesh.vertices[t[(n + 1) % 3]] - target.mesh.vertices[t[n]]);
			shortest = length[n] < length[shortest] ? n : shortest;
		}
		return {t[shortest], t[(shortest + 1) % 3]};
	}

	/// Height over the longest side far below a cell.
	bool IsSliver(const Triangle& t) const
	{
		const auto& v = target.mesh.vertices;
		const double longest = std::max({Norm(v[t[1]] - v[t[0]]), Norm(v[t[2]] - v[t[1]]), Norm(v[t[0]] - v[t[2]])});
		return Norm(Cross(v[t[1]] - v[t[0]], v[t[2]] - v[t[0]])) < SliverHeight * limit / ShortEdge * longest;
	}

	/// Equal when neither may go.
	std::pair<std::uint32_t, std::uint32_t> KeepAndDrop(std::uint32_t a, std::uint32_t b) const
	{
		const std::uint8_t tagA = target.tags[a], tagB = target.tags[b];
		if (tagB == SheetMesh::Free || tagA == tagB)
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
		std::vector<Triangle> rest = target.mesh.triangles;
		std::erase_if(rest, [](const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
		target.SetTriangles(std::move(rest));
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
