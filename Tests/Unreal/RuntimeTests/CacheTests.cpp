// Copyright (c) 2026 The SPHSolids authors

#include "Host/Program.h"
#include "PlayedWorld.h"
#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidRecording.h"
#include "SPHSolidsSettings.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "Simulation/SPHSolidsSimulation.h"
#include "UObject/UnrealType.h"

#include <gtest/gtest.h>

using namespace RuntimeTests;

namespace
{

class FCachePlay : public FPlayedWorld
{
protected:
	FCachePlay()
		: FPlayedWorld(
			  [](USPHSolidsSettings& Settings)
			  {
				  Settings.bInterpolate = false;
				  Settings.bDeterministic = true;
				  Settings.StepSeconds = 1.0f / 120.0f;
			  })
	{
		Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 300)));
		Solid = Actor->Solid;
		Solid->RecordInterval = 1.0f / 60.0f;
	}
	/// Mean of what is drawn, in the world.
	FVector DrawnCentre()
	{
		FVector Sum(0, 0, 0);
		int32 Num = 0;
		for (const Host::FDrawnMesh& Mesh : Engine.DrawnMeshes(World))
			for (const FVector3f& Place : Mesh.Positions)
			{
				const FVector4 InWorld = Mesh.LocalToWorld.TransformPosition(FVector(Place));
				Sum += FVector(InWorld.X, InWorld.Y, InWorld.Z);
				++Num;
			}
		return Num > 0 ? Sum / static_cast<double>(Num) : Sum;
	}

	ASPHSolidActor* Actor;
	USPHSolidComponent* Solid;
};

}

TEST_F(FCachePlay, WhatWasRecordedIsShownAgainAtAnyTime)
{
	Solid->SetCacheMode(ESPHCacheMode::Record);
	TArray<FVector> Centres;
	for (int32 Count = 0; Count < 30; ++Count)
	{
		Play(1);
		Centres.Add(DrawnCentre());
	}
	ASSERT_NE(Solid->Recording.Get(), nullptr);
	EXPECT_NEAR(static_cast<double>(Solid->Recording->GetDuration()), 29.0 / 60.0, 1e-3);
	EXPECT_EQ(Solid->Recording->NumParticles, 125);
	Solid->SetCacheMode(ESPHCacheMode::Play);
	EXPECT_FALSE(Solid->IsSimulatingBody());
	for (const int32 Frame : {29, 3, 17})
	{
		Solid->SetCacheTime(static_cast<float>(Frame) / 60.0f);
		Play(1);
		EXPECT_NEAR(DrawnCentre().Z, Centres[Frame].Z, 0.05) << Frame;
	}
	Solid->SetCacheTime(3.5f / 60.0f);
	Play(1);
	EXPECT_NEAR(DrawnCentre().Z, 0.5 * (Centres[3].Z + Centres[4].Z), 0.05) << "between two moments";
	Solid->SetCacheTime(1000.0f);
	Play(1);
	EXPECT_NEAR(DrawnCentre().Z, Centres[29].Z, 0.05) << "after the end, the end";
	Solid->SetCacheTime(-5.0f);
	Play(1);
	EXPECT_NEAR(DrawnCentre().Z, Centres[0].Z, 0.05);
}

TEST_F(FCachePlay, ATimeThatSequencerSetsIsShownWithoutACall)
{
	EXPECT_NE(USPHSolidComponent::StaticClass()->FindPropertyByName(TEXT("CacheTime"))->PropertyFlags & CPF_Interp, 0u) << "keyable";
	Solid->SetCacheMode(ESPHCacheMode::Record);
	Play(30);
	Solid->SetCacheMode(ESPHCacheMode::Play);
	Play(1);
	const double Start = DrawnCentre().Z;
	Solid->CacheTime = 0.4f;
	Play(1);
	EXPECT_LT(DrawnCentre().Z, Start - 10.0);
	Solid->CacheTime = 0.0f;
	Solid->CachePlayRate = 1.0f;
	Play(24);
	EXPECT_NEAR(Solid->CacheTime, 0.4f, 1e-4f) << "plays by itself";
}

