// Copyright (c) 2026 The SPHSolids authors

#include "Components/BoxComponent.h"
#include "Engine/OverlapResult.h"
#include "PlayedWorld.h"
#include "SPHSolidActor.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsLibrary.h"

#include <limits>

#include <gtest/gtest.h>

using namespace RuntimeTests;

namespace
{

/// How games find soft bodies.
class FQueryPlay : public FPlayedWorld
{
protected:
	FQueryPlay()
		: FPlayedWorld([](USPHSolidsSettings& Settings) { Settings.BudgetMilliseconds = 0; })
	{
	}
	/// As radial forces and Blueprints ask: physics bodies near a place.
	TArray<UPrimitiveComponent*> FindNear(const FVector& Place, double Radius) const
	{
		TArray<FOverlapResult> Results;
		World->OverlapMultiByObjectType(Results, Place, FQuat::Identity, FCollisionObjectQueryParams(ECC_PhysicsBody),
			FCollisionShape::MakeSphere(static_cast<float>(Radius)));
		TArray<UPrimitiveComponent*> Found;
		for (const FOverlapResult& Result : Results)
			Found.Add(Result.GetComponent());
		return Found;
	}
	FSPHSolidHit Trace(const FVector& Start, const FVector& End) const
	{
		FSPHSolidHit Hit;
		EXPECT_EQ(USPHSolidsLibrary::LineTraceSolids(World, Start, End, Hit), Hit.Solid != nullptr);
		return Hit;
	}
};

}

TEST_F(FQueryPlay, WhatARadialForceDoesToWhatItFindsReachesTheBody)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 500)));
	const TArray<UPrimitiveComponent*> Found = FindNear(FVector(-60, 0, 500), 50.0);
	ASSERT_EQ(Found.Num(), 1);
	EXPECT_EQ(Found[0]->GetOwner(), Actor);
	EXPECT_EQ(Found[0]->HostResponse, ECR_Overlap) << "it stops nobody";
	EXPECT_EQ(Found[0]->GetCollisionEnabled(), ECollisionEnabled::QueryOnly);
	Found[0]->AddRadialImpulse(FVector(-60, 0, 500), 200.0f, 300.0f, RIF_Constant, true);
	EXPECT_NEAR(Actor->Solid->GetBodyVelocity().X, 300.0, 1.0);
	Found[0]->AddImpulseAtLocation(FVector(0, 6400, 0), FVector(0, 0, 500));
	EXPECT_NEAR(Actor->Solid->GetBodyVelocity().Y, 100.0, 5.0) << "6400 kg cm/s on 64 kg";
}

TEST_F(FQueryPlay, TheBoxGoesWithTheBodyAndIsGoneWithIt)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 500)));
	Play(40);
	EXPECT_EQ(FindNear(FVector(0, 0, 500), 10.0).Num(), 0);
	EXPECT_EQ(FindNear(Actor->Solid->GetBodyCentre(), 20.0).Num(), 1) << "at most three frames late";
	Actor->Solid->SetSimulating(false);
	EXPECT_EQ(FindNear(Actor->Solid->Bounds.Origin, 100.0).Num(), 0);
	Actor->Solid->SetSimulating(true);
	EXPECT_EQ(FindNear(Actor->Solid->GetBodyCentre(), 10.0).Num(), 1);
	const FVector Last = Actor->Solid->GetBodyCentre();
	Actor->Destroy();
	EXPECT_EQ(FindNear(Last, 100.0).Num(), 0);
	Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	Actor->Solid->SetSimulating(false);
	Actor->Solid->bFoundByQueries = false;
	Actor->Solid->SetSimulating(true);
	EXPECT_EQ(FindNear(FVector(0, 0, 0), 100.0).Num(), 0) << "unless nobody wants it";
}

TEST_F(FQueryPlay, BoxesOfBodiesAreNoCollidersOfOthers)
{
	SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 500)));
	SpawnSolid(World, BoxAsset(), FTransform(FVector(60, 0, 500)));
	Play(5);
	EXPECT_EQ(Simulation().Stats.Colliders, 0);
}

TEST_F(FQueryPlay, ALineMeetsABodyWhereItsParticlesAre)
{
	const ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FRotator(0, 30, 0), FVector(100, 0, 500)));
	const FVector Middle = Actor->Solid->GetBodyCentre();
	const FSPHSolidHit Hit = Trace(Middle + FVector(3, 2, 200), Middle - FVector(-3, -2, 200));
	ASSERT_EQ(Hit.Solid, Actor->Solid);
	EXPECT_NEAR(Hit.Location.Z, Middle.Z + 20.0, 2.0) << "the upper side of a box of 40 cm";
	EXPECT_NEAR(static_cast<double>(Hit.Distance), 180.0, 2.0);
	EXPECT_GT(Hit.Normal.Z, 0.9);
	EXPECT_NEAR(Hit.Normal.Size(), 1.0, 1e-6);
	const FVector Side = FRotator(0, 30, 0).Quaternion().RotateVector(FVector(0, 1, 0));
	EXPECT_GT(Trace(Middle + Side * 100.0, Middle).Normal | Side, 0.9) << "turned as the body";
	FVector Place;
	EXPECT_EQ(Hit.Particle, Actor->Solid->FindClosestParticle(Hit.Location, Place));
	EXPECT_EQ(Trace(Middle + FVector(30, 0, 200), Middle + FVector(30, 0, -200)).Solid, nullptr) << "beside it";
	EXPECT_EQ(Trace(Middle + FVector(0, 0, 200), Middle + FVector(0, 0, 30)).Solid, nullptr) << "ends before it";
	EXPECT_EQ(Trace(Middle + FVector(0, 0, -30), Middle + FVector(0, 0, -200)).Solid, nullptr) << "begins behind it";
	EXPECT_EQ(static_cast<double>(Trace(Middle, Middle + FVector(0, 0, 200)).Distance), 0.0) << "begins in it";
}

TEST_F(FQueryPlay, TheFirstOfSeveralBodiesIsFoundAlsoWhileTheyMove)
{
	const ASPHSolidActor* Far = SpawnSolid(World, BoxAsset(), FTransform(FVector(200, 0, 500)));
	const ASPHSolidActor* Near = SpawnSolid(World, BoxAsset(), FTransform(FVector(100, 0, 500)));
	Near->Solid->SetBodyVelocity(FVector(0, 300, 0));
	Play(1);
	EXPECT_EQ(Trace(FVector(0, 0, 500), FVector(500, 0, 500)).Solid, Near->Solid);
	Play(15);
	const double Height = Far->Solid->GetBodyCentre().Z;
	EXPECT_EQ(Trace(FVector(0, 0, Height), FVector(500, 0, Height)).Solid, Far->Solid) << "the other one has left";
}

TEST_F(FQueryPlay, LinesThatAreNoneFindNothing)
{
	SpawnSolid(World, BoxAsset(), FTransform::Identity);
	const double NaN = std::numeric_limits<double>::quiet_NaN();
	EXPECT_EQ(Trace(FVector(0, 0, 0), FVector(0, 0, 0)).Solid, nullptr);
	EXPECT_EQ(Trace(FVector(0, 0, NaN), FVector(0, 0, 0)).Solid, nullptr);
	FSPHSolidHit Hit;
	EXPECT_FALSE(USPHSolidsLibrary::LineTraceSolids(nullptr, FVector(0, 0, 0), FVector(0, 0, 1), Hit));
}
