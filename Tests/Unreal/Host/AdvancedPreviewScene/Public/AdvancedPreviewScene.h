// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/AdvancedPreviewScene/FAdvancedPreviewScene (a preview scene with floor and sky; SetFloorVisibility, SetFloorOffset).
#pragma once

#include "PreviewScene.h"

class FAdvancedPreviewScene : public FPreviewScene
{
public:
	explicit FAdvancedPreviewScene(ConstructionValues CVS, float InFloorOffset = 0.0f)
		: FPreviewScene(CVS)
	{
	}
	void SetFloorOffset(const float InFloorOffset) {}
};
