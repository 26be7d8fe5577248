// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/APlayerController/GetPlayerViewPoint, .../UWorld/GetPlayerControllerIterator (an iterator over weak pointers); that a controller has a PlayerCameraManager: .../Camera/APlayerCameraManager/InitializeFor, .../GetOwningPlayerController.
#pragma once

#include "Camera/PlayerCameraManager.h"

#include "PlayerController.generated.h"

UCLASS()
class APlayerController : public AActor
{
	GENERATED_BODY()

public:
	/// None on servers, and before a player has a camera.
	UPROPERTY()
	TObjectPtr<APlayerCameraManager> PlayerCameraManager;

	virtual void GetPlayerViewPoint(FVector& out_Location, FRotator& out_Rotation) const
	{
		out_Location = HostEye;
		out_Rotation = FRotator(0, 0, 0);
	}
	FVector HostEye = FVector(0.0, 0.0, 0.0);
};
