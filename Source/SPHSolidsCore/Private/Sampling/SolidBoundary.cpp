#include "SolidBoundary.h"

#include "SurfacePieces.h"

#include <SPHSolids/Neighbour/MortonCode.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>

namespace SPHSolids
{
namespace
{

// A wall of a closed solid has winding number 1 on one side; the rim of a hole 0.5. Between them lies what is called open.
constexpr double EnclosedWinding = 0.75;
constexpr double InsideWinding = 0.5;
// An inverted part has -1; the back of a shallow open bowl may reach -0.6 and is no inside.
constexpr double InvertedInsideWinding = -0.75;
constexpr double LeakyWindingError = 0.1;
// The winding number itself errs by 0.005 on average beside a closed surface; where each ninth triangle is missing by 0.06.
constexpr double ClosedWindingError = 0.01;
// Sum of the area vectors over the area: zero to rounding for a closed surface. A share of 1e-4 missing shifts the volume as little.
constexpr double ClosedAreaSum = 1e-4;
constexpr double LeastEnclosingShare = 0.01;
constexpr double AmbiguousWinding = 0.05;
// Distance of the probes from the wall, as a share of the largest extent.
constexpr double ProbeShare = 1e-6;
constexpr std::size_t TrianglesPerProbeChunk = 256;
constexpr double MaxPieces = 1e6;

// Walls that face each other with a cosine below this confine a particle between them; others form an edge that it can be pushed
// out of. The walls of a wedge of 37 degrees have -0.8.
constexpr double OpposingCosine = -0.8;
constexpr double ProbeReach = 1.5; // in particle radii, from a wall: finds another up to 3 radii away
constexpr int MaxRestSteps = 8;
constexpr double RestTolerance = 1e-4; // of the particle radius
constexpr double TouchingShare = 1e-9; // of the particle radius: nearer than this a direction cannot be told
constexpr double FacingCosine = 1 - 1e-7;

bool IsInsideWinding(double winding)
{
	return winding > InsideWinding || winding < InvertedInsideWinding;
}

/// What the winding numbers on both sides of some pieces of surface tell.
struct WallSurvey
{
	double outerArea = 0, innerArea = 0, looseArea = 0; // solid on one side, on both, on none
	double enclosingArea = 0;                           // of that, what clearly encloses something
	double windingError = 0;                            // distance of the winding numbers from whole ones, times area
	bool isLeaky = false;
	bool isInverted = false;            // somewhere the solid is on the side the triangle faces
	std::vector<SurfacePiece> surfaces; // all but the inner walls, if they were asked for

	bool IsClean() const
	{
		return innerArea == 0 && looseArea == 0 && !isLeaky && !isInverted && windingError < ClosedWindingError * outerArea;
	}
	void Add(WallSurvey&& other)
	{
		outerArea += other.outerArea;
		innerArea += other.innerArea;
		looseArea += other.looseArea;
		enclosingArea += other.enclosingArea;
		windingError += other.windingError;
		isLeaky = isLeaky || other.isLeaky;
		isInverted = isInverted || other.isInverted;
		surfaces.insert(surfaces.end(), other.surfaces.begin(), other.surfaces.end());
	}
};

class WallSurveyor
{
public:
	WallSurveyor(const MeshDistance& distance, double size)
		: mesh(distance)
		, pieceSize(AffordablePieceSize(mesh.Area(), mesh.TriangleCount(), size, MaxPieces))
	{
		const Vec3d extent = mesh.Bounds().Size();
		probe = ProbeShare * std::max({extent.x, extent.y, extent.z});
	}

