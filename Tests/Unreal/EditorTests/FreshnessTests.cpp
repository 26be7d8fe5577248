// Copyright (c) 2026 The SPHSolids authors

#include "Bake/SPHBodyFreshness.h"

#include "Adapters/SPHSolidBody.h"
#include "ContentBrowserMenuContexts.h"
#include "Engine/StaticMesh.h"
#include "Host/Engine.h"
#include "Host/Packages.h"
#include "Meshes.h"
#include "Misc/PackageName.h"
#include "PropertyEditorModule.h"
#include "SPHSolidActor.h"
#include "SPHSolidBakeOptions.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsEditorLibrary.h"
#include "SPHSolidsEditorSettings.h"
#include "Subsystems/ImportSubsystem.h"
#include "ToolMenus.h"

using namespace EditorTests;

class Freshness : public FEditorTest
{
protected:
	static FString PanelOf(UObject* Object)
	{
		IDetailLayoutBuilder Layout;
		Layout.HostObjects.Add(Object);
		FModuleManager::LoadModuleChecked<FPropertyEditorModule>(TEXT("PropertyEditor")).HostCustomise(Layout);
		return Layout.HostAllText();
	}
	static void Reimport(UStaticMesh* Mesh) { GEditor->GetEditorSubsystem<UImportSubsystem>()->BroadcastAssetReimport(Mesh); }
};

TEST_F(Freshness, AChangeOfTheMeshShowsAsABannerUntilTheBodyIsBakedAgain)
{
	UStaticMesh* Mesh = MakeBox(TEXT("FreshBox"));
	USPHSolidBodyAsset* Body = BakeQuickly(Mesh);
	EXPECT_EQ(SPHBodyFreshness::Check(*Body), ESPHFreshness::UpToDate);
	EXPECT_FALSE(PanelOf(Body).Contains(TEXT("Out of date")));
	EXPECT_TRUE(PanelOf(Body).Contains(TEXT("Density error")));
	MakeBox(TEXT("FreshBox"), 24.0);
	EXPECT_EQ(SPHBodyFreshness::Check(*Body), ESPHFreshness::MeshChanged);
	EXPECT_TRUE(PanelOf(Body).Contains(TEXT("Out of date: /Game/Meshes/FreshBox.FreshBox")));

	IDetailLayoutBuilder Layout;
	Layout.HostObjects.Add(Body);
	FModuleManager::LoadModuleChecked<FPropertyEditorModule>(TEXT("PropertyEditor")).HostCustomise(Layout);
	EXPECT_TRUE(Layout.HostClickButton(TEXT("Re-bake")));
	EXPECT_EQ(SPHBodyFreshness::Check(*Body), ESPHFreshness::UpToDate);
	EXPECT_EQ(Body->NumParticles, 216) << "48 cm in cells of 8";
}

TEST_F(Freshness, ChangingTheBuildScaleCountsAsAChangeAndTouchingTheMeshDoesNot)
{
	UStaticMesh* Mesh = MakeBox(TEXT("ScaledBox"));
	USPHSolidBodyAsset* Body = BakeQuickly(Mesh);
	Mesh->CommitMeshDescription(0);
	EXPECT_EQ(SPHBodyFreshness::Check(*Body), ESPHFreshness::UpToDate);
	Mesh->GetSourceModel(0).BuildSettings.BuildScale3D = FVector(1.0, 1.0, 1.5);
	EXPECT_EQ(SPHBodyFreshness::Check(*Body), ESPHFreshness::MeshChanged);
}

TEST_F(Freshness, ABodyRemembersItsSettingsWhateverTheDialogSaysNow)
{
	UStaticMesh* Mesh = MakeBox(TEXT("SettingsBox"));
	USPHSolidBodyAsset* Body = BakeQuickly(Mesh);
	GetMutableDefault<USPHSolidBakeOptions>()->ParticleRadius = 1.0f;
	USPHSolidsEditorLibrary::RebakeBodies({Body});
	EXPECT_EQ(Body->NumParticles, 125);
	EXPECT_FLOAT_EQ(Body->ParticleRadius, 4.0f);
}

TEST_F(Freshness, BodiesWithoutAMeshSaySo)
{
	USPHSolidBodyAsset* Made = NewObject<USPHSolidBodyAsset>();
	EXPECT_EQ(SPHBodyFreshness::Check(*Made), ESPHFreshness::Empty);
	USPHSolidBodyAsset* Body = BakeQuickly(MakeBox(TEXT("OrphanBox")));
	Body->SourceMesh = TSoftObjectPtr<UObject>(FSoftObjectPath(TEXT("/Game/Meshes/Gone.Gone")));
	EXPECT_EQ(SPHBodyFreshness::Check(*Body), ESPHFreshness::MeshMissing);
	EXPECT_EQ(USPHSolidsEditorLibrary::RebakeBodies({Body}), 0);
	EXPECT_EQ(Editor.CountMessages(EMessageSeverity::Error, TEXT("/Game/Meshes/Gone.Gone is gone")), 1);
	Body->SourceMesh.Reset();
	EXPECT_EQ(SPHBodyFreshness::Check(*Body), ESPHFreshness::NoSource);
	EXPECT_TRUE(SPHBodyFreshness::Describe(ESPHFreshness::NoSource, *Body).IsEmpty());
}

