// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/USphereComponent (SetSphereRadius, GetUnscaledSphereRadius).
#pragma once

#include "Components/ShapeComponent.h"

#include "SphereComponent.generated.h"

UCLASS()
class USphereComponent : public UShapeComponent
{
	GENERATED_BODY()

public:
	void SetSphereRadius(float InSphereRadius, bool bUpdateOverlaps = true);
	float GetUnscaledSphereRadius() const { return SphereRadius; }

protected:
	virtual void UpdateBodySetup() override;

	UPROPERTY()
	float SphereRadius = 32.0f;
};
