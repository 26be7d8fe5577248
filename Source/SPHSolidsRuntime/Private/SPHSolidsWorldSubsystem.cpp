// Copyright (c) 2026 The SPHSolids authors

#include "SPHSolidsWorldSubsystem.h"

#include "Convert/SPHSolidsUnits.h"
#include "Engine/World.h"
#include "SPHSolidComponent.h"
#include "Simulation/SPHSolidsSimulation.h"

#include <vector>

bool USPHSolidsWorldSubsystem::DoesSupportWorldType(const EWorldType::Type WorldType) const
{
	return WorldType == EWorldType::Game || WorldType == EWorldType::PIE || WorldType == EWorldType::EditorPreview;
}

void USPHSolidsWorldSubsystem::OnWorldBeginPlay(UWorld& InWorld)
{
	Super::OnWorldBeginPlay(InWorld);
	// May come twice if the plugin is loaded late.
	if (!Simulation)
		Simulation = FSPHSolidsSimulation::Create(InWorld);
}

bool USPHSolidsWorldSubsystem::StartPreview(USPHSolidComponent& Body, double FloorHeight, FString& OutMessage)
{
	check(GetWorldRef().WorldType == EWorldType::EditorPreview && Body.GetWorld() == GetWorld());
	StopPreview();
	Simulation = FSPHSolidsSimulation::Create(GetWorldRef());
	if (!Simulation)
	{
		OutMessage = TEXT("The project's settings of SPH Solids make no sense; the log says which.");
		return false;
	}
	SPHSolids::BoundaryDef Floor;
	Floor.pose.position = SPHSolidsUnits::VectorToCore(FVector(0.0, 0.0, FloorHeight));
	(void)Simulation->Access().AddBoundary(Floor);
	Previewed = &Body;
	OutMessage = Body.StartPreview();
	if (!OutMessage.IsEmpty())
		StopPreview();
	return OutMessage.IsEmpty();
}

void USPHSolidsWorldSubsystem::AdvancePreview(float Seconds)
{
	constexpr float LongestFrame = 1.0f / 30.0f;
	if (!Simulation || !Previewed.IsValid())
		return;
	Simulation->Gather(FMath::Min(Seconds, LongestFrame));
	Simulation->Publish();
}

void USPHSolidsWorldSubsystem::StopPreview()
{
	if (USPHSolidComponent* Body = Previewed.Get())
		Body->SetSimulating(false);
	Previewed.Reset();
	Simulation.Reset();
}

void USPHSolidsWorldSubsystem::Deinitialize()
{
	StopPreview();
	Simulation.Reset();
	Super::Deinitialize();
}

void USPHSolidsWorldSubsystem::SetSimulationPaused(bool bPaused)
{
	if (Simulation)
		Simulation->bPaused = bPaused;
}

bool USPHSolidsWorldSubsystem::IsSimulationPaused() const
{
	return Simulation && Simulation->bPaused;
}

void USPHSolidsWorldSubsystem::ApplyRadialPush(FVector Location, float Radius, float Speed)
{
	if (Simulation)
		Simulation->Access().ApplyRadialImpulse(SPHSolidsUnits::VectorToCore(Location),
			SPHSolidsUnits::LengthToCore(static_cast<double>(Radius)), SPHSolidsUnits::LengthToCore(static_cast<double>(Speed)));
}

FSPHSolidsFrameStats USPHSolidsWorldSubsystem::GetFrameStats() const
{
	return Simulation ? Simulation->Stats : FSPHSolidsFrameStats();
}

int64 USPHSolidsWorldSubsystem::GetStateHash() const
{
	return Simulation ? static_cast<int64>(Simulation->Access().StateHash()) : 0;
}

float USPHSolidsWorldSubsystem::GetTemperatureAt(FVector Location) const
{
	if (!Simulation)
		return 0.0f;
	Simulation->GetHeat().Update();
	return static_cast<float>(Simulation->GetHeat().Where().At(Location));
}

TArray<uint8> USPHSolidsWorldSubsystem::SaveWorldState() const
{
	TArray<uint8> State;
	if (!Simulation)
		return State;
	const std::vector<std::byte> Snapshot = Simulation->Access().Snapshot();
	State.Append(reinterpret_cast<const uint8*>(Snapshot.data()), static_cast<int32>(Snapshot.size()));
	return State;
}

bool USPHSolidsWorldSubsystem::LoadWorldState(const TArray<uint8>& State, FString& OutMessage)
{
	OutMessage = Simulation ? Simulation->Restore(State) : FString(TEXT("Nothing is simulated in this world."));
	return OutMessage.IsEmpty();
}

bool USPHSolidsWorldSubsystem::SaveRecordedSteps(FString& OutMessage)
{
	if (Simulation)
		return Simulation->SaveSteps(OutMessage);
	OutMessage = TEXT("Nothing is simulated in this world.");
	return false;
}
