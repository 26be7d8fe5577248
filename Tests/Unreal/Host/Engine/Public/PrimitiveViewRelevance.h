// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FPrimitiveViewRelevance; filled as in Algoryx/AGXUnreal.
#pragma once

#include "CoreMinimal.h"

struct FPrimitiveViewRelevance
{
	bool bDrawRelevance = false, bShadowRelevance = false, bDynamicRelevance = false, bStaticRelevance = false, bRenderInMainPass = true;
	bool bUsesLightingChannels = false, bRenderCustomDepth = false, bTranslucentSelfShadow = false, bVelocityRelevance = false;
	bool bOpaque = false, bMasked = false, bNormalTranslucency = false;
};
