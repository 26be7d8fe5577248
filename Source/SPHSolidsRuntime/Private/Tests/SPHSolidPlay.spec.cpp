// Copyright (c) 2026 The SPHSolids authors

#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS

#include "Components/BoxComponent.h"
#include "Engine/Engine.h"
#include "Engine/World.h"
#include "GameFramework/WorldSettings.h"
#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "Tests/SPHSpecBody.h"
#include "UObject/StrongObjectPtr.h"

namespace
{

/// A game's world of its own that plays while this lives, with soft cubes to put into it.
class FSPHSpecWorld
{
public:
	FSPHSpecWorld()
		: World(UWorld::CreateWorld(EWorldType::Game, false))
		, Cube(BakeSPHSpecCube())
	{
		GEngine->CreateNewWorldContext(EWorldType::Game).SetCurrentWorld(World);
		World->InitializeActorsForPlay(FURL());
		World->BeginPlay();
		World->GetWorldSettings()->NotifyBeginPlay(); // it has no game mode that would
	}
	~FSPHSpecWorld()
	{
		World->EndPlay(EEndPlayReason::Quit);
		GEngine->DestroyWorldContext(World);
		World->DestroyWorld(false);
	}
	FSPHSpecWorld(const FSPHSpecWorld&) = delete;

	USPHSolidComponent* SpawnCube(const FVector& Place) const
	{
		const FTransform Transform(Place);
		ASPHSolidActor* Actor = World->SpawnActorDeferred<ASPHSolidActor>(ASPHSolidActor::StaticClass(), Transform);
		Actor->Solid->Body = Cube.Get();
		Actor->FinishSpawning(Transform);
		return Actor->Solid;
	}
	/// A box of the level as an artist would place it; its top is at z = 0. The plugin has to find it by itself.
	void AddFloor() const
	{
		AActor* Actor = World->SpawnActor<AActor>();
		UBoxComponent* Floor = NewObject<UBoxComponent>(Actor);
		Actor->SetRootComponent(Floor);
		Floor->SetBoxExtent(FVector(500.0, 500.0, 50.0));
		Floor->SetCollisionEnabled(ECollisionEnabled::QueryAndPhysics);
		Floor->SetCollisionObjectType(ECC_WorldStatic);
		Floor->SetCollisionResponseToAllChannels(ECR_Block);
		Floor->SetWorldTransform(FTransform(FVector(0.0, 0.0, -50.0)));
		Floor->RegisterComponent();
	}
	void Play(int32 Frames) const
	{
		for (int32 Frame = 0; Frame < Frames; ++Frame)
			World->Tick(LEVELTICK_All, 1.0f / 60.0f);
	}

private:
	UWorld* World;
	TStrongObjectPtr<USPHSolidBodyAsset> Cube;
};

}

BEGIN_DEFINE_SPEC(FSPHSolidPlaySpec, "SPHSolids.Play",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ClientContext | EAutomationTestFlags::ServerContext
		| EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FSPHSolidPlaySpec)

void FSPHSolidPlaySpec::Define()
{
	Describe(TEXT("A soft cube in a world that plays"),
		[this]
		{
			It(TEXT("falls as far as gravity says"),
				[this]
				{
					const FSPHSpecWorld World;
					const USPHSolidComponent* Cube = World.SpawnCube(FVector(0.0, 0.0, 1000.0));
					World.Play(31);
					TestTrue(TEXT("simulated"), Cube->IsSimulatingBody());
					// Half a second of free fall is 123 cm; what is shown may be a frame behind, 8 cm.
					TestNearlyEqual(TEXT("height"), Cube->GetBodyCentre().Z, 1000.0 - 123.0, 20.0);
				});
			It(TEXT("lies on a box of the level, which it finds by itself"),
				[this]
				{
					const FSPHSpecWorld World;
					World.AddFloor();
					const USPHSolidComponent* Cube = World.SpawnCube(FVector(0.0, 0.0, 40.0));
					World.Play(120);
					double Lowest = MAX_dbl;
					for (const FVector& Place : Cube->GetParticleLocations())
						Lowest = FMath::Min(Lowest, Place.Z);
					TestNearlyEqual(TEXT("lowest particle, whose radius is 4 cm"), Lowest, 4.0, 3.0);
					TestTrue(TEXT("touches it"), Cube->IsAsleep() || Cube->GetContacts().Num() > 0);
					TestTrue(TEXT("keeps its volume"), Cube->GetVolumeRatio() > 0.85f && Cube->GetVolumeRatio() < 1.15f);
				});
			It(TEXT("takes an impulse in kilograms and centimetres per second"),
				[this]
				{
					const FSPHSpecWorld World;
					USPHSolidComponent* Cube = World.SpawnCube(FVector(0.0, 0.0, 1000.0));
					World.Play(2);
					Cube->AddImpulse(FVector(0.0, 300.0 * Cube->GetBodyMassKg(), 0.0));
					World.Play(3);
					TestNearlyEqual(TEXT("speed to the right"), Cube->GetBodyVelocity().Y, 300.0, 15.0);
				});
			It(TEXT("hangs where it is pinned"),
				[this]
				{
					const FSPHSpecWorld World;
					USPHSolidComponent* Cube = World.SpawnCube(FVector(0.0, 0.0, 1000.0));
					World.Play(2);
					TestTrue(TEXT("pinned"), Cube->PinSphere(Cube->GetBodyCentre(), 15.0f) > 0);
					World.Play(90);
					TestNearlyEqual(TEXT("height"), Cube->GetBodyCentre().Z, 1000.0, 25.0);
				});
			It(TEXT("goes on from a state that was saved, and is drawn where it is"),
				[this]
				{
					const FSPHSpecWorld World;
					USPHSolidComponent* Cube = World.SpawnCube(FVector(0.0, 0.0, 1000.0));
					World.Play(10);
					const TArray<uint8> State = Cube->SaveBodyState();
					const FVector Saved = Cube->GetBodyCentre();
					World.Play(30);
					TestTrue(TEXT("taken"), Cube->LoadBodyState(State));
					World.Play(1);
					TestTrue(TEXT("is back"), Cube->GetBodyCentre().Equals(Saved, 10.0));
					TestTrue(TEXT("its bounds hold it"), Cube->Bounds.GetBox().IsInsideOrOn(Cube->GetBodyCentre()));
				});
			It(TEXT("may be destroyed while others go on"),
				[this]
				{
					const FSPHSpecWorld World;
					USPHSolidComponent* Gone = World.SpawnCube(FVector(0.0, 0.0, 1000.0));
					const USPHSolidComponent* Left = World.SpawnCube(FVector(200.0, 0.0, 1000.0));
					World.Play(5);
					Gone->GetOwner()->Destroy();
					World.Play(5);
					TestTrue(TEXT("simulated"), Left->IsSimulatingBody());
				});
		});
}

#endif
