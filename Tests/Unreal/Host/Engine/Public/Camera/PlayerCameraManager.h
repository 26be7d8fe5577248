// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Camera/APlayerCameraManager/GetFOVAngle (virtual float GetFOVAngle() const: the full angle, degrees).
#pragma once

#include "GameFramework/Actor.h"

#include "PlayerCameraManager.generated.h"

UCLASS()
class APlayerCameraManager : public AActor
{
	GENERATED_BODY()

public:
	virtual float GetFOVAngle() const { return HostAngle; }
	float HostAngle = 90.0f;
};
