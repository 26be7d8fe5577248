#pragma once

#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Geometry/RenderMesh.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

// The parsers behind ReadMesh, one file each (MeshFromObj.cpp and so on). Their Errors are the rest of a sentence that starts with
// the file's name: "ends in the middle of face 12; export it again".
namespace SPHSolids::Tools
{

Result<RenderMesh> MeshFromObj(std::string_view text);
Result<RenderMesh> MeshFromPly(std::span<const std::byte> content);
Result<RenderMesh> MeshFromStl(std::span<const std::byte> content);
/// @param folder Where buffers named by the file are looked for.
/// @param limit  Bytes that all buffers together may have.
Result<RenderMesh> MeshFromGltf(std::span<const std::byte> content, const std::filesystem::path& folder, std::uint64_t limit);

}
