// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/UShapeComponent (ShapeBodySetup, GetBodySetup, UpdateBodySetup).
#pragma once

#include "Components/PrimitiveComponent.h"
#include "PhysicsEngine/BodySetup.h"

#include "ShapeComponent.generated.h"

UCLASS(Abstract)
class UShapeComponent : public UPrimitiveComponent
{
	GENERATED_BODY()

public:
	virtual UBodySetup* GetBodySetup() override;

protected:
	virtual void UpdateBodySetup() {}

	UPROPERTY(Transient)
	TObjectPtr<UBodySetup> ShapeBodySetup;
};
