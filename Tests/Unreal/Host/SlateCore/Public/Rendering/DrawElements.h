// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/FSlateDrawElement/MakeLines (element list, layer, geometry, TArray<FVector2f> by value, effects, tint, antialias, thickness; 5.1 to current), .../FSlateWindowElementList. What is drawn is kept for tests.
#pragma once

#include "Layout/Geometry.h"

enum class ESlateDrawEffect : uint8
{
	None
};

class FSlateWindowElementList
{
public:
	struct FLine
	{
		TArray<FVector2f> Points;
		FLinearColor Tint;
	};
	TArray<FLine> HostLines;
};

class FSlateDrawElement
{
public:
	static void MakeLines(FSlateWindowElementList& ElementList, uint32 InLayer, const FPaintGeometry& PaintGeometry,
		TArray<FVector2f> Points, ESlateDrawEffect InDrawEffects = ESlateDrawEffect::None,
		const FLinearColor& InTint = FLinearColor(1.0f, 1.0f, 1.0f), bool bAntialias = true, float Thickness = 1.0f)
	{
		ElementList.HostLines.Add({Points, InTint});
	}
};
