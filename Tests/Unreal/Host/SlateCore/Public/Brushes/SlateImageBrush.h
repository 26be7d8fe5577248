// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/FSlateVectorImageBrush (image name, size); TriAxis-Games/RealtimeMeshComponent (IMAGE_BRUSH_SVG).
#pragma once

#include "CoreMinimal.h"

struct FSlateBrush
{
	virtual ~FSlateBrush() = default;
	FString HostFile;
};

struct FSlateVectorImageBrush : public FSlateBrush
{
	FSlateVectorImageBrush(const FString& InImageName, const FVector2f& InImageSize) { HostFile = InImageName; }
};
