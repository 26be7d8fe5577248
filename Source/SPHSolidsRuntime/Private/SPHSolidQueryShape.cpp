// Copyright (c) 2026 The SPHSolids authors

#include "SPHSolidQueryShape.h"

#include "SPHSolidComponent.h"
#include "Templates/Casts.h"

USPHSolidQueryShape::USPHSolidQueryShape()
{
	SetMobility(EComponentMobility::Movable);
	SetCanEverAffectNavigation(false);
	SetCollisionEnabled(ECollisionEnabled::QueryOnly);
	SetCollisionObjectType(ECC_PhysicsBody);
	SetCollisionResponseToAllChannels(ECR_Overlap);
	SetGenerateOverlapEvents(false);
}

void USPHSolidQueryShape::Follow(const FBox& BodyBounds)
{
	if (!BodyBounds.IsValid || BodyBounds.Min.ContainsNaN() || BodyBounds.Max.ContainsNaN())
		return;
	// Another size is work for the engine's physics, and nobody asks for it to the centimetre.
	const FVector Half = BodyBounds.GetExtent();
	const double Slack = 0.05 * Half.GetAbsMax();
	if (!Half.Equals(GetUnscaledBoxExtent(), Slack))
		SetBoxExtent(Half, false);
	if (!GetComponentLocation().Equals(BodyBounds.GetCenter(), Slack))
		SetWorldLocation(BodyBounds.GetCenter());
}

void USPHSolidQueryShape::AddImpulse(FVector Impulse, FName BoneName, bool bVelChange)
{
	if (USPHSolidComponent* Solid = Cast<USPHSolidComponent>(GetAttachParent()))
		Solid->AddImpulse(Impulse, BoneName, bVelChange);
}

void USPHSolidQueryShape::AddImpulseAtLocation(FVector Impulse, FVector Location, FName BoneName)
{
	if (USPHSolidComponent* Solid = Cast<USPHSolidComponent>(GetAttachParent()))
		Solid->AddImpulseAtLocation(Impulse, Location, BoneName);
}

void USPHSolidQueryShape::AddForce(FVector Force, FName BoneName, bool bAccelChange)
{
	if (USPHSolidComponent* Solid = Cast<USPHSolidComponent>(GetAttachParent()))
		Solid->AddForce(Force, BoneName, bAccelChange);
}

void USPHSolidQueryShape::AddForceAtLocation(FVector Force, FVector Location, FName BoneName)
{
	if (USPHSolidComponent* Solid = Cast<USPHSolidComponent>(GetAttachParent()))
		Solid->AddForceAtLocation(Force, Location, BoneName);
}

void USPHSolidQueryShape::AddRadialImpulse(FVector Origin, float Radius, float Strength, ERadialImpulseFalloff Falloff, bool bVelChange)
{
	if (USPHSolidComponent* Solid = Cast<USPHSolidComponent>(GetAttachParent()))
		Solid->AddRadialImpulse(Origin, Radius, Strength, Falloff, bVelChange);
}

void USPHSolidQueryShape::AddRadialForce(FVector Origin, float Radius, float Strength, ERadialImpulseFalloff Falloff, bool bAccelChange)
{
	if (USPHSolidComponent* Solid = Cast<USPHSolidComponent>(GetAttachParent()))
		Solid->AddRadialForce(Origin, Radius, Strength, Falloff, bAccelChange);
}
