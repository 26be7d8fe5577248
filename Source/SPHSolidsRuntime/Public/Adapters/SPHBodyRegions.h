// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "SPHBodyRegion.h"

#include <cstdint>
#include <vector>

struct FSPHSolidBody;

/// Regions of a body in terms of its particles.
namespace SPHBodyRegions
{

/// Factor on the stiffness of each particle; empty if no region changes it.
SPHSOLIDSRUNTIME_API std::vector<float> StiffnessOf(TConstArrayView<FSPHBodyRegion> Regions, const FSPHSolidBody& Body);
/// Particles inside regions that pin, ascending, each once.
SPHSOLIDSRUNTIME_API std::vector<std::uint32_t> PinnedBy(TConstArrayView<FSPHBodyRegion> Regions, const FSPHSolidBody& Body);
/// How many particles are inside one region.
SPHSOLIDSRUNTIME_API int32 CountInside(const FSPHBodyRegion& Region, const FSPHSolidBody& Body);

}
