// Copyright (c) 2026 The SPHSolids authors

#include "HAL/FileManager.h"
#include "Host/Engine.h"
#include "Meshes.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "ToolMenus.h"

using namespace EditorTests;

class Record : public FEditorTest
{
protected:
	static void Toggle()
	{
		EXPECT_TRUE(UToolMenus::Get()->HostExecute(TEXT("LevelEditor.MainMenu.Tools"), TEXT("SPHRecord"), FToolMenuContext()));
	}
	FString Folder(int32 Number) const
	{
		return FPaths::Combine(FPaths::ProjectSavedDir(), TEXT("SPHSolids"), *FString::Printf(TEXT("Recording%d"), Number));
	}
};

TEST_F(Record, PlayingWithTheRecorderOnLeavesOneFileAFrameInMetres)
{
	ASPHSolidActor* Actor = Editor.GetWorld()->SpawnActor<ASPHSolidActor>(FVector(0, 100, 300), FRotator(0, 0, 0));
	Actor->Solid->SetBody(BakeQuickly(MakeBox(TEXT("RecordedBox"))));
	Actor->SetActorLabel(TEXT("Faller"));
	Toggle();
	Editor.StartPlay();
	for (int32 Frame = 0; Frame < 10; ++Frame)
		Host::FEngine::Get().Tick(1.0f / 60.0f);
	Editor.StopPlay();
	ASSERT_FALSE(Editor.Notifications.IsEmpty());
	EXPECT_TRUE(Editor.Notifications.Last().Contains(TEXT("Recorded 10 frames")));
	FString First, Last;
	ASSERT_TRUE(FFileHelper::LoadFileToString(First, *FPaths::Combine(Folder(1), TEXT("Faller_0000.ply"))));
	ASSERT_TRUE(FFileHelper::LoadFileToString(Last, *FPaths::Combine(Folder(1), TEXT("Faller_0009.ply"))));
	EXPECT_TRUE(First.Contains(TEXT("element vertex 125")));
	TArray<FString> Lines;
	First.ParseIntoArray(Lines, TEXT("\n"));
	TArray<FString> Numbers;
	Lines.Last().ParseIntoArray(Numbers, TEXT(" "));
	ASSERT_EQ(Numbers.Num(), 3);
	EXPECT_NEAR(FCString::Atof(*Numbers[1]), -1.0f, 0.25f) << "y is turned round, a metre is a metre";
	EXPECT_NEAR(FCString::Atof(*Numbers[2]), 3.0f, 0.25f);
	EXPECT_FALSE(First == Last) << "it moves";
	EXPECT_FALSE(IFileManager::Get().FileExists(*FPaths::Combine(Folder(1), TEXT("Faller_0010.ply"))));

	Editor.ClearRecords();
	Toggle();
	Toggle();
	EXPECT_TRUE(Editor.Notifications.Last().Contains(TEXT("Nothing was recorded")));
	Editor.GetWorld()->DestroyActor(Actor);
}
