// Copyright (c) 2026 The SPHSolids authors

#include "Convert/SPHSolidsUnits.h"
#include "Host/Program.h"
#include "PlayedWorld.h"
#include "RuntimeTestTypes.h"
#include "SPHPinComponent.h"
#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsSettings.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"

#include <gtest/gtest.h>

using namespace RuntimeTests;

namespace
{

class FPinPlay : public FPlayedWorld
{
protected:
	FPinPlay()
		: FPlayedWorld(
			  [](USPHSolidsSettings& Settings)
			  {
				  Settings.bInterpolate = false;
				  Settings.BudgetMilliseconds = 0;
			  })
	{
	}
	USPHPinComponent* AddPin(AActor* Owner, USceneComponent* Parent, const FVector& WorldPlace, const FVector& Extent)
	{
		USPHPinComponent* Pin = NewObject<USPHPinComponent>(Owner);
		Pin->BoxExtent = Extent;
		if (Parent)
			Pin->SetupAttachment(Parent);
		Pin->SetWorldLocation(WorldPlace);
		return Pin;
	}
	AActor* MakeCarrier(const FVector& Place)
	{
		AActor* Carrier = World->SpawnActor<AActor>();
		USceneComponent* Root = NewObject<USceneComponent>(Carrier);
		Carrier->SetRootComponent(Root);
		Root->RegisterComponent();
		Carrier->SetActorLocation(Place);
		return Carrier;
	}
	/// Greatest distance of the held particles from where a rigid motion of their first places brings them.
	double FarthestFrom(
		const ASPHSolidActor* Actor, const TArray<FVector>& First, const TArray<int32>& Held, const FTransform& Motion) const
	{
		const TArray<FVector> Now = Actor->Solid->GetParticleLocations();
		double Farthest = 0;
		for (const int32 Index : Held)
			Farthest = FMath::Max(Farthest, FVector::Dist(Now[Index], Motion.TransformPosition(First[Index])));
		return Farthest;
	}
};

TArray<int32> InsideBox(const TArray<FVector>& Places, const FVector& Centre, const FVector& Extent)
{
	TArray<int32> Inside;
	for (int32 Index = 0; Index < Places.Num(); ++Index)
		if (FBox::BuildAABB(Centre, Extent).IsInsideOrOn(Places[Index]))
			Inside.Add(Index);
	return Inside;
}

}

TEST_F(FPinPlay, APinInTheBodysActorNailsItToTheWorld)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 200)));
	USPHPinComponent* Pin = AddPin(Actor, Actor->Solid, FVector(0, 0, 220), FVector(30, 30, 8));
	Pin->RegisterComponent();
	const TArray<FVector> First = Actor->Solid->GetParticleLocations();
	Play(1);
	EXPECT_EQ(Pin->GetNumHeld(), 25) << "the top layer";
	Play(60);
	EXPECT_LT(FarthestFrom(Actor, First, InsideBox(First, FVector(0, 0, 220), FVector(30, 30, 8)), FTransform::Identity), 0.01);
	EXPECT_LT(Actor->Solid->GetBodyCentre().Z, 200.0) << "the rest hangs";
	EXPECT_GT(Actor->Solid->GetBodyCentre().Z, 150.0);
	Pin->Release();
	Play(60);
	EXPECT_LT(Actor->Solid->GetBodyCentre().Z, 0.0) << "let go, it falls";
}

