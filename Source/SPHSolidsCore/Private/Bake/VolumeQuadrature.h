#pragma once

#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Geometry/MeshDistance.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace SPHSolids
{

struct QuadraturePoint
{
	Vec3d place;
	double weight; // m^3 inside a solid, m^2 on a sheet
};

/// Points of a cubic lattice that fill the inside of a mesh near some particles.
///
/// The lattice is cut into blocks of two particle diameters; blocks that hold a particle and those around them are kept, so a long
/// thin body costs no more than a compact one. Points near the surface count for the share of their cell that is inside.
class SolidQuadrature
{
public:
	SolidQuadrature(const MeshDistance& distance, std::span<const Vec3d> particles, double particleRadius);

	std::size_t BlockCount() const { return blocks.size(); }
	/// Appends the points of the blocks [begin, end).
	void AppendPoints(std::size_t begin, std::size_t end, TaskRunner& tasks, std::vector<QuadraturePoint>& points) const;

private:
	using Block = std::array<std::int64_t, 3>;

	void AppendBlock(const Block& block, std::vector<QuadraturePoint>& points) const;
	/// What is known of a cell's sign from the cell it is part of.
	enum class Side
	{
		Unknown,
		Inside,
		Outside,
	};
	void AppendCell(const Vec3d& centre, double size, Side known, std::vector<QuadraturePoint>& points) const;
	void AppendFilled(const Vec3d& centre, double size, std::vector<QuadraturePoint>& points) const;

	const MeshDistance& mesh;
	Vec3d origin;
	double diameter;
	std::vector<Block> blocks; // sorted
};

/// Points spread over the triangles of a mesh, no farther apart than spacing. Triangles that make no sense are left out.
/// Where long thin triangles would ask for more points than anyone can wait for, each is cut no finer than its area deserves.
class SheetQuadrature
{
public:
	SheetQuadrature(TriangleMeshView triangles, double pointSpacing);

	/// Replaces points by the next ones, about as many as wanted. @return false when there are no more.
	bool Next(std::size_t wanted, std::vector<QuadraturePoint>& points);
	double Done() const { return static_cast<double>(nextTriangle) / static_cast<double>(mesh.triangles.size()); }

private:
	struct Corners
	{
		Vec3d a, b, c;
	};
	std::optional<Corners> CornersOf(const Triangle& triangle) const;
	void SplitOrAppend(const Corners& piece, std::vector<QuadraturePoint>& points);

	TriangleMeshView mesh;
	double spacing;
	double smallestArea = 0; // m^2, of pieces that are not cut further
	std::size_t nextTriangle = 0;
	std::vector<Corners> pending; // pieces still to be looked at
};

}
