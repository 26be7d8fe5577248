#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/Result.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace SPHSolids::Tools
{

/// What is needed of a glTF file for a mesh, checked: every index, offset and size lies within what it refers to.
///
/// The importer library trusts its input more than it should (it recurses as deep as the file nests, and copies whatever counts
/// say), so it is handed a file we wrote ourselves: one binary glTF with the triangle primitives and their buffers, and nothing
/// else. Node 0, 1, ... of that file are named "0", "1", ... and hold the mesh of that number without a transform.
struct GuardedGltf
{
	std::vector<std::byte> glb;

	/// A mesh placed in the scene: place = axes * point + origin, in the file's own axes (y up).
	struct Instance
	{
		std::size_t mesh;
		Mat3d axes;
		Vec3d origin;
	};
	std::vector<Instance> instances;
};

/// Checks a .gltf or .glb and gathers its buffers. Errors are the rest of a sentence, as in MeshFormats.h.
Result<GuardedGltf> GuardGltf(std::span<const std::byte> content, const std::filesystem::path& folder, std::uint64_t limit);

}
