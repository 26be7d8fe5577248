#pragma once

#include <SPHSolids/Base/Result.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace SPHSolids::Tools
{

/// Whole content of a regular file. An Error names the file and says whether it is missing, a folder, unreadable, or larger than
/// the limit; nothing is allocated for a file that is too large.
Result<std::vector<std::byte>> ReadWholeFile(const std::filesystem::path& file, std::uint64_t limit);

/// Whether a file lies in a folder, or below it, with links followed as far as they exist: one in the folder may lead out of it.
bool IsBelow(const std::filesystem::path& folder, const std::filesystem::path& file);

/// Writes a file so that a reader sees the old content or the new, never a part: into a temporary next to it, onto the disk, then
/// renamed over it. On failure the old file is untouched, the temporary is gone, and the Error says what to do about it.
Status WriteFileAtomically(const std::filesystem::path& file, std::span<const std::byte> content);
Status WriteFileAtomically(const std::filesystem::path& file, std::string_view content);

/// Whether a file could be written, found out before the work rather than after minutes of it. @param option That names it on the command line.
Status CheckTarget(const std::string& file, const char* option);

}
