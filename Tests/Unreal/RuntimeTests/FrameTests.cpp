// Copyright (c) 2026 The SPHSolids authors

#include "Components/BoxComponent.h"
#include "DrawDebugHelpers.h"
#include "HAL/IConsoleManager.h"
#include "Host/Program.h"
#include "PlayedWorld.h"
#include "ProfilingDebugging/CpuProfilerTrace.h"
#include "ProfilingDebugging/CsvProfiler.h"
#include "Render/SPHSolidVertices.h"
#include "RuntimeTestTypes.h"
#include "SPHColliderComponent.h"
#include "SPHSolidActor.h"
#include "SPHSolidComponent.h"
#include "Stats/Stats.h"

#include <cmath>

#include <gtest/gtest.h>

using namespace RuntimeTests;

namespace
{

class FFramePlay : public FPlayedWorld
{
protected:
	FFramePlay()
		: FPlayedWorld(
			  [](USPHSolidsSettings& Settings)
			  {
				  Settings.BudgetMilliseconds = 0;
				  Settings.bInterpolate = false;
				  Settings.bDeterministic = true;
			  })
	{
	}
	/// A fixed box of the engine's; its top is at z = 0.
	void AddFloor()
	{
		AActor* Actor = World->SpawnActor<AActor>();
		UBoxComponent* Box = NewObject<UBoxComponent>(Actor);
		Actor->SetRootComponent(Box);
		Box->SetBoxExtent(FVector(1000, 1000, 50));
		Box->SetWorldTransform(FTransform(FVector(0, 0, -50)));
		Box->RegisterComponent();
	}
	static IConsoleVariable* Console(const TCHAR* Name) { return IConsoleManager::Get().FindConsoleVariable(Name); }
};

}

TEST_F(FFramePlay, TheSolveRunsBesidePhysicsAndItsResultIsThereWhenPhysicsIsOver)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 500)));
	Play(2);
	double During = 0, After = 0;
	ARuntimeMeddler* InPhysics = World->SpawnActor<ARuntimeMeddler>();
	InPhysics->Deed = [&] { During = Actor->GetActorLocation().Z; };
	ARuntimeMeddler* Late = World->SpawnActor<ARuntimeMeddler>();
	Late->PrimaryActorTick.TickGroup = TG_PostUpdateWork;
	Late->Deed = [&] { After = Actor->GetActorLocation().Z; };
	Play(1);
	for (int32 Count = 0; Count < 5; ++Count)
	{
		const double Before = Actor->GetActorLocation().Z;
		Play(1);
		EXPECT_EQ(During, Before) << "nothing is handed out while physics runs";
		EXPECT_LT(After, Before) << "all of it is once physics is over";
	}
	EXPECT_GE(Host::FTraceScope::Count("SPHSolids_Solve"), 5u);
}

TEST_F(FFramePlay, TheBudgetOfTheSettingsIsTheCoresAndADeterministicWorldHasNone)
{
	EXPECT_EQ(Simulation().Access().Def().budgetMilliseconds, 0.0);
	EXPECT_TRUE(Simulation().Access().Def().solver.refactorAtOnce);
	Engine.DestroyWorld(World);
	USPHSolidsSettings& Settings = *GetMutableDefault<USPHSolidsSettings>();
	Settings.BudgetMilliseconds = 3.0f;
	Settings.bDeterministic = false;
	World = Engine.CreateWorld(EWorldType::Game);
	EXPECT_EQ(Simulation().Access().Def().budgetMilliseconds, 3.0);
	EXPECT_FALSE(Simulation().Access().Def().solver.refactorAtOnce);
	Engine.DestroyWorld(World);
	Settings.bDeterministic = true;
	World = Engine.CreateWorld(EWorldType::Game);
	EXPECT_EQ(Simulation().Access().Def().budgetMilliseconds, 0.0);
}

TEST_F(FFramePlay, TwoDeterministicWorldsWithTheSameInputsEndInTheSameBits)
{
	int64 Hashes[2];
	for (int64& Hash : Hashes)
	{
		Engine.DestroyWorld(World);
		World = Engine.CreateWorld(EWorldType::Game);
		AddFloor();
		for (int32 Count = 0; Count < 6; ++Count)
			SpawnSolid(World, BoxAsset(), FTransform(FVector(15.0 * Count, 0, 40.0 + 45.0 * Count)));
		Play(40);
		Hash = World->GetSubsystem<USPHSolidsWorldSubsystem>()->GetStateHash();
	}
	EXPECT_EQ(Hashes[0], Hashes[1]);
	EXPECT_NE(Hashes[0], 0);
}

