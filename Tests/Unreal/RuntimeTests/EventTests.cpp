// Copyright (c) 2026 The SPHSolids authors

#include "Components/BoxComponent.h"
#include "Components/SphereComponent.h"
#include "DrawDebugHelpers.h"
#include "Engine/Engine.h"
#include "GameFramework/PlayerController.h"
#include "HAL/IConsoleManager.h"
#include "Host/Program.h"
#include "PlayedWorld.h"
#include "RuntimeTestTypes.h"
#include "SPHColliderComponent.h"
#include "SPHSolidActor.h"
#include "SPHSolidMaterial.h"
#include "SPHSolidsSettings.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

using namespace RuntimeTests;

namespace
{

class FEventPlay : public FPlayedWorld
{
protected:
	FEventPlay()
		: FPlayedWorld([](USPHSolidsSettings& Settings) { Settings.bDeterministic = true; })
	{
		Listener = NewObject<URuntimeListener>(World);
	}
	ASPHSolidActor* SpawnHeard(const FVector& Place)
	{
		ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(Place));
		Actor->Solid->OnImpact.AddDynamic(Listener, &URuntimeListener::HearImpact);
		Actor->Solid->OnSleep.AddDynamic(Listener, &URuntimeListener::HearSleep);
		Actor->Solid->OnWake.AddDynamic(Listener, &URuntimeListener::HearWake);
		Actor->Solid->OnIssue.AddDynamic(Listener, &URuntimeListener::HearIssue);
		return Actor;
	}
	/// A box of the level whose top is at z = 0.
	UBoxComponent* AddFloor()
	{
		AActor* Actor = World->SpawnActor<AActor>();
		UBoxComponent* Floor = NewObject<UBoxComponent>(Actor);
		Actor->SetRootComponent(Floor);
		Floor->SetBoxExtent(FVector(500, 500, 50));
		Floor->SetWorldTransform(FTransform(FVector(0, 0, -50)));
		Floor->RegisterComponent();
		return Floor;
	}

	URuntimeListener* Listener;
};

}

TEST_F(FEventPlay, AFallingBodyHitsTheFloorOnceAndIsToldWhatItHit)
{
	UBoxComponent* Floor = AddFloor();
	ASPHSolidActor* Actor = SpawnHeard(FVector(0, 0, 40));
	Actor->Solid->ImpactInterval = 10.0f;
	Play(5);
	EXPECT_EQ(Listener->Impacts, 0) << "still in the air";
	Play(40);
	EXPECT_EQ(Listener->Impacts, 1) << "later ones are too soon";
	EXPECT_EQ(Listener->LastOther.Get(), Floor);
	EXPECT_GT(Listener->LastImpulse.Z, 100.0) << "the floor pushes up";
}

TEST_F(FEventPlay, PushesBelowTheThresholdAreSilent)
{
	AddFloor();
	ASPHSolidActor* Actor = SpawnHeard(FVector(0, 0, 40));
	Actor->Solid->ImpactThreshold = 1e9f;
	Play(45);
	EXPECT_EQ(Listener->Impacts, 0);
	EXPECT_FALSE(Actor->Solid->GetContacts().IsEmpty()) << "it lies there all the same";
}

TEST_F(FEventPlay, BothOfTwoBodiesThatCollideAreTold)
{
	ASPHSolidActor* First = SpawnHeard(FVector(0, 0, 1000));
	ASPHSolidActor* Second = SpawnHeard(FVector(60, 0, 1000));
	First->Solid->SetBodyVelocity(FVector(300, 0, 0));
	for (int32 Count = 0; Count < 30 && Listener->Impacts < 2; ++Count)
		Play(1);
	EXPECT_EQ(Listener->Impacts, 2);
	EXPECT_TRUE(Listener->LastOther.Get() == First->Solid || Listener->LastOther.Get() == Second->Solid);
}

