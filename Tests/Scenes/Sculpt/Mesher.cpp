#include <Scenes/Sculpt/Mesher.h>

#include <Scenes/Sculpt/Collapse.h>
#include <Scenes/Sculpt/Decimate.h>
#include <Scenes/Sculpt/DrawCurve.h>
#include <Scenes/Sculpt/EdgeFlips.h>
#include <Scenes/Sculpt/HalfEdges.h>
#include <Scenes/Sculpt/Relax.h>
#include <Scenes/Sculpt/SurfaceNets.h>

#include <SPHSolids/Base/Assert.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace SPHSolids::Scenes
{

namespace
{

// Rounds of smoothing: before curves are drawn, with them, and after short edges were collapsed.
constexpr int FirstRounds = 6, LaterRounds = 6, LastRounds = 2;
constexpr double WantedAccuracy = 0.02; // of the number of triangles

/// Grids that cut the shape elsewhere, for the rare cut in which two sheets touch.
constexpr Vec3d Shifts[] = {{0, 0, 0}, {0.37, 0.19, 0.71}, {0.61, 0.43, 0.29}, {0.13, 0.83, 0.53}, {0.47, 0.59, 0.11}, {0.89, 0.31, 0.97}};

TriangleMesh ManifoldSurface(const Shape& shape, double cellSize, TaskRunner& tasks)
{
	TriangleMesh mesh;
	for (const Vec3d& shift : Shifts)
	{
		mesh = SignGrid(shape, cellSize, shift, tasks).ExtractSurface();
		if (HalfEdges::Of(mesh.triangles).brokenEdges == 0)
			break;
	}
	return mesh;
}

/// Draws all curves and drops what the sculpture does not keep.
void ApplyCurves(const Sheet& sheet, bool firstIsBorder, SheetMesh& target)
{
	for (std::size_t curve = 0; curve < sheet.curves.size(); ++curve)
	{
		DrawCurve(sheet, curve, target);
		if (curve == 0 && firstIsBorder)
			DropOutside(sheet, curve, target);
	}
}

Sheet SheetOf(const SurfaceSpec& surface, double cellSize)
{
	Sheet sheet = {surface.shape, {}, cellSize};
	if (surface.keep)
		sheet.curves.push_back(*surface.keep);
	sheet.curves.insert(sheet.curves.end(), surface.lines.begin(), surface.lines.end());
	return sheet;
}

SheetMesh Untagged(TriangleMesh mesh)
{
	const std::size_t vertexCount = mesh.vertices.size();
	return {std::move(mesh), std::vector<std::uint8_t>(vertexCount, SheetMesh::Free)};
}

/// Triangles a mesh would have, without smoothing it.
std::size_t CountTriangles(const SurfaceSpec& surface, double cellSize, TaskRunner& tasks)
{
	const SignGrid grid(surface.shape, cellSize, {}, tasks);
	if (!surface.keep && surface.lines.empty())
		return grid.TriangleCount();
	SheetMesh raw = Untagged(grid.ExtractSurface());
	ApplyCurves(SheetOf(surface, cellSize), surface.keep.has_value(), raw);
	return raw.mesh.triangles.size();
}

SheetMesh MeshSheet(const SurfaceSpec& surface, const Sheet& sheet, TaskRunner& tasks)
{
	SheetMesh target = Untagged(ManifoldSurface(surface.shape, sheet.cellSize, tasks));
	Relax(sheet, target, FirstRounds, tasks);
	ApplyCurves(sheet, surface.keep.has_value(), target);
	Relax(sheet, target, LaterRounds, tasks);
	CollapseShortEdges(sheet, target);
	Relax(sheet, target, LastRounds, tasks);
	CollapseShortEdges(sheet, target);
	EdgeFlipper(target.mesh, target.tags).Pass();
	return target;
}

/// The count goes with the inverse square of the cell size but for what the grid misses of thin parts.
double CellSizeFor(const SurfaceSpec& surface, std::size_t triangles, TaskRunner& tasks)
{
	const Vec3d size = surface.shape.Bounds().Size();
	double cellSize = std::max({size.x, size.y, size.z}) / 64;
	double best = cellSize, bestMiss = 1e300;
	for (int attempt = 0; attempt < 6 && bestMiss > WantedAccuracy; ++attempt)
	{
		const double ratio = double(CountTriangles(surface, cellSize, tasks)) / double(triangles);
		SPHS_ASSERT(ratio > 0);
		if (std::abs(ratio - 1) < bestMiss)
		{
			bestMiss = std::abs(ratio - 1);
			best = cellSize;
		}
		cellSize *= std::sqrt(ratio);
	}
	return best;
}

}

TriangleMesh MeshWithCellSize(const SurfaceSpec& surface, double cellSize, TaskRunner& tasks)
{
	return std::move(MeshSheet(surface, SheetOf(surface, cellSize), tasks).mesh);
}

TriangleMesh MeshWithTriangles(const SurfaceSpec& surface, std::size_t triangles, TaskRunner& tasks)
{
	const std::size_t first = std::max(triangles, surface.detail);
	SheetMesh target = MeshSheet(surface, SheetOf(surface, CellSizeFor(surface, first, tasks)), tasks);
	if (triangles < first)
		Decimate(target, triangles);
	return std::move(target.mesh);
}

}
