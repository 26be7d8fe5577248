#pragma once

#include <SPHSolids/Geometry/RenderMesh.h>

#include <array>
#include <cstdint>
#include <vector>

namespace SPHSolids
{

/// The render mesh at rest and how its vertices hang on the particles.
///
/// Vertices at the same place (where the texture is cut or an edge is hard) share one point, and weights belong to points: such
/// vertices move as one and no crack can open. Point p follows the particles particle[first[p]] ... particle[first[p + 1] - 1] with
/// weights that sum to one.
struct SkinBinding
{
	// Per vertex, in the order of the render mesh. Normals, tangents and texture coordinates are as many as positions, or none.
	std::vector<Vec3> positions; ///< m, body frame
	std::vector<Vec3> normals;
	std::vector<RenderTangent> tangents;
	std::vector<std::array<float, 2>> uvs;
	std::vector<std::uint32_t> point; ///< The point that a vertex lies on

	std::vector<Triangle> triangles;
	std::vector<std::uint16_t> sections; ///< Material section of each triangle, or empty: all in section 0

	// Per point.
	std::vector<std::uint32_t> first;
	std::vector<std::uint32_t> particle;
	std::vector<Real> weight;

	std::size_t VertexCount() const { return positions.size(); }
	std::size_t PointCount() const { return first.empty() ? 0 : first.size() - 1; }
};

}