TEST_F(FCachePlay, ARecordedBodyThatIsShownFollowsNoGravityAndComesBackToLife)
{
	Solid->SetCacheMode(ESPHCacheMode::Record);
	Play(10);
	Solid->SetCacheMode(ESPHCacheMode::Play);
	Solid->SetCacheTime(0.1f);
	Play(1);
	const FVector Shown = DrawnCentre();
	Play(10);
	EXPECT_EQ(DrawnCentre(), Shown);
	Solid->SetCacheMode(ESPHCacheMode::Simulate);
	EXPECT_TRUE(Solid->IsSimulatingBody());
	Play(10);
	EXPECT_LT(DrawnCentre().Z, Shown.Z);
}

TEST_F(FCachePlay, SleepingLeavesNoHoleInTheRecording)
{
	Solid->SetCacheMode(ESPHCacheMode::Record);
	Play(5);
	FSPHSolidsSimulation& Simulation = *World->GetSubsystem<USPHSolidsWorldSubsystem>()->GetSimulation();
	Simulation.Access().Sleep(Solid->GetInstance()->Id);
	Play(20);
	Simulation.Access().Wake(Solid->GetInstance()->Id);
	Play(5);
	EXPECT_NEAR(static_cast<double>(Solid->Recording->GetDuration()), 29.0 / 60.0, 0.02);
}

TEST_F(FCachePlay, RecordingsSurviveSavingAndDamageIsNoticed)
{
	Solid->SetCacheMode(ESPHCacheMode::Record);
	Play(10);
	TArray<uint8> Bytes;
	{
		FMemoryWriter Writer(Bytes, true);
		Solid->Recording->Serialize(Writer);
	}
	USPHSolidRecording* Loaded = NewObject<USPHSolidRecording>(World);
	{
		FMemoryReader Reader(Bytes, true);
		Loaded->Serialize(Reader);
	}
	EXPECT_EQ(Loaded->NumFrames, Solid->Recording->NumFrames);
	EXPECT_EQ(Loaded->Frames, Solid->Recording->Frames);
	Solid->Recording->Frames.SetNum(100);
	Bytes.Empty();
	{
		FMemoryWriter Writer(Bytes, true);
		Solid->Recording->Serialize(Writer);
	}
	const Host::FLogCapture Log;
	USPHSolidRecording* Damaged = NewObject<USPHSolidRecording>(World);
	{
		FMemoryReader Reader(Bytes, true);
		Damaged->Serialize(Reader);
	}
	EXPECT_EQ(Damaged->NumFrames, 0);
	EXPECT_EQ(Log.Count(ELogVerbosity::Error, TEXT("damaged")), 1);
}

TEST_F(FCachePlay, ARecordingOfAnotherBodyOrNoneIsRefusedWithTheActorsName)
{
	const Host::FLogCapture Log;
	Solid->SetCacheMode(ESPHCacheMode::Play);
	Play(3);
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, *Actor->GetActorNameOrLabel()), 1);
	USPHSolidRecording* Other = NewObject<USPHSolidRecording>(World);
	Other->NumParticles = 7;
	Solid->Recording = Other;
	Solid->SetCacheTime(1.0f);
	Play(3);
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, *Actor->GetActorNameOrLabel()), 1) << "said once";
}

TEST_F(FCachePlay, AWorldGoesBackToASavedMomentAndEndsInTheSameBits)
{
	USPHSolidsWorldSubsystem* Subsystem = World->GetSubsystem<USPHSolidsWorldSubsystem>();
	Play(10);
	const TArray<uint8> Saved = Subsystem->SaveWorldState();
	ASSERT_FALSE(Saved.IsEmpty());
	Play(20);
	const int64 First = Subsystem->GetStateHash();
	FString Message;
	ASSERT_TRUE(Subsystem->LoadWorldState(Saved, Message)) << TCHAR_TO_UTF8(*Message);
	EXPECT_NE(Subsystem->GetStateHash(), First);
	Play(20);
	EXPECT_EQ(Subsystem->GetStateHash(), First);
	TArray<uint8> Damaged = Saved;
	Damaged[Damaged.Num() / 2] ^= 1;
	EXPECT_FALSE(Subsystem->LoadWorldState(Damaged, Message));
	EXPECT_FALSE(Message.IsEmpty());
	EXPECT_FALSE(Subsystem->LoadWorldState({}, Message));
	EXPECT_EQ(Subsystem->GetStateHash(), First) << "nothing changed";
}
