// Copyright (c) 2026 The SPHSolids authors

#include "SPHSolidsLibrary.h"

#include "Engine/World.h"
#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidMaterial.h"
#include "SPHSolidsLog.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"
#include "Templates/Casts.h"

ASPHSolidActor* USPHSolidsLibrary::SpawnSolid(const UObject* WorldContextObject, USPHSolidBodyAsset* Body, const FTransform& Place,
	USPHSolidMaterial* Material, FVector Velocity, float StiffnessScale)
{
	UWorld* World = WorldContextObject ? WorldContextObject->GetWorld() : nullptr;
	if (!World || !IsValid(Body) || Place.ContainsNaN())
	{
		UE_LOG(LogSPHSolids, Warning, TEXT("Spawn SPH Solid makes nothing: %s"),
			!World               ? TEXT("it was called where there is no world.")
				: !IsValid(Body) ? TEXT("it was given no body; bake one from a static mesh.")
								 : TEXT("the place is not a number."));
		return nullptr;
	}
	ASPHSolidActor* Actor = World->SpawnActorDeferred<ASPHSolidActor>(ASPHSolidActor::StaticClass(), Place);
	if (!Actor)
		return nullptr;
	Actor->Solid->Body = Body;
	Actor->Solid->SolidMaterial = Material;
	Actor->Solid->InitialVelocity = Velocity;
	Actor->Solid->StiffnessScale = StiffnessScale;
	Actor->FinishSpawning(Place);
	// Where nothing plays yet the body begins with the game.
	if (!Actor->HasActorBegunPlay() || Actor->Solid->IsSimulatingBody())
		return Actor;
	// The component has said why.
	Actor->Destroy();
	return nullptr;
}

USPHSolidComponent* USPHSolidsLibrary::AddSolid(
	AActor* Actor, USPHSolidBodyAsset* Body, const FTransform& Place, USPHSolidMaterial* Material)
{
	if (!IsValid(Actor) || !IsValid(Body) || Place.ContainsNaN())
	{
		UE_LOG(LogSPHSolids, Warning, TEXT("Add SPH Solid makes nothing: it needs an actor, a baked body and a place."));
		return nullptr;
	}
	USPHSolidComponent* Solid = NewObject<USPHSolidComponent>(Actor);
	Solid->Body = Body;
	Solid->SolidMaterial = Material;
	if (USceneComponent* Root = Actor->GetRootComponent())
		Solid->SetupAttachment(Root);
	else
		Actor->SetRootComponent(Solid);
	Actor->AddInstanceComponent(Solid);
	Solid->SetAbsolute(true, true, true);
	Solid->SetWorldTransform(Place);
	Solid->RegisterComponent();
	if (!Actor->HasActorBegunPlay() || Solid->IsSimulatingBody())
		return Solid;
	Solid->DestroyComponent();
	return nullptr;
}

bool USPHSolidsLibrary::LineTraceSolids(const UObject* WorldContextObject, FVector Start, FVector End, FSPHSolidHit& OutHit)
{
	OutHit = FSPHSolidHit();
	const UWorld* World = WorldContextObject ? WorldContextObject->GetWorld() : nullptr;
	const USPHSolidsWorldSubsystem* Subsystem = UWorld::GetSubsystem<USPHSolidsWorldSubsystem>(World);
	return Subsystem && Subsystem->GetSimulation() && Subsystem->GetSimulation()->Trace(Start, End, OutHit);
}

bool USPHSolidsLibrary::DestroySolid(USPHSolidComponent* Solid)
{
	if (!IsValid(Solid))
		return false;
	if (ASPHSolidActor* Actor = Cast<ASPHSolidActor>(Solid->GetOwner()); Actor && Actor->Solid == Solid)
		return Actor->Destroy();
	Solid->DestroyComponent();
	return true;
}
