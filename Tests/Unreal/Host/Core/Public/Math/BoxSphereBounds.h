// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FBoxSphereBounds (include path Math/BoxSphereBounds.h).
#pragma once

#include "Math/Box.h"
