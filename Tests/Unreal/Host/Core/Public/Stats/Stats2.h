// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/TStatId (include path Stats/Stats2.h).
#pragma once

#include "Stats/Stats.h"
