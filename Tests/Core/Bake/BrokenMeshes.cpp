#include "Bake/BrokenMeshes.h"

#include <SPHSolids/Base/Random.h>

#include <algorithm>
#include <limits>

namespace SPHSolids::Tests
{
namespace
{

RenderMesh Box()
{
	return FineBox({0, 0, 0}, {1, 0.8, 0.6}, 6);
}
constexpr double BoxVolume = 1 * 0.8 * 0.6;

void Append(RenderMesh& mesh, const RenderMesh& other)
{
	const auto base = static_cast<std::uint32_t>(mesh.positions.size());
	mesh.positions.insert(mesh.positions.end(), other.positions.begin(), other.positions.end());
	for (const Triangle& t : other.triangles)
		mesh.triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
}

RenderMesh Transformed(RenderMesh mesh, double scale, const Vec3d& shift)
{
	for (Vec3d& p : mesh.positions)
		p = p * scale + shift;
	return mesh;
}

RenderMesh WithoutTopFace()
{
	RenderMesh mesh = Box();
	std::erase_if(mesh.triangles, [&](const Triangle& t)
		{ return mesh.positions[t[0]].z > 0.599 && mesh.positions[t[1]].z > 0.599 && mesh.positions[t[2]].z > 0.599; });
	return mesh;
}

RenderMesh WithSomeFacesTurned()
{
	RenderMesh mesh = Box();
	for (std::size_t t = 0; t < mesh.triangles.size(); t += 7)
		std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
	return mesh;
}

RenderMesh WithDegenerateFaces()
{
	RenderMesh mesh = Box();
	mesh.triangles.push_back({0, 0, 1});
	mesh.triangles.push_back({5, 5, 5});
	const auto base = static_cast<std::uint32_t>(mesh.positions.size());
	mesh.positions.insert(mesh.positions.end(), {{0, 0, 0}, {0.5, 0, 0}, {1, 0, 0}});
	mesh.triangles.push_back({base, base + 1, base + 2});
	return mesh;
}

RenderMesh WithBadVertices()
{
	RenderMesh mesh = Box();
	const auto base = static_cast<std::uint32_t>(mesh.positions.size());
	const double infinity = std::numeric_limits<double>::infinity();
	mesh.positions.insert(mesh.positions.end(), {{std::nan(""), 0, 0}, {0, infinity, 0}, {1e300, 1e300, -1e300}});
	mesh.triangles.push_back({base, base + 1, base + 2});
	mesh.triangles.push_back({0, 1, base});
	return mesh;
}

RenderMesh WithDoubledFaces()
{
	RenderMesh mesh = Box();
	mesh.triangles.insert(mesh.triangles.end(), mesh.triangles.begin(), mesh.triangles.begin() + 40);
	return mesh;
}

RenderMesh WithInnerWall()
{
	// Two boxes that share a wall of four corners: edges with more than two faces.
	RenderMesh mesh = FineBox({0, 0, 0}, {0.5, 0.8, 0.6}, 4);
	Append(mesh, FineBox({0.5, 0, 0}, {1, 0.8, 0.6}, 4));
	return mesh;
}

RenderMesh WithFin()
{
	// A triangle that stands on an edge of the box: three faces meet there.
	RenderMesh mesh = Box();
	const Triangle face = mesh.triangles.front();
	mesh.positions.push_back((mesh.positions[face[0]] + mesh.positions[face[1]]) * 0.5 + Vec3d{-0.3, -0.1, -0.1});
	mesh.triangles.push_back({face[0], face[1], static_cast<std::uint32_t>(mesh.positions.size() - 1)});
	return mesh;
}

RenderMesh Soup(std::uint64_t seed)
{
	RenderMesh mesh;
	Random random(seed);
	for (std::uint32_t t = 0; t < 300; ++t)
	{
		const Vec3d centre = random.NextInBox({0, 0, 0}, {1, 1, 1});
		for (int k = 0; k < 3; ++k)
			mesh.positions.push_back(centre + random.NextDirection() * 0.2);
		mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
	}
	return mesh;
}

RenderMesh FlatSheet()
{
	RenderMesh mesh = FineBox({0, 0, 0}, {1, 0.8, 0.6}, 6);
	std::erase_if(mesh.triangles,
		[&](const Triangle& t) { return mesh.positions[t[0]].z > 1e-9 || mesh.positions[t[1]].z > 1e-9 || mesh.positions[t[2]].z > 1e-9; });
	return mesh;
}

}

RenderMesh FineBox(const Vec3d& low, const Vec3d& high, int cuts, bool turned)
{
	RenderMesh mesh;
	for (int axis = 0; axis < 3; ++axis)
		for (const bool atHigh : {false, true})
		{
			const int u = (axis + 1) % 3, v = (axis + 2) % 3;
			const auto base = static_cast<std::uint32_t>(mesh.positions.size());
			const auto row = static_cast<std::uint32_t>(cuts + 1);
			for (int i = 0; i <= cuts; ++i)
				for (int j = 0; j <= cuts; ++j)
				{
					Vec3d p;
					p[axis] = atHigh ? high[axis] : low[axis];
					p[u] = low[u] + (high[u] - low[u]) * i / cuts;
					p[v] = low[v] + (high[v] - low[v]) * j / cuts;
					mesh.positions.push_back(p);
				}
			for (std::uint32_t i = 0; i + 1 < row; ++i)
				for (std::uint32_t j = 0; j + 1 < row; ++j)
				{
					const std::uint32_t a = base + i * row + j, b = a + row, c = b + 1, d = a + 1;
					if (atHigh != turned)
						mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
					else
						mesh.triangles.insert(mesh.triangles.end(), {{a, c, b}, {a, d, c}});
				}
		}
	return mesh;
}

std::vector<BrokenMesh> BrokenMeshes()
{
	RenderMesh inRangeNot = Box();
	inRangeNot.triangles.push_back({0, 1, 1'000'000});
	RenderMesh overlapping = Box();
	Append(overlapping, Transformed(Box(), 1, {0.31, 0.23, 0.17}));
	RenderMesh loose = Box();
	Append(loose, Transformed(Box(), 1, {3, 0, 0}));
	RenderMesh crumbs = Box();
	Append(crumbs, Transformed(Box(), 0.002, {1.5, 0, 0}));
	RenderMesh hollow = Box();
	Append(hollow, FineBox({0.3, 0.25, 0.2}, {0.7, 0.55, 0.4}, 4, true));
	RenderMesh doubleSided = FlatSheet();
	const std::size_t faces = doubleSided.triangles.size();
	for (std::size_t t = 0; t < faces; ++t)
		doubleSided.triangles.push_back({doubleSided.triangles[t][0], doubleSided.triangles[t][2], doubleSided.triangles[t][1]});
	RenderMesh point;
	point.positions.assign(3, Vec3d{1, 1, 1});
	point.triangles = {{0, 1, 2}};
	RenderMesh onlyBad;
	onlyBad.positions.assign(3, Vec3d{std::nan(""), 0, 0});
	onlyBad.triangles = {{0, 1, 2}};

	return {
		{"open box", WithoutTopFace(), "holes", 0},
		{"inside-out box", FineBox({0, 0, 0}, {1, 0.8, 0.6}, 6, true), "inside-out", BoxVolume},
		{"box with some faces turned", WithSomeFacesTurned(), "inconsistent-orientation", BoxVolume},
		{"box with degenerate faces", WithDegenerateFaces(), "degenerate-faces", BoxVolume},
		{"box with bad vertices", WithBadVertices(), "non-finite-vertices", BoxVolume},
		{"box with an index out of range", inRangeNot, "indices-out-of-range", BoxVolume},
		{"box with doubled faces", WithDoubledFaces(), "repeated-faces", BoxVolume},
		{"box with an inner wall", WithInnerWall(), "back-to-back-faces", BoxVolume},
		{"box with a fin", WithFin(), "non-manifold-edges", BoxVolume},
		{"boxes through each other", overlapping, "self-intersections", 2 * BoxVolume - 0.69 * 0.57 * 0.43},
		{"boxes far apart", loose, "loose-parts", 2 * BoxVolume},
		{"box with a crumb", crumbs, "tiny-islands", BoxVolume},
		{"hollow box", hollow, "nested-shells", BoxVolume - 0.4 * 0.3 * 0.2},
		{"box of a millimetre", Transformed(Box(), 0.0008, {}), "odd-scale", BoxVolume * 0.0008 * 0.0008 * 0.0008},
		{"box of two kilometres", Transformed(Box(), 2000, {}), "odd-scale", BoxVolume * 8e9},
		{"box far from the origin", Transformed(Box(), 1, {1e6, -2e6, 3e6}), "far-from-origin", BoxVolume},
		{"flat sheet", FlatSheet(), "sheet", 0},
		{"double-sided sheet", doubleSided, "double-sided", 0},
		{"soup of triangles", Soup(1), "holes", 0},
		{"nothing", RenderMesh{}, "", 0},
		{"one point", point, "", 0},
		{"vertices that are no numbers", onlyBad, "", 0},
	};
}

}
