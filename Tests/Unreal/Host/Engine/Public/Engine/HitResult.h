// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FHitResult (include path Engine/HitResult.h; ImpactPoint, ImpactNormal, Component; a place in the world).
#pragma once

#include "Math/Vector.h"
#include "UObject/WeakObjectPtr.h"

class UPrimitiveComponent;

struct FHitResult
{
	bool bBlockingHit = false;
	FVector ImpactPoint = FVector(0.0);
	FVector ImpactNormal = FVector(0.0);
	TWeakObjectPtr<UPrimitiveComponent> Component;
};
