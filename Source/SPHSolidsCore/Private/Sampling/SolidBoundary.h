#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Geometry/MeshDistance.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace SPHSolids
{

/// Where a particle comes to rest that was pushed against, or through, the surface.
struct RestingPlace
{
	Vec3d place;
	Vec3d inward;            // unit, from the closest surface point to the place
	double depth = 0;        // m, distance of the place to the surface
	double leastDepth = 0;   // m, a particle may come so near to the surface here: its radius, or less where there is little room
	bool isConfined = false; // walls on both sides leave no room to move between them: the place lies midway
	bool isFound = true;     // false: no such place near
};

/// The solid that a triangle soup stands for, as sampling sees it: what is inside, and how far the surface of the inside is.
///
/// Differs from the soup's own distance in three ways. Walls with solid on both sides (where parts overlap) are no surface. Parts
/// turned inside out count as solid. Surfaces that enclose nothing, or all of them when a sheet is wanted, are sheets: surface
/// without an inside.
class SolidBoundary
{
public:
	enum class Kind
	{
		Guess, ///< Solid if most of the surface encloses something, else sheet.
		Solid,
		Sheet,
	};

	/// @param mesh      Must outlive the boundary.
	/// @param pieceSize m. Large triangles are judged in pieces of about this size, small ones in groups. Particle spacing is right.
	static Result<SolidBoundary> Build(const MeshDistance& mesh, Kind kind, double pieceSize, TaskRunner& tasks);

	bool IsSheet() const { return isSheet; }
	/// The surface has holes larger than a piece: whether a place is inside cannot be told from its distance and a neighbour's.
	bool IsLeaky() const { return isLeaky; }
	/// Closed, nothing overlaps and all triangles face outwards.
	bool IsTidy() const { return isTidy; }
	const Box3d& Bounds() const { return whole->Bounds(); }
	/// Triangles of the surface, inner walls left out.
	std::size_t TriangleCount() const { return Surface().TriangleCount(); }
	SourceTriangle TriangleAt(std::size_t place) const { return Surface().TriangleAt(place); }
	/// m^3, if IsTidy(); else the sum means nothing.
	double EnclosedVolume() const { return enclosedVolume; }
	/// Area of the surface, inner walls left out, m^2.
	double Area() const { return Surface().Area(); }

	bool IsInside(const Vec3d& place) const;
	/// The same, faster, for a place whose closest point is known.
	bool IsInside(const Vec3d& place, const ClosestPoint& closest) const;
	struct Side
	{
		bool isInside = false;
		bool isAmbiguous = false; // the place is near the imagined wall across a hole, so places beside it may be on the other side
	};
	Side SideOf(const Vec3d& place, const ClosestPoint& closest) const;
	ClosestPoint FindClosest(const Vec3d& place, double maxDistance = std::numeric_limits<double>::infinity()) const
	{
		return Surface().FindClosest(place, maxDistance);
	}

	/// Pushes a place away from the walls until it is a particle radius r from all of them, or midway between two that are less than
	/// 2 r apart. Between walls 2 r to 3 r apart it may stay nearer than r, down to r/2: particles of a thin part that all kept
	/// their distance would lie nearly in one plane, which leaves them no way to resist bending.
	/// @param closest  Closest point to the place.
	/// @param isInside Whether the place is inside.
	RestingPlace FindRest(const Vec3d& place, const ClosestPoint& closest, bool isInside, double particleRadius) const;

private:
	/// The wall nearest to a probe in front of another wall.
	struct SecondWall
	{
		Vec3d inward;
		double depth = 0;     // of the probe in front of it, negative behind
		bool isClear = false; // it is no nearer than asked for: the same wall, or none that matters
	};

	explicit SolidBoundary(const MeshDistance& mesh)
		: whole(&mesh)
	{
	}
	const MeshDistance& Surface() const { return outer ? *outer : *whole; }
	Vec3d NormalOf(std::uint32_t triangle) const { return triangle < normals.size() ? normals[triangle].Cast<double>() : Vec3d{0, 0, 1}; }
	/// The triangles close up, whatever they enclose.
	bool IsClosed() const;
	void SurveyTriangles();
	SecondWall LookBeyond(const Vec3d& from, bool fromInside, double fromDistance, const Vec3d& probe, double clearance) const;
	/// Between two walls that face each other.
	static void RestBetween(const Vec3d& wallPoint, double thickness, double r, RestingPlace& rest);

	const MeshDistance* whole;
	std::optional<MeshDistance> outer; // without inner walls, where there are any
	std::vector<Vec3> normals;         // outwards, by the triangle index of Surface()
	bool isSheet = false;
	bool isLeaky = false;
	double enclosedVolume = 0;
	bool isTidy = false; // so the normals of the triangles tell the side
};

}
