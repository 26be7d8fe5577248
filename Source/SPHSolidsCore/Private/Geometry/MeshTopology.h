#pragma once

#include "MeshFrame.h"

#include <SPHSolids/Geometry/TriangleMesh.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace SPHSolids
{

/// More vertices or triangles than this are refused: some 100 000 are plenty for any body.
inline constexpr std::size_t MaxMeshItems = 500'000'000;
inline constexpr std::uint32_t NoFace = std::numeric_limits<std::uint32_t>::max();

/// How often something was met, and where first.
struct MeshTally
{
	std::uint32_t count = 0;
	std::uint32_t first = NoFace;

	void Add(std::uint32_t where)
	{
		if (count++ == 0)
			first = where;
	}
};

enum class FaceRole : std::uint8_t
{
	Surface, // bounds the body
	Twin,    // lies back to back with another face: the two cancel in the winding number but are still a surface
	Dropped, // repeats another face, or is the back of a double-sided one
};

/// A mesh with its unusable faces left out and its vertices joined where they have the same position.
struct MeshTopology
{
	struct Face
	{
		Triangle points;
		std::uint32_t source = 0;    // triangle of the caller's mesh
		std::uint32_t component = 0; // of faces joined by shared points
		double area = 0;             // in the frame
		bool flat = false;           // three corners but no area: holds its neighbours together, has no points of its own
		FaceRole role = FaceRole::Surface;
	};
	/// One side of a Surface face. Sorted by edge, then by face.
	struct EdgeUse
	{
		std::uint64_t edge = 0; // lower point in the high half
		std::uint32_t face = 0;
		bool forward = false; // runs from the lower point to the higher one

		std::uint32_t Low() const { return static_cast<std::uint32_t>(edge >> 32); }
		std::uint32_t High() const { return static_cast<std::uint32_t>(edge); }
	};

	MeshFrame frame;
	Box3d bounds;              // of the faces, in the caller's frame
	std::vector<Vec3d> points; // in the frame
	std::vector<Face> faces;
	std::vector<EdgeUse> edges;
	std::uint32_t componentCount = 0;

	MeshTally unusableVertices; // first: vertex. Not finite, or out of any range
	MeshTally badIndex;         // first: triangle, here and below
	MeshTally badVertex;
	MeshTally collapsed; // two corners in one place
	MeshTally flat;
	MeshTally repeated;    // the same three points, the same way round
	MeshTally backToBack;  // the same three points, the other way round, in a body that is not double-sided
	MeshTally doubleSided; // backs that were dropped

	std::array<Vec3d, 3> Corners(const Face& face) const
	{
		return {points[face.points[0]], points[face.points[1]], points[face.points[2]]};
	}
};

MeshTopology MakeMeshTopology(TriangleMeshView mesh);

/// Calls visit(span of EdgeUse) for every edge, in the order of their points.
template <class Visit>
void ForEachEdge(const MeshTopology& topology, Visit&& visit)
{
	const std::span<const MeshTopology::EdgeUse> edges(topology.edges);
	for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end)
	{
		while (end < edges.size() && edges[end].edge == edges[begin].edge)
			++end;
		visit(edges.subspan(begin, end - begin));
	}
}

}
