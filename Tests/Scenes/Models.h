#pragma once

#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Geometry/RenderMesh.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace SPHSolids::Scenes
{

/// A named part of a model with its own colour; RenderMesh::sections holds its place in ModelInfo::sections.
struct ModelSection
{
	std::string name;
	std::array<float, 3> colour; // linear red, green, blue, 0 to 1
};

struct ModelInfo
{
	std::string name;
	std::string description;
	std::vector<ModelSection> sections;
	/// Border loops of the surface: 0 for a closed solid.
	int openings = 0;
};

/// All models, in the order they should be shown. Real-world sizes in metres, z up, standing on z = 0, centred on x = 0, facing -y
/// with their left side at +x.
const std::vector<ModelInfo>& Models();

/// Builds a model with about as many triangles as wanted (within 10 %), with normals, tangents, uvs and sections. An Error names
/// the models there are, or the range of counts (MinModelTriangles to MaxModelTriangles).
Result<RenderMesh> BuildModel(std::string_view name, std::size_t triangles);

constexpr std::size_t MinModelTriangles = 2000;
constexpr std::size_t MaxModelTriangles = 2000000;

}
