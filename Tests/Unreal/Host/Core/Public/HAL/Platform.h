// Copyright (c) 2026 The SPHSolids authors
// Checked against: include path used by CesiumGS/cesium-unreal and Algoryx/AGXUnreal.
#pragma once

#include "CoreTypes.h"
