#pragma once

#include <Scenes/Sculpt/Shape.h>

#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Geometry/TriangleMesh.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace SPHSolids::Scenes
{

/// What to mesh.
struct SurfaceSpec
{
	Shape shape;
	/// Where given, only the surface inside this shape is kept and the mesh is open along the cut; otherwise it is closed.
	std::optional<Shape> keep;
	/// Edges follow the lines where the surfaces of these shapes meet the surface.
	std::vector<Shape> lines;
	/// Triangles that show every thin part. A coarser mesh is thinned out from one of this many, keeping what a coarse grid loses.
	std::size_t detail = 0;
};

/// Meshes a surface: manifold, facing outwards, vertices on the surface, triangles evenly shaped.
///
/// Surface nets on a cubic grid, then rounds of edge flips, smoothing along the surface and projection onto it. Parts thinner than
/// a cell may be lost. The result is the same bits for any number of workers.
TriangleMesh MeshWithCellSize(const SurfaceSpec& surface, double cellSize, TaskRunner& tasks);

/// Chooses the cell size that comes within a few per cent of the wanted number of triangles.
TriangleMesh MeshWithTriangles(const SurfaceSpec& surface, std::size_t triangles, TaskRunner& tasks);

}
