// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/blueprint-function-libraries-in-unreal-engine (include path Kismet/BlueprintFunctionLibrary.h; static functions only).
#pragma once

#include "UObject/UObjectGlobals.h"

#include "BlueprintFunctionLibrary.generated.h"

UCLASS(Abstract)
class UBlueprintFunctionLibrary : public UObject
{
	GENERATED_BODY()
};
