// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FSceneView, .../FSceneViewFamily (EngineShowFlags); must be included by name since 5.6.
#pragma once

#include "CoreMinimal.h"

struct FEngineShowFlags
{
	bool Wireframe = false;
};

class FSceneViewFamily
{
public:
	FEngineShowFlags EngineShowFlags;
};

class FSceneView
{
public:
	const FSceneViewFamily* Family = nullptr;
};
