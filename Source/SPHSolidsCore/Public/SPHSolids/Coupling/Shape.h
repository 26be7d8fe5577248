#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Geometry/DistanceGrid.h>

#include <memory>
#include <vector>

namespace SPHSolids
{

/// Where something rigid is: x_world = position + rotation x_local.
struct Pose
{
	Vec3d position;
	Mat3d rotation = Mat3d::Identity();

	Vec3d ToWorld(const Vec3d& local) const { return position + rotation * local; }
	Vec3d ToLocal(const Vec3d& world) const { return Transpose(rotation) * (world - position); }
};
/// Whether a place can be in a world: within a million kilometres of its origin. There doubles still tell a micrometre; much farther, floats
/// of differences between places would be infinite.
SPHSOLIDSCORE_API bool IsInWorld(const Vec3d& place);
/// A place in the world and a rotation: orthogonal to 1e-3, not mirrored.
SPHSOLIDSCORE_API Status ValidatePose(const Pose& pose, const char* what);

enum class ShapeKind : std::uint8_t
{
	Plane,
	Box,
	Sphere,
	Capsule,
	Convex,
	Grid,
};

/// The solid region of a boundary or a rigid body, by its signed distance. Immutable once made, so copies are cheap and shared.
class Shape
{
public:
	/// Solid below: z <= 0 of the local frame; the pose turns it.
	SPHSOLIDSCORE_API static Shape Plane();
	/// Centred on the local origin.
	SPHSOLIDSCORE_API static Result<Shape> Box(const Vec3d& halfSize);
	SPHSOLIDSCORE_API static Result<Shape> Sphere(double radius);
	/// Along the local z axis; the segment between the centres of its caps is 2 halfLength long.
	SPHSOLIDSCORE_API static Result<Shape> Capsule(double radius, double halfLength);
	/// The convex hull of at least four points that do not lie in one plane.
	SPHSOLIDSCORE_API static Result<Shape> Convex(std::span<const Vec3d> points);
	SPHSOLIDSCORE_API static Result<Shape> Grid(std::shared_ptr<const DistanceGrid> grid);

	/// The same surface with the solid on its other side: a box becomes a container.
	SPHSOLIDSCORE_API Shape Inverted() const;
	bool IsInverted() const { return inverted; }
	ShapeKind Kind() const { return kind; }
	/// A point near it is near one side of it only: no two of its sides make a corner that one could be caught in.
	bool IsConvex() const { return kind == ShapeKind::Plane || (!inverted && kind != ShapeKind::Grid); }

	/// Signed distance, negative in the solid, and the unit direction out of it. Exact outside convex shapes and inside boxes, spheres,
	/// capsules; as good as its grid for a grid.
	SPHSOLIDSCORE_API DistanceSample Distance(const Vec3& local) const;
	/// A distance that no surface is nearer than. @param sampled What Distance says, which may be too much far from a grid.
	Real LeastDistance(const Vec3& local, Real sampled) const
	{
		return kind == ShapeKind::Grid && !inverted ? grid->LeastDistance(local, sampled) : sampled;
	}
	/// No solid of an uninverted shape lies outside this box; of infinite extent for planes and inverted shapes.
	SPHSOLIDSCORE_API Box3d Bounds() const;

	/// Volume, centre of mass and inertia about it per unit of density. Planes and inverted shapes have none.
	struct MassProperties
	{
		double volume = 0;
		Vec3d centre;
		Mat3d inertia;
	};
	SPHSOLIDSCORE_API Result<MassProperties> ComputeMass() const;

	// What defines the shape; which of them mean something depends on the kind.
	Vec3d halfSize;
	double radius = 0;
	double halfLength = 0;
	/// Faces of a convex shape: outward unit normal and offset, n . x <= offset inside.
	struct Face
	{
		Vec3 normal;
		float offset = 0;
	};
	const std::vector<Face>* Faces() const { return faces.get(); }
	/// Corners of a convex shape.
	const std::vector<Vec3d>* Corners() const { return corners.get(); }
	const DistanceGrid* GetGrid() const { return grid.get(); }

private:
	DistanceSample DistanceOfSolid(const Vec3& local) const;
	DistanceSample DistanceToConvex(const Vec3& local) const;

	ShapeKind kind = ShapeKind::Plane;
	bool inverted = false;
	std::shared_ptr<const std::vector<Face>> faces;
	std::shared_ptr<const std::vector<Vec3d>> corners;
	std::shared_ptr<const std::vector<std::uint32_t>> triangles; // three corners each, outward
	std::shared_ptr<const DistanceGrid> grid;
};

}
