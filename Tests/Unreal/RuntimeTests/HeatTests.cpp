// Copyright (c) 2026 The SPHSolids authors

#include "Bodies.h"
#include "Host/Engine.h"
#include "SPHColliderComponent.h"
#include "SPHHeatSourceActor.h"
#include "SPHHeatSourceComponent.h"
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
