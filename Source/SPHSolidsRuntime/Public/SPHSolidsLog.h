// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

/// Everything the plugin has to say. `log LogSPHSolids Verbose` shows more.
SPHSOLIDSRUNTIME_API DECLARE_LOG_CATEGORY_EXTERN(LogSPHSolids, Log, All);
