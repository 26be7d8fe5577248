// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/UThumbnailRenderer/Draw (object, place, size, render target, canvas, bAdditionalViewFamily), .../UClassThumbnailRenderer (CanVisualizeAsset).
#pragma once

#include "UObject/Object.h"
#include "UObject/UObjectGlobals.h"

#include "ThumbnailRenderer.generated.h"

class FCanvas;
class FRenderTarget;

UCLASS(Abstract)
class UThumbnailRenderer : public UObject
{
	GENERATED_BODY()

public:
	virtual bool CanVisualizeAsset(UObject* Object) { return true; }
	virtual void Draw(UObject* Object, int32 X, int32 Y, uint32 Width, uint32 Height, FRenderTarget* Viewport, FCanvas* Canvas,
		bool bAdditionalViewFamily)
	{
	}
};
