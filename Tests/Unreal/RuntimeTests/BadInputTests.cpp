// Copyright (c) 2026 The SPHSolids authors

#include "Host/Objects.h"
#include "Host/Program.h"
#include "PlayedWorld.h"
#include "RuntimeTestTypes.h"
#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidsSettings.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"
#include "Templates/Casts.h"
#include "UObject/UnrealType.h"

#include <limits>

#include <gtest/gtest.h>

using namespace RuntimeTests;

namespace
{

class FSolidTrouble : public FPlayedWorld
{
};

}

TEST_F(FSolidTrouble, ABodyWithoutAssetSaysSoOnceWithItsActorsName)
{
	const Host::FLogCapture Log;
	ASPHSolidActor* Actor = World->SpawnActor<ASPHSolidActor>();
	Play(5);
	Actor->Solid->SetSimulating(true);
	Play(5);
	EXPECT_FALSE(Actor->Solid->IsSimulatingBody());
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, *Actor->GetActorNameOrLabel()), 1);
}

TEST_F(FSolidTrouble, AnEmptyAssetIsAsGoodAsNone)
{
	const Host::FLogCapture Log;
	ASPHSolidActor* Actor = SpawnSolid(World, NewObject<USPHSolidBodyAsset>(), FTransform::Identity);
	Play(5);
	EXPECT_FALSE(Actor->Solid->IsSimulatingBody());
	EXPECT_TRUE(Log.Contains(TEXT("bake it again")));
}

TEST_F(FSolidTrouble, ABodyOutlivesItsAssetAndStartsAgainOnlyWithAnother)
{
	USPHSolidBodyAsset* Asset = NewAsset(BoxBytes());
	ASPHSolidActor* Actor = SpawnSolid(World, Asset, FTransform(FVector(0, 0, 300)));
	Play(2);
	// What deleting an asset in the editor does: it is garbage at once, and references to it become null.
	Asset->MarkAsGarbage();
	Play(2);
	CollectGarbage(RF_NoFlags);
	EXPECT_EQ(Actor->Solid->Body, nullptr);
	Play(5);
	EXPECT_LT(Actor->Solid->GetBodyCentre().Z, 299.0) << "what is simulated keeps what it needs";
	Actor->Solid->AddImpulseAtLocation(FVector(100, 0, 0), Actor->Solid->GetBodyCentre());
	Actor->Solid->AddForceAtLocation(FVector(100, 0, 0), Actor->Solid->GetBodyCentre());
	Actor->Solid->MarkRenderStateDirty();
	Play(2);
	const Host::FLogCapture Log;
	Actor->Solid->SetSimulating(false);
	Actor->Solid->SetSimulating(true);
	EXPECT_FALSE(Actor->Solid->IsSimulatingBody());
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, TEXT("no body asset")), 1);
	Actor->Solid->SetBody(BoxAsset());
	EXPECT_TRUE(Actor->Solid->IsSimulatingBody());
}

TEST_F(FSolidTrouble, ABodyOfANewerPluginIsNotSimulatedAndIsNamedWithItsActor)
{
	USPHSolidBodyAsset* Asset = NewObject<USPHSolidBodyAsset>();
	FString Message;
	EXPECT_FALSE(Asset->SetBytes(NewerBoxBytes(), Message));
	EXPECT_TRUE(Message.Contains(TEXT("Update SPHSolids")));
	const Host::FLogCapture Log;
	ASPHSolidActor* Actor = SpawnSolid(World, Asset, FTransform::Identity);
	Play(3);
	EXPECT_FALSE(Actor->Solid->IsSimulatingBody());
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, *Actor->GetActorNameOrLabel()), 1);
}

