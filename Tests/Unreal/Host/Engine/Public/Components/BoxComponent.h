// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/UBoxComponent (SetBoxExtent and GetScaledBoxExtent: half sides), .../UShapeComponent (its shape is in a body setup of its own).
#pragma once

#include "Components/ShapeComponent.h"

#include "BoxComponent.generated.h"

UCLASS()
class UBoxComponent : public UShapeComponent
{
	GENERATED_BODY()

public:
	void SetBoxExtent(FVector InBoxExtent, bool bUpdateOverlaps = true);
	FVector GetUnscaledBoxExtent() const { return BoxExtent; }
	FVector GetScaledBoxExtent() const { return BoxExtent * GetComponentScale(); }

protected:
	virtual void UpdateBodySetup() override;

	UPROPERTY()
	FVector BoxExtent = FVector(32, 32, 32);
};
