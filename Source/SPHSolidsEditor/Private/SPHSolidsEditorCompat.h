// Copyright (c) 2026 The SPHSolids authors
#pragma once

// Everything that differs between the engine versions 5.5 to 5.8 in the editor. No other file of the module asks for the version.

#include "Misc/EngineVersionComparison.h"
#include "SceneManagement.h"

// Part of SceneManagement.h up to 5.5.
#if !UE_VERSION_OLDER_THAN(5, 6, 0)
#include "PrimitiveDrawInterface.h"
#endif
