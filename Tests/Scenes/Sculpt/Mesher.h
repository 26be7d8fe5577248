#pragma once

#include <Scenes/Sculpt/Shape.h>

#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Geometry/TriangleMesh.h>

#include <cstddef>

namespace SPHSolids::Scenes
{

/// Meshes the surface of a shape: closed, manifold, facing outwards, vertices on the surface, triangles evenly shaped.
///
/// Surface nets on a cubic grid, then rounds of edge flips, smoothing along the surface and projection onto it. Parts thinner than
/// a cell may be lost. The result is the same bits for any number of workers.
TriangleMesh MeshWithCellSize(const Shape& shape, double cellSize, TaskRunner& tasks);

/// Chooses the cell size that comes within a few per cent of the wanted number of triangles.
TriangleMesh MeshWithTriangles(const Shape& shape, std::size_t triangles, TaskRunner& tasks);

/// Moves a place onto the zero of the shape by Newton steps along its gradient, each at most one cell long.
Vec3d ProjectOntoSurface(const Shape& shape, Vec3d place, double cellSize);

}
