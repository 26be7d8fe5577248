// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/DrawDebugPoint, .../DrawDebugBox, .../DrawDebugLine (include path DrawDebugHelpers.h; nothing in Shipping builds).
#pragma once

#include "CoreMinimal.h"

class UWorld;

#define UE_ENABLE_DEBUG_DRAWING (!UE_BUILD_SHIPPING)

#if UE_ENABLE_DEBUG_DRAWING
void DrawDebugPoint(const UWorld* InWorld, FVector const& Position, float Size, FColor const& PointColor, bool bPersistentLines = false,
	float LifeTime = -1.0f, uint8 DepthPriority = 0);
void DrawDebugLine(const UWorld* InWorld, FVector const& LineStart, FVector const& LineEnd, FColor const& Color,
	bool bPersistentLines = false, float LifeTime = -1.0f, uint8 DepthPriority = 0, float Thickness = 0.0f);
void DrawDebugBox(const UWorld* InWorld, FVector const& Center, FVector const& Extent, FColor const& Color, bool bPersistentLines = false,
	float LifeTime = -1.0f, uint8 DepthPriority = 0, float Thickness = 0.0f);
#endif

namespace Host
{
/// Points, lines and boxes drawn since the program started.
struct FDebugDrawn
{
	int32 Points = 0, Lines = 0, Boxes = 0;
};
FDebugDrawn& DebugDrawn();
}
