// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FCanvasTileItem/__ctor/2?application_version=5.3 (position, size, colour: a tile of plain colour), .../FCanvasTileItem/Draw (FCanvas*). Keeps what is drawn for tests.
#pragma once

#include "CanvasTypes.h"

class FCanvasTileItem
{
public:
	FCanvasTileItem(const FVector2D& InPosition, const FVector2D& InSize, const FLinearColor& InColor)
		: Tile{InPosition, InSize, InColor}
	{
	}
	virtual ~FCanvasTileItem() = default;
	virtual void Draw(FCanvas* InCanvas) { InCanvas->HostTiles.Add(Tile); }

private:
	FCanvas::FTile Tile;
};
