// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FTransform (include path Math/Transform.h).
#pragma once

#include "Math/TransformVectorized.h"