TEST_F(FPinPlay, HeldParticlesFollowWhatThePinIsAttachedTo)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 200)));
	AActor* Carrier = MakeCarrier(FVector(0, 0, 230));
	USPHPinComponent* Pin = AddPin(Carrier, Carrier->GetRootComponent(), FVector(0, 0, 220), FVector(30, 30, 8));
	Pin->SolidActor = Actor;
	Pin->RegisterComponent();
	const TArray<FVector> First = Actor->Solid->GetParticleLocations();
	const TArray<int32> Held = InsideBox(First, FVector(0, 0, 220), FVector(30, 30, 8));
	Play(2);
	// Up, aside and round: the held layer is where the carrier's motion brings it, at the end of every frame that ends with a step.
	const FTransform From = Carrier->GetActorTransform();
	for (int32 Count = 1; Count <= 60; ++Count)
	{
		const double Share = Count / 60.0;
		Carrier->SetActorTransform(FTransform(FRotator(0, 90 * Share, 40 * Share), FVector(50 * Share, 0, 230 + 100 * Share)));
		Play(1);
		ASSERT_LT(FarthestFrom(Actor, First, Held, From.Inverse() * Carrier->GetActorTransform()), 0.05) << "frame " << Count;
	}
	Play(30);
	EXPECT_LT(FarthestFrom(Actor, First, Held, From.Inverse() * Carrier->GetActorTransform()), 0.05) << "and stays there";
}

TEST_F(FPinPlay, ABallHoldsWhatIsInsideIt)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 200)));
	const TArray<FVector> First = Actor->Solid->GetParticleLocations();
	USPHPinComponent* Pin = AddPin(Actor, Actor->Solid, FVector(20, 20, 220), FVector(0));
	Pin->Shape = ESPHPinShape::Sphere;
	Pin->Radius = 15.0f;
	Pin->RegisterComponent();
	Play(1);
	TArray<int32> Held;
	for (int32 Index = 0; Index < First.Num(); ++Index)
		if (FVector::Dist(First[Index], FVector(20, 20, 220)) <= 15.0)
			Held.Add(Index);
	ASSERT_GT(Held.Num(), 3);
	EXPECT_EQ(Pin->GetNumHeld(), Held.Num());
	Play(60);
	EXPECT_LT(FarthestFrom(Actor, First, Held, FTransform::Identity), 0.01);
	EXPECT_GT(Actor->Solid->GetBodyCentre().Z, 100.0) << "by one corner";
}

TEST_F(FPinPlay, ABoneIsFollowedWhereAnimationBringsIt)
{
	AActor* Dancer = World->SpawnActor<AActor>();
	URuntimeSkeleton* Skeleton = NewObject<URuntimeSkeleton>(Dancer);
	Dancer->SetRootComponent(Skeleton);
	Skeleton->SetWorldLocation(FVector(0, 0, 100));
	Skeleton->RegisterComponent();
	Skeleton->MoveHand(FTransform(FVector(0, 0, 120)));
	// One pin names the bone, the other one is attached to it.
	ASPHSolidActor* Named = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 200)));
	USPHPinComponent* Naming = AddPin(Named, Named->Solid, FVector(0, 0, 220), FVector(30, 30, 8));
	Naming->FollowActor = Dancer;
	Naming->FollowSocket = URuntimeSkeleton::Hand();
	Naming->RegisterComponent();
	ASPHSolidActor* Carried = SpawnSolid(World, BoxAsset(), FTransform(FVector(300, 0, 200)));
	USPHPinComponent* Attached = NewObject<USPHPinComponent>(Dancer);
	Attached->BoxExtent = FVector(30, 30, 8);
	Attached->SolidActor = Carried;
	Attached->SetupAttachment(Skeleton, URuntimeSkeleton::Hand());
	Attached->SetWorldLocation(FVector(300, 0, 220));
	Attached->RegisterComponent();
	const TArray<FVector> FirstNamed = Named->Solid->GetParticleLocations(), FirstCarried = Carried->Solid->GetParticleLocations();
	const TArray<int32> HeldNamed = InsideBox(FirstNamed, FVector(0, 0, 220), FVector(30, 30, 8));
	const TArray<int32> HeldCarried = InsideBox(FirstCarried, FVector(300, 0, 220), FVector(30, 30, 8));
	Play(2);
	ASSERT_EQ(Naming->GetNumHeld(), 25);
	ASSERT_EQ(Attached->GetNumHeld(), 25);
	const FTransform From = Skeleton->GetSocketTransform(URuntimeSkeleton::Hand());
	for (int32 Count = 1; Count <= 30; ++Count)
	{
		const double Share = Count / 30.0;
		Skeleton->MoveHand(FTransform(FRotator(0, 30 * Share, 20 * Share), FVector(0, 40 * Share, 120 + 30 * Share)));
		Play(1);
		const FTransform Motion = From.Inverse() * Skeleton->GetSocketTransform(URuntimeSkeleton::Hand());
		ASSERT_LT(FarthestFrom(Named, FirstNamed, HeldNamed, Motion), 0.05) << "frame " << Count;
		ASSERT_LT(FarthestFrom(Carried, FirstCarried, HeldCarried, Motion), 0.05) << "frame " << Count;
	}
}