TEST_F(FFramePlay, WithoutARendererBodiesPlayAndNoVerticesAreMade)
{
	Engine.DestroyWorld(World);
	Host::ProgramFlags().bNullRHI = true;
	World = Engine.CreateWorld(EWorldType::Game);
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	Play(30);
	EXPECT_LT(Actor->GetActorLocation().Z, -50.0);
	EXPECT_EQ(Actor->Solid->GetVertexPool().Num(), 0);
	Engine.DestroyWorld(World);
	World = nullptr;
	Host::ProgramFlags().bNullRHI = false;
}

TEST_F(FFramePlay, TheStartAndContactSettingsOfTheComponentAreThoseOfTheBody)
{
	AddFloor();
	const auto Spawn = [this](double Y, void (*SetUp)(USPHSolidComponent&))
	{
		const FTransform Place(FVector(0, Y, 40));
		ASPHSolidActor* Actor = World->SpawnActorDeferred<ASPHSolidActor>(ASPHSolidActor::StaticClass(), Place);
		Actor->Solid->Body = BoxAsset();
		SetUp(*Actor->Solid);
		Actor->FinishSpawning(Place);
		return Actor;
	};
	const ASPHSolidActor* Plain = Spawn(0, [](USPHSolidComponent&) {});
	const ASPHSolidActor* Ghost = Spawn(200, [](USPHSolidComponent& Solid) { Solid.bCollides = false; });
	const ASPHSolidActor* Ice = Spawn(600,
		[](USPHSolidComponent& Solid)
		{
			Solid.Friction = 0.0f;
			Solid.InitialVelocity = FVector(100, 0, 0);
		});
	const ASPHSolidActor* Rubber = Spawn(800,
		[](USPHSolidComponent& Solid)
		{
			Solid.Friction = 1.0f;
			Solid.InitialVelocity = FVector(100, 0, 0);
		});
	ASPHSolidActor* Top = Spawn(1600, [](USPHSolidComponent& Solid) { Solid.InitialAngularVelocity = FVector(0, 0, 90); });
	// A quarter turn a second, as the engine's yaw grows: from x towards y. The corner at (+, +) has gone on by 9 degrees after a tenth of one.
	FVector Corner;
	const int32 Particle = Top->Solid->FindClosestParticle(FVector(16, 1616, 40), Corner);
	Play(6);
	const FVector Arm = Top->Solid->GetParticleLocations()[Particle] - Top->Solid->GetBodyCentre();
	EXPECT_NEAR(std::atan2(Arm.Y, Arm.X) * 180.0 / UE_DOUBLE_PI, 45.0 + 9.0, 1.0);
	Play(84);
	EXPECT_GT(Plain->Solid->GetBodyCentre().Z, 5.0) << "lies on the floor";
	EXPECT_LT(Ghost->Solid->GetBodyCentre().Z, -200.0);
	EXPECT_GT(Ice->Solid->GetBodyCentre().X, Rubber->Solid->GetBodyCentre().X + 20.0) << "friction stops it";
	// A collider that was collected for one body stops others, too, so this one is alone.
	Engine.DestroyWorld(World);
	World = Engine.CreateWorld(EWorldType::Game);
	AddFloor();
	const ASPHSolidActor* Blind = Spawn(0, [](USPHSolidComponent& Solid) { Solid.bGatherLevel = false; });
	Play(60);
	EXPECT_LT(Blind->Solid->GetBodyCentre().Z, -200.0);
}

TEST_F(FFramePlay, ForcesActAsLongAsTheyAreGivenAndRadialOnesPointAway)
{
	(void)Simulation().Access().SetGravity({0, 0, 0});
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	USPHSolidComponent* Solid = Actor->Solid;
	const double Mass = static_cast<double>(Solid->GetBodyMassKg());
	// 100 cm/s^2 for half a second. The engine takes forces for one frame.
	for (int32 Count = 0; Count < 30; ++Count)
	{
		Solid->AddForceAtLocation(FVector(100.0 * Mass, 0, 0), Solid->GetBodyCentre());
		Play(1);
	}
	EXPECT_NEAR(Solid->GetBodyVelocity().X, 50.0, 1.0);
	Solid->ResetBody();
	for (int32 Count = 0; Count < 30; ++Count)
	{
		Solid->AddRadialForce(Solid->GetBodyCentre() - FVector(0, 50, 0), 100.0f, static_cast<float>(200.0 * Mass), RIF_Linear);
		Play(1);
	}
	EXPECT_NEAR(Solid->GetBodyVelocity().Y, 0.5 * 200.0 * 0.5, 1.0) << "half of it half way out";
	EXPECT_NEAR(Solid->GetBodyVelocity().X, 0.0, 0.1);
	Solid->ResetBody();
	Solid->AddRadialForce(Solid->GetBodyCentre() - FVector(0, 500, 0), 100.0f, 1e9f, RIF_Constant);
	Play(1);
	EXPECT_TRUE(Solid->GetBodyVelocity().IsNearlyZero(1e-3)) << "out of reach";
	World->GetSubsystem<USPHSolidsWorldSubsystem>()->ApplyRadialPush(Solid->GetBodyCentre() - FVector(0, 0, 60), 200.0f, 100.0f);
	Play(1);
	EXPECT_GT(Solid->GetBodyVelocity().Z, 10.0);
	EXPECT_LT(Solid->GetBodyVelocity().Z, 100.0);
}

