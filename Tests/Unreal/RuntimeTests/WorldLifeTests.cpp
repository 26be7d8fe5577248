// Copyright (c) 2026 The SPHSolids authors

#include "Components/BoxComponent.h"
#include "Components/SphereComponent.h"
#include "GameFramework/PlayerController.h"
#include "Host/Objects.h"
#include "Host/Program.h"
#include "Host/Reflection.h"
#include "PlayedWorld.h"
#include "RuntimeTestTypes.h"
#include "SPHColliderComponent.h"
#include "SPHFluidEmitterComponent.h"
#include "SPHFluidType.h"
#include "SPHFluidVolume.h"
#include "SPHPinComponent.h"
#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidsSettings.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"
#include "Templates/Casts.h"
#include "UObject/StrongObjectPtr.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <vector>

#include <gtest/gtest.h>

using namespace RuntimeTests;

// What happens to a world around its bodies: levels and actors come and go, the origin moves, players look elsewhere, other machines push.

namespace
{

class FWorldLife : public FPlayedWorld
{
protected:
	FWorldLife()
		: FPlayedWorld([](USPHSolidsSettings& Settings) { Settings.bDeterministic = true; })
	{
	}
	int32 NumBodies() const { return static_cast<int32>(Simulation().Access().Bodies().size()); }
	ULevel* NewLevel() const
	{
		ULevel* Level = NewObject<ULevel>(World);
		World->HostAddLevel(Level);
		return Level;
	}
	template <typename T>
	T* SpawnInto(ULevel* Level, const FTransform& Place, TFunctionRef<void(T&)> SetUp)
	{
		FActorSpawnParameters Parameters;
		Parameters.OverrideLevel = Level;
		Parameters.bDeferConstruction = true;
		T* Actor = World->SpawnActor<T>(T::StaticClass(), Place, Parameters);
		SetUp(*Actor);
		Actor->FinishSpawning(Place);
		return Actor;
	}
	ASPHSolidActor* SpawnSolidInto(ULevel* Level, const FVector& Place)
	{
		return SpawnInto<ASPHSolidActor>(Level, FTransform(Place), [](ASPHSolidActor& Actor) { Actor.Solid->Body = BoxAsset(); });
	}
	/// A box of the level whose top is at z = 0.
	UBoxComponent* AddFloor(ULevel* Level = nullptr)
	{
		UBoxComponent* Floor = nullptr;
		SpawnInto<AActor>(Level, FTransform::Identity,
			[&Floor](AActor& Actor)
			{
				Floor = NewObject<UBoxComponent>(&Actor);
				Actor.SetRootComponent(Floor);
				Floor->SetBoxExtent(FVector(500, 500, 50));
				Floor->SetMobility(EComponentMobility::Static);
			});
		Floor->GetOwner()->SetActorLocation(FVector(0, 0, -50));
		return Floor;
	}
	static double LargestDistance(const TArray<FVector>& A, const TArray<FVector>& B)
	{
		double Largest = A.Num() == B.Num() ? 0.0 : MAX_dbl;
		for (int32 Index = 0; Index < FMath::Min(A.Num(), B.Num()); ++Index)
			Largest = FMath::Max(Largest, FVector::Dist(A[Index], B[Index]));
		return Largest;
	}
};

}

TEST_F(FWorldLife, ALevelTakesItsBodiesWithItAndBringsThemBackAsTheyWere)
{
	AddFloor();
	ULevel* Level = NewLevel();
	ASPHSolidActor* Falling = SpawnSolidInto(Level, FVector(0, 0, 300));
	ASPHSolidActor* Lying = SpawnSolidInto(Level, FVector(100, 0, 15));
	ASPHSolidActor* Other = SpawnSolid(World, BoxAsset(), FTransform(FVector(-100, 0, 300)));
	Play(15);
	const TArray<FVector> Particles = Lying->Solid->GetParticleLocations();
	const FVector Velocity = Falling->Solid->GetBodyVelocity();
	ASSERT_LT(Velocity.Z, -200.0);
	World->HostRemoveLevel(Level);
	EXPECT_EQ(NumBodies(), 1);
	EXPECT_FALSE(Falling->Solid->IsSimulatingBody());
	Play(10);
	EXPECT_TRUE(Other->Solid->IsSimulatingBody());
	World->HostAddLevel(Level);
	EXPECT_EQ(NumBodies(), 3);
	EXPECT_LT(LargestDistance(Lying->Solid->GetParticleLocations(), Particles), 1e-3) << "squeezed as it was";
	EXPECT_TRUE(Falling->Solid->GetBodyVelocity().Equals(Velocity, 1e-3)) << "it falls on";
	Play(60);
	EXPECT_NEAR(Falling->Solid->GetBodyCentre().Z, 18.0, 5.0);
	Falling->Solid->ResetBody();
	EXPECT_NEAR(Falling->Solid->GetBodyCentre().Z, 300.0, 1.0) << "where play first began";
}

