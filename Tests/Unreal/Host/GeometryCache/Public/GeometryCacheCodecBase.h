// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Plugins/GeometryCache/UGeometryCacheCodecBase.
#pragma once

#include "UObject/Object.h"
#include "UObject/UObjectGlobals.h"

#include "GeometryCacheCodecBase.generated.h"

UCLASS()
class UGeometryCacheCodecBase : public UObject
{
	GENERATED_BODY()
};
