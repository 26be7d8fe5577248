// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/FEditorViewportClient (constructor: mode tools, preview scene, viewport widget; Draw(view, PDI), Tick, SetRealtime, SetViewLocation, Invalidate; InputWidgetDelta, ProcessClick, GetWidgetLocation, GetWidgetMode, TrackingStarted, TrackingStopped, each on its own page below it).
#pragma once

#include "InputCoreTypes.h"
#include "PreviewScene.h"
#include "PrimitiveDrawInterface.h"
#include "UnrealWidgetFwd.h"

class FEditorModeTools;
class FSceneView;
class FViewport;
class SEditorViewport;
struct FInputEventState
{
};

namespace EAxisList
{
enum Type
{
	None = 0,
	X = 1,
	Y = 2,
	Z = 4,
	XYZ = 7
};
}

/// Of Engine/EngineBaseTypes.h in the engine.
enum EInputEvent : int
{
	IE_Pressed = 0,
	IE_Released = 1
};

class FEditorViewportClient
{
public:
	explicit FEditorViewportClient(FEditorModeTools* InModeTools, FPreviewScene* InPreviewScene = nullptr,
		const TWeakPtr<SEditorViewport>& InEditorViewportWidget = nullptr)
		: PreviewScene(InPreviewScene)
	{
	}
	virtual ~FEditorViewportClient() = default;
	virtual void Draw(const FSceneView* View, FPrimitiveDrawInterface* PDI) {}
	virtual void Tick(float DeltaSeconds) {}
	virtual bool InputWidgetDelta(FViewport* InViewport, EAxisList::Type CurrentAxis, FVector& Drag, FRotator& Rot, FVector& Scale)
	{
		return false;
	}
	virtual void ProcessClick(FSceneView& View, HHitProxy* HitProxy, FKey Key, EInputEvent Event, uint32 HitX, uint32 HitY) {}
	virtual FVector GetWidgetLocation() const { return FVector(0.0, 0.0, 0.0); }
	virtual UE::Widget::EWidgetMode GetWidgetMode() const { return UE::Widget::WM_None; }
	virtual void TrackingStarted(const FInputEventState& InInputState, bool bIsDraggingWidget, bool bNudge) {}
	virtual void TrackingStopped() {}
	void SetRealtime(bool bInRealtime) {}
	void SetViewLocation(const FVector& NewLocation) {}
	void SetViewRotation(const FRotator& NewRotation) {}

protected:
	FPreviewScene* PreviewScene;
};