TEST_F(FWorldLife, ABodyOfALevelThatWasHiddenWhileTheOriginMovedComesBackInItsPlace)
{
	ULevel* Level = NewLevel();
	ASPHSolidActor* Actor = SpawnSolidInto(Level, FVector(0, 0, 300));
	Actor->Solid->InitialVelocity = FVector(0, 0, 0);
	Play(10);
	const TArray<FVector> Before = Actor->Solid->GetParticleLocations();
	World->HostRemoveLevel(Level);
	World->HostSetOrigin(FIntVector(5000, 0, 0));
	// The engine shifts a level that was away when it comes back.
	Actor->ApplyWorldOffset(FVector(-5000, 0, 0), true);
	World->HostAddLevel(Level);
	const TArray<FVector> After = Actor->Solid->GetParticleLocations();
	ASSERT_EQ(After.Num(), Before.Num());
	for (int32 Index = 0; Index < After.Num(); ++Index)
		EXPECT_TRUE(After[Index].Equals(Before[Index] - FVector(5000, 0, 0), 1e-2));
}

TEST_F(FWorldLife, AFloorThatIsStreamedOutCarriesNobodyAndOneThatComesBackDoes)
{
	ULevel* Level = NewLevel();
	AddFloor(Level);
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 25)));
	Play(90);
	EXPECT_NEAR(Actor->Solid->GetBodyCentre().Z, 18.0, 5.0);
	World->HostRemoveLevel(Level);
	Play(20);
	EXPECT_LT(Actor->Solid->GetBodyCentre().Z, -20.0);
	EXPECT_EQ(Simulation().GetColliders().Num(), 0);
	Actor->SetActorLocation(FVector(0, 0, 60));
	World->HostAddLevel(Level);
	Play(60);
	EXPECT_NEAR(Actor->Solid->GetBodyCentre().Z, 18.0, 5.0);
}

TEST_F(FWorldLife, LevelsThatComeAndGoAHundredTimesLeaveNothingBehind)
{
	ULevel* Level = NewLevel();
	const TStrongObjectPtr<ULevel> Hidden(Level); // as the engine keeps a level that it may show again
	for (int32 Count = 0; Count < 3; ++Count)
		SpawnSolidInto(Level, FVector(100.0 * Count, 0, 300));
	USPHPinComponent* Pin = NewObject<USPHPinComponent>(Level->Actors[0].Get());
	Pin->SetupAttachment(Level->Actors[0]->GetRootComponent());
	Pin->RegisterComponent();
	int32 Objects = 0;
	for (int32 Count = 0; Count < 100; ++Count)
	{
		Play(1);
		World->HostRemoveLevel(Level);
		EXPECT_EQ(NumBodies(), 0);
		if (Count % 3 == 0)
			Play(1);
		CollectGarbage(RF_NoFlags);
		World->HostAddLevel(Level);
		EXPECT_EQ(NumBodies(), 3);
		if (Count == 10)
			Objects = Host::CountObjects();
	}
	EXPECT_EQ(Host::CountObjects(), Objects);
	Play(2);
	EXPECT_GT(Pin->GetNumHeld(), 0) << "it took hold each time";
}

