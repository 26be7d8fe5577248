#pragma once

#include <Scenes/Sculpt/HalfEdges.h>

#include <SPHSolids/Geometry/TriangleMesh.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace SPHSolids::Scenes
{

/// Flips edges of a mesh in place: two triangles (a, b, c) and (b, a, d) become (a, d, c) and (d, b, c).
class EdgeFlipper
{
public:
	/// @param vertexTags A pass neither flips an edge that joins two vertices of one curve (SheetMesh) nor makes one.
	EdgeFlipper(TriangleMesh& target, std::span<const std::uint8_t> vertexTags)
		: mesh(target)
		, tags(vertexTags)
		, edges(HalfEdges::Of(target.triangles))
	{
	}

	/// No border, no doubled edge, and no vertex left with fewer than three neighbours.
	bool CanFlip(std::uint32_t halfEdge) const;
	/// The new faces look where the old ones look.
	bool KeepsFacing(std::uint32_t halfEdge) const;
	/// Neighbour across an edge, HalfEdges::None at a border.
	std::uint32_t Twin(std::uint32_t halfEdge) const { return edges.twin[halfEdge]; }
	/// Only where CanFlip says so.
	void Flip(std::uint32_t halfEdge);
	/// One pass over all edges towards the Delaunay property. Returns how many were flipped.
	std::size_t Pass();

private:
	std::uint32_t Start(std::uint32_t h) const { return HalfEdges::Start(mesh.triangles, h); }
	double OppositeCotangent(std::uint32_t h) const;
	bool AreConnected(std::uint32_t halfEdgeFromTip, std::uint32_t other) const;
	bool HasSpareNeighbour(std::uint32_t halfEdgeFromVertex) const;
	void Link(std::uint32_t h, std::uint32_t t);

	/// The edge, or the one a flip would make, joins two vertices of one curve.
	bool TouchesCurve(std::uint32_t h) const;

	TriangleMesh& mesh;
	std::span<const std::uint8_t> tags;
	HalfEdges edges;
};

}
