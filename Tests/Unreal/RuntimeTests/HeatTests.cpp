// Copyright (c) 2026 The SPHSolids authors

#include "Bodies.h"
#include "DrawDebugHelpers.h"
#include "HAL/IConsoleManager.h"
#include "Host/Engine.h"
#include "Render/SPHBeads.h"
#include "SPHColliderComponent.h"
#include "SPHHeatSourceActor.h"
#include "SPHHeatSourceComponent.h"
#include "SPHParticlesComponent.h"
#include "SPHSolidActor.h"
#include "SPHSolidComponent.h"
#include "SPHSolidMaterial.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"

#include <gtest/gtest.h>

using namespace RuntimeTests;

namespace
{

class FHeatPlay : public testing::Test
{
protected:
	FHeatPlay()
	{
		World = Engine.CreateWorld(EWorldType::Game);
		Wax = NewObject<USPHSolidMaterial>(World);
		Wax->bTakesHeat = true;
		Wax->Conductivity = 5000.0f;
	}
	~FHeatPlay() override { Engine.DestroyWorld(World); }
	ASPHSolidActor* Spawn(const FVector& Place)
	{
		ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(Place));
		Actor->Solid->SetSolidMaterial(Wax);
		return Actor;
	}
	void Play(int32 Frames)
	{
		for (int32 Count = 0; Count < Frames; ++Count)
			Engine.Tick(1.0f / 60.0f);
	}
	SPHSolids::World& Core() const { return World->GetSubsystem<USPHSolidsWorldSubsystem>()->GetSimulation()->Access(); }

	FSettingsScope Keep;
	Host::FEngine& Engine = Host::FEngine::Get();
	UWorld* World;
	USPHSolidMaterial* Wax;
};

}

TEST_F(FHeatPlay, ABodyWarmsUpAtAHeatSourceAndOneWithoutHeatHasTheTemperatureOfItsPlace)
{
	ASPHSolidActor* Actor = Spawn(FVector(0, 0, 300));
	ASPHSolidActor* Plain = SpawnSolid(World, BoxAsset(), FTransform(FVector(2000, 0, 300)));
	ASPHHeatSourceActor* Flame = World->SpawnActor<ASPHHeatSourceActor>();
	Flame->Heat->SetWorldTransform(FTransform(FVector(0, 0, 280)));
	Flame->Heat->Temperature = 50.0f;
	Flame->Heat->HeatTransfer = 50000.0f;
	EXPECT_NEAR(Actor->Solid->GetTemperature(), 20.0f, 1e-3f);
	Play(20);
	EXPECT_GT(Actor->Solid->GetTemperature(), 21.0f);
	EXPECT_LT(Actor->Solid->GetTemperature(), 50.0f);
	EXPECT_NEAR(Plain->Solid->GetTemperature(), 20.0f, 1e-3f);
	const float Warm = Actor->Solid->GetTemperature();
	Flame->Heat->bIsOn = false;
	Play(10);
	EXPECT_LE(Actor->Solid->GetTemperature(), Warm + 0.01f);
	EXPECT_TRUE(Actor->Solid->SetTemperature(35.0f));
	EXPECT_NEAR(Actor->Solid->GetTemperature(), 35.0f, 1e-3f);
	EXPECT_FALSE(Plain->Solid->SetTemperature(35.0f)) << "its material takes no heat";
}

TEST_F(FHeatPlay, MeltTurnsAPartOfTheBodyIntoFluid)
{
	ASPHSolidActor* Actor = Spawn(FVector(0, 0, 300));
	Play(1);
	const FVector Centre = Actor->Solid->GetBodyCentre();
	const float Mass = Actor->Solid->GetBodyMassKg();
	EXPECT_EQ(Actor->Solid->GetMeltedShare(), 0.0f);
	EXPECT_GT(Actor->Solid->Melt(Centre + FVector(20, 20, 20), 20.0f), 0);
	Play(2);
	EXPECT_GT(Actor->Solid->GetMeltedShare(), 0.0f);
	EXPECT_LT(Actor->Solid->GetBodyMassKg(), Mass);
	EXPECT_GT(Core().Fluid().id.size(), 0u);
	EXPECT_EQ(Actor->Solid->Melt(Centre + FVector(5000, 0, 0), 20.0f), 0) << "nothing is there";
	EXPECT_EQ(SpawnSolid(World, BoxAsset(), FTransform(FVector(900, 0, 0)))->Solid->Melt(FVector(900, 0, 0), 20.0f), 0);
}

