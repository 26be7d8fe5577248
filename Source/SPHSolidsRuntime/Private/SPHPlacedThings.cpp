// Copyright (c) 2026 The SPHSolids authors

#include "Engine/World.h"
#include "SPHColliderComponent.h"
#include "SPHFluidEmitterComponent.h"
#include "SPHFluidVolume.h"
#include "SPHHeatSourceActor.h"
#include "SPHHeatSourceComponent.h"
#include "SPHParticlesComponent.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"

// What places fluids, colliders and heat into the simulation of the world it plays in.

namespace
{

FSPHSolidsSimulation* PlayingSimulation(const UWorld* World)
{
	const USPHSolidsWorldSubsystem* Subsystem = UWorld::GetSubsystem<USPHSolidsWorldSubsystem>(World);
	FSPHSolidsSimulation* Simulation = Subsystem ? Subsystem->GetSimulation() : nullptr;
	if (Simulation)
		Simulation->Access();
	return Simulation;
}

}

ASPHFluidVolume::ASPHFluidVolume()
{
	SetRootComponent(CreateDefaultSubobject<USceneComponent>(TEXT("Root")));
	Particles = CreateDefaultSubobject<USPHParticlesComponent>(TEXT("Particles"));
	Particles->SetupAttachment(GetRootComponent());
}

void ASPHFluidVolume::BeginPlay()
{
	Super::BeginPlay();
	// An actor whose level was only hidden for a while has filled it already.
	if (FSPHSolidsSimulation* Simulation = PlayingSimulation(GetWorld()); Simulation && NumMade == 0)
		NumMade = Simulation->GetFluids().Fill(*this);
}

void USPHFluidEmitterComponent::BeginPlay()
{
	Super::BeginPlay();
	if (bPourAtStart)
		StartPouring();
}

void USPHFluidEmitterComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	StopPouring();
	Super::EndPlay(EndPlayReason);
}

void USPHFluidEmitterComponent::StartPouring()
{
	if (FSPHSolidsSimulation* Simulation = PlayingSimulation(GetWorld()))
		Simulation->GetFluids().Start(*this);
}

void USPHFluidEmitterComponent::StopPouring()
{
	if (FSPHSolidsSimulation* Simulation = PlayingSimulation(GetWorld()))
		Simulation->GetFluids().Stop(*this);
}

void USPHColliderComponent::BeginPlay()
{
	Super::BeginPlay();
	if (FSPHSolidsSimulation* Simulation = PlayingSimulation(GetWorld()))
		Simulation->GetColliders().Place(*this);
}

void USPHColliderComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	if (FSPHSolidsSimulation* Simulation = PlayingSimulation(GetWorld()))
		Simulation->GetColliders().Remove(*this);
	Super::EndPlay(EndPlayReason);
}

ASPHHeatSourceActor::ASPHHeatSourceActor()
{
	Heat = CreateDefaultSubobject<USPHHeatSourceComponent>(TEXT("Heat"));
	SetRootComponent(Heat);
}

void USPHHeatSourceComponent::BeginPlay()
{
	Super::BeginPlay();
	if (FSPHSolidsSimulation* Simulation = PlayingSimulation(GetWorld()))
		Simulation->GetHeat().Add(*this);
}

void USPHHeatSourceComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	if (FSPHSolidsSimulation* Simulation = PlayingSimulation(GetWorld()))
		Simulation->GetHeat().Remove(*this);
	Super::EndPlay(EndPlayReason);
}
