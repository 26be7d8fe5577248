// Copyright (c) 2026 The SPHSolids authors

#include "SPHNiagaraFeedComponent.h"

#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "NiagaraComponent.h"
#include "NiagaraDataInterfaceArrayFunctionLibrary.h"
#include "NiagaraTypes.h"
#include "SPHSolidsLog.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"

void USPHNiagaraFeedComponent::BeginPlay()
{
	Super::BeginPlay();
	const FString Actor = GetOwner() ? GetOwner()->GetActorNameOrLabel() : GetName();
	Niagara = GetOwner() ? GetOwner()->FindComponentByClass<UNiagaraComponent>() : nullptr;
	if (!Niagara)
	{
		UE_LOG(LogSPHSolids, Warning, TEXT("%s has an SPH Niagara Feed but no Niagara component; add one with your system."), *Actor);
		return;
	}
	// Setting a parameter that the system does not have would warn every frame, so ask first.
	TArray<FNiagaraVariable> Parameters;
	Niagara->GetOverrideParameters().GetParameters(Parameters);
	const auto Has = [&Parameters](FName Name)
	{
		const FName Full(*(FString(TEXT("User.")) + Name.ToString()));
		return Parameters.ContainsByPredicate(
			[Name, Full](const FNiagaraVariable& Variable) { return Variable.GetName() == Name || Variable.GetName() == Full; });
	};
	bHasPositions = Has(PositionsParameter);
	bHasVelocities = Has(VelocitiesParameter);
	bHasCount = Has(CountParameter);
	if (!bHasPositions)
		UE_LOG(LogSPHSolids, Warning, TEXT("The Niagara system of %s has no user parameter %s (Position Array), so it shows no particles."),
			*Actor, *PositionsParameter.ToString());
	if (const USPHSolidsWorldSubsystem* Subsystem = UWorld::GetSubsystem<USPHSolidsWorldSubsystem>(GetWorld());
		Subsystem && Subsystem->GetSimulation())
		Subsystem->GetSimulation()->AddFeed(*this);
}

void USPHNiagaraFeedComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	if (const USPHSolidsWorldSubsystem* Subsystem = UWorld::GetSubsystem<USPHSolidsWorldSubsystem>(GetWorld());
		Subsystem && Subsystem->GetSimulation())
		Subsystem->GetSimulation()->RemoveFeed(*this);
	Super::EndPlay(EndPlayReason);
}

void USPHNiagaraFeedComponent::Resize(int32 NumParticles)
{
	Places.SetNumUninitialized(NumParticles, EAllowShrinking::No);
	Velocities.SetNumUninitialized(NumParticles, EAllowShrinking::No);
}

void USPHNiagaraFeedComponent::Set(int32 Index, const FVector& Place, const FVector& Velocity, float Radius)
{
	Places[Index] = Place;
	Velocities[Index] = FVector4(Velocity.X, Velocity.Y, Velocity.Z, static_cast<double>(Radius));
}

void USPHNiagaraFeedComponent::Send(const FBox& WorldBounds)
{
	if (!Niagara)
		return;
	if (bHasPositions)
		UNiagaraDataInterfaceArrayFunctionLibrary::SetNiagaraArrayPosition(Niagara, PositionsParameter, Places);
	if (bHasVelocities)
		UNiagaraDataInterfaceArrayFunctionLibrary::SetNiagaraArrayVector4(Niagara, VelocitiesParameter, Velocities);
	if (bHasCount)
		Niagara->SetVariableInt(CountParameter, Places.Num());
	// Bounds that Niagara makes itself know nothing of particles that are set from outside.
	if (WorldBounds.IsValid)
		Niagara->SetSystemFixedBounds(WorldBounds.TransformBy(Niagara->GetComponentTransform().Inverse()));
}
