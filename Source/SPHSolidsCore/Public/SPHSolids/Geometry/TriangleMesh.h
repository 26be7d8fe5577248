#pragma once

#include <SPHSolids/Base/Math.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

using Triangle = std::array<std::uint32_t, 3>;

/// Borrowed triangle soup: what the engine, a file or a sculptor hands over. Metres. Nothing is assumed of it: indices may be out
/// of range, coordinates not finite, faces degenerate or doubled; whoever takes a view checks it.
struct TriangleMeshView
{
	std::span<const Vec3d> vertices;
	std::span<const Triangle> triangles;
};

/// Owned counterpart of TriangleMeshView.
struct TriangleMesh
{
	std::vector<Vec3d> vertices;
	std::vector<Triangle> triangles;

	TriangleMeshView View() const { return {vertices, triangles}; }
};

}
