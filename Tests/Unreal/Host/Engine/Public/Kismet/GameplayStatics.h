// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Kismet/UGameplayStatics/GetWorldOriginLocation (static FIntVector GetWorldOriginLocation(const UObject*)).
#pragma once

#include "Kismet/BlueprintFunctionLibrary.h"

#include "GameplayStatics.generated.h"

UCLASS()
class UGameplayStatics : public UBlueprintFunctionLibrary
{
	GENERATED_BODY()

public:
	static FIntVector GetWorldOriginLocation(const UObject* WorldContextObject);
};
