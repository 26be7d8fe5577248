// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/FComponentVisualizer (OnRegister, DrawVisualization, VisProxyHandleClick, GetWidgetLocation, HandleInputDelta, EndEditing), .../HComponentVisProxy; Algoryx/AGXUnreal.
#pragma once

#include "Components/ActorComponent.h"
#include "HitProxies.h"
#include "UObject/WeakObjectPtr.h"

class FEditorViewportClient;
class FPrimitiveDrawInterface;
class FSceneView;
class FViewport;
struct FViewportClick
{
};

struct HComponentVisProxy : public HHitProxy
{
	DECLARE_HIT_PROXY()

	HComponentVisProxy(const UActorComponent* InComponent, EHitProxyPriority InPriority = HPP_Wireframe)
		: HHitProxy(InPriority)
		, Component(InComponent)
	{
	}
	TWeakObjectPtr<const UActorComponent> Component;
};

class FComponentVisualizer : public TSharedFromThis<FComponentVisualizer>
{
public:
	virtual ~FComponentVisualizer() = default;
	virtual void OnRegister() {}
	virtual void DrawVisualization(const UActorComponent* Component, const FSceneView* View, FPrimitiveDrawInterface* PDI) {}
	virtual bool VisProxyHandleClick(FEditorViewportClient* InViewportClient, HComponentVisProxy* VisProxy, const FViewportClick& Click)
	{
		return false;
	}
	virtual bool GetWidgetLocation(const FEditorViewportClient* ViewportClient, FVector& OutLocation) const { return false; }
	virtual bool HandleInputDelta(
		FEditorViewportClient* ViewportClient, FViewport* Viewport, FVector& DeltaTranslate, FRotator& DeltaRotate, FVector& DeltaScale)
	{
		return false;
	}
	virtual void EndEditing() {}
};