TEST_F(Freshness, RebakeAllBakesWhatIsOutOfDateAndNothingElse)
{
	USPHSolidBodyAsset* Kept = BakeQuickly(MakeBox(TEXT("AllKept")));
	USPHSolidBodyAsset* Changed = BakeQuickly(MakeBox(TEXT("AllChanged")));
	MakeBox(TEXT("AllChanged"), 30.0);
	int32 KeptTold = 0, ChangedTold = 0;
	const FDelegateHandle First = Kept->OnBodyChanged.AddLambda([&] { ++KeptTold; });
	const FDelegateHandle Second = Changed->OnBodyChanged.AddLambda([&] { ++ChangedTold; });
	const FName Menu(TEXT("LevelEditor.MainMenu.Tools"));
	EXPECT_TRUE(UToolMenus::Get()->HostExecute(Menu, TEXT("SPHRebakeOutOfDate"), FToolMenuContext()));
	EXPECT_EQ(KeptTold, 0);
	EXPECT_EQ(ChangedTold, 1);
	Editor.ClearRecords();
	EXPECT_TRUE(UToolMenus::Get()->HostExecute(Menu, TEXT("SPHRebakeOutOfDate"), FToolMenuContext()));
	EXPECT_TRUE(Editor.Notifications.Last().Contains(TEXT("up to date")));
	Kept->OnBodyChanged.Remove(First);
	Changed->OnBodyChanged.Remove(Second);
}

TEST_F(Freshness, ImportingTheMeshAgainTellsOrBakes)
{
	UStaticMesh* Mesh = MakeBox(TEXT("ImportBox"));
	USPHSolidBodyAsset* Body = BakeQuickly(Mesh);
	Editor.ClearRecords();
	Reimport(Mesh);
	EXPECT_TRUE(Editor.Notifications.IsEmpty()) << "nothing changed";
	MakeBox(TEXT("ImportBox"), 40.0);
	Reimport(Mesh);
	ASSERT_EQ(Editor.Notifications.Num(), 1);
	EXPECT_TRUE(Editor.Notifications[0].Contains(TEXT("1 SPH bodies of ImportBox are out of date")));
	EXPECT_EQ(Body->NumParticles, 125);
	USPHSolidsEditorSettings* Settings = GetMutableDefault<USPHSolidsEditorSettings>();
	Settings->WhenMeshChanges = ESPHWhenMeshChanges::Rebake;
	Reimport(Mesh);
	Settings->WhenMeshChanges = ESPHWhenMeshChanges::Tell;
	EXPECT_EQ(Body->NumParticles, 1000);
	Reimport(nullptr);
}

TEST_F(Freshness, ALevelWithAHundredInstancesOfFiveBodiesLoadsEachBodyOnce)
{
	USPHSolidBakeOptions* Options = QuickOptions();
	Options->bSave = true;
	TArray<UStaticMesh*> Meshes;
	for (int32 Index = 0; Index < 5; ++Index)
		Meshes.Add(MakeBox(*FString::Printf(TEXT("Crowd%d"), Index), 15.0 + Index));
	const TArray<USPHSolidBodyAsset*> Bodies = USPHSolidsEditorLibrary::BakeStaticMeshes(Meshes, Options);
	TArray<FString> Paths;
	for (const USPHSolidBodyAsset* Body : Bodies)
		Paths.Add(Body->GetPathName());

	UWorld* World = Host::FEngine::Get().CreateWorld(EWorldType::Editor, TEXT("CrowdLevel"));
	for (int32 Index = 0; Index < 100; ++Index)
	{
		ASPHSolidActor* Actor = World->SpawnActor<ASPHSolidActor>(FVector(100.0 * Index, 0, 0), FRotator(0, 0, 0));
		Actor->Solid->SetBody(Bodies[Index % 5]);
	}
	const TArray<uint8> Level = Host::SaveAsset(World->PersistentLevel);
	Host::FEngine::Get().DestroyWorld(World);
	for (USPHSolidBodyAsset* Body : Bodies)
		Body->ClearFlags(RF_Standalone);
	// Undo would keep them alive; nothing of the bakes above is undoable, as they made new assets.
	CollectGarbage(RF_Standalone);
	for (const FString& Path : Paths)
		ASSERT_EQ(FindObject<USPHSolidBodyAsset>(nullptr, *Path), nullptr) << "closed";

	Editor.LoadCounts.Empty();
	UWorld* Opened = Host::FEngine::Get().CreateWorld(EWorldType::Editor, TEXT("CrowdAgain"));
	const ULevel* Loaded = Cast<ULevel>(Host::LoadAsset(Level, Opened, TEXT("LoadedLevel")));
	ASSERT_NE(Loaded, nullptr);
	ASSERT_EQ(Loaded->Actors.Num(), 100);
	for (const FString& Path : Paths)
		EXPECT_EQ(Editor.LoadCounts.FindRef(Path), 1) << Host::ToUtf8(*Path);
	TSet<const FSPHSolidBody*> Decoded;
	for (const AActor* Actor : Loaded->Actors)
		Decoded.Add(CastChecked<ASPHSolidActor>(const_cast<AActor*>(Actor))->Solid->Body->GetBody().Get());
	EXPECT_EQ(Decoded.Num(), 5) << "and each is decoded once";
	Host::FEngine::Get().DestroyWorld(Opened);
}
