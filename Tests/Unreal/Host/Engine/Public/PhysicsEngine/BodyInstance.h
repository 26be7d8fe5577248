// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FBodyInstance (GetBodyMass, GetBodyInertiaTensor, GetUnrealWorldVelocityAtPoint); must be included by name since 5.6.
#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"

#include "BodyInstance.generated.h"

/** One rigid body of the host's physics: falls, takes impulses, hits nothing. */
USTRUCT()
struct FBodyInstance
{
	GENERATED_BODY()

	UPROPERTY()
	bool bSimulatePhysics = false;

	UPROPERTY()
	bool bEnableGravity = true;

	UPROPERTY()
	float MassInKgOverride = 10.0f;

	float GetBodyMass() const { return MassInKgOverride; }
	/** About the principal axes, kg cm^2. */
	FVector GetBodyInertiaTensor() const { return HostInertia; }
	FVector GetUnrealWorldVelocity() const { return HostVelocity; }
	FVector GetUnrealWorldAngularVelocityInRadians() const { return HostAngularVelocity; }
	FVector GetUnrealWorldVelocityAtPoint(const FVector& Point) const
	{
		return HostVelocity + (HostAngularVelocity ^ (Point - HostCentre));
	}

	FVector HostVelocity = FVector(0, 0, 0);
	FVector HostAngularVelocity = FVector(0, 0, 0);
	FVector HostForce = FVector(0, 0, 0);
	FVector HostTorque = FVector(0, 0, 0);
	FVector HostInertia = FVector(1, 1, 1);
	FVector HostCentre = FVector(0, 0, 0);
};
