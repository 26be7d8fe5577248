// Copyright (c) 2026 The SPHSolids authors

#include "Adapters/SPHRigidFrame.h"
#include "Convert/SPHSolidsUnits.h"
#include "PlayedWorld.h"
#include "SPHSolidActor.h"
#include "SPHSolidComponent.h"
#include "UObject/UnrealType.h"

#include <gtest/gtest.h>

using namespace RuntimeTests;

namespace
{

/// A server and a client in one world: what the one would send is handed to the other.
class FNetPlay : public FPlayedWorld
{
protected:
	FNetPlay()
		: FPlayedWorld(
			  [](USPHSolidsSettings& Settings)
			  {
				  Settings.BudgetMilliseconds = 0;
				  Settings.bDeterministic = true;
			  })
	{
	}
	static FSPHSolidNetFrame& FrameOf(USPHSolidComponent& Solid)
	{
		return *USPHSolidComponent::StaticClass()
					->FindPropertyByName(TEXT("ServerFrame"))
					->ContainerPtrToValuePtr<FSPHSolidNetFrame>(&Solid);
	}
	static void Receive(USPHSolidComponent& Solid, const FSPHSolidNetFrame& Frame)
	{
		FrameOf(Solid) = Frame;
		Solid.ProcessEvent(Solid.FindFunctionChecked(TEXT("OnRep_ServerFrame")), nullptr);
	}
	static FSPHRigidFrame RigidFrameOf(const ASPHSolidActor& Actor, FSPHSolidsSimulation& Simulation)
	{
		return FSPHRigidFrame::Of(*Simulation.FindBody(*Actor.Solid->GetInstance()));
	}
};

}

TEST_F(FNetPlay, ABodyIsMadeOnClientsAsItWasOnTheServer)
{
	const ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	EXPECT_TRUE(Actor->GetIsReplicated());
	TArray<FLifetimeProperty> Sent;
	Actor->Solid->GetLifetimeReplicatedProps(Sent);
	const auto Find = [&Sent](const TCHAR* Name)
	{ return Sent.FindByPredicate([Name](const FLifetimeProperty& One) { return One.HostName == FName(Name); }); };
	for (const TCHAR* Always : {TEXT("Body"), TEXT("SolidMaterial"), TEXT("StiffnessScale"), TEXT("bSimulate"), TEXT("ServerFrame")})
		ASSERT_TRUE(Find(Always) && !Find(Always)->bHostInitialOnly) << Host::ToUtf8(Always);
	for (const TCHAR* Once : {TEXT("InitialVelocity"), TEXT("InitialAngularVelocity"), TEXT("bCollides"), TEXT("bSelfContact"),
			 TEXT("Friction"), TEXT("bGatherLevel")})
		ASSERT_TRUE(Find(Once) && Find(Once)->bHostInitialOnly) << Host::ToUtf8(Once);
}

TEST_F(FNetPlay, SimulationSwitchedOffOnTheServerStopsOnClients)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	const auto Arrive = [Actor](bool bSimulate)
	{
		Actor->Solid->bSimulate = bSimulate;
		Actor->Solid->ProcessEvent(Actor->Solid->FindFunctionChecked(TEXT("OnRep_Simulate")), nullptr);
	};
	Arrive(false);
	EXPECT_FALSE(Actor->Solid->IsSimulatingBody());
	Arrive(true);
	EXPECT_TRUE(Actor->Solid->IsSimulatingBody());
}

TEST_F(FNetPlay, OnlyServersSayWhereBodiesAre)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(100, 200, 300)));
	Play(3);
	EXPECT_EQ(FrameOf(*Actor->Solid).Centre, FVector(0, 0, 0));
	World->HostSetNetMode(NM_ListenServer);
	Play(1);
	EXPECT_TRUE(FrameOf(*Actor->Solid).Centre.Equals(Actor->Solid->GetBodyCentre(), 1e-3));
	EXPECT_TRUE(FrameOf(*Actor->Solid).Velocity.Equals(Actor->Solid->GetBodyVelocity(), 1e-3));
}

