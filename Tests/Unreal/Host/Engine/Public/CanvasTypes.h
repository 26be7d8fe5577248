// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FCanvas (a class of CanvasTypes.h).
#pragma once

#include "CoreMinimal.h"

class FCanvas
{
public:
	struct FTile
	{
		FVector2D Position, Size;
		FLinearColor Color;
	};
	TArray<FTile> HostTiles;
};
