#pragma once

#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Record/RecordedFrame.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace SPHSolids::Lab
{

/// A particle set in a file of its own, with the names of its objects where it says them.
struct ParticleTable
{
	RecordedFrame frame;
	std::vector<std::string> names;
};

/// A particle set that we or another program wrote: CSV with a header line that names x, y and z, or ASCII PLY with a vertex element that
/// has them. Columns vx, vy, vz (m/s) and object are read where they are there and their cells make sense; other columns, properties and
/// elements are skipped. An Error names the line and what is wrong there: numbers that are missing or not finite, a line cut off, no
/// particle at all, more than the limit.
Result<ParticleTable> ParseParticleTable(std::string_view text, std::size_t limit);
/// The same from a file; an Error names it.
Result<ParticleTable> ReadParticleTable(const std::filesystem::path& file, std::size_t limit);

/// Their positions alone.
Result<std::vector<Vec3d>> ParseParticles(std::string_view text, std::size_t limit);
Result<std::vector<Vec3d>> ReadParticleFile(const std::filesystem::path& file, std::size_t limit);

}
