#pragma once

#include <SPHSolids/Base/Result.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace SPHSolids::Render
{

/// Writes bytes beside path and renames the file when it is whole, so that a full disk or an interruption never leaves half a file
/// under the wanted name. Does not make folders.
Status WriteFileAtomically(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);

Result<std::vector<std::uint8_t>> ReadWholeFile(const std::filesystem::path& path);

}
