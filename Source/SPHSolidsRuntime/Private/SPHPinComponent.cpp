// Copyright (c) 2026 The SPHSolids authors

#include "SPHPinComponent.h"

#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsLog.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"

namespace
{

FSPHSolidsSimulation* SimulationOf(const USPHPinComponent& Pin)
{
	const USPHSolidsWorldSubsystem* Subsystem = UWorld::GetSubsystem<USPHSolidsWorldSubsystem>(Pin.GetWorld());
	return Subsystem ? Subsystem->GetSimulation() : nullptr;
}

}

void USPHPinComponent::BeginPlay()
{
	Super::BeginPlay();
	Hold();
}

void USPHPinComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	Release();
	Super::EndPlay(EndPlayReason);
}

void USPHPinComponent::ApplyWorldOffset(const FVector& InOffset, bool bWorldShift)
{
	Super::ApplyWorldOffset(InOffset, bWorldShift);
	HeldFrame.AddToTranslation(InOffset);
}

void USPHPinComponent::Hold()
{
	HeldFrame = GetComponentTransform();
	if (FSPHSolidsSimulation* Simulation = SimulationOf(*this))
	{
		Simulation->Access();
		Simulation->GetPins().Add(*this);
	}
}

void USPHPinComponent::Release()
{
	NumHeld = 0;
	if (FSPHSolidsSimulation* Simulation = SimulationOf(*this))
	{
		Simulation->Access();
		Simulation->GetPins().Remove(*this);
	}
}

bool USPHPinComponent::Contains(FVector Location) const
{
	if (Shape == ESPHPinShape::Sphere)
		return FVector::Dist(Location, GetComponentLocation()) <= static_cast<double>(Radius) * GetComponentScale().GetAbs().GetMin();
	const FVector Local = GetComponentTransform().InverseTransformPosition(Location).GetAbs();
	return Local.X <= BoxExtent.X && Local.Y <= BoxExtent.Y && Local.Z <= BoxExtent.Z;
}

FTransform USPHPinComponent::GetFollowedFrame() const
{
	if (FollowActor)
	{
		TArray<USceneComponent*> Components;
		FollowActor->GetComponents(Components);
		for (const USceneComponent* Component : Components)
			if (!FollowSocket.IsNone() && Component->DoesSocketExist(FollowSocket))
				return Component->GetSocketTransform(FollowSocket);
		return FollowActor->GetActorTransform();
	}
	for (const USceneComponent* Above = GetAttachParent(); Above; Above = Above->GetAttachParent())
		if (Above->IsA<USPHSolidComponent>())
			return HeldFrame;
	return GetComponentTransform();
}

USPHSolidComponent* USPHPinComponent::FindSolid() const
{
	const AActor* Actor = SolidActor ? SolidActor.Get() : GetOwner();
	return Actor ? Actor->FindComponentByClass<USPHSolidComponent>() : nullptr;
}

void USPHPinComponent::NotifyHeld(int32 Num)
{
	NumHeld = Num;
	HeldFrame = GetComponentTransform();
	if (Num == 0)
		UE_LOG(LogSPHSolids, Warning,
			TEXT("Pin %s of %s holds nothing: no particle is inside its shape. Move it into the body or make it larger."), *GetName(),
			GetOwner() ? *GetOwner()->GetActorNameOrLabel() : TEXT("no actor"));
}