TEST_F(FSolidTrouble, ScalesThatCannotBeSimulatedAreNamed)
{
	for (const FVector Scale : {FVector(0), FVector(-1), FVector(1, 2, 1), FVector(1000)})
	{
		const Host::FLogCapture Log;
		ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FQuat::Identity, FVector(0), Scale));
		Play(3);
		EXPECT_FALSE(Actor->Solid->IsSimulatingBody());
		EXPECT_EQ(Log.Count(ELogVerbosity::Warning, TEXT("scale")), 1);
		Actor->SetActorScale3D(FVector(1));
		Actor->Solid->SetSimulating(true);
		EXPECT_TRUE(Actor->Solid->IsSimulatingBody()) << "mended, it plays";
		Actor->Destroy();
	}
}

TEST_F(FSolidTrouble, PushesThatAreNotNumbersDoNothing)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	const double Nothing = std::numeric_limits<double>::quiet_NaN(), Endless = std::numeric_limits<double>::infinity();
	for (const double Bad : {Nothing, Endless})
	{
		Actor->Solid->AddImpulse(FVector(Bad, 0, 0));
		Actor->Solid->AddImpulseAtLocation(FVector(1, 0, 0), FVector(0, Bad, 0));
		Actor->Solid->AddForce(FVector(0, Bad, 0));
		Actor->Solid->AddRadialImpulse(FVector(Bad, 0, 0), 100, 100, RIF_Constant);
		Actor->Solid->SetBodyVelocity(FVector(Bad, 0, 0));
		Actor->Solid->PushAtLocation(FVector(1, 1, 1), FVector(0, 0, 0), static_cast<float>(Bad));
		World->GetSubsystem<USPHSolidsWorldSubsystem>()->ApplyRadialPush(FVector(0, 0, 0), 100.0f, static_cast<float>(Bad));
	}
	Play(5);
	EXPECT_FALSE(Actor->Solid->GetBodyCentre().ContainsNaN());
	EXPECT_NEAR(Actor->Solid->GetBodyCentre().X, 0.0, 0.1);
}

TEST_F(FSolidTrouble, AnActorMayDieWhileTheSolverWorks)
{
	ASPHSolidActor* Victim = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	ASPHSolidActor* Other = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 200, 0)));
	ARuntimeMeddler* Meddler = World->SpawnActor<ARuntimeMeddler>();
	Play(2);
	Meddler->Deed = [&]
	{
		if (Victim)
			Victim->Destroy();
		Victim = nullptr;
	};
	Play(3);
	EXPECT_LT(Other->Solid->GetBodyCentre().Z, 0.0);
	EXPECT_EQ(World->GetSubsystem<USPHSolidsWorldSubsystem>()->GetFrameStats().AwakeBodies, 1);
}

TEST_F(FSolidTrouble, BodiesMayComeAndChangeWhileTheSolverWorks)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	ARuntimeMeddler* Meddler = World->SpawnActor<ARuntimeMeddler>();
	int32 Turn = 0;
	Meddler->Deed = [&]
	{
		++Turn;
		SpawnSolid(World, BoxAsset(), FTransform(FVector(100.0 * Turn, 0, 0)));
		Actor->Solid->AddImpulse(FVector(0, 100, 0));
		Actor->SetActorLocation(FVector(0, 0, 10.0 * Turn));
		Actor->Solid->SetStiffnessScale(1.0f + 0.1f * static_cast<float>(Turn));
	};
	Play(10);
	Meddler->Deed = nullptr;
	Play(1);
	EXPECT_EQ(World->GetSubsystem<USPHSolidsWorldSubsystem>()->GetFrameStats().AwakeBodies, 11);
}

TEST_F(FSolidTrouble, AWorldMayDieRightAfterASolveWasStarted)
{
	for (int32 Count = 0; Count < 20; ++Count)
		SpawnSolid(World, BoxAsset(), FTransform(FVector(50.0 * Count, 0, 0)));
	// Only the first half of the frame: gather without publish.
	World->GetSubsystem<USPHSolidsWorldSubsystem>()->GetSimulation()->Gather(1.0f / 60.0f);
	Engine.DestroyWorld(World);
	World = nullptr;
}

