#pragma once

#include <SPHSolids/Geometry/RenderMesh.h>

#include <span>

namespace SPHSolids::Scenes
{

/// Cuts a surface into charts that each face one of the given directions, lays every chart flat along its direction and packs all
/// of them into the unit square at one scale. Vertices on a cut are doubled, so the seams are real; the order of the triangles
/// stays. Normals are copied to the doubles, tangents follow from the layout.
///
/// @param directions Unit vectors, e.g. the six axes; a triangle joins the one its normal agrees with best, small islands join
///                   their surroundings.
RenderMesh Unwrap(const TriangleMesh& mesh, std::span<const Vec3> normals, std::span<const Vec3d> directions);

/// Tangents of a mesh with normals and uvs, from the change of u over the triangles around each vertex.
void ComputeTangents(RenderMesh& mesh);

}
