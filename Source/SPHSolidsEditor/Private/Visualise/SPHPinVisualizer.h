// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "ComponentVisualizer.h"
#include "CoreMinimal.h"

class USPHPinComponent;

/// One handle of a pin: a face of its box, or a side of its ball.
struct HSPHPinHandle : public HComponentVisProxy
{
	DECLARE_HIT_PROXY()

	/// @param InFace 0 to 5: minus and plus x, y, z.
	HSPHPinHandle(const UActorComponent* InComponent, int32 InFace)
		: HComponentVisProxy(InComponent, HPP_Wireframe)
		, Face(InFace)
	{
	}
	int32 Face;
};

/// Draws what a pin holds and lets the user drag its faces. The particles inside are drawn as points.
class FSPHPinVisualizer final : public FComponentVisualizer
{
public:
	virtual void DrawVisualization(const UActorComponent* Component, const FSceneView* View, FPrimitiveDrawInterface* PDI) override;
	virtual bool VisProxyHandleClick(
		FEditorViewportClient* InViewportClient, HComponentVisProxy* VisProxy, const FViewportClick& Click) override;
	virtual bool GetWidgetLocation(const FEditorViewportClient* ViewportClient, FVector& OutLocation) const override;
	virtual bool HandleInputDelta(FEditorViewportClient* ViewportClient, FViewport* Viewport, FVector& DeltaTranslate,
		FRotator& DeltaRotate, FVector& DeltaScale) override;
	virtual void EndEditing() override;

	/// Where a handle is, in the world.
	static FVector HandlePlace(const USPHPinComponent& Pin, int32 Face);

private:
	TWeakObjectPtr<USPHPinComponent> Selected;
	int32 SelectedFace = INDEX_NONE;
};

/// Draws the bounds of a soft body.
class FSPHSolidVisualizer final : public FComponentVisualizer
{
public:
	virtual void DrawVisualization(const UActorComponent* Component, const FSceneView* View, FPrimitiveDrawInterface* PDI) override;
};