TEST_F(FSolidTrouble, AnAssetMayBeReplacedWhileItIsInUse)
{
	USPHSolidBodyAsset* Asset = NewAsset(BoxBytes());
	ASPHSolidActor* Actor = SpawnSolid(World, Asset, FTransform(FVector(0, 0, 100)));
	Play(5);
	FString Message;
	ASSERT_TRUE(Asset->SetBytes(BoxBytes(0.3, 0.06), Message));
	Play(5);
	EXPECT_TRUE(Actor->Solid->IsSimulatingBody());
	EXPECT_NEAR(Actor->Solid->GetBodyMassKg(), 216.0f, 4.0f);
	// While the solver works, too.
	ARuntimeMeddler* Meddler = World->SpawnActor<ARuntimeMeddler>();
	int32 Turn = 0;
	Meddler->Deed = [&]
	{
		const bool bSmall = ++Turn % 2 == 0;
		Asset->SetBytes(BoxBytes(bSmall ? 0.2 : 0.3, bSmall ? 0.04 : 0.06), Message);
	};
	Play(6);
	EXPECT_TRUE(Actor->Solid->IsSimulatingBody());
}

#if WITH_EDITOR
TEST_F(FSolidTrouble, PropertiesMayBeEditedWhilePlaying)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	Play(3);
	for (const TCHAR* Name : {TEXT("StiffnessScale"), TEXT("Friction"), TEXT("Body"), TEXT("bSimulate")})
	{
		FPropertyChangedEvent Event(USPHSolidComponent::StaticClass()->FindPropertyByName(Name));
		Actor->Solid->PostEditChangeProperty(Event);
		Play(2);
		EXPECT_TRUE(Actor->Solid->IsSimulatingBody());
	}
	Actor->Solid->Body = nullptr;
	FPropertyChangedEvent Event(USPHSolidComponent::StaticClass()->FindPropertyByName(TEXT("Body")));
	Actor->Solid->PostEditChangeProperty(Event);
	Play(2);
	EXPECT_FALSE(Actor->Solid->IsSimulatingBody());
}

TEST(SolidEditor, TheEditorShowsTheRestShapeAndPlaysACopy)
{
	Host::FEngine& Engine = Host::FEngine::Get();
	UWorld* Editor = Engine.CreateWorld(EWorldType::Editor);
	ASPHSolidActor* Placed = SpawnSolid(Editor, BoxAsset(), FTransform(FVector(0, 0, 100)));
	Engine.Tick(0.1f);
	EXPECT_EQ(Engine.DrawnMeshes(Editor).Num(), 2);
	EXPECT_EQ(Editor->GetSubsystem<USPHSolidsWorldSubsystem>(), nullptr);
	UWorld* Playing = Engine.StartPIE(Editor);
	for (int32 Count = 0; Count < 30; ++Count)
		Engine.Tick(1.0f / 60.0f);
	const ASPHSolidActor* Copy = CastChecked<ASPHSolidActor>(Playing->PersistentLevel->Actors[0].Get());
	EXPECT_LT(Copy->GetActorLocation().Z, 50.0);
	EXPECT_EQ(Placed->GetActorLocation().Z, 100.0);
	Engine.DestroyWorld(Playing, EEndPlayReason::EndPlayInEditor);
	Engine.DestroyWorld(Editor);
}
#endif

TEST_F(FSolidTrouble, TenThousandComponentsWithoutABodyCostOneLineEachAndNothingMore)
{
	const Host::FLogCapture Log;
	for (int32 Count = 0; Count < 10000; ++Count)
		World->SpawnActor<ASPHSolidActor>();
	Play(2);
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, TEXT("no body asset")), 10000);
}

TEST_F(FSolidTrouble, NothingIsLeftWhenAWorldEnds)
{
	Engine.DestroyWorld(World);
	BoxAsset();
	CollectGarbage(RF_NoFlags);
	const int32 Before = Host::CountObjects();
	World = Engine.CreateWorld(EWorldType::Game);
	SpawnSolid(World, BoxAsset(), FTransform::Identity);
	Play(3);
	Engine.DestroyWorld(World);
	World = nullptr;
	EXPECT_EQ(Host::CountObjects(), Before);
}
