#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Geometry/TriangleMesh.h>

#include <array>
#include <cstdint>
#include <vector>

namespace SPHSolids
{

/// Direction in which u grows along the surface, and on which side v does.
struct RenderTangent
{
	Vec3 direction; // unit length, at right angles to the normal
	float sign = 1; // +1 or -1: the direction of v is sign * Cross(normal, direction)
};

/// The mesh an artist sees, as the engine, a file or a sculptor hands it over; the bake binds it to the particles.
///
/// One entry per vertex in positions; normals, tangents and uvs have as many entries or none at all. A place where the texture is
/// cut or an edge is hard is held by several vertices with equal positions, so a closed surface need not be closed in its indices.
struct RenderMesh
{
	std::vector<Vec3d> positions; // m
	std::vector<Vec3> normals;    // unit length, outwards
	std::vector<RenderTangent> tangents;
	std::vector<std::array<float, 2>> uvs;
	std::vector<Triangle> triangles;     // counter-clockwise seen from outside
	std::vector<std::uint16_t> sections; // material section of each triangle, or empty: all in section 0

	TriangleMeshView View() const { return {positions, triangles}; }
};

}