TEST_F(FWorldLife, WaterIsNotPouredTwiceWhereALevelComesBack)
{
	ULevel* Level = NewLevel();
	const auto AddWater = [&]
	{
		return SpawnInto<ASPHFluidVolume>(
			Level, FTransform(FVector(0, 0, 20)), [](ASPHFluidVolume& Volume) { Volume.BoxExtent = FVector(20, 20, 20); });
	};
	SpawnInto<AActor>(nullptr, FTransform(FVector(0, 0, 20)),
		[](AActor& Actor)
		{
			USPHColliderComponent* Basin = NewObject<USPHColliderComponent>(&Actor);
			Actor.SetRootComponent(Basin);
			Basin->BoxExtent = FVector(20, 20, 20);
			Basin->bContainer = true;
		})
		->SetActorLocation(FVector(0, 0, 20));
	const int32 Made = AddWater()->GetNumMade();
	ASSERT_EQ(Made, 8 * 8 * 8);
	Play(20);
	const auto Num = [this] { return static_cast<int32>(Simulation().Access().Fluid().position.size()); };
	World->HostRemoveLevel(Level);
	World->HostAddLevel(Level);
	EXPECT_EQ(Num(), Made) << "the same actor";
	const int32 Added = AddWater()->GetNumMade();
	EXPECT_LT(Added, Made / 20) << "another actor finds nearly all places taken";
	Play(10);
	EXPECT_EQ(Num(), Made + Added);
}

TEST_F(FWorldLife, AShiftOfTheOriginIsFeltByNobody)
{
	const FIntVector NewOrigin(400000, -30000, 1000);
	const FVector Offset(-400000, 30000, -1000);
	struct FOutcome
	{
		TArray<FVector> Lying, Pinned;
		FVector Ball, Water;
		int32 Fluid = 0, Warnings = 0;
	};
	const auto PlayScene = [&](bool bShift)
	{
		const Host::FLogCapture Log;
		AddFloor();
		ASPHSolidActor* Lying = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 40)));
		ASPHSolidActor* Pinned = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 150, 100)));
		USPHPinComponent* Pin = NewObject<USPHPinComponent>(Pinned);
		Pin->BoxExtent = FVector(30, 30, 5);
		Pin->SetRelativeTransform(FTransform(FVector(0, 0, 16)));
		Pin->SetupAttachment(Pinned->GetRootComponent());
		Pin->RegisterComponent();
		AActor* BallActor = World->SpawnActor<AActor>();
		USphereComponent* Ball = NewObject<USphereComponent>(BallActor);
		BallActor->SetRootComponent(Ball);
		Ball->SetSphereRadius(15);
		Ball->SetWorldTransform(FTransform(FVector(45, 0, 60)));
		Ball->SetMobility(EComponentMobility::Movable);
		Ball->SetEnableGravity(false);
		Ball->RegisterComponent();
		Ball->SetSimulatePhysics(true);
		AActor* TapActor = World->SpawnActor<AActor>();
		USPHFluidEmitterComponent* Tap = NewObject<USPHFluidEmitterComponent>(TapActor);
		TapActor->SetRootComponent(Tap);
		Tap->Fluid = NewObject<USPHFluidType>(World);
		Tap->SetWorldTransform(FTransform(FVector(300, 300, 200)));
		Tap->RegisterComponent();
		Play(20);
		if (bShift)
			World->HostSetOrigin(NewOrigin);
		Play(25);
		FOutcome Outcome;
		const FVector Back = bShift ? -Offset : FVector(0, 0, 0);
		for (const FVector& Place : Lying->Solid->GetParticleLocations())
			Outcome.Lying.Add(Place + Back);
		for (const FVector& Place : Pinned->Solid->GetParticleLocations())
			Outcome.Pinned.Add(Place + Back);
		Outcome.Ball = Ball->GetComponentLocation() + Back;
		const SPHSolids::FluidView View = Simulation().Access().Fluid();
		Outcome.Fluid = static_cast<int32>(View.position.size());
		SPHSolids::Vec3d Sum;
		for (const SPHSolids::PaddedVec3& Place : View.position)
			Sum += View.origin + Place.Xyz().Cast<double>();
		const SPHSolids::Vec3d Mean = Sum / static_cast<double>(FMath::Max(1, Outcome.Fluid));
		Outcome.Water = FVector(Mean.x, -Mean.y, Mean.z) * 100.0 + Back;
		Outcome.Warnings = Log.Count(ELogVerbosity::Warning, TEXT("said once"));
		EXPECT_TRUE((Lying->GetActorLocation() + Back).Equals(Lying->Solid->GetBodyCentre() + Back, 10.0)) << "the actor is there, too";
		EXPECT_GT(Pin->GetNumHeld(), 0);
		Engine.DestroyWorld(World);
		World = Engine.CreateWorld(EWorldType::Game);
		return Outcome;
	};
	const FOutcome Straight = PlayScene(false), Shifted = PlayScene(true);
	EXPECT_LT(LargestDistance(Straight.Lying, Shifted.Lying), 0.5);
	EXPECT_LT(LargestDistance(Straight.Pinned, Shifted.Pinned), 0.05);
	EXPECT_TRUE(Shifted.Ball.Equals(Straight.Ball, 0.5));
	EXPECT_GT(Straight.Fluid, 20);
	EXPECT_NEAR(Shifted.Fluid, Straight.Fluid, 2);
	EXPECT_TRUE(Shifted.Water.Equals(Straight.Water, 2.0));
	EXPECT_EQ(Shifted.Warnings, Straight.Warnings) << "no boundary was too fast";
}

