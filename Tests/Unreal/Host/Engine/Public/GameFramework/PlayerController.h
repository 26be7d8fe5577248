// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/APlayerController/GetPlayerViewPoint, .../UWorld/GetPlayerControllerIterator (an iterator over weak pointers).
#pragma once

#include "GameFramework/Actor.h"

#include "PlayerController.generated.h"

UCLASS()
class APlayerController : public AActor
{
	GENERATED_BODY()

public:
	virtual void GetPlayerViewPoint(FVector& out_Location, FRotator& out_Rotation) const
	{
		out_Location = HostEye;
		out_Rotation = FRotator(0, 0, 0);
	}
	FVector HostEye = FVector(0.0, 0.0, 0.0);
};