	/// Looks at one triangle of each group of small neighbours, and at every large one.
	WallSurvey SurveySample(TaskRunner& tasks) const
	{
		std::vector<std::size_t> chosen;
		std::unordered_set<std::uint64_t> seen;
		const double groupSize = 0.5 * pieceSize;
		for (std::size_t k = 0; k < mesh.TriangleCount(); ++k)
		{
			const SurfacePiece corners = mesh.TriangleAt(k).corners;
			const Vec3d inGroups = (PieceCentre(corners) - mesh.Bounds().min) / groupSize;
			const auto cell = [](double value) { return static_cast<std::uint64_t>(std::clamp(value, 0.0, double(MaxMortonCoordinate))); };
			if (LongestEdge(corners) > pieceSize || seen.insert(MortonCode(cell(inGroups.x), cell(inGroups.y), cell(inGroups.z))).second)
				chosen.push_back(k);
		}
		return Survey(chosen.size(), [&](std::size_t k) { return chosen[k]; }, false, tasks);
	}
	WallSurvey SurveyAll(TaskRunner& tasks) const
	{
		return Survey(mesh.TriangleCount(), [](std::size_t k) { return k; }, true, tasks);
	}

private:
	template <class Choice>
	WallSurvey Survey(std::size_t count, const Choice& choice, bool keepSurfaces, TaskRunner& tasks) const
	{
		std::vector<WallSurvey> chunks((count + TrianglesPerProbeChunk - 1) / TrianglesPerProbeChunk);
		ParallelFor(tasks, count, TrianglesPerProbeChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t k = begin; k < end; ++k)
					SurveyTriangle(mesh.TriangleAt(choice(k)).corners, keepSurfaces, chunks[begin / TrianglesPerProbeChunk]);
			});
		WallSurvey total;
		for (WallSurvey& chunk : chunks)
			total.Add(std::move(chunk));
		return total;
	}
	void SurveyTriangle(const SurfacePiece& corners, bool keepSurfaces, WallSurvey& survey) const
	{
		const double innerBefore = survey.innerArea;
		const std::size_t surfacesBefore = survey.surfaces.size();
		ForEachPiece(corners, pieceSize,
			[&](const SurfacePiece& piece)
			{
				if (JudgePiece(piece, survey) && keepSurfaces)
					survey.surfaces.push_back(piece);
			});
		// A triangle without inner pieces stays whole.
		if (keepSurfaces && survey.innerArea == innerBefore)
		{
			survey.surfaces.resize(surfacesBefore);
			survey.surfaces.push_back(corners);
		}
	}
	/// @return false for an inner wall.
	bool JudgePiece(const SurfacePiece& piece, WallSurvey& survey) const
	{
		const double area = PieceArea(piece);
		const Vec3d normal = NormalizedOr(Cross(piece[1] - piece[0], piece[2] - piece[0]), {0, 0, 1});
		const Vec3d centre = PieceCentre(piece);
		const double below = mesh.WindingNumber(centre - probe * normal), above = mesh.WindingNumber(centre + probe * normal);
		const auto errorOf = [](double winding) { return std::abs(winding - std::round(winding)); };
		const double error = std::max(errorOf(below), errorOf(above));
		survey.windingError += area * error;
		survey.isLeaky = survey.isLeaky || error > LeakyWindingError;
		const bool solidBelow = IsInsideWinding(below), solidAbove = IsInsideWinding(above);
		if (solidBelow && solidAbove)
		{
			survey.innerArea += area;
			return false;
		}
		survey.isInverted = survey.isInverted || solidAbove;
		(solidBelow || solidAbove ? survey.outerArea : survey.looseArea) += area;
		if (std::max(std::abs(below), std::abs(above)) > EnclosedWinding)
			survey.enclosingArea += area;
		return true;
	}

	const MeshDistance& mesh;
	double pieceSize;
	double probe = 0;
};

}

Result<SolidBoundary> SolidBoundary::Build(const MeshDistance& mesh, Kind kind, double pieceSize, TaskRunner& tasks)
{
	SolidBoundary boundary(mesh);
	if (kind == Kind::Sheet)
	{
		boundary.isSheet = true;
		boundary.SurveyTriangles();
		return boundary;
	}
	const WallSurveyor surveyor(mesh, pieceSize);
	WallSurvey survey = surveyor.SurveySample(tasks);
	boundary.isTidy = survey.IsClean() && boundary.IsClosed();
	if (!boundary.isTidy)
		survey = surveyor.SurveyAll(tasks);
	const double keptArea = survey.outerArea + survey.looseArea;
	if (kind == Kind::Guess && survey.enclosingArea < 0.5 * keptArea)
		return Build(mesh, Kind::Sheet, pieceSize, tasks);
	if (survey.enclosingArea < LeastEnclosingShare * keptArea)
		return Error{"The mesh encloses no volume. Close its holes or sample it as a sheet."};
	boundary.isLeaky = survey.isLeaky;
	if (survey.innerArea > 0 && !survey.surfaces.empty())
	{
		TriangleMesh soup;
		for (const SurfacePiece& corners : survey.surfaces)
		{
			const auto first = static_cast<std::uint32_t>(soup.vertices.size());
			soup.vertices.insert(soup.vertices.end(), corners.begin(), corners.end());
			soup.triangles.push_back({first, first + 1, first + 2});
		}
		Result<MeshDistance> outer = MeshDistance::Build(soup.View(), tasks);
		if (!outer.IsOk())
			return outer.TakeError();
		boundary.outer = outer.TakeValue();
	}
	boundary.SurveyTriangles();
	return boundary;
}

bool SolidBoundary::IsClosed() const
{
	Vec3d sum;
	for (std::size_t k = 0; k < whole->TriangleCount(); ++k)
	{
		const SurfacePiece corners = whole->TriangleAt(k).corners;
		sum += 0.5 * Cross(corners[1] - corners[0], corners[2] - corners[0]);
	}
	return Norm(sum) < ClosedAreaSum * whole->Area();
}

void SolidBoundary::SurveyTriangles()
{
	const MeshDistance& surface = Surface();
	const Vec3d centre = Bounds().Centre(); // a mesh far away loses no digits
	for (std::size_t k = 0; k < surface.TriangleCount(); ++k)
	{
		const auto [corners, triangle] = surface.TriangleAt(k);
		if (normals.size() <= triangle)
			normals.resize(triangle + std::size_t(1));
		normals[triangle] = NormalizedOr(Cross(corners[1] - corners[0], corners[2] - corners[0]), {0, 0, 1}).Cast<Real>();
		enclosedVolume += Dot(corners[0] - centre, Cross(corners[1] - centre, corners[2] - centre)) / 6;
	}
}

