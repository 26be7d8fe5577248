// Copyright (c) 2026 The SPHSolids authors

#include "PlayedWorld.h"

#include "HAL/FileManager.h"
#include "HAL/IConsoleManager.h"
#include "Host/Program.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"

#include <SPHSolids/World/Recording.h>

using namespace RuntimeTests;

namespace
{

FString FileOf(int32 Number)
{
	return FPaths::Combine(FPaths::ProjectSavedDir(), TEXT("SPHSolids"), *FString::Printf(TEXT("Steps%d.sphrec"), Number));
}

class FStepRecorder : public FPlayedWorld
{
protected:
	explicit FStepRecorder(void (*SetUp)(USPHSolidsSettings&) =
							   [](USPHSolidsSettings& Settings)
		{
			Settings.bDeterministic = true;
			Settings.RecordedSteps = 100;
		})
		: FPlayedWorld(SetUp)
	{
		RemoveFiles();
		SpawnSolid(World, BoxAsset(), FTransform(FVector(0.0, 0.0, 100.0)));
	}
	~FStepRecorder() override { RemoveFiles(); }
	static void RemoveFiles()
	{
		for (int32 Number = 1; Number < 4; ++Number)
			IFileManager::Get().Delete(*FileOf(Number), false, false, true);
	}
	bool Save(FString& Message) { return World->GetSubsystem<USPHSolidsWorldSubsystem>()->SaveRecordedSteps(Message); }
};

class FStepRecorderOff : public FStepRecorder
{
protected:
	FStepRecorderOff()
		: FStepRecorder([](USPHSolidsSettings&) {})
	{
	}
};

class FStepRecorderOfAGame : public FStepRecorder
{
protected:
	FStepRecorderOfAGame()
		: FStepRecorder([](USPHSolidsSettings& Settings) { Settings.RecordedSteps = 100; })
	{
	}
};

}

TEST_F(FStepRecorder, WhatWasPlayedIsPlayedAgainFromTheFileToTheSameBits)
{
	Play(20);
	World->GetSubsystem<USPHSolidsWorldSubsystem>()->ApplyRadialPush(FVector(10.0, 0.0, 90.0), 100.0f, 50.0f);
	Play(20);
	FString Message;
	ASSERT_TRUE(Save(Message)) << TCHAR_TO_UTF8(*Message);
	EXPECT_TRUE(Message.Contains(TEXT("Steps1.sphrec."))) << TCHAR_TO_UTF8(*Message);
	EXPECT_FALSE(Message.Contains(TEXT("exactly"))) << TCHAR_TO_UTF8(*Message);
	TArray<uint8> File;
	ASSERT_TRUE(FFileHelper::LoadFileToArray(File, *FileOf(1)));
	const auto Recording = SPHSolids::Recording::Read(std::as_bytes(std::span(File.GetData(), static_cast<SIZE_T>(File.Num()))));
	ASSERT_TRUE(Recording.IsOk()) << Recording.Message();
	auto Replayer = SPHSolids::Replayer::Create(Recording.Value());
	ASSERT_TRUE(Replayer.IsOk()) << Replayer.Message();
	const auto Tasks = SPHSolids::MakeSerialTaskRunner();
	while (!Replayer.Value()->AtEnd())
		ASSERT_TRUE(Replayer.Value()->Next(*Tasks).IsOk());
	EXPECT_TRUE(Replayer.Value()->IsSame());
	EXPECT_GE(Replayer.Value()->NextStep(), 40u);
	EXPECT_EQ(
		static_cast<int64>(Replayer.Value()->GetWorld().StateHash()), World->GetSubsystem<USPHSolidsWorldSubsystem>()->GetStateHash());
}

TEST_F(FStepRecorder, EveryFileIsANewOneAndTheConsoleWritesThemToo)
{
	Play(3);
	FString Message;
	ASSERT_TRUE(Save(Message));
	const Host::FLogCapture Log;
	EXPECT_TRUE(IConsoleManager::Get().ProcessUserConsoleInput(TEXT("sph.SaveSteps"), World));
	EXPECT_TRUE(IFileManager::Get().FileExists(*FileOf(2)));
	EXPECT_EQ(Log.Count(ELogVerbosity::Display, TEXT("Steps2.sphrec")), 1);
}

TEST_F(FStepRecorderOff, ItSaysWhereToTurnItOn)
{
	Play(3);
	FString Message;
	EXPECT_FALSE(Save(Message));
	EXPECT_TRUE(Message.Contains(TEXT("Recorded Steps"))) << TCHAR_TO_UTF8(*Message);
	EXPECT_FALSE(IFileManager::Get().FileExists(*FileOf(1)));
}

TEST_F(FStepRecorderOfAGame, ItSaysThatABudgetMakesStepsInexact)
{
	Play(3);
	FString Message;
	EXPECT_TRUE(Save(Message));
	EXPECT_TRUE(Message.Contains(TEXT("cannot be played again exactly"))) << TCHAR_TO_UTF8(*Message);
}
