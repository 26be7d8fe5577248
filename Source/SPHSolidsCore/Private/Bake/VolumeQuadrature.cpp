#include "Bake/VolumeQuadrature.h"

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

constexpr int PointsPerDiameter = 3;
constexpr int BlockDiameters = 2;
constexpr double MaxSliverPoints = 2e7;

/// Calls visit with the centres of the split^3 parts of a cube.
template <class Visitor>
void ForEachPart(const Vec3d& centre, double size, int split, Visitor visit)
{
	const double part = size / split;
	const Vec3d first = centre - Vec3d{1, 1, 1} * (0.5 * (size - part));
	for (int x = 0; x < split; ++x)
		for (int y = 0; y < split; ++y)
			for (int z = 0; z < split; ++z)
				visit(first + Vec3d{double(x), double(y), double(z)} * part);
}

}

SolidQuadrature::SolidQuadrature(const MeshDistance& distance, std::span<const Vec3d> particles, double particleRadius)
	: mesh(distance)
	, origin(particles.front() - Vec3d{1, 1, 1} * particleRadius) // so that cells of a lattice of particles are whole blocks
	, diameter(2 * particleRadius)
{
	std::vector<Block> occupied;
	for (const Vec3d& p : particles)
	{
		const Vec3d cell = (p - origin) / (BlockDiameters * diameter);
		occupied.push_back({static_cast<std::int64_t>(std::floor(cell.x)), static_cast<std::int64_t>(std::floor(cell.y)),
			static_cast<std::int64_t>(std::floor(cell.z))});
	}
	const auto makeUnique = [](std::vector<Block>& list)
	{
		std::sort(list.begin(), list.end());
		list.erase(std::unique(list.begin(), list.end()), list.end());
	};
	makeUnique(occupied);
	for (const Block& b : occupied)
		for (int dx = -1; dx <= 1; ++dx)
			for (int dy = -1; dy <= 1; ++dy)
				for (int dz = -1; dz <= 1; ++dz)
					blocks.push_back({b[0] + dx, b[1] + dy, b[2] + dz});
	makeUnique(blocks);
}

void SolidQuadrature::AppendPoints(std::size_t begin, std::size_t end, TaskRunner& tasks, std::vector<QuadraturePoint>& points) const
{
	std::vector<std::vector<QuadraturePoint>> perBlock(end - begin);
	ParallelFor(tasks, end - begin, 1, [&](std::size_t first, std::size_t) { AppendBlock(blocks[begin + first], perBlock[first]); });
	for (const std::vector<QuadraturePoint>& found : perBlock)
		points.insert(points.end(), found.begin(), found.end());
}

void SolidQuadrature::AppendBlock(const Block& block, std::vector<QuadraturePoint>& points) const
{
	const Vec3d low = origin
		+ Vec3d{static_cast<double>(block[0]), static_cast<double>(block[1]), static_cast<double>(block[2])} * (BlockDiameters * diameter);
	AppendCell(low + Vec3d{1, 1, 1} * (BlockDiameters * diameter / 2), BlockDiameters * diameter, Side::Unknown, points);
}

/// Splits cells that the surface may pass through until they hold a single point.
void SolidQuadrature::AppendCell(const Vec3d& centre, double size, Side known, std::vector<QuadraturePoint>& points) const
{
	const double halfDiagonal = std::sqrt(3.0) / 2 * size;
	const ClosestPoint closest = mesh.FindClosest(centre, halfDiagonal);
	const bool inside = known == Side::Unknown ? mesh.IsInside(centre) : known == Side::Inside;
	if (!closest.found)
		return inside ? AppendFilled(centre, size, points) : void();
	const double spacing = diameter / PointsPerDiameter;
	if (size < 1.5 * spacing)
	{
		// The share of the cell below a plane at this distance, as if it faced the plane squarely.
		const double signedDistance = inside ? -closest.distance : closest.distance;
		const double share = std::clamp(0.5 - signedDistance / size, 0.0, 1.0);
		if (share > 0)
			points.push_back({centre, share * size * size * size});
		return;
	}
	const int split = size > 1.5 * diameter ? BlockDiameters : PointsPerDiameter;
	// Between the centres of this cell and of a part of it there is no surface if it is farther away than that.
	const bool partsAreAlike = closest.distance > halfDiagonal * (split - 1) / split;
	const Side ofParts = partsAreAlike ? (inside ? Side::Inside : Side::Outside) : Side::Unknown;
	ForEachPart(centre, size, split, [&](const Vec3d& part) { AppendCell(part, size / split, ofParts, points); });
}

void SolidQuadrature::AppendFilled(const Vec3d& centre, double size, std::vector<QuadraturePoint>& points) const
{
	const int split = static_cast<int>(std::lround(PointsPerDiameter * size / diameter));
	const double volume = std::pow(size / split, 3);
	ForEachPart(centre, size, split, [&](const Vec3d& part) { points.push_back({part, volume}); });
}

SheetQuadrature::SheetQuadrature(TriangleMeshView triangles, double pointSpacing)
	: mesh(triangles)
	, spacing(pointSpacing)
{
	double expectedPoints = 0;
	for (const Triangle& triangle : mesh.triangles)
		if (const auto corners = CornersOf(triangle))
			expectedPoints += (Norm(corners->b - corners->a) + Norm(corners->c - corners->b)) / spacing;
	if (expectedPoints > MaxSliverPoints)
		smallestArea = spacing * spacing / 16;
}

std::optional<SheetQuadrature::Corners> SheetQuadrature::CornersOf(const Triangle& triangle) const
{
	const std::size_t count = mesh.vertices.size();
	if (triangle[0] >= count || triangle[1] >= count || triangle[2] >= count)
		return {};
	const Corners corners = {mesh.vertices[triangle[0]], mesh.vertices[triangle[1]], mesh.vertices[triangle[2]]};
	if (!IsFinite(corners.a) || !IsFinite(corners.b) || !IsFinite(corners.c))
		return {};
	return corners;
}

bool SheetQuadrature::Next(std::size_t wanted, std::vector<QuadraturePoint>& points)
{
	points.clear();
	while (points.size() < wanted && (!pending.empty() || nextTriangle < mesh.triangles.size()))
	{
		if (!pending.empty())
		{
			const Corners piece = pending.back();
			pending.pop_back();
			SplitOrAppend(piece, points);
		}
		else if (const auto corners = CornersOf(mesh.triangles[nextTriangle++]))
			pending.push_back(*corners);
	}
	return !points.empty();
}

/// Halves the longest edge until the piece is small.
void SheetQuadrature::SplitOrAppend(const Corners& piece, std::vector<QuadraturePoint>& points)
{
	const double ab = Norm(piece.b - piece.a), bc = Norm(piece.c - piece.b), ca = Norm(piece.a - piece.c);
	const double area = Norm(Cross(piece.b - piece.a, piece.c - piece.a)) / 2;
	const double longest = std::max({ab, bc, ca});
	if (!(area > 0) || !std::isfinite(area))
		return;
	if (longest <= spacing || area < smallestArea)
		return points.push_back({(piece.a + piece.b + piece.c) / 3, area});
	// Turned so that the edge from a to b is the longest.
	const Corners turned =
		ab == longest ? piece : (bc == longest ? Corners{piece.b, piece.c, piece.a} : Corners{piece.c, piece.a, piece.b});
	const Vec3d middle = (turned.a + turned.b) * 0.5;
	pending.push_back({turned.a, middle, turned.c});
	pending.push_back({middle, turned.b, turned.c});
}

}
