#pragma once

#include <SPHSolids/Base/Progress.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Geometry/TriangleMesh.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace SPHSolids
{

enum class MeshDefect : std::uint8_t
{
	NoSurface,               ///< Nothing is left once unusable triangles are out. The only defect that nothing can be made of.
	NonFiniteVertices,       ///< NaN, infinite or beyond 1e30 m
	IndicesOutOfRange,       ///< Triangles that name vertices which do not exist
	DegenerateFaces,         ///< No area
	RepeatedFaces,           ///< The same three places the same way round
	BackToBackFaces,         ///< The same three places the other way round, as between boxes that touch
	DoubleSided,             ///< A whole component modelled twice, front and back
	Holes,                   ///< Borders of an open surface
	NonManifoldEdges,        ///< More than two faces at an edge
	InconsistentOrientation, ///< Faces that look the other way than their neighbours
	OneSided,                ///< No inside or outside, like a Moebius strip
	InsideOut,               ///< Outermost parts that faced inwards
	LooseParts,              ///< More than one component
	TinyIslands,             ///< Components far smaller than the mesh
	NestedShells,            ///< Shells inside shells: cavities, or solids within solids
	SelfIntersections,       ///< Pairs of faces that pass through each other
	ThinParts,               ///< Thinner than MeshDiagnosisSettings::thinBelow
	Sheet,                   ///< Encloses nothing: cloth
	OddScale,                ///< So small or large that the unit is probably wrong
	FarFromOrigin,           ///< So far that single precision would lose it
};

enum class MeshSeverity : std::uint8_t
{
	Note,    ///< Worth knowing, nothing to mend
	Warning, ///< Worked around; the result may differ from what was meant
	Error,   ///< No body can be made
};

inline constexpr std::uint32_t NoTriangle = std::numeric_limits<std::uint32_t>::max();

struct MeshFinding
{
	MeshDefect defect = MeshDefect::NoSurface;
	MeshSeverity severity = MeshSeverity::Note;
	std::uint64_t count = 0;             ///< Of what the defect counts: faces, edges, vertices, parts, holes or pairs
	Vec3d place;                         ///< m. One of them, to look at
	std::uint32_t triangle = NoTriangle; ///< One of them
	std::string message;                 ///< What, what was done about it, and the cure
};

struct MeshDiagnosisSettings
{
	/// m. Parts thinner than this are reported; usually a particle's diameter. 0 reports none.
	double thinBelow = 0;
	/// Faces below which the thickness is measured.
	std::uint32_t thicknessSamples = 3000;
	/// Pairs of faces to try before giving up on finding all intersections; 20 million take some 3 s of one core.
	std::uint64_t maxIntersectionTests = 20'000'000;
};

/// What is known about a mesh before a body is made of it. Lengths in metres, in the frame of the mesh.
struct MeshDiagnosis
{
	std::uint32_t vertexCount = 0;
	std::uint32_t triangleCount = 0;
	std::uint32_t usableTriangles = 0; ///< With area, and not a repeat
	std::uint32_t components = 0;      ///< Of faces joined by vertices in the same place
	std::uint32_t tinyIslands = 0;     ///< Components smaller than 1 % of the mesh
	std::uint32_t boundaryEdges = 0;
	std::uint32_t holes = 0;       ///< Borders that hang together
	std::uint32_t longestHole = 0; ///< Edges
	std::uint32_t nonManifoldEdges = 0;
	std::uint32_t cavities = 0; ///< Shells that face inwards within another
	std::uint64_t selfIntersections = 0;
	bool allIntersectionsFound = true; ///< false: there are more
	bool closed = false;               ///< Every shell is, so inside and outside are certain
	bool enclosesVolume = false;       ///< false: a sheet
	bool volumeIsExact = false;        ///< Of the triangles; otherwise counted on a fine lattice, within some 0.1 %
	double volume = 0;                 ///< m^3 of what counts as inside
	double area = 0;                   ///< m^2
	Box3d bounds;
	double thinnest = 0;               ///< m, least thickness found below the sampled faces; 0 for a sheet
	double medianThickness = 0;        ///< m, half of the surface has less below it; 0 for a sheet
	double thinShare = 0;              ///< Share of the surface that is thinner than thinBelow
	std::vector<MeshFinding> findings; ///< In the order of MeshDefect

	bool IsUsable() const { return usableTriangles > 0; }
	/// Null if the mesh does not have it.
	SPHSOLIDSCORE_API const MeshFinding* Find(MeshDefect defect) const;
};

/// For reports: "holes", "self-intersections".
SPHSOLIDSCORE_API const char* NameOf(MeshDefect defect);

/// Looks for everything in MeshDefect. Bad meshes are findings; the only Error is that progress cancelled.
SPHSOLIDSCORE_API Result<MeshDiagnosis> DiagnoseMesh(
	TriangleMeshView mesh, const MeshDiagnosisSettings& settings, TaskRunner& tasks, Progress* progress);

}
