// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FMaterialRenderProxy; included by Algoryx/AGXUnreal.
#pragma once

#include "Materials/MaterialInterface.h"
