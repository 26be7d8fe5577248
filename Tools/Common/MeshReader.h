#pragma once

#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Geometry/RenderMesh.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace SPHSolids::Tools
{

struct MeshReadSettings
{
	/// Metres per unit of the file. OBJ, PLY and STL do not say what their unit is; glTF is in metres.
	double scale = 1;
};

/// Limits of what is read, so that time and memory stay bounded whatever a file claims. Beyond them an Error says so.
constexpr std::uint64_t MaxMeshFileBytes = std::uint64_t(2) << 30;
constexpr std::size_t MaxMeshTriangles = 50'000'000;

/// Reads a triangle mesh by the extension of its file: .obj, .ply (ascii, binary), .stl (ascii, binary), .gltf, .glb.
///
/// Polygons are cut into triangles. Vertices that differ in normal or uv stay apart, so texture seams survive. Materials
/// become sections: PLY's material_index as it stands, OBJ's usemtl and glTF's materials in the order of their first use. Normals, tangents and
/// uvs are as in the file, or empty. v of a uv counts upwards. glTF is turned from y up to z up, its nodes' transforms are
/// applied; the other formats have no convention and keep their axes. STL knows no shared vertices: equal corners are joined.
///
/// A file that is missing, of another kind, cut off, inconsistent, without triangles or with coordinates that are not finite
/// gives an Error: one sentence that names the file (and the line, where it has lines) and the cure.
Result<RenderMesh> ReadMesh(const std::filesystem::path& file, const MeshReadSettings& settings = {});

}
