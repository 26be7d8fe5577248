// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/data-assets-in-unreal-engine, dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/UDataAsset (include path Engine/DataAsset.h).
#pragma once

#include "UObject/UObjectGlobals.h"

#include "DataAsset.generated.h"

UCLASS(Abstract)
class UDataAsset : public UObject
{
	GENERATED_BODY()
};
