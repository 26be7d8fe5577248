#pragma once

#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Geometry/RenderMesh.h>

#include <filesystem>

namespace SPHSolids::Tools
{

enum class MeshCoding
{
	Ascii,
	Binary, ///< PLY only; OBJ is text.
};

/// Writes positions, normals, uvs and sections by the extension of the file, .ply or .obj, so that ReadMesh gets them back bit by
/// bit (OBJ: sections in the order of their first use). Written whole or not at all.
///
/// An Error where the extension is another, the mesh is not consistent (indices out of range, arrays of different lengths) or the
/// file cannot be written.
Status WriteMesh(const std::filesystem::path& file, const RenderMesh& mesh, MeshCoding coding = MeshCoding::Binary);

}