bool SolidBoundary::IsInside(const Vec3d& place) const
{
	return !isSheet && Bounds().Contains(place) && IsInsideWinding(whole->WindingNumber(place));
}

bool SolidBoundary::IsInside(const Vec3d& place, const ClosestPoint& closest) const
{
	if (isTidy && closest.found)
	{
		// Straight above or below a triangle there is no doubt; beside an edge there is.
		const double height = Dot(place - closest.point, NormalOf(closest.triangle));
		if (std::abs(height) > FacingCosine * closest.distance && closest.distance > 0)
			return height < 0;
	}
	return IsInside(place);
}

SolidBoundary::Side SolidBoundary::SideOf(const Vec3d& place, const ClosestPoint& closest) const
{
	if (isSheet || !isLeaky)
		return {IsInside(place, closest), false};
	const double winding = whole->WindingNumber(place), size = std::abs(winding);
	return {Bounds().Contains(place) && IsInsideWinding(winding), size > AmbiguousWinding && size < 1 - AmbiguousWinding};
}

SolidBoundary::SecondWall SolidBoundary::LookBeyond(
	const Vec3d& from, bool fromInside, double fromDistance, const Vec3d& probe, double clearance) const
{
	const ClosestPoint other = FindClosest(probe, 1.5 * clearance);
	// The ball up to the nearest wall lies on one side: if it holds both places, so do they. Not its rim: that is the wall itself.
	const double known = 0.999 * std::max(fromDistance, other.distance);
	const bool sameSide = !isLeaky && SquaredNorm(probe - from) < known * known;
	const bool isInside = sameSide ? fromInside : IsInside(probe, other);
	SecondWall wall;
	wall.isClear = isInside && other.distance >= clearance * (1 - RestTolerance);
	wall.depth = isInside ? other.distance : -other.distance;
	const Vec3d offset = isInside ? probe - other.point : other.point - probe;
	wall.inward = other.distance > TouchingShare * clearance ? offset / other.distance : -NormalOf(other.triangle);
	return wall;
}

void SolidBoundary::RestBetween(const Vec3d& wallPoint, double thickness, double r, RestingPlace& rest)
{
	const double middle = 0.5 * thickness;
	rest.isConfined = middle < r;
	rest.leastDepth = rest.isConfined ? middle : std::min(0.5 * (thickness - r), r);
	const double depth = std::clamp(rest.depth, rest.leastDepth, thickness - rest.leastDepth);
	rest.place = wallPoint + depth * rest.inward;
	rest.depth = std::min(depth, thickness - depth);
	if (depth > middle)
		rest.inward = -rest.inward; // the other wall is nearer
}

RestingPlace SolidBoundary::FindRest(const Vec3d& place, const ClosestPoint& closest, bool isInside, double particleRadius) const
{
	const double r = particleRadius, reach = ProbeReach * r;
	RestingPlace rest;
	rest.place = place;
	rest.leastDepth = r;
	ClosestPoint wall = closest;
	for (int step = 0; step < MaxRestSteps; ++step)
	{
		const Vec3d offset = isInside ? rest.place - wall.point : wall.point - rest.place;
		rest.inward = wall.distance > TouchingShare * r ? offset / wall.distance : -NormalOf(wall.triangle);
		rest.depth = isInside ? wall.distance : 0;
		if (isSheet)
		{
			rest.place = wall.point;
			rest.depth = rest.leastDepth = 0;
			rest.isConfined = true;
			return rest;
		}
		if (isInside && wall.distance >= r * (1 - RestTolerance))
			return rest;

		const SecondWall other = LookBeyond(rest.place, isInside, wall.distance, wall.point + reach * rest.inward, reach);
		// Both walls taken as planes: how deep a place t along the inward direction is in front of the other.
		const double cosine = std::min(Dot(rest.inward, other.inward), 0.999);
		const auto depthBeforeOther = [&](double t) { return other.depth + (t - reach) * cosine; };
		if (!other.isClear && cosine < OpposingCosine)
		{
			const double thickness = std::max(reach - other.depth / cosine, 0.0);
			RestBetween(wall.point, thickness, r, rest);
			return rest;
		}
		if (other.isClear || depthBeforeOther(r) >= r * (1 - RestTolerance))
		{
			rest.place = wall.point + r * rest.inward;
			rest.depth = r;
			return rest;
		}
		// An edge: to where both are equally far, then along their bisector until both are a radius away.
		const double t = std::clamp((other.depth - reach * cosine) / (1 - cosine), 0.0, r);
		rest.place = wall.point + t * rest.inward + (rest.inward + other.inward) * ((r - t) / (1 + cosine));
		wall = FindClosest(rest.place);
		isInside = IsInside(rest.place, wall);
	}
	rest.isFound = isInside;
	rest.depth = rest.leastDepth = wall.distance;
	rest.isConfined = wall.distance < r * (1 - RestTolerance);
	return rest;
}

}
