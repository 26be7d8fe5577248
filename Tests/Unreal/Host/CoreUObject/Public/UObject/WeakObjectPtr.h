// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/FWeakObjectPtr.
#pragma once

#include "UObject/WeakObjectPtrTemplates.h"