TEST_F(FWorldLife, AStormOfSpawnsAndDeathsWhileTheSolverWorksLeavesThoseWhoLive)
{
	AddFloor();
	TArray<ASPHSolidActor*> Alive;
	ARuntimeMeddler* Meddler = World->SpawnActor<ARuntimeMeddler>();
	int32 Turn = 0;
	const auto Storm = [&]
	{
		for (int32 Count = 0; Count < 6; ++Count, ++Turn)
			Alive.Add(SpawnSolid(World, BoxAsset(), FTransform(FVector(60.0 * (Turn % 12), 60.0 * (Turn / 12 % 12), 60))));
		SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 500)))->Destroy();
		while (Alive.Num() > 10)
		{
			const int32 Victim = Turn * 7 % Alive.Num();
			Alive[Victim]->Destroy();
			Alive.RemoveAt(Victim);
		}
	};
	Meddler->Deed = Storm;
	for (int32 Count = 0; Count < 40; ++Count)
	{
		Storm();
		Play(1);
		if (Count % 10 == 0)
			CollectGarbage(RF_NoFlags);
	}
	Meddler->Deed = nullptr;
	Play(1);
	EXPECT_EQ(NumBodies(), Alive.Num());
	for (ASPHSolidActor* Actor : Alive)
		EXPECT_FALSE(Actor->Solid->GetBodyCentre().ContainsNaN());
}

TEST_F(FWorldLife, PushesOfAServerReachItsClientsAndPushesOfAClientStayWithIt)
{
	struct FPush
	{
		FVector Impulse, Location;
		float Radius = 0;
	};
	TArray<FPush> Sent;
	UFunction* Function = nullptr;
	Host::OnNetCall = [&](UObject*, UFunction* Called, void* Parms)
	{
		Function = Called;
		Sent.Add(*static_cast<FPush*>(Parms));
	};
	ASPHSolidActor* OnServer = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 500)));
	OnServer->Solid->AddImpulse(FVector(0, 1, 0), NAME_None, true);
	EXPECT_EQ(Sent.Num(), 0) << "nobody listens to a game of one";
	OnServer->Solid->SetBodyVelocity(FVector(0, 0, 0));
	World->HostSetNetMode(NM_ListenServer);
	OnServer->Solid->AddImpulse(FVector(0, 100, 0), NAME_None, true);
	OnServer->Solid->PushAtLocation(FVector(6400, 0, 0), FVector(0, 0, 515), 15.0f);
	OnServer->Solid->AddRadialImpulse(FVector(0, 0, 400), 1000.0f, 50.0f, RIF_Constant, true);
	ASSERT_EQ(Sent.Num(), 3);
	EXPECT_TRUE(Function->HasAnyFunctionFlags(FUNC_NetMulticast));
	EXPECT_FALSE(Function->HasAnyFunctionFlags(FUNC_NetReliable)) << "a push a frame must not fill the queue";

	World->HostSetNetMode(NM_Client);
	ASPHSolidActor* OnClient = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 500)));
	const auto Receive = [OnClient](FPush Push)
	{
		const TFunction<void(UObject*, UFunction*, void*)> Listening = MoveTemp(Host::OnNetCall);
		Host::OnNetCall = nullptr;
		OnClient->Solid->ProcessEvent(OnClient->Solid->FindFunctionChecked(TEXT("MulticastPush")), &Push);
		Host::OnNetCall = Listening;
	};
	for (const FPush& Push : TArray<FPush>(Sent))
		Receive(Push);
	EXPECT_TRUE(OnClient->Solid->GetBodyVelocity().Equals(OnServer->Solid->GetBodyVelocity(), 1e-3));
	EXPECT_NEAR(OnClient->Solid->GetBodyVelocity().X, 100.0, 1.0) << "6400 kg cm/s on 64 kg";
	EXPECT_TRUE(OnClient->Solid->GetParticleLocations() == OnServer->Solid->GetParticleLocations());
	Sent.Empty();
	OnClient->Solid->AddImpulse(FVector(0, 100, 0), NAME_None, true);
	EXPECT_EQ(Sent.Num(), 0);
	OnClient->Solid->SetSimulating(false);
	Receive(FPush{FVector(1, 0, 0), FVector(0, 0, 0), 0.0f}); // the body is gone
	World->HostSetNetMode(NM_ListenServer);
	Sent.Empty();
	OnServer->Solid->bReplicatePushes = false;
	OnServer->Solid->AddImpulse(FVector(0, 100, 0), NAME_None, true);
	EXPECT_EQ(Sent.Num(), 0);
	Host::OnNetCall.Reset();
}

