// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/FEditorViewportClient (constructor: mode tools, preview scene, viewport widget; Draw(view, PDI), Tick, SetRealtime, SetViewLocation, Invalidate).
#pragma once

#include "PreviewScene.h"
#include "PrimitiveDrawInterface.h"

class FEditorModeTools;
class FSceneView;
class SEditorViewport;

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
	void SetRealtime(bool bInRealtime) {}
	void SetViewLocation(const FVector& NewLocation) {}
	void SetViewRotation(const FRotator& NewRotation) {}

protected:
	FPreviewScene* PreviewScene;
};