TEST_F(FPinPlay, ANamedActorMayBeFollowed)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 200)));
	AActor* Leader = MakeCarrier(FVector(500, 0, 0));
	USPHPinComponent* Pin = AddPin(Actor, Actor->Solid, FVector(0, 0, 220), FVector(30, 30, 8));
	Pin->FollowActor = Leader;
	Pin->RegisterComponent();
	Play(2);
	const TArray<FVector> First = Actor->Solid->GetParticleLocations();
	const TArray<int32> Held = InsideBox(First, FVector(0, 0, 220), FVector(30, 30, 8));
	Leader->SetActorLocation(FVector(510, 20, 30));
	Play(2);
	EXPECT_LT(FarthestFrom(Actor, First, Held, FTransform(FVector(10, 20, 30))), 0.05);
}

TEST_F(FPinPlay, AFrameThatEndsBetweenStepsLeavesThePinOnItsWay)
{
	Engine.DestroyWorld(World);
	GetMutableDefault<USPHSolidsSettings>()->StepSeconds = 0.007f;
	World = Engine.CreateWorld(EWorldType::Game);
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 200)));
	AActor* Carrier = MakeCarrier(FVector(0, 0, 220));
	USPHPinComponent* Pin = AddPin(Carrier, Carrier->GetRootComponent(), FVector(0, 0, 220), FVector(30, 30, 8));
	Pin->SolidActor = Actor;
	Pin->RegisterComponent();
	const TArray<FVector> First = Actor->Solid->GetParticleLocations();
	const TArray<int32> Held = InsideBox(First, FVector(0, 0, 220), FVector(30, 30, 8));
	Play(1);
	for (int32 Count = 1; Count <= 40; ++Count)
	{
		Carrier->SetActorLocation(FVector(0, 0, 220 + 3.0 * Count));
		Play(1);
		// At most one step behind: 180 cm/s for 7 ms.
		ASSERT_LT(FarthestFrom(Actor, First, Held, FTransform(FVector(0, 0, 3.0 * Count))), 1.3);
	}
	Play(3);
	EXPECT_LT(FarthestFrom(Actor, First, Held, FTransform(FVector(0, 0, 120))), 0.05);
}

TEST_F(FPinPlay, APinThatHoldsNothingSaysSo)
{
	const Host::FLogCapture Log;
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	AddPin(Actor, Actor->Solid, FVector(900, 0, 0), FVector(5))->RegisterComponent();
	Play(5);
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, TEXT("holds nothing")), 1);
}

TEST_F(FPinPlay, AResetBodyIsHeldAgain)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 200)));
	USPHPinComponent* Pin = AddPin(Actor, Actor->Solid, FVector(0, 0, 220), FVector(30, 30, 8));
	Pin->RegisterComponent();
	Play(5);
	Actor->Solid->ResetBody();
	Pin->Hold();
	Play(60);
	EXPECT_EQ(Pin->GetNumHeld(), 25);
	EXPECT_GT(Actor->Solid->GetBodyCentre().Z, 150.0);
}
