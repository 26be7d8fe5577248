// Copyright (c) 2026 The SPHSolids authors

#include "Host/Objects.h"
#include "Host/Program.h"
#include "PlayedWorld.h"
#include "RuntimeTestTypes.h"
#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidMaterial.h"
#include "SPHSolidsLibrary.h"

#include <limits>

#include <gtest/gtest.h>

using namespace RuntimeTests;

namespace
{

class FSpawnPlay : public FPlayedWorld
{
};

}

TEST_F(FSpawnPlay, ASpawnedBodyIsAtItsPlaceOfItsMaterialAndOnItsWay)
{
	USPHSolidMaterial* Material = NewObject<USPHSolidMaterial>(World);
	Material->StiffnessKPa = 7.0f;
	const FTransform Place(FQuat::Identity, FVector(100, 200, 300), FVector(2));
	ASPHSolidActor* Actor = USPHSolidsLibrary::SpawnSolid(World, BoxAsset(), Place, Material, FVector(50, 0, 0), 3.0f);
	ASSERT_NE(Actor, nullptr);
	EXPECT_TRUE(Actor->Solid->IsSimulatingBody());
	EXPECT_TRUE(Actor->Solid->GetBodyCentre().Equals(FVector(100, 200, 300), 0.1));
	EXPECT_NEAR(Actor->Solid->GetBodyVelocity().X, 50.0, 0.01);
	EXPECT_NEAR(Actor->Solid->GetBodyMassKg(), 8 * 64.0f, 8.0f);
	EXPECT_DOUBLE_EQ(Simulation().FindBody(*Actor->Solid->GetInstance())->GetMaterial().young, 21000.0);
}

TEST_F(FSpawnPlay, WhatCannotBeSimulatedIsNotSpawnedAndTheLogSaysWhy)
{
	const double Nothing = std::numeric_limits<double>::quiet_NaN();
	const int32 Before = World->PersistentLevel->Actors.Num();
	const Host::FLogCapture Log;
	EXPECT_EQ(USPHSolidsLibrary::SpawnSolid(nullptr, BoxAsset(), FTransform::Identity), nullptr);
	EXPECT_EQ(USPHSolidsLibrary::SpawnSolid(World, nullptr, FTransform::Identity), nullptr);
	EXPECT_EQ(USPHSolidsLibrary::SpawnSolid(World, NewObject<USPHSolidBodyAsset>(), FTransform::Identity), nullptr);
	EXPECT_EQ(USPHSolidsLibrary::SpawnSolid(World, BoxAsset(), FTransform(FVector(Nothing, 0, 0))), nullptr);
	EXPECT_EQ(USPHSolidsLibrary::SpawnSolid(World, BoxAsset(), FTransform(FQuat::Identity, FVector(0), FVector(1, 2, 3))), nullptr);
	EXPECT_EQ(USPHSolidsLibrary::AddSolid(nullptr, BoxAsset(), FTransform::Identity), nullptr);
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning), 6) << "one line each";
	Play(1);
	EXPECT_EQ(World->PersistentLevel->Actors.Num(), Before);
	EXPECT_FALSE(USPHSolidsLibrary::DestroySolid(nullptr));
}

TEST_F(FSpawnPlay, AnActorGetsABodyOfItsOwnAndLosesItAlone)
{
	AActor* Owner = World->SpawnActor<AActor>();
	USPHSolidComponent* First = USPHSolidsLibrary::AddSolid(Owner, BoxAsset(), FTransform(FVector(0, 0, 500)));
	USPHSolidComponent* Second = USPHSolidsLibrary::AddSolid(Owner, BoxAsset(), FTransform(FVector(0, 300, 500)));
	ASSERT_TRUE(First && Second);
	Play(5);
	EXPECT_TRUE(First->IsSimulatingBody() && Second->IsSimulatingBody());
	EXPECT_NEAR(Second->GetBodyCentre().Y, 300.0, 0.1);
	EXPECT_LT(First->GetBodyCentre().Z, 499.0);
	EXPECT_TRUE(USPHSolidsLibrary::DestroySolid(Second));
	Play(1);
	EXPECT_TRUE(First->IsSimulatingBody());
	EXPECT_EQ(Simulation().Stats.AwakeBodies, 1);
}

TEST_F(FSpawnPlay, BodiesMadeAndDestroyedWhileTheSolverWorksLeaveNothing)
{
	ARuntimeMeddler* Meddler = World->SpawnActor<ARuntimeMeddler>();
	Play(1);
	const int32 Before = Host::CountObjects();
	TArray<ASPHSolidActor*> Alive;
	Meddler->Deed = [&]
	{
		if (Alive.Num() > 2)
		{
			EXPECT_TRUE(USPHSolidsLibrary::DestroySolid(Alive[0]->Solid));
			Alive.RemoveAt(0);
		}
		Alive.Add(USPHSolidsLibrary::SpawnSolid(World, BoxAsset(), FTransform(FVector(100.0 * Alive.Num(), 0, 300))));
		ASSERT_NE(Alive.Last(), nullptr);
	};
	Play(20);
	Meddler->Deed = nullptr;
	Play(1);
	EXPECT_EQ(Simulation().Stats.AwakeBodies, 3);
	for (ASPHSolidActor* Actor : Alive)
		EXPECT_TRUE(USPHSolidsLibrary::DestroySolid(Actor->Solid));
	Play(2);
	EXPECT_EQ(Simulation().Stats.AwakeBodies + Simulation().Stats.SleepingBodies, 0);
	CollectGarbage(RF_NoFlags);
	EXPECT_EQ(Host::CountObjects(), Before);
}
