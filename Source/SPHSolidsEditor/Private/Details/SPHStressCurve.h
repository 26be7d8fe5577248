// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "UObject/WeakObjectPtr.h"
#include "Widgets/SLeafWidget.h"

#include <SPHSolids/Solid/Material.h>

class USPHSolidMaterial;

/// Stress in a bar of a material that is pulled or pressed along its length while its sides are free.
struct FSPHStressCurve
{
	struct FPoint
	{
		double Stretch; ///< length / length at rest
		double Stress;  ///< Pa, per area at rest; positive pulls
	};
	/// Of even steps between two stretches.
	static TArray<FPoint> Compute(const SPHSolids::Material& Material, double Least, double Most, int32 Count);
};

/// Draws the curve of a material, changing as its values change.
class SSPHStressCurve final : public SLeafWidget
{
public:
	SLATE_BEGIN_ARGS(SSPHStressCurve) {}
	SLATE_ARGUMENT(TWeakObjectPtr<const USPHSolidMaterial>, Material)
	SLATE_END_ARGS()
	void Construct(const FArguments& InArgs);
	virtual int32 OnPaint(const FPaintArgs& Args, const FGeometry& AllottedGeometry, const FSlateRect& MyCullingRect,
		FSlateWindowElementList& OutDrawElements, int32 LayerId, const FWidgetStyle& InWidgetStyle, bool bParentEnabled) const override;
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const override;

private:
	TWeakObjectPtr<const USPHSolidMaterial> Material;
};
