// Copyright (c) 2026 The SPHSolids authors

#include "Modules/ModuleManager.h"

IMPLEMENT_MODULE(FDefaultModuleImpl, SPHSolidsEditor)
