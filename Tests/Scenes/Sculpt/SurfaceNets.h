#pragma once

#include <Scenes/Sculpt/Shape.h>

#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Geometry/TriangleMesh.h>

#include <cstddef>
#include <vector>

namespace SPHSolids::Scenes
{

/// Signs of a shape on a cubic grid that reaches one cell beyond its bounds, sampled only near the surface.
class SignGrid
{
public:
	/// @param shift Moves the grid by this share of a cell, 0 to 1 per axis: another cut through the same shape.
	SignGrid(const Shape& shape, double cellSize, const Vec3d& shift, TaskRunner& tasks);

	/// Triangles that ExtractSurface would make: two for every grid edge the surface crosses.
	std::size_t TriangleCount() const;

	/// Dual surface: one vertex for each sheet of surface in each cell, one quad for each grid edge that is crossed. Closed and facing
	/// outwards; manifold but for rare cells where two sheets touch. Vertices are near the surface (a fraction of a cell), not on it.
	TriangleMesh ExtractSurface() const;

private:
	std::size_t Index(int i, int j, int k) const
	{
		return (static_cast<std::size_t>(k) * static_cast<std::size_t>(count[1]) + static_cast<std::size_t>(j))
			* static_cast<std::size_t>(count[0])
			+ static_cast<std::size_t>(i);
	}
	Vec3d Place(int i, int j, int k) const { return origin + Vec3d{double(i), double(j), double(k)} * cell; }
	void FillBlock(const Shape& shape, const int (&low)[3], int size);
	/// Bit c is set where corner c of the cell is inside; bit 0 of c counts x, bit 1 y, bit 2 z.
	unsigned InsideCorners(int i, int j, int k) const;

	double cell;
	Vec3d origin;
	int count[3]; // grid points per axis
	std::vector<float> values;
};

}