TEST_F(FEventPlay, NotMoreImpactsAFrameThanTheSettingsAllow)
{
	Engine.DestroyWorld(World);
	const int32 Before = GetDefault<USPHSolidsSettings>()->MaxImpactsPerFrame;
	GetMutableDefault<USPHSolidsSettings>()->MaxImpactsPerFrame = 1;
	World = Engine.CreateWorld(EWorldType::Game);
	GetMutableDefault<USPHSolidsSettings>()->MaxImpactsPerFrame = Before;
	Listener = NewObject<URuntimeListener>(World);
	AddFloor();
	for (int32 Count = 0; Count < 3; ++Count)
		SpawnHeard(FVector(100.0 * Count, 0, 40))->Solid->ImpactInterval = 10.0f;
	int32 Most = 0;
	for (int32 Count = 0; Count < 45; ++Count)
	{
		const int32 Sofar = Listener->Impacts;
		Play(1);
		Most = FMath::Max(Most, Listener->Impacts - Sofar);
	}
	EXPECT_EQ(Most, 1);
}

TEST_F(FEventPlay, SleepingAndWakingAreToldOnceEach)
{
	ASPHSolidActor* Actor = SpawnHeard(FVector(0, 0, 100));
	Play(2);
	Simulation().Access().Sleep(Actor->Solid->GetInstance()->Id);
	Play(5);
	EXPECT_EQ(Listener->Sleeps, 1);
	EXPECT_EQ(Listener->Wakes, 0);
	EXPECT_TRUE(Actor->Solid->IsAsleep());
	Actor->Solid->AddImpulse(FVector(0, 0, 1000), NAME_None, true);
	Play(5);
	EXPECT_EQ(Listener->Wakes, 1);
	EXPECT_EQ(Listener->Sleeps, 1);
	EXPECT_FALSE(Actor->Solid->IsAsleep());
}

TEST_F(FEventPlay, AnIssueIsToldOnceWithWhatCanBeDone)
{
	ASPHSolidActor* Actor = SpawnHeard(FVector(0, 0, 100));
	Play(1);
	for (int32 Count = 0; Count < 3; ++Count)
	{
		Actor->SetActorScale3D(FVector(1, 2, 1));
		Actor->SetActorScale3D(FVector(1));
	}
	ASSERT_EQ(Listener->Issues.Num(), 1);
	EXPECT_TRUE(Listener->Issues[0].Contains(TEXT("scale")));
}

TEST_F(FEventPlay, AnEventMayDestroyTheBodyThatSentIt)
{
	AddFloor();
	ASPHSolidActor* Victim = SpawnHeard(FVector(0, 0, 40));
	ASPHSolidActor* Other = SpawnHeard(FVector(200, 0, 40));
	Listener->OnImpact = [&Victim](USPHSolidComponent* Component)
	{
		if (Victim && Component == Victim->Solid)
		{
			Victim->Destroy();
			Victim = nullptr;
		}
	};
	Play(45);
	EXPECT_EQ(Victim, nullptr);
	EXPECT_TRUE(Other->Solid->IsSimulatingBody());
}

TEST_F(FEventPlay, ContactsSayWhatTouchesWhereAndHowHard)
{
	UBoxComponent* Floor = AddFloor();
	ASPHSolidActor* Actor = SpawnHeard(FVector(0, 0, 25));
	EXPECT_TRUE(Actor->Solid->GetContacts().IsEmpty());
	Play(60);
	const TArray<FSPHSolidContact> Contacts = Actor->Solid->GetContacts();
	ASSERT_EQ(Contacts.Num(), 1);
	EXPECT_EQ(Contacts[0].Other.Get(), Floor);
	EXPECT_NEAR(Contacts[0].Location.Z, 0.0, 8.0);
	EXPECT_GE(Contacts[0].NumParticles, 9);
	EXPECT_FALSE(Contacts[0].bSelf);
	// At rest the floor carries the weight: m g dt.
	const double Weight = static_cast<double>(Actor->Solid->GetBodyMassKg()) * 980.0 / 60.0;
	EXPECT_NEAR(Contacts[0].Impulse.Z, Weight, 0.5 * Weight);
}