TEST_F(FHeatPlay, WhatHasMeltedIsDrawnAndCountedWithTheFluidOnly)
{
	ASPHSolidActor* Actor = Spawn(FVector(0, 0, 300));
	USPHParticlesComponent* Beads = NewObject<USPHParticlesComponent>(Actor);
	Beads->Source = ESPHParticleSource::SolidOfActor;
	Beads->SetupAttachment(Actor->Solid);
	Beads->RegisterComponent();
	Play(1);
	const FVector Corner = Actor->Solid->GetBodyCentre() + FVector(16, 16, 16);
	const float Litres = Actor->Solid->GetBodyVolumeLitres();
	const int32 Melted = Actor->Solid->Melt(Corner, 20.0f);
	ASSERT_GT(Melted, 3);
	Play(2);
	const SPHSolids::SolidBody& Solid = *Core().Find(Actor->Solid->GetInstance()->Id);
	ASSERT_GE(static_cast<int32>(Solid.MeltedCount()), Melted);
	int32 Shown = 0;
	for (const Host::FDrawnMesh& Mesh : Engine.DrawnMeshes(World))
		for (int32 Bead = 0; Mesh.Positions.Num() >= 125 * SPHBeads::CornersPerBead && Bead < 125; ++Bead)
		{
			const bool bHasSize = !Mesh.Positions[6 * Bead].Equals(Mesh.Positions[6 * Bead + 1], 1e-4f);
			EXPECT_EQ(bHasSize, !Solid.IsMelted(static_cast<std::size_t>(Bead))) << Bead;
			Shown += bHasSize ? 1 : 0;
		}
	EXPECT_EQ(Shown, 125 - static_cast<int32>(Solid.MeltedCount()));
	EXPECT_EQ(Beads->GetNumDrawn(), Shown);
	FVector Where;
	const int32 Closest = Actor->Solid->FindClosestParticle(Corner, Where);
	ASSERT_GE(Closest, 0);
	EXPECT_FALSE(Solid.IsMelted(static_cast<std::size_t>(Closest)));
	EXPECT_NEAR(Actor->Solid->GetBodyVolumeLitres() / Litres, static_cast<float>(Shown) / 125.0f, 0.06f);
	const int32 Points = Host::DebugDrawn().Points;
	IConsoleManager::Get().FindConsoleVariable(TEXT("sph.Draw"))->Set(1);
	Play(1);
	IConsoleManager::Get().FindConsoleVariable(TEXT("sph.Draw"))->Set(0);
	EXPECT_LE(Host::DebugDrawn().Points - Points, Shown);
}

TEST_F(FHeatPlay, ABodyThatMeltsAwayIsDrawnNoMoreAndItsActorStays)
{
	ASPHSolidActor* Actor = Spawn(FVector(0, 0, 300));
	Play(2);
	ASSERT_EQ(Engine.DrawnMeshes(World).Num(), 2);
	EXPECT_TRUE(Actor->Solid->SetTemperature(500.0f));
	for (int32 Count = 0; Count < 120 && Actor->Solid->GetMeltedShare() < 1.0f; ++Count)
		Play(1);
	Play(2);
	ASSERT_EQ(Actor->Solid->GetMeltedShare(), 1.0f);
	EXPECT_EQ(Engine.DrawnMeshes(World).Num(), 0);
	FVector Where;
	EXPECT_EQ(Actor->Solid->FindClosestParticle(FVector(0, 0, 300), Where), -1);
	EXPECT_EQ(Actor->Solid->PinSphere(FVector(0, 0, 300), 1000.0f), 0);
	Actor->Solid->MarkRenderStateDirty();
	Play(2);
	EXPECT_EQ(Engine.DrawnMeshes(World).Num(), 0) << "nor by a new proxy";
	EXPECT_FALSE(Actor->GetActorLocation().ContainsNaN());
}

TEST_F(FHeatPlay, AHotColliderMeltsWhatLiesOnIt)
{
	AActor* Floor = World->SpawnActor<AActor>();
	USPHColliderComponent* Plate = NewObject<USPHColliderComponent>(Floor);
	Floor->SetRootComponent(Plate);
	Plate->Shape = ESPHColliderShape::Plane;
	Plate->Temperature = 500.0f;
	Plate->HeatTransfer = 500000.0f;
	Plate->RegisterComponent();
	ASPHSolidActor* Actor = Spawn(FVector(0, 0, 22));
	Play(90);
	EXPECT_GT(Actor->Solid->GetMeltedShare(), 0.0f);
	EXPECT_GT(Core().Fluid().id.size(), 0u);
}

TEST_F(FHeatPlay, AMaterialThatMeltsBeforeItSoftensIsReportedAndTheBodyGoesOnWithoutHeat)
{
	Wax->SoftensAt = 90.0f;
	ASPHSolidActor* Actor = Spawn(FVector(0, 0, 300));
	Play(5);
	EXPECT_TRUE(Actor->Solid->IsSimulatingBody());
	EXPECT_FALSE(Actor->Solid->SetTemperature(50.0f));
	EXPECT_LT(Actor->Solid->GetBodyVelocity().Z, -10.0);
}
