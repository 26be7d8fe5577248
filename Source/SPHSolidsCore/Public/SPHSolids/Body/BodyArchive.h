#pragma once

#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Body/BakedBody.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

// The .sphbody file (Docs/decisions/0004-body-file.md): little-endian; magic, format version, table of sections with checksums.
// Sections of a newer kind are skipped, so a file may gain sections without a new version. Versions up to the current one load for
// ever: one file of each lies in Tests/Data.

inline constexpr std::uint32_t BodyFormatVersion = 1;

/// The bytes of a .sphbody file. The same body gives the same bytes on every machine.
/// @pre CheckBody(body) is ok.
SPHSOLIDSCORE_API std::vector<std::byte> WriteBody(const BakedBody& body);

/// Takes bytes from anywhere. Whatever they are, either a body that passes CheckBody comes back or a sentence that says what is
/// wrong with them; no more memory is taken than the bytes can account for.
SPHSOLIDSCORE_API Result<BakedBody> ReadBody(std::span<const std::byte> bytes);

}
