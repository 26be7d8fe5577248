// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/FGeometry (GetLocalSize: a vector whose type changes between versions, UE::Slate::FDeprecateVector2DResult on .../FPaintGeometry/GetLocalSize; ToPaintGeometry), .../FPaintGeometry, .../FSlateRect.
#pragma once

#include "CoreMinimal.h"

struct FPaintGeometry
{
};

struct FGeometry
{
	FVector2D GetLocalSize() const { return HostSize; }
	FPaintGeometry ToPaintGeometry() const { return {}; }
	FVector2D HostSize = FVector2D(100.0, 100.0);
};

struct FSlateRect
{
};
