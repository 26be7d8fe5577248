#pragma once

#include <Scenes/Sculpt/Shape.h>

#include <SPHSolids/Geometry/TriangleMesh.h>

#include <cstdint>
#include <vector>

namespace SPHSolids::Scenes
{

/// The surface that the vertices of a mesh have to stay on, and curves on it that edges follow: where a garment ends, where one
/// colour meets the next.
struct Sheet
{
	Shape shape;
	std::vector<Shape> curves; // a curve is where the zeros of this and of the shape meet
	double cellSize = 0;       // about the length of an edge, m

	/// Moves a place onto the surface by Newton steps, each at most one cell long.
	Vec3d Project(Vec3d place) const;
	/// Moves a place onto a curve, by the shortest step that satisfies both equations to first order.
	Vec3d ProjectOntoCurve(Vec3d place, std::size_t curve) const;
};

/// A mesh on a sheet. Tags tell which curve a vertex belongs to: 0 none, n + 1 curve n, Pinned a crossing of curves.
struct SheetMesh
{
	static constexpr std::uint8_t Free = 0, Pinned = 255;

	TriangleMesh mesh;
	std::vector<std::uint8_t> tags;

	/// Replaces the triangles and drops the vertices that are no longer used.
	void SetTriangles(std::vector<Triangle> triangles);
};

}
