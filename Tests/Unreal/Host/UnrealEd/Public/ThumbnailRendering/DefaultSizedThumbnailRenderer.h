// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/UClassThumbnailRenderer (derives from UDefaultSizedThumbnailRenderer, which derives from UThumbnailRenderer).
#pragma once

#include "ThumbnailRendering/ThumbnailRenderer.h"

#include "DefaultSizedThumbnailRenderer.generated.h"

UCLASS(Abstract)
class UDefaultSizedThumbnailRenderer : public UThumbnailRenderer
{
	GENERATED_BODY()
};
