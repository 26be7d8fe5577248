#include "MeshTopology.h"

#include "UnionFind.h"

#include <SPHSolids/Base/Assert.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace SPHSolids
{
namespace
{

// A face whose height is below this share of its length is a line.
constexpr double FlatShare = 1e-14;
// A component with more than this share of its area back to back is a double-sided surface, not bodies that touch.
constexpr double DoubleSidedShare = 0.9;

/// Gives every position a number, the same number for the same position.
class PointWelder
{
public:
	PointWelder(std::size_t expected, std::vector<Vec3d>& target)
		: table(std::bit_ceil(2 * expected + 2), 0u)
		, points(target)
	{
	}
	std::uint32_t NumberOf(const Vec3d& position)
	{
		std::size_t slot = HashOf(position) & (table.size() - 1);
		for (; table[slot] != 0; slot = (slot + 1) & (table.size() - 1))
			if (points[table[slot] - 1] == position)
				return table[slot] - 1;
		points.push_back(position);
		table[slot] = static_cast<std::uint32_t>(points.size());
		return table[slot] - 1;
	}

private:
	static std::size_t HashOf(const Vec3d& position)
	{
		std::uint64_t hash = 0;
		for (int axis = 0; axis < 3; ++axis)
		{
			hash ^= std::bit_cast<std::uint64_t>(position[axis] + 0.0); // -0 becomes +0, which equals it
			hash = std::rotl(hash * 0x9E3779B97F4A7C15u, 29);
		}
		return static_cast<std::size_t>((hash * 0xC2B2AE3D27D4EB4Fu) >> 16);
	}
	std::vector<std::uint32_t> table; // number + 1, 0 where empty
	std::vector<Vec3d>& points;
};

void CollectUsableFaces(TriangleMeshView mesh, MeshTopology& topology)
{
	for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
		if (!IsUsable(mesh.vertices[v]))
			topology.unusableVertices.Add(static_cast<std::uint32_t>(v));
	for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		const auto source = static_cast<std::uint32_t>(t);
		const Triangle& triangle = mesh.triangles[t];
		if (std::any_of(triangle.begin(), triangle.end(), [&](std::uint32_t v) { return v >= mesh.vertices.size(); }))
			topology.badIndex.Add(source);
		else if (std::any_of(triangle.begin(), triangle.end(), [&](std::uint32_t v) { return !IsUsable(mesh.vertices[v]); }))
			topology.badVertex.Add(source);
		else
		{
			for (const std::uint32_t v : triangle)
				topology.bounds.Include(mesh.vertices[v]);
			MeshTopology::Face& face = topology.faces.emplace_back();
			face.points = triangle;
			face.source = source;
		}
	}
}

void WeldFaces(TriangleMeshView mesh, MeshTopology& topology)
{
	PointWelder welder(std::min(mesh.vertices.size(), 3 * topology.faces.size()), topology.points);
	std::vector<std::uint32_t> numberOf(mesh.vertices.size(), NoFace);
	std::size_t kept = 0;
	for (MeshTopology::Face face : topology.faces)
	{
		for (std::uint32_t& point : face.points)
		{
			if (numberOf[point] == NoFace)
				numberOf[point] = welder.NumberOf(topology.frame.ToFrame(mesh.vertices[point]));
			point = numberOf[point];
		}
		const auto& [a, b, c] = face.points;
		if (a == b || b == c || c == a)
		{
			topology.collapsed.Add(face.source);
			continue;
		}
		const Vec3d ab = topology.points[b] - topology.points[a], ac = topology.points[c] - topology.points[a];
		const double twiceArea = Norm(Cross(ab, ac));
		face.area = 0.5 * twiceArea;
		if (!(twiceArea > FlatShare * std::max(SquaredNorm(ab), SquaredNorm(ac))))
		{
			face.flat = true;
			topology.flat.Add(face.source);
		}
		topology.faces[kept++] = face;
	}
	topology.faces.resize(kept);
}

void FindComponents(MeshTopology& topology)
{
	UnionFind sets(topology.points.size());
	for (const MeshTopology::Face& face : topology.faces)
	{
		sets.Join(face.points[0], face.points[1]);
		sets.Join(face.points[0], face.points[2]);
	}
	std::vector<std::uint32_t> numberOf;
	sets.Number(numberOf);
	// Points that only collapsed faces used are no component: number again by the faces that are left.
	std::vector<std::uint32_t> usedNumber(numberOf.size(), NoFace);
	for (MeshTopology::Face& face : topology.faces)
	{
		std::uint32_t& used = usedNumber[numberOf[face.points[0]]];
		if (used == NoFace)
			used = topology.componentCount++;
		face.component = used;
	}
}

struct FaceKey
{
	Triangle sorted;
	std::uint32_t face;
	bool odd; // the face runs the other way round than its sorted points

	bool operator<(const FaceKey& other) const { return sorted != other.sorted ? sorted < other.sorted : face < other.face; }
};

FaceKey FaceKeyOf(const Triangle& points, std::uint32_t face)
{
	FaceKey key{points, face, false};
	for (const auto& [i, j] : {std::array<std::size_t, 2>{0, 1}, {1, 2}, {0, 1}})
		if (key.sorted[i] > key.sorted[j])
		{
			std::swap(key.sorted[i], key.sorted[j]);
			key.odd = !key.odd;
		}
	return key;
}

/// Of faces on the same three points one stays for each way round: a repeat is dropped. What is left back to back is a Twin.
void DropRepeatedFaces(MeshTopology& topology)
{
	std::vector<FaceKey> keys;
	keys.reserve(topology.faces.size());
	for (std::uint32_t f = 0; f < topology.faces.size(); ++f)
		keys.push_back(FaceKeyOf(topology.faces[f].points, f));
	std::sort(keys.begin(), keys.end());

	std::vector<std::uint32_t> backs;
	std::vector<double> area(topology.componentCount, 0.0), twinArea(topology.componentCount, 0.0);
	for (std::size_t begin = 0, end = 0; begin < keys.size(); begin = end)
	{
		std::uint32_t firstOf[2] = {NoFace, NoFace};
		for (; end < keys.size() && keys[end].sorted == keys[begin].sorted; ++end)
		{
			MeshTopology::Face& face = topology.faces[keys[end].face];
			std::uint32_t& first = firstOf[keys[end].odd ? 1 : 0];
			if (first == NoFace)
				first = keys[end].face;
			else
			{
				face.role = FaceRole::Dropped;
				topology.repeated.Add(face.source);
			}
		}
		const MeshTopology::Face& face = topology.faces[keys[begin].face];
		area[face.component] += face.area;
		if (firstOf[0] == NoFace || firstOf[1] == NoFace)
			continue;
		twinArea[face.component] += face.area;
		topology.faces[firstOf[0]].role = topology.faces[firstOf[1]].role = FaceRole::Twin;
		backs.push_back(std::max(firstOf[0], firstOf[1]));
		backs.push_back(std::min(firstOf[0], firstOf[1]));
	}
	for (std::size_t k = 0; k < backs.size(); k += 2)
	{
		MeshTopology::Face &back = topology.faces[backs[k]], &front = topology.faces[backs[k + 1]];
		if (twinArea[back.component] > DoubleSidedShare * area[back.component])
		{
			back.role = FaceRole::Dropped;
			front.role = FaceRole::Surface;
			topology.doubleSided.Add(back.source);
		}
		else
			topology.backToBack.Add(back.source);
	}
}

void CollectEdges(MeshTopology& topology)
{
	topology.edges.reserve(3 * topology.faces.size());
	for (std::uint32_t f = 0; f < topology.faces.size(); ++f)
	{
		const MeshTopology::Face& face = topology.faces[f];
		if (face.role != FaceRole::Surface)
			continue;
		for (std::size_t k = 0; k < 3; ++k)
		{
			const std::uint32_t from = face.points[k], to = face.points[(k + 1) % 3];
			const std::uint64_t low = std::min(from, to), high = std::max(from, to);
			topology.edges.push_back({low << 32 | high, f, from < to});
		}
	}
	std::sort(topology.edges.begin(), topology.edges.end(), [](const MeshTopology::EdgeUse& a, const MeshTopology::EdgeUse& b)
		{ return a.edge != b.edge ? a.edge < b.edge : a.face < b.face; });
}

}

MeshTopology MakeMeshTopology(TriangleMeshView mesh)
{
	SPHS_ASSERT(mesh.triangles.size() <= MaxMeshItems && mesh.vertices.size() <= MaxMeshItems);
	MeshTopology topology;
	CollectUsableFaces(mesh, topology);
	if (topology.faces.empty())
		return topology;
	topology.frame = MeshFrame::Around(topology.bounds);
	WeldFaces(mesh, topology);
	FindComponents(topology);
	DropRepeatedFaces(topology);
	CollectEdges(topology);
	return topology;
}

}