TEST_F(FFramePlay, EveryConsoleVariableExplainsItselfAndDoesWhatItSays)
{
	for (const TCHAR* Name : {TEXT("sph.Enable"), TEXT("sph.Draw"), TEXT("sph.ScreenWarnings"), TEXT("sph.OneThread")})
	{
		ASSERT_NE(Console(Name), nullptr);
		EXPECT_GT(FString(Console(Name)->GetHelp()).Len(), 20);
	}
	AddFloor();
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 19)));
	Actor->Solid->PinSphere(Actor->Solid->GetBodyCentre(), 5.0f);
	Play(10);
	const FVector Centre = Actor->Solid->GetBodyCentre();
	Console(TEXT("sph.Enable"))->Set(0);
	Actor->Solid->AddImpulse(FVector(0, 0, 1000), NAME_None, true);
	Play(5);
	EXPECT_EQ(Actor->Solid->GetBodyCentre(), Centre);
	Console(TEXT("sph.Enable"))->Set(1);
	const auto DrawnWith = [this](int32 What)
	{
		const Host::FDebugDrawn Before = Host::DebugDrawn();
		Console(TEXT("sph.Draw"))->Set(What);
		Play(1);
		Console(TEXT("sph.Draw"))->Set(0);
		return TPair<int32, int32>(Host::DebugDrawn().Points - Before.Points, Host::DebugDrawn().Boxes - Before.Boxes);
	};
	EXPECT_EQ(DrawnWith(1).Key, 125) << "particles";
	EXPECT_EQ(DrawnWith(4).Value, 1) << "where colliders are collected";
	EXPECT_EQ(DrawnWith(8).Key, 125) << "stress";
	Actor->Solid->Unpin();
	Actor->Solid->ResetBody();
	Play(20);
	EXPECT_GE(DrawnWith(2).Key, 1) << "contacts";
	EXPECT_EQ(DrawnWith(0).Key, 0);
}

TEST_F(FFramePlay, StatsTracesAndCsvCountWhatHappened)
{
	SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 500)));
	SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 200, 500)));
	const uint64 Solves = Host::FindStat("STAT_SPHSolids_Solve")->Calls.load();
	const uint64 Scopes[] = {Host::FTraceScope::Count("SPHSolids_Gather"), Host::FTraceScope::Count("SPHSolids_Solve"),
		Host::FTraceScope::Count("SPHSolids_Skin"), Host::FTraceScope::Count("SPHSolids_Wait"),
		Host::FTraceScope::Count("SPHSolids_Publish")};
	Play(4);
	EXPECT_EQ(Host::FindStat("STAT_SPHSolids_Solve")->Calls.load() - Solves, 4u);
	int32 Index = 0;
	for (const char* Name : {"SPHSolids_Gather", "SPHSolids_Solve", "SPHSolids_Skin", "SPHSolids_Wait", "SPHSolids_Publish"})
		EXPECT_EQ(Host::FTraceScope::Count(Name) - Scopes[Index++], 4u) << Name;
	EXPECT_EQ(Host::FindStat("STAT_SPHSolids_Awake")->Integer.load(), 2);
	EXPECT_EQ(Host::FindStat("STAT_SPHSolids_SolidParticles")->Integer.load(), 250);
	EXPECT_EQ(Host::FindStat("STAT_SPHSolids_Steps")->Integer.load(), 2);
	EXPECT_EQ(Host::GetCsvStat("SPHSolids", "AwakeBodies"), 2.0);
	EXPECT_GT(Host::GetCsvStat("SPHSolids", "SolverMs"), 0.0);
	EXPECT_TRUE(Host::DescribeStatGroup("STATGROUP_SPHSolids").Contains(TEXT("Awake bodies"))) << "stat SPHSolids";
}
