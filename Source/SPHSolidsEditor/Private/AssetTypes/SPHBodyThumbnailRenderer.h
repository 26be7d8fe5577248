// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "ThumbnailRendering/DefaultSizedThumbnailRenderer.h"

#include "SPHBodyThumbnailRenderer.generated.h"

/**
 * Draws a body in the content browser: the particles of its surface, seen from the front and a little from above.
 */
UCLASS()
class USPHBodyThumbnailRenderer : public UDefaultSizedThumbnailRenderer
{
	GENERATED_BODY()

public:
	virtual bool CanVisualizeAsset(UObject* Object) override;
	virtual void Draw(UObject* Object, int32 X, int32 Y, uint32 Width, uint32 Height, FRenderTarget* Viewport, FCanvas* Canvas,
		bool bAdditionalViewFamily) override;
};
