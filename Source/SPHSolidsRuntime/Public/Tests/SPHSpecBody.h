// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

#if WITH_DEV_AUTOMATION_TESTS

class USPHSolidBodyAsset;

/// For automation tests: a cube of 40 cm around the origin, baked into 125 particles.
SPHSOLIDSRUNTIME_API USPHSolidBodyAsset* BakeSPHSpecCube();

#endif