TEST_F(FEventPlay, VolumeAndPressureOfASqueezedBodyFollowItsBulkModulus)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 1000)));
	USPHSolidMaterial* Material = NewObject<USPHSolidMaterial>(World);
	Material->ApplyPreset(TEXT("Jelly"));
	Actor->Solid->SetSolidMaterial(Material);
	EXPECT_NEAR(Actor->Solid->GetBodyVolumeLitres(), 64.0f, 0.5f);
	EXPECT_NEAR(Actor->Solid->GetVolumeRatio(), 1.0f, 1e-4f);
	EXPECT_NEAR(Actor->Solid->GetBodyPressure(), 0.0f, 1e-3f);
	const SPHSolids::BodyId Id = Actor->Solid->GetInstance()->Id;
	SPHSolids::World& Core = Simulation().Access();
	const double Young = Core.Find(Id)->GetMaterial().young, Poisson = Core.Find(Id)->GetMaterial().poisson;
	const double Bulk = Young / (3 * (1 - 2 * Poisson)) / 1000.0; // kPa
	// All lengths by 0.998: J = 0.994, and p = -K (J - 1) for small strains.
	const SPHSolids::SolidBody& Solid = *Core.Find(Id);
	SPHSolids::AlignedArray<SPHSolids::Vec3> Places = Solid.position, Velocities = Solid.velocity;
	for (SPHSolids::Vec3& Place : Places)
		Place *= 0.998f;
	ASSERT_TRUE(Core.SetState(Id, Solid.origin, Places, Velocities).IsOk());
	const double J = 0.998 * 0.998 * 0.998;
	EXPECT_NEAR(static_cast<double>(Actor->Solid->GetVolumeRatio()), J, 2e-5);
	EXPECT_NEAR(static_cast<double>(Actor->Solid->GetBodyPressure()), Bulk * (1 - J), 0.02 * Bulk * (1 - J));
}

TEST_F(FEventPlay, ALightSimulatingBallIsPushedNoHarderThanMomentumAllows)
{
	// The engine's ball weighs 2 kg, the soft box 64. If the ball counted as immovable for the soft box, it would be thrown off far faster
	// than an elastic collision allows: twice the box's speed.
	AActor* BallActor = World->SpawnActor<AActor>();
	USphereComponent* Ball = NewObject<USphereComponent>(BallActor);
	BallActor->SetRootComponent(Ball);
	Ball->SetSphereRadius(15);
	Ball->SetWorldTransform(FTransform(FVector(45, 0, 1000)));
	Ball->SetMobility(EComponentMobility::Movable);
	Ball->SetMassOverrideInKg(NAME_None, 2.0f, true);
	Ball->SetEnableGravity(false);
	Ball->RegisterComponent();
	Ball->SetSimulatePhysics(true);
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 1000)));
	Actor->Solid->SetBodyVelocity(FVector(200, 0, 0));
	const double Mass = static_cast<double>(Actor->Solid->GetBodyMassKg());
	const double Before = Mass * Actor->Solid->GetBodyVelocity().X;
	Play(20);
	const double Speed = Ball->GetPhysicsLinearVelocity().X;
	EXPECT_GT(Speed, 150.0) << "it was hit";
	EXPECT_LT(Speed, 420.0) << "but not thrown off as if it had been immovable";
	EXPECT_NEAR(Mass * Actor->Solid->GetBodyVelocity().X + 2.0 * Speed, Before, 0.02 * Before) << "momentum is kept";
	EXPECT_GT(Ball->GetPhysicsLinearVelocity().Z, 0.3 * Actor->Solid->GetBodyVelocity().Z)
		<< "friction drags it down a little, but it does not feel the gravity that it does not have";
}

TEST_F(FEventPlay, RealTroubleStandsOnTheScreenUnlessSwitchedOff)
{
	GEngine->HostMessages.Empty();
	SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 100)));
	IConsoleVariable* Switch = IConsoleManager::Get().FindConsoleVariable(TEXT("sph.ScreenWarnings"));
	Switch->Set(0);
	Engine.Tick(2.0f); // far more steps than a frame may take
	EXPECT_TRUE(GEngine->HostMessages.IsEmpty());
	Switch->Set(1);
	Engine.DestroyWorld(World);
	World = Engine.CreateWorld(EWorldType::Game);
	SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 100)));
	Engine.Tick(1.0f / 60.0f);
	EXPECT_TRUE(GEngine->HostMessages.IsEmpty()) << "nothing is wrong yet";
	Engine.Tick(2.0f);
	EXPECT_EQ(GEngine->HostMessages.Num(), 1);
}

