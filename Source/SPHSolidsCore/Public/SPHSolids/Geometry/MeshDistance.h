#pragma once

#include <SPHSolids/Base/Progress.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Geometry/TriangleMesh.h>

#include <array>
#include <limits>
#include <memory>

namespace SPHSolids
{

/// Closest point of a surface to some place.
struct ClosestPoint
{
	Vec3d point;
	double distance = std::numeric_limits<double>::infinity(); // m, never negative
	std::uint32_t triangle = 0;                                // index in the mesh the distance was built from
	bool found = false;                                        // false: nothing within the distance asked for
};

/// A triangle that a distance was built from.
struct SourceTriangle
{
	std::array<Vec3d, 3> corners; // m, in the order that makes the whole mesh face outwards
	std::uint32_t triangle = 0;   // index in the mesh the distance was built from
};

/// Signed distance to any triangle soup: closest points by a bounding volume hierarchy, inside or outside by the generalised
/// winding number (Jacobson 2013) evaluated hierarchically (Barill 2018), which is right for closed meshes and sensible for open,
/// non-manifold, self-intersecting and nested ones. All queries are const and may run in parallel.
///
/// Works in a frame centred on the mesh, so that a mesh far from the origin loses nothing.
class MeshDistance
{
public:
	/// Drops triangles that have no area, no valid vertex or a coordinate that is not finite, and repeats of a triangle; an Error
	/// if none remains. Faces that disagree with their neighbours and parts that are inside-out are turned over; a shell that
	/// faces inwards within another stays a cavity (MeshDiagnosis.h tells what was found).
	SPHSOLIDSCORE_API static Result<MeshDistance> Build(TriangleMeshView mesh, TaskRunner& tasks);

	SPHSOLIDSCORE_API MeshDistance(MeshDistance&&) noexcept;
	SPHSOLIDSCORE_API MeshDistance& operator=(MeshDistance&&) noexcept;
	SPHSOLIDSCORE_API ~MeshDistance();

	SPHSOLIDSCORE_API ClosestPoint FindClosest(const Vec3d& place, double maxDistance = std::numeric_limits<double>::infinity()) const;
	/// 1 inside a closed surface that faces outwards, 0 outside, in between near the holes of an open one, 2 where two overlap.
	/// @param farRatio Faces are lumped together from farther than this many radii of their lump: 2 errs by some 0.05 on closed
	///                 surfaces, 4 by 0.01, and costs three times as much.
	SPHSOLIDSCORE_API double WindingNumber(const Vec3d& place, double farRatio = 3) const;
	/// Winding number above one half, and within the bounds.
	SPHSOLIDSCORE_API bool IsInside(const Vec3d& place) const;
	/// Distance to the surface, negative inside.
	SPHSOLIDSCORE_API double SignedDistance(const Vec3d& place) const;

	SPHSOLIDSCORE_API const Box3d& Bounds() const;
	/// Area of all triangles that were kept, m^2.
	SPHSOLIDSCORE_API double Area() const;
	/// Triangles that were kept, near ones mostly following each other.
	SPHSOLIDSCORE_API std::size_t TriangleCount() const;
	SPHSOLIDSCORE_API SourceTriangle TriangleAt(std::size_t place) const;

private:
	struct Data;
	explicit MeshDistance(std::unique_ptr<Data> built);
	std::unique_ptr<Data> data;
};

}
