// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Components/BoxComponent.h"
#include "CoreMinimal.h"

#include "SPHSolidQueryShape.generated.h"

/**
 * A box around a simulated soft body that the engine's queries find: radial forces, triggers, overlaps and traces of Blueprints. It stops nothing.
 * What is done to it is done to the body.
 */
UCLASS(Transient, NotBlueprintable)
class USPHSolidQueryShape : public UBoxComponent
{
	GENERATED_BODY()

public:
	USPHSolidQueryShape();

	/** @param BodyBounds In the world, cm. */
	void Follow(const FBox& BodyBounds);

	virtual void AddImpulse(FVector Impulse, FName BoneName = NAME_None, bool bVelChange = false) override;
	virtual void AddImpulseAtLocation(FVector Impulse, FVector Location, FName BoneName = NAME_None) override;
	virtual void AddForce(FVector Force, FName BoneName = NAME_None, bool bAccelChange = false) override;
	virtual void AddForceAtLocation(FVector Force, FVector Location, FName BoneName = NAME_None) override;
	virtual void AddRadialImpulse(
		FVector Origin, float Radius, float Strength, ERadialImpulseFalloff Falloff, bool bVelChange = false) override;
	virtual void AddRadialForce(
		FVector Origin, float Radius, float Strength, ERadialImpulseFalloff Falloff, bool bAccelChange = false) override;
};
