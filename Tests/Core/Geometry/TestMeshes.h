#pragma once

#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Geometry/TriangleMesh.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

/// Small meshes with closed forms, and ways to spoil them.
namespace SPHSolids::TestMeshes
{

/// Sphere of subdivided icosahedron faces, 20 * 4^levels triangles, all corners on the sphere.
inline TriangleMesh Sphere(double radius, int levels, const Vec3d& centre = {})
{
	const double g = (1 + std::sqrt(5.0)) / 2;
	TriangleMesh mesh;
	mesh.vertices = {{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0}, {0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g}, {g, 0, -1}, {g, 0, 1},
		{-g, 0, -1}, {-g, 0, 1}};
	mesh.triangles = {{0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
		{3, 9, 4}, {3, 4, 2}, {3, 2, 6}, {3, 6, 8}, {3, 8, 9}, {4, 9, 5}, {2, 4, 11}, {6, 2, 10}, {8, 6, 7}, {9, 8, 1}};
	for (int level = 0; level < levels; ++level)
	{
		std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
		const auto middle = [&](std::uint32_t a, std::uint32_t b)
		{
			const auto [entry, isNew] = middles.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(mesh.vertices.size()));
			if (isNew)
				mesh.vertices.push_back(NormalizedOr(mesh.vertices[a], {}) + NormalizedOr(mesh.vertices[b], {}));
			return entry->second;
		};
		std::vector<Triangle> finer;
		for (const auto& [a, b, c] : mesh.triangles)
		{
			const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
			finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
		}
		mesh.triangles = std::move(finer);
	}
	for (Vec3d& v : mesh.vertices)
		v = centre + radius * NormalizedOr(v, {});
	return mesh;
}

/// Axis-aligned box of 12 triangles facing outwards.
inline TriangleMesh Box(const Vec3d& low, const Vec3d& high)
{
	TriangleMesh mesh;
	for (int k = 0; k < 8; ++k)
		mesh.vertices.push_back({(k & 1) != 0 ? high.x : low.x, (k & 2) != 0 ? high.y : low.y, (k & 4) != 0 ? high.z : low.z});
	mesh.triangles = {
		{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
	return mesh;
}

/// Torus about the z axis; rings along the large circle, sides along the small one.
inline TriangleMesh Torus(double largeRadius, double smallRadius, std::uint32_t rings, std::uint32_t sides)
{
	TriangleMesh mesh;
	for (std::uint32_t i = 0; i < rings; ++i)
		for (std::uint32_t j = 0; j < sides; ++j)
		{
			const double u = 2 * Pi * i / rings, v = 2 * Pi * j / sides, r = largeRadius + smallRadius * std::cos(v);
			mesh.vertices.push_back({r * std::cos(u), r * std::sin(u), smallRadius * std::sin(v)});
		}
	for (std::uint32_t i = 0; i < rings; ++i)
		for (std::uint32_t j = 0; j < sides; ++j)
		{
			const std::uint32_t i1 = (i + 1) % rings, j1 = (j + 1) % sides;
			const std::uint32_t a = i * sides + j, b = i1 * sides + j, c = i1 * sides + j1, d = i * sides + j1;
			mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
		}
	return mesh;
}

/// Unconnected random triangles with corners in the unit cube around a random centre each.
inline TriangleMesh Soup(std::size_t count, double size, std::uint64_t seed)
{
	Random random(seed);
	TriangleMesh mesh;
	for (std::uint32_t t = 0; t < count; ++t)
	{
		const Vec3d centre = random.NextInBox({-1, -1, -1}, {1, 1, 1});
		for (int k = 0; k < 3; ++k)
			mesh.vertices.push_back(centre + random.NextInBox({-size, -size, -size}, {size, size, size}));
		mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
	}
	return mesh;
}

inline void Flip(TriangleMesh& mesh)
{
	for (Triangle& t : mesh.triangles)
		std::swap(t[1], t[2]);
}

inline TriangleMesh Joined(TriangleMesh a, const TriangleMesh& b)
{
	const auto offset = static_cast<std::uint32_t>(a.vertices.size());
	a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
	for (const Triangle& t : b.triangles)
		a.triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
	return a;
}

inline TriangleMesh Moved(TriangleMesh mesh, double scale, const Vec3d& shift)
{
	for (Vec3d& v : mesh.vertices)
		v = v * scale + shift;
	return mesh;
}

}