TEST_F(FWorldLife, FarBodiesTakeEverySecondStepAndLookSmoothAllTheSame)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 1000)));
	ASPHSolidActor* Close = SpawnSolid(World, BoxAsset(), FTransform(FVector(9000, 0, 1000)));
	APlayerController* Player = World->SpawnActor<APlayerController>();
	Player->HostEye = FVector(9000, 0, 1000);
	Play(4);
	ASSERT_EQ(Actor->Solid->GetInstance()->Quality, ESPHQuality::Low);
	bool bLagged = false;
	std::vector<double> Heights;
	for (int32 Count = 0; Count < 40; ++Count)
	{
		// Frames that are no multiple of the step, so that the far body is caught in the middle of its own.
		Engine.Tick(1.0f / 77.0f);
		bLagged |= Simulation().Access().Lag(Actor->Solid->GetInstance()->Id) > 0.0;
		EXPECT_EQ(Simulation().Access().Lag(Close->Solid->GetInstance()->Id), 0.0);
		Heights.push_back(Actor->GetActorLocation().Z);
	}
	EXPECT_TRUE(bLagged);
	// What is shown falls at a speed that grows evenly: no frame stands still and none jumps.
	for (std::size_t Index = 8; Index + 1 < Heights.size(); ++Index)
	{
		const double Speed = (Heights[Index - 1] - Heights[Index]) * 77.0, Next = (Heights[Index] - Heights[Index + 1]) * 77.0;
		EXPECT_NEAR(Next - Speed, 980.0 / 77.0, 12.0);
	}
	EXPECT_NEAR(Actor->Solid->GetBodyCentre().Z, Close->Solid->GetBodyCentre().Z, 15.0) << "of " << 1000.0 - Heights.back();
}

TEST_F(FWorldLife, AMeshThatNobodySeesIsNotSkinnedAndIsRightWhenItIsSeenAgain)
{
	AddFloor();
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 60)));
	const auto Drawn = [this]
	{
		for (const Host::FDrawnMesh& Mesh : Engine.DrawnMeshes(World))
			if (Mesh.Positions.Num() == 24)
				return Mesh.Positions;
		return TArray<FVector3f>();
	};
	Play(3);
	Actor->Solid->bHostInView = false;
	Play(20); // longer than what counts as just seen
	const TArray<FVector3f> Unseen = Drawn();
	Play(5);
	EXPECT_TRUE(Drawn() == Unseen);
	EXPECT_LT(Actor->GetActorLocation().Z, 40.0) << "the body falls on";
	EXPECT_TRUE(Actor->Solid->Bounds.GetBox().IsInsideOrOn(Actor->Solid->GetBodyCentre())) << "and its bounds with it";
	// It comes to rest unseen.
	Play(30);
	Simulation().Access().Sleep(Actor->Solid->GetInstance()->Id);
	Play(5);
	EXPECT_TRUE(Actor->Solid->IsAsleep());
	Actor->Solid->bHostInView = true;
	Play(3);
	EXPECT_TRUE(Actor->Solid->IsAsleep());
	EXPECT_FALSE(Drawn() == Unseen);
	Actor->Solid->bHostInView = false;
	Actor->Solid->bSkinOnlyWhenSeen = false;
	Actor->Solid->AddImpulse(FVector(0, 0, 300), NAME_None, true);
	Play(20);
	const TArray<FVector3f> Always = Drawn();
	Play(1);
	EXPECT_FALSE(Drawn() == Always);
}

