// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

#include <SPHSolids/Body/BakeSettings.h>

class USPHSolidBakeOptions;

/// The core's settings for the artist's choice.
SPHSolids::BakeSettings SPHBakeSettingsOf(const USPHSolidBakeOptions& Options);

/// The other way: options that bake a body as it was baked. What is no part of a body keeps its value.
void SPHBakeOptionsFrom(const SPHSolids::BakeSettings& Settings, USPHSolidBakeOptions& Options);
