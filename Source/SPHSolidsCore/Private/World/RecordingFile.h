#pragma once

#include <SPHSolids/World/Recording.h>

#include "Body/SectionFile.h"

namespace SPHSolids
{

inline constexpr FileKind RecordingKind = {{'S', 'P', 'H', 'S', 'R', 'E', 'C', '\0'}, RecordingFormatVersion, "a recording of SPHSolids",
	"Record the trouble again with this version."};

inline constexpr std::uint32_t RecordedWorldSection = SectionId("WRLD");  // how the world was made
inline constexpr std::uint32_t RecordedStateSection = SectionId("SNAP");  // World::Snapshot
inline constexpr std::uint32_t RecordedThingsSection = SectionId("THNG"); // bodies at rest (.sphbody), distance grids
inline constexpr std::uint32_t RecordedLogSection = SectionId("LOGS");    // what was asked of the world since
inline constexpr std::uint32_t RecordedFieldsSection = SectionId("FLDS"); // one byte: there were force fields
inline constexpr std::uint32_t RecordedStepsSection = SectionId("STEP");  // what came of it: RecordedStep

}