TEST_F(FWorldLife, APreviewWorldSimulatesWhenItIsAskedToAndNotBefore)
{
	UWorld* Preview = Engine.CreateWorld(EWorldType::EditorPreview, TEXT("Preview"));
	USPHSolidsWorldSubsystem* Subsystem = Preview->GetSubsystem<USPHSolidsWorldSubsystem>();
	ASSERT_NE(Subsystem, nullptr);
	EXPECT_EQ(Subsystem->GetSimulation(), nullptr);
	USPHSolidComponent* Solid = NewObject<USPHSolidComponent>(Preview);
	Solid->Body = BoxAsset();
	Solid->RegisterComponentWithWorld(Preview);
	Play(10);
	EXPECT_EQ(Solid->GetComponentLocation().Z, 0.0);
	FString Message;
	ASSERT_TRUE(Subsystem->StartPreview(*Solid, -60.0, Message));
	Play(10);
	EXPECT_EQ(Solid->GetComponentLocation().Z, 0.0) << "frames of the editor do not move it";
	for (int32 Count = 0; Count < 90; ++Count)
		Subsystem->AdvancePreview(1.0f / 60.0f);
	EXPECT_NEAR(Solid->GetBodyCentre().Z, -42.0, 5.0) << "on its floor";
	Subsystem->StopPreview();
	EXPECT_FALSE(Solid->IsSimulatingBody());
	EXPECT_EQ(Subsystem->GetSimulation(), nullptr);
	Solid->Body = nullptr;
	EXPECT_FALSE(Subsystem->StartPreview(*Solid, -60.0, Message));
	EXPECT_TRUE(Message.Contains(TEXT("no body asset")));
	Solid->Body = BoxAsset();
	ASSERT_TRUE(Subsystem->StartPreview(*Solid, -60.0, Message));
	Solid->UnregisterComponent();
	Engine.DestroyWorld(Preview);
}

TEST_F(FWorldLife, TenThousandBodiesCostTenTimesAsMuchAsAThousandAndOneLineInTheLog)
{
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
	constexpr int32 Most = 1000;
#else
	constexpr int32 Most = 10000;
#endif
	Engine.DestroyWorld(World);
	GetMutableDefault<USPHSolidsSettings>()->bDeterministic = false;
	USPHSolidBodyAsset* Small = NewAsset(BoxBytes(0.06, 0.02));
	Small->AddToRoot();
	const auto MillisecondsOfAFrame = [&](int32 Num, int32 Frames)
	{
		World = Engine.CreateWorld(EWorldType::Game);
		AddFloor()->SetBoxExtent(FVector(3000, 3000, 50));
		for (int32 Count = 0; Count < Num; ++Count)
			SpawnSolid(World, Small, FTransform(FVector(20.0 * (Count % 100), 20.0 * (Count / 100), 6.5)));
		const Host::FLogCapture Log;
		std::vector<double> Milliseconds;
		for (int32 Count = 0; Count < Frames; ++Count)
		{
			// Processor time of all threads, which others on the machine do not lengthen.
			const std::clock_t Start = std::clock();
			Play(1);
			Milliseconds.push_back(1000.0 * static_cast<double>(std::clock() - Start) / CLOCKS_PER_SEC);
		}
		EXPECT_EQ(NumBodies(), Num);
		EXPECT_LE(Log.Count(ELogVerbosity::Warning, TEXT("longer than its budget")), 1);
		EXPECT_LE(Log.Count(ELogVerbosity::Warning, TEXT("")), 4) << "each kind of trouble once, not once per body";
		Engine.DestroyWorld(World);
		World = nullptr;
		// Others that use up caches and memory only ever add to it.
		return *std::min_element(Milliseconds.begin(), Milliseconds.end());
	};
	const double Tenth = MillisecondsOfAFrame(Most / 10, 5), All = MillisecondsOfAFrame(Most, 5);
	RecordProperty("millisecondsOfAFrame", static_cast<int>(All));
	RecordProperty("ratio", static_cast<int>(All / Tenth));
	// 19 on a quiet machine: the stand-in's queries look at all that is there. The square would be 100.
	EXPECT_LT(All / Tenth, 30.0) << "grows as the number, not as its square";
	Small->RemoveFromRoot();
}
