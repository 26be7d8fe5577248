#pragma once

#include <SPHSolids/Geometry/TriangleMesh.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids::Scenes
{

/// Neighbourhood of the triangles of a mesh: half-edge 3 t + i runs along triangle t from its vertex i to the next one.
struct HalfEdges
{
	static constexpr std::uint32_t None = 0xffffffffu;

	/// Half-edge of the neighbour that runs the other way, None at a border.
	std::vector<std::uint32_t> twin;
	/// Edges that three or more triangles share, or two that disagree about which side is out.
	std::size_t brokenEdges = 0;
	std::size_t borderEdges = 0;

	static HalfEdges Of(std::span<const Triangle> triangles);

	static constexpr std::uint32_t Next(std::uint32_t halfEdge) { return halfEdge % 3 == 2 ? halfEdge - 2 : halfEdge + 1; }
	static constexpr std::uint32_t Previous(std::uint32_t halfEdge) { return halfEdge % 3 == 0 ? halfEdge + 2 : halfEdge - 1; }
	static std::uint32_t Start(std::span<const Triangle> triangles, std::uint32_t halfEdge)
	{
		return triangles[halfEdge / 3][halfEdge % 3];
	}
};

/// Neighbours of every vertex along edges, each once; those of vertex v are items[first[v]] up to items[first[v + 1]].
struct VertexRings
{
	std::vector<std::uint32_t> first;
	std::vector<std::uint32_t> items;

	static VertexRings Of(std::size_t vertexCount, std::span<const Triangle> triangles);
	std::span<const std::uint32_t> operator[](std::size_t vertex) const
	{
		return std::span(items).subspan(first[vertex], first[vertex + 1] - first[vertex]);
	}
};

}
