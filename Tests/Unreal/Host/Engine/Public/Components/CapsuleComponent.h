// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/UCapsuleComponent (SetCapsuleSize(radius, half height with the caps)).
#pragma once

#include "Components/ShapeComponent.h"

#include "CapsuleComponent.generated.h"

UCLASS()
class UCapsuleComponent : public UShapeComponent
{
	GENERATED_BODY()

public:
	void SetCapsuleSize(float InRadius, float InHalfHeight, bool bUpdateOverlaps = true);

protected:
	virtual void UpdateBodySetup() override;

	UPROPERTY()
	float CapsuleHalfHeight = 44.0f;

	UPROPERTY()
	float CapsuleRadius = 22.0f;
};
