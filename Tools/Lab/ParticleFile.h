#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/Result.h>

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

namespace SPHSolids::Lab
{

/// Positions of a particle set that another program wrote: CSV with a header line that names x, y and z, or ASCII PLY with a vertex
/// element that has them. Other columns, properties and elements are skipped. An Error names the file, the line and what is wrong there:
/// numbers that are missing or not finite, a line cut off, no particle at all, more than the limit.
Result<std::vector<Vec3d>> ReadParticleFile(const std::filesystem::path& file, std::size_t limit);

/// The same from text. @param isPly By its first line otherwise.
Result<std::vector<Vec3d>> ParseParticles(std::string_view text, std::size_t limit);

}
