// Copyright (c) 2026 The SPHSolids authors

#include "Modules/ModuleManager.h"
#include "SPHSolidsLog.h"

DEFINE_LOG_CATEGORY(LogSPHSolids);

IMPLEMENT_MODULE(FDefaultModuleImpl, SPHSolidsRuntime)