TEST_F(FEventPlay, StressIsDrawnOnePointAParticle)
{
	SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 100)));
	Play(2);
	IConsoleVariable* Draw = IConsoleManager::Get().FindConsoleVariable(TEXT("sph.Draw"));
	const int32 Before = Host::DebugDrawn().Points;
	Draw->Set(8);
	Play(1);
	Draw->Set(0);
	EXPECT_EQ(Host::DebugDrawn().Points - Before, 125);
}

TEST_F(FEventPlay, FarBodiesDoLessAndFrozenOnesNothing)
{
	Engine.DestroyWorld(World);
	USPHSolidsSettings& Settings = *GetMutableDefault<USPHSolidsSettings>();
	const float LowBefore = Settings.LowQualityDistance, FreezeBefore = Settings.FreezeDistance;
	Settings.LowQualityDistance = 1000.0f;
	Settings.FreezeDistance = 2000.0f;
	World = Engine.CreateWorld(EWorldType::Game);
	Settings.LowQualityDistance = LowBefore;
	Settings.FreezeDistance = FreezeBefore;
	Listener = NewObject<URuntimeListener>(World);
	ASPHSolidActor* Actor = SpawnHeard(FVector(0, 0, 100));
	Play(2);
	EXPECT_EQ(Actor->Solid->GetInstance()->Quality, ESPHQuality::Full) << "without players all is near";
	APlayerController* Player = World->SpawnActor<APlayerController>();
	Player->HostEye = FVector(1500, 0, 100);
	Play(1);
	EXPECT_EQ(Actor->Solid->GetInstance()->Quality, ESPHQuality::Low);
	Player->HostEye = FVector(3000, 0, 100);
	Play(1);
	EXPECT_EQ(Actor->Solid->GetInstance()->Quality, ESPHQuality::Frozen);
	Play(1);
	const FVector Centre = Actor->Solid->GetBodyCentre();
	Play(5);
	EXPECT_EQ(Actor->Solid->GetBodyCentre(), Centre) << "it hangs in the air";
	EXPECT_EQ(Listener->Sleeps, 0) << "it has not come to rest";
	Player->HostEye = FVector(200, 0, 100);
	Play(5);
	EXPECT_EQ(Actor->Solid->GetInstance()->Quality, ESPHQuality::Full);
	EXPECT_LT(Actor->Solid->GetBodyCentre().Z, Centre.Z) << "it falls on";
	Actor->Solid->bScaleQuality = false;
	Player->HostEye = FVector(3000, 0, 100);
	Play(2);
	EXPECT_EQ(Actor->Solid->GetInstance()->Quality, ESPHQuality::Full);
}

TEST_F(FEventPlay, APlaceThatIsNotANumberLeavesTheBodyWhereItWas)
{
	const Host::FLogCapture Log;
	ASPHSolidActor* Actor = SpawnHeard(FVector(0, 0, 100));
	Play(2);
	const double NotANumber = std::numeric_limits<double>::quiet_NaN();
	for (int32 Count = 0; Count < 3; ++Count)
	{
		Actor->SetActorLocation(FVector(NotANumber, 0, 0));
		Play(1);
	}
	EXPECT_FALSE(Actor->Solid->GetBodyCentre().ContainsNaN());
	EXPECT_FALSE(Actor->GetActorLocation().ContainsNaN()) << "the body carries its actor on";
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, *Actor->GetActorNameOrLabel()), 1);
	EXPECT_EQ(Listener->Issues.Num(), 1);
}

TEST_F(FEventPlay, ABodyThatStartsAtNoNumberSaysSoAndPlaysWhenItIsPutRight)
{
	const double NotANumber = std::numeric_limits<double>::quiet_NaN();
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 100)));
	Actor->Solid->SetSimulating(false);
	Actor->SetActorLocation(FVector(0, NotANumber, 0));
	Actor->Solid->SetSimulating(true);
	Play(2);
	EXPECT_FALSE(Actor->Solid->IsSimulatingBody());
	Actor->SetActorLocation(FVector(0, 0, 100));
	Actor->Solid->SetSimulating(true);
	EXPECT_TRUE(Actor->Solid->IsSimulatingBody());
}
