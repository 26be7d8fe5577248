// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/IsInGameThread, .../IsRunningDedicatedServer, .../IsRunningCommandlet, .../GIsEditor.
#pragma once

#include "CoreTypes.h"

extern bool GIsEditor;
extern uint64 GFrameCounter;
extern double GStartTime;

bool IsInGameThread();
bool IsInRenderingThread();
bool IsRunningDedicatedServer();
bool IsRunningCommandlet();
bool IsEngineExitRequested();
