// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/RHI (module page); global GMaxRHIFeatureLevel.
#pragma once

#include "RHICommandList.h"

extern ERHIFeatureLevel::Type GMaxRHIFeatureLevel;
extern EShaderPlatform GMaxRHIShaderPlatform;