TEST_F(FNetPlay, TheFrameOfATurningBodyIsItsTurnAndItsSpin)
{
	World->HostSetNetMode(NM_ListenServer);
	const FQuat Turn = FRotator(20, 50, -70).Quaternion();
	ASPHSolidActor* Actor = World->SpawnActorDeferred<ASPHSolidActor>(ASPHSolidActor::StaticClass(), FTransform(Turn, FVector(0, 0, 100)));
	Actor->Solid->SetBody(BoxAsset());
	Actor->Solid->InitialAngularVelocity = FVector(0, 0, 90);
	Actor->FinishSpawning(FTransform(Turn, FVector(0, 0, 100)));
	const FSPHRigidFrame Start = RigidFrameOf(*Actor, Simulation());
	EXPECT_LT(SPHSolidsUnits::RotationToEngine(Start.Rotation).AngularDistance(Turn), 1e-3);
	Play(30);
	const FSPHSolidNetFrame& Frame = FrameOf(*Actor->Solid);
	EXPECT_TRUE(Frame.AngularVelocity.Equals(FVector(0, 0, 90), 5.0)) << Host::ToUtf8(*Frame.AngularVelocity.ToString());
	const FQuat Expected = FQuat(FVector(0, 0, 1), FMath::DegreesToRadians(45.0)) * Turn;
	EXPECT_LT(FMath::RadiansToDegrees(Frame.Rotation.AngularDistance(Expected)), 3.0) << "half a second later";
}

TEST_F(FNetPlay, ClientsFollowTheServerWhenTheyAreFarOff)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	Play(5);
	const TArray<FVector> Before = Actor->Solid->GetParticleLocations();
	FSPHSolidNetFrame Frame;
	Frame.Rotation = SPHSolidsUnits::RotationToEngine(RigidFrameOf(*Actor, Simulation()).Rotation);
	Frame.Velocity = FVector(7, 8, 9);
	Frame.Centre = Actor->Solid->GetBodyCentre() + FVector(0, 0, 5);
	Receive(*Actor->Solid, Frame);
	EXPECT_EQ(Actor->Solid->GetParticleLocations(), Before) << "near enough";
	Frame.Centre = Actor->Solid->GetBodyCentre() + FVector(100, 0, 0);
	Receive(*Actor->Solid, Frame);
	const TArray<FVector> After = Actor->Solid->GetParticleLocations();
	for (int32 Index = 0; Index < Before.Num(); ++Index)
		EXPECT_TRUE(After[Index].Equals(Before[Index] + FVector(100, 0, 0), 1e-3)) << "moved as it is";
	EXPECT_TRUE(Actor->Solid->GetBodyVelocity().Equals(FVector(7, 8, 9), 1e-3));
}

TEST_F(FNetPlay, ABodyThatIsTurnedWronglyOnAClientIsTurnedBackDeformedAsItIs)
{
	World->HostSetNetMode(NM_ListenServer);
	ASPHSolidActor* Server = SpawnSolid(World, BoxAsset(), FTransform(FRotator(0, 60, 0), FVector(0, 0, 500)));
	Server->Solid->PushAtLocation(FVector(0, 3000, 0), FVector(20, 0, 500), 20.0f);
	Play(10);
	const FSPHSolidNetFrame Frame = FrameOf(*Server->Solid);
	World->HostSetNetMode(NM_Client);
	ASPHSolidActor* Client = SpawnSolid(World, BoxAsset(), FTransform(Frame.Centre));
	const auto LongestOf = [](const ASPHSolidActor& Actor)
	{
		const TArray<FVector> Places = Actor.Solid->GetParticleLocations();
		return FVector::Dist(Places[0], Places.Last());
	};
	const double Length = LongestOf(*Client);
	Client->Solid->NetCorrectionAngle = 0.0f;
	Receive(*Client->Solid, Frame);
	EXPECT_TRUE(Client->Solid->GetBodyVelocity().IsZero()) << "near enough, and nobody asked how it is turned";
	Client->Solid->NetCorrectionAngle = 30.0f;
	Receive(*Client->Solid, Frame);
	const FSPHRigidFrame There = RigidFrameOf(*Client, Simulation());
	EXPECT_LT(SPHSolidsUnits::RotationToEngine(There.Rotation).AngularDistance(Frame.Rotation), 1e-3);
	EXPECT_TRUE(SPHSolidsUnits::VectorToEngine(There.Centre).Equals(Frame.Centre, 1e-2));
	EXPECT_TRUE(SPHSolidsUnits::VectorToEngine(There.Velocity).Equals(Frame.Velocity, 1e-2));
	EXPECT_TRUE((SPHSolidsUnits::AxialToEngine(There.Spin) * (180.0 / UE_DOUBLE_PI)).Equals(Frame.AngularVelocity, 1e-1));
	EXPECT_NEAR(LongestOf(*Client), Length, 1e-2) << "its own shape";
}

TEST_F(FNetPlay, FramesThatAreNoNumbersAreLeftAlone)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	const TArray<FVector> Before = Actor->Solid->GetParticleLocations();
	FSPHSolidNetFrame Frame;
	Frame.Centre = FVector(1e5, 0, 0);
	Frame.Rotation = FQuat(0.0, std::numeric_limits<double>::quiet_NaN(), 0.0, 1.0);
	Receive(*Actor->Solid, Frame);
	EXPECT_EQ(Actor->Solid->GetParticleLocations(), Before);
}
