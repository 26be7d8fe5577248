// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/GameFramework/AWorldSettings/NotifyBeginPlay (calls BeginPlay on all actors).
#pragma once

#include "GameFramework/Actor.h"

#include "WorldSettings.generated.h"

UCLASS()
class AWorldSettings : public AActor
{
	GENERATED_BODY()

public:
	virtual void NotifyBeginPlay();
};
