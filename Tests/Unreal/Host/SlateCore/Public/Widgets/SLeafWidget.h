// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/SLeafWidget (OnPaint(args, geometry, culling, elements, layer, style, enabled) const, ComputeDesiredSize(float) const).
#pragma once

#include "Widgets/DeclarativeSyntaxSupport.h"

class SLeafWidget : public SWidget
{
public:
	virtual int32 OnPaint(const FPaintArgs& Args, const FGeometry& AllottedGeometry, const FSlateRect& MyCullingRect,
		FSlateWindowElementList& OutDrawElements, int32 LayerId, const FWidgetStyle& InWidgetStyle, bool bParentEnabled) const = 0;
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const = 0;
};
