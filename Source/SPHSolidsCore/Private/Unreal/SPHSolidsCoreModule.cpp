// Copyright (c) 2026 The SPHSolids authors

// The one file of the core that knows the engine. The engine's build tool compiles it; CMake leaves this folder out.

#include "Modules/ModuleManager.h"

IMPLEMENT_MODULE(FDefaultModuleImpl, SPHSolidsCore)
