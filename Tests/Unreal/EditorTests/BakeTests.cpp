// Copyright (c) 2026 The SPHSolids authors

#include "Adapters/SPHSolidBody.h"
#include "AssetRegistry/AssetRegistryModule.h"
#include "Bake/SPHBakeSession.h"
#include "ContentBrowserMenuContexts.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/StaticMesh.h"
#include "Engine/StaticMeshActor.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformMemory.h"
#include "Host/Engine.h"
#include "Host/ProcessorTime.h"
#include "Host/Program.h"
#include "Materials/Material.h"
#include "Meshes.h"
#include "Misc/PackageName.h"
#include "PropertyEditorModule.h"
#include "SPHSolidActor.h"
#include "SPHSolidBakeOptions.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidMaterial.h"
#include "SPHSolidsEditorLibrary.h"
#include "Subsystems/AssetEditorSubsystem.h"
#include "ToolMenus.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <vector>

using namespace EditorTests;

class Bake : public FEditorTest
{
};

namespace
{

FToolMenuContext Selecting(const TArray<UObject*>& Assets)
{
	UContentBrowserAssetContextMenuContext* Context = NewObject<UContentBrowserAssetContextMenuContext>();
	for (UObject* Asset : Assets)
		Context->SelectedAssets.Add(FAssetData(Asset));
	return FToolMenuContext(Context);
}

/// What a bake took, by the clock and as it would take on two processors that nobody else uses.
struct FBakeTime
{
	double Clock = 0, Computed = 0, Queued = 0;

	/// Time by the clock without what threads spent in the queue for a processor; but two processors cannot do the work in less than half of it.
	double Undisturbed() const { return std::max(Clock - Queued, Computed / 2); }
};

template <typename FWork>
FBakeTime TimeOf(const FWork& Work)
{
	const FBakeTime Before{FPlatformTime::Seconds(), Host::SecondsComputedByProgram(), Host::SecondsQueuedByProgram()};
	Work();
	return {FPlatformTime::Seconds() - Before.Clock, Host::SecondsComputedByProgram() - Before.Computed,
		Host::SecondsQueuedByProgram() - Before.Queued};
}

constexpr bool IsSanitized()
{
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
	return true;
#else
	return false;
#endif
}

const FName MeshMenu(TEXT("ContentBrowser.AssetContextMenu.StaticMesh"));

std::string FileOf(const FString& PackageName)
{
	return Host::ToUtf8(*FPackageName::LongPackageNameToFilename(PackageName, FPackageName::GetAssetPackageExtension()));
}

/// Files of the content folder, whatever they are called.
int32 CountFiles()
{
	int32 Count = 0;
	std::error_code Ignored;
	for (const auto& Entry : std::filesystem::recursive_directory_iterator(Host::ToUtf8(*Host::FEditor::Get().ContentFolder), Ignored))
		Count += Entry.is_regular_file() ? 1 : 0;
	return Count;
}

}

TEST_F(Bake, TheMenuEntryOnAMeshBakesSavesShowsAndOpensABody)
{
	UStaticMesh* Mesh = MakeBox(TEXT("MenuBox"));
	USPHSolidBakeOptions* Options = GetMutableDefault<USPHSolidBakeOptions>();
	Options->Size = ESPHBakeSize::Radius;
	Options->ParticleRadius = 4.0f;
	Options->Method = ESPHBakeMethod::Grid;
	ASSERT_TRUE(UToolMenus::Get()->HostExecute(MeshMenu, TEXT("SPHBake"), Selecting({Mesh})));
	const FString Path(TEXT("/Game/Meshes/SB_MenuBox.SB_MenuBox"));
	const USPHSolidBodyAsset* Body = FindObject<USPHSolidBodyAsset>(nullptr, *Path);
	ASSERT_NE(Body, nullptr);
	EXPECT_EQ(Body->NumParticles, 125);
	EXPECT_NEAR(Body->VolumeLitres, 64.0f, 0.7f);
	EXPECT_EQ(Body->NumTriangles, 12);
	EXPECT_EQ(Body->SourceMesh.Get(), Mesh);
	EXPECT_TRUE(std::filesystem::exists(FileOf(TEXT("/Game/Meshes/SB_MenuBox"))));
	EXPECT_FALSE(Body->GetPackage()->IsDirty());
	EXPECT_EQ(Editor.Synced, TArray<FString>({Path}));
	EXPECT_TRUE(GEditor->GetEditorSubsystem<UAssetEditorSubsystem>()->HostOpened.Contains(Path));
	EXPECT_TRUE(FModuleManager::LoadModuleChecked<FAssetRegistryModule>(TEXT("AssetRegistry")).Get().HostCreated.Contains(Path));
	EXPECT_EQ(Editor.CountMessages(EMessageSeverity::Info, TEXT("125 particles")), 1);
	EXPECT_EQ(Editor.Notifications.Num(), 1);
}

TEST_F(Bake, NoMenuEntryAppearsWithoutASelection)
{
	EXPECT_TRUE(UToolMenus::Get()->HostOpen(MeshMenu, FToolMenuContext()).IsEmpty());
	EXPECT_EQ(UToolMenus::Get()->HostOpen(MeshMenu, Selecting({MakeBox(TEXT("EntryBox"))})).Num(), 1);
}

TEST_F(Bake, TheDialogShowsALiveEstimateAndBakesWithWhatTheUserChose)
{
	Host::ProgramFlags().bUnattended = false;
	UStaticMesh* Mesh = MakeBox(TEXT("DialogBox"));
	FString Before, After;
	Editor.UsesWindow = [&](SWindow& Window)
	{
		USPHSolidBakeOptions* Edited = nullptr;
		Window.HostVisit(
			[&Edited](SWidget& Widget)
			{
				if (Widget.HostIsDetails())
					Edited = Cast<USPHSolidBakeOptions>(static_cast<IDetailsView&>(Widget).HostObject.Get());
			});
		ASSERT_NE(Edited, nullptr);
		Edited->Size = ESPHBakeSize::Radius;
		Edited->Method = ESPHBakeMethod::Grid;
		Edited->ParticleRadius = 4.0f;
		Before = Window.HostAllText();
		Edited->ParticleRadius = 2.0f;
		After = Window.HostAllText();
		EXPECT_TRUE(Window.HostClickButton(TEXT("Bake")));
	};
	ASSERT_TRUE(UToolMenus::Get()->HostExecute(MeshMenu, TEXT("SPHBake"), Selecting({Mesh})));
	EXPECT_TRUE(Before.Contains(TEXT("About 125 particles")));
	EXPECT_TRUE(After.Contains(TEXT("About 1000 particles")));
	const USPHSolidBodyAsset* Body = FindObject<USPHSolidBodyAsset>(nullptr, TEXT("/Game/Meshes/SB_DialogBox.SB_DialogBox"));
	ASSERT_NE(Body, nullptr);
	EXPECT_EQ(Body->NumParticles, 1000);
	EXPECT_FLOAT_EQ(GetDefault<USPHSolidBakeOptions>()->ParticleRadius, 2.0f) << "remembered for the next time";
}

TEST_F(Bake, ClosingTheDialogBakesNothingAndForgetsTheChoice)
{
	Host::ProgramFlags().bUnattended = false;
	GetMutableDefault<USPHSolidBakeOptions>()->ParticleCount = 777;
	Editor.UsesWindow = [](SWindow& Window) { Window.HostClickButton(TEXT("Cancel")); };
	UToolMenus::Get()->HostExecute(MeshMenu, TEXT("SPHBake"), Selecting({MakeBox(TEXT("RefusedBox"))}));
	EXPECT_EQ(FindObject<USPHSolidBodyAsset>(nullptr, TEXT("/Game/Meshes/SB_RefusedBox.SB_RefusedBox")), nullptr);
	EXPECT_EQ(GetDefault<USPHSolidBakeOptions>()->ParticleCount, 777);
}

TEST_F(Bake, ManyMeshesBakeInOneSessionWithABarThatNeverFalls)
{
	TArray<UStaticMesh*> Meshes;
	for (int32 Index = 0; Index < 6; ++Index)
		Meshes.Add(MakeBox(*FString::Printf(TEXT("Many%d"), Index), 10.0 + Index));
	UStaticMesh* Again = Meshes[0];
	Meshes.Add(Again);
	const TArray<USPHSolidBodyAsset*> Bodies = USPHSolidsEditorLibrary::BakeStaticMeshes(Meshes, QuickOptions());
	EXPECT_EQ(Bodies.Num(), 6) << "a mesh that is selected twice is baked once";
	for (const USPHSolidBodyAsset* Body : Bodies)
		EXPECT_NE(Body, nullptr);
	ASSERT_EQ(Editor.SlowTasks.Num(), 1);
	const Host::FSlowTaskRecord& Bar = *Editor.SlowTasks[0];
	EXPECT_TRUE(Bar.bDialog && Bar.bCancelButton && Bar.bFinished);
	for (int32 Index = 1; Index < Bar.Fractions.Num(); ++Index)
		EXPECT_GE(Bar.Fractions[Index], Bar.Fractions[Index - 1]);
}

TEST_F(Bake, SeveralMeshesBakeAtTheSameTime)
{
	TArray<UStaticMesh*> Meshes;
	for (int32 Index = 0; Index < 3; ++Index)
		Meshes.Add(MakeMesh(*FString::Printf(TEXT("AtOnce%d"), Index), BallDescription(30.0, 24)));
	USPHSolidBakeOptions* Options = QuickOptions();
	Options->Method = ESPHBakeMethod::Relaxed;
	Options->ParticleRadius = 2.0f;
	for (const USPHSolidBodyAsset* Body : USPHSolidsEditorLibrary::BakeStaticMeshes(Meshes, Options))
		EXPECT_NE(Body, nullptr);
	bool bTwoAtOnce = false;
	for (const FString& Text : Editor.SlowTasks[0]->Texts)
		bTwoAtOnce |= Text.Contains(TEXT("2 at once")) || Text.Contains(TEXT("3 at once"));
	EXPECT_TRUE(bTwoAtOnce);
}

TEST_F(Bake, CancelAtAnyMomentLeavesNothingBehind)
{
	UStaticMesh* Mesh = MakeMesh(TEXT("CancelBall"), BallDescription(50.0, 48));
	USPHSolidBakeOptions* Options = QuickOptions();
	Options->Method = ESPHBakeMethod::Relaxed;
	Options->ParticleRadius = 2.0f;
	Options->bSave = true;
	const int32 FilesBefore = CountFiles();
	for (const float At : {0.0f, 0.01f, 0.2f, 0.5f, 0.8f})
	{
		Editor.ClearRecords();
		Editor.PressesCancel = [At](const Host::FSlowTaskRecord& Bar) { return Bar.Fractions.IsEmpty() || Bar.Fractions.Last() >= At; };
		const TArray<USPHSolidBodyAsset*> Bodies = USPHSolidsEditorLibrary::BakeStaticMeshes({Mesh}, Options);
		EXPECT_EQ(Bodies[0], nullptr) << At;
		EXPECT_EQ(Editor.CountMessages(EMessageSeverity::Error), 0) << "a cancel is no error";
		EXPECT_EQ(Editor.CountMessages(EMessageSeverity::Info, TEXT("Cancelled")), 1);
	}
	EXPECT_EQ(FindObject<USPHSolidBodyAsset>(nullptr, TEXT("/Game/Meshes/SB_CancelBall.SB_CancelBall")), nullptr);
	EXPECT_EQ(CountFiles(), FilesBefore);
	Editor.ClearRecords();
	EXPECT_NE(USPHSolidsEditorLibrary::BakeStaticMeshes({Mesh}, QuickOptions())[0], nullptr) << "and it can be baked afterwards";
}

TEST_F(Bake, BodiesThatWereDoneBeforeACancelStay)
{
	UStaticMesh* Quick = MakeBox(TEXT("QuickOne"));
	UStaticMesh* Slow = MakeMesh(TEXT("SlowOne"), BallDescription(50.0, 64));
	USPHSolidBakeOptions* Options = QuickOptions();
	Options->Method = ESPHBakeMethod::Relaxed;
	Options->ParticleRadius = 2.0f;
	const auto IsThere = [] { return FindObject<USPHSolidBodyAsset>(nullptr, TEXT("/Game/Meshes/SB_QuickOne.SB_QuickOne")) != nullptr; };
	Editor.PressesCancel = [&IsThere](const Host::FSlowTaskRecord&) { return IsThere(); };
	const TArray<USPHSolidBodyAsset*> Bodies = USPHSolidsEditorLibrary::BakeStaticMeshes({Quick, Slow}, Options);
	ASSERT_NE(Bodies[0], nullptr);
	EXPECT_TRUE(Bodies[0]->HasBody());
	EXPECT_EQ(Bodies[1], nullptr);
	EXPECT_TRUE(Editor.Notifications.Last().Contains(TEXT("1 of 2 bodies baked. 1 cancelled.")));
}

TEST_F(Bake, BadInputIsNamedWithACure)
{
	FMeshDescription Nothing;
	UStaticMesh* Empty = MakeMesh(TEXT("EmptyMesh"), Nothing);
	UStaticMesh* NoSource = NewObject<UStaticMesh>(CreatePackage(TEXT("/Game/Meshes/NoSource")), TEXT("NoSource"));
	USkeletalMesh* Skeletal = NewObject<USkeletalMesh>(CreatePackage(TEXT("/Game/Meshes/Dragon")), TEXT("Dragon"));
	UMaterial* Material = NewObject<UMaterial>(CreatePackage(TEXT("/Game/Meshes/Paint")), TEXT("Paint"));
	USPHSolidBakeOptions* Options = QuickOptions();
	Options->MaxTriangles = 100;
	UStaticMesh* Huge = MakeMesh(TEXT("HugeMesh"), BallDescription(10.0, 16));
	FSPHBakeSession Session({Empty, NoSource, Skeletal, Material, nullptr, Huge}, *Options);
	const TArray<FSPHBakeOutcome> Outcomes = Session.Run(INVTEXT("Test"));
	ASSERT_EQ(Outcomes.Num(), 6);
	for (const FSPHBakeOutcome& Outcome : Outcomes)
		EXPECT_FALSE(Outcome.Succeeded());
	EXPECT_TRUE(Outcomes[0].Error.Contains(TEXT("no triangles")));
	EXPECT_TRUE(Outcomes[1].Error.Contains(TEXT("import it again")));
	EXPECT_TRUE(Outcomes[2].Error.Contains(TEXT("skeletal")) && Outcomes[2].Error.Contains(TEXT("Make Static Mesh")));
	EXPECT_TRUE(Outcomes[3].Error.Contains(TEXT("Material")));
	EXPECT_TRUE(Outcomes[5].Error.Contains(TEXT("Max Triangles")));
	EXPECT_EQ(Editor.CountMessages(EMessageSeverity::Error, TEXT("Dragon")), 1);
	EXPECT_EQ(Editor.CountMessages(EMessageSeverity::Error), 6);
	EXPECT_EQ(Editor.OpenedLogs, TArray<FString>({TEXT("SPHSolids")}));
	EXPECT_EQ(Editor.Messages[0].Page, FString(TEXT("Test")));
}

TEST_F(Bake, AMeshTooLargeForTheMemoryIsRefusedWithTheFigureBeforeItIsRead)
{
	UStaticMesh* Mesh = MakeMesh(TEXT("LargeBall"), BallDescription(10.0, 60));
	const uint64 Had = FPlatformMemory::HostAvailable;
	FPlatformMemory::HostAvailable = 5'000'000;
	EXPECT_EQ(USPHSolidsEditorLibrary::BakeStaticMeshes({Mesh}, QuickOptions())[0], nullptr);
	FPlatformMemory::HostAvailable = Had;
	EXPECT_EQ(Editor.CountMessages(EMessageSeverity::Error, TEXT("GB of memory")), 1);
	EXPECT_EQ(Editor.CountMessages(EMessageSeverity::Error, TEXT("Choose a coarser level")), 1);
	EXPECT_NE(USPHSolidsEditorLibrary::BakeStaticMeshes({Mesh}, QuickOptions())[0], nullptr) << "with room it is baked";
}

/// A tenth of a million triangles here; SPHSOLIDS_HUGE_TRIANGLES=10000000 in the environment for the figures of Docs/guides/unreal-editor.md.
TEST_F(Bake, AHugeMeshBakesWithTheEditorAwakeAndCanBeCancelledWhileItIsReadAndBaked)
{
	const char* Wanted = std::getenv("SPHSOLIDS_HUGE_TRIANGLES");
	const double Triangles = Wanted ? std::atof(Wanted) : 100'000;
	UStaticMesh* Mesh = MakeMesh(TEXT("HugeBall"), BallDescription(50.0, static_cast<int32>(std::sqrt(Triangles / 4)) + 1));
	ASSERT_GT(Mesh->GetMeshDescription(0)->Triangles().Num(), Triangles * 0.98);
	USPHSolidBakeOptions* Options = QuickOptions();
	Options->Size = ESPHBakeSize::Count;
	Options->ParticleCount = 2000;
	for (const float At : {0.01f, 0.3f})
	{
		Editor.ClearRecords();
		double Pressed = 0;
		Editor.PressesCancel = [&Pressed, At](const Host::FSlowTaskRecord& Bar)
		{
			const bool bPresses = !Bar.Fractions.IsEmpty() && Bar.Fractions.Last() >= At;
			Pressed = bPresses && Pressed == 0 ? Host::SecondsComputedByProgram() : Pressed;
			return bPresses;
		};
		EXPECT_EQ(USPHSolidsEditorLibrary::BakeStaticMeshes({Mesh}, Options)[0], nullptr);
		std::printf(
			"cancelled at %.2f: over after %.2f s of computing\n", static_cast<double>(At), Host::SecondsComputedByProgram() - Pressed);
	}
	Editor.ClearRecords();
	const FBakeTime Time = TimeOf([&] { ASSERT_NE(USPHSolidsEditorLibrary::BakeStaticMeshes({Mesh}, Options)[0], nullptr); });
	const Host::FSlowTaskRecord& Bar = *Editor.SlowTasks[0];
	rusage Usage;
	getrusage(RUSAGE_SELF, &Usage);
	std::printf("%d triangles: %.1f s, %.1f s computed, the game thread away for at most %.0f ms at a time; peak of the program %.1f GB\n",
		Mesh->GetMeshDescription(0)->Triangles().Num(), Time.Clock, Time.Computed, 1000 * Bar.LongestSilence,
		static_cast<double>(Usage.ru_maxrss) / (1024.0 * 1024.0));
	EXPECT_GT(Bar.Fractions.Num(), 5) << "the bar moves";
	EXPECT_LT(Bar.LongestSilence, 0.1 * (Wanted ? 10 : 1) * (IsSanitized() ? 20 : 1));
	MakeBox(TEXT("HugeBall"));
}

TEST_F(Bake, SettingsThatMakeNoSenseAreRefusedBeforeAnythingIsRead)
{
	USPHSolidBakeOptions* Options = QuickOptions();
	Options->ParticleRadius = 0.0f;
	EXPECT_EQ(USPHSolidsEditorLibrary::BakeStaticMeshes({MakeBox(TEXT("NoRadius"))}, Options)[0], nullptr);
	EXPECT_EQ(Editor.CountMessages(EMessageSeverity::Error), 1);
	Options = QuickOptions();
	Options->Folder = TEXT("no folder at all");
	EXPECT_EQ(USPHSolidsEditorLibrary::BakeStaticMeshes({MakeBox(TEXT("NoFolder"))}, Options)[0], nullptr);
	EXPECT_EQ(Editor.CountMessages(EMessageSeverity::Error, TEXT("/Game/Bodies")), 1);
}

TEST_F(Bake, FindingsNameThePlaceInTheMesh)
{
	FMeshDescription Open = BoxDescription(FVector(20));
	Open.HostDeleteTriangle(FTriangleID(2));
	EXPECT_NE(BakeQuickly(MakeMesh(TEXT("OpenBox"), Open)), nullptr);
	EXPECT_GE(Editor.CountMessages(EMessageSeverity::Warning, TEXT("Near X")), 1);
	EXPECT_GE(Editor.CountMessages(EMessageSeverity::Warning, TEXT("OpenBox")), 1);
}

TEST_F(Bake, TheSameMeshIsBakedAgainIntoItsBodyAndStrangersKeepTheirNames)
{
	UStaticMesh* Mesh = MakeBox(TEXT("ClashBox"));
	// Somebody else has the name.
	UMaterial* Stranger =
		NewObject<UMaterial>(CreatePackage(TEXT("/Game/Meshes/SB_ClashBox")), TEXT("SB_ClashBox"), RF_Public | RF_Standalone);
	const USPHSolidBodyAsset* First = BakeQuickly(Mesh);
	ASSERT_NE(First, nullptr);
	EXPECT_EQ(First->GetName(), FString(TEXT("SB_ClashBox1")));
	EXPECT_TRUE(IsValid(Stranger));

	UStaticMesh* Other = MakeBox(TEXT("AgainBox"));
	USPHSolidBodyAsset* Body = BakeQuickly(Other);
	EXPECT_EQ(BakeQuickly(Other), Body) << "in its place";
	USPHSolidBakeOptions* Options = QuickOptions();
	Options->Existing = ESPHBakeExisting::KeepBoth;
	const USPHSolidBodyAsset* Second = USPHSolidsEditorLibrary::BakeStaticMeshes({Other}, Options)[0];
	EXPECT_NE(Second, Body);
	EXPECT_EQ(Second->GetName(), FString(TEXT("SB_AgainBox1")));
}

TEST_F(Bake, TwoBakesOfOneMeshAtOnceDoNotMeet)
{
	UStaticMesh* Mesh = MakeBox(TEXT("TwiceBox"));
	FSPHBakeSession First({Mesh}, *QuickOptions());
	{
		FSPHBakeSession Second({Mesh}, *QuickOptions());
		const TArray<FSPHBakeOutcome> Refused = Second.Run(INVTEXT("Second"));
		EXPECT_TRUE(Refused[0].Error.Contains(TEXT("already")));
	}
	EXPECT_TRUE(First.Run(INVTEXT("First"))[0].Succeeded());
	EXPECT_NE(BakeQuickly(Mesh), nullptr) << "free again";
}

TEST_F(Bake, AWriteProtectedFileOrAFullDiskLosesNothing)
{
	UStaticMesh* Mesh = MakeBox(TEXT("DiskBox"));
	USPHSolidBakeOptions* Options = QuickOptions();
	Options->bSave = true;
	USPHSolidBodyAsset* Body = USPHSolidsEditorLibrary::BakeStaticMeshes({Mesh}, Options)[0];
	ASSERT_NE(Body, nullptr);
	const std::filesystem::path File = FileOf(Body->GetPackage()->GetName());
	ASSERT_TRUE(std::filesystem::exists(File));
	const auto OldSize = std::filesystem::file_size(File);

	std::filesystem::permissions(File, std::filesystem::perms::owner_read);
	Options->ParticleRadius = 2.0f;
	EXPECT_EQ(USPHSolidsEditorLibrary::BakeStaticMeshes({Mesh}, Options)[0], Body);
	EXPECT_EQ(Body->NumParticles, 1000) << "baked";
	EXPECT_TRUE(Body->GetPackage()->IsDirty()) << "and still to be saved";
	EXPECT_EQ(std::filesystem::file_size(File), OldSize) << "the old file is whole";
	EXPECT_EQ(Editor.CountMessages(EMessageSeverity::Error, TEXT("could not be saved")), 1);
	std::filesystem::permissions(File, std::filesystem::perms::owner_all);

	// A disk with room for 4 kB.
	Editor.ClearRecords();
	{
		const FSmallDisk Disk(4096);
		USPHSolidsEditorLibrary::BakeStaticMeshes({Mesh}, Options);
	}
	EXPECT_EQ(Editor.CountMessages(EMessageSeverity::Error, TEXT("disk is full")), 1);
	EXPECT_TRUE(Body->GetPackage()->IsDirty());
	EXPECT_EQ(std::filesystem::file_size(File), OldSize);
	EXPECT_FALSE(std::filesystem::exists(File.string() + ".tmp")) << "nothing half-saved";
}

TEST_F(Bake, AnotherLevelOfDetailCanBeTheSkin)
{
	UStaticMesh* Mesh = MakeBox(TEXT("LodBox"));
	Mesh->CreateMeshDescription(1, BallDescription(20.0, 12));
	USPHSolidBakeOptions* Options = QuickOptions();
	Options->SkinLOD = 1;
	USPHSolidBodyAsset* Body = USPHSolidsEditorLibrary::BakeStaticMeshes({Mesh}, Options)[0];
	ASSERT_NE(Body, nullptr);
	EXPECT_EQ(Body->NumParticles, 125) << "of the box";
	EXPECT_EQ(Body->NumTriangles, 2 * 24 * 11) << "of the ball";
	EXPECT_FALSE(USPHSolidsEditorLibrary::IsOutOfDate(Body));
	EXPECT_EQ(USPHSolidsEditorLibrary::RebakeBodies({Body}), 1);
	EXPECT_EQ(Body->NumTriangles, 2 * 24 * 11);
}

TEST_F(Bake, MaterialsOfTheMeshAreTakenAndChosenOnesKept)
{
	UStaticMesh* Mesh = MakeBox(TEXT("PaintedBox"));
	UMaterial* Red = NewObject<UMaterial>();
	UMaterial* Blue = NewObject<UMaterial>();
	Mesh->GetStaticMaterials().SetNum(2);
	Mesh->GetStaticMaterials()[0] = {Red, FName(TEXT("Sides")), FName(TEXT("Sides"))};
	Mesh->GetStaticMaterials()[1] = {Blue, FName(TEXT("Top")), FName(TEXT("Top"))};
	USPHSolidBodyAsset* Body = BakeQuickly(Mesh);
	ASSERT_EQ(Body->MaterialSlots.Num(), 2);
	EXPECT_EQ(Body->MaterialSlots[0].Material, Red);
	EXPECT_EQ(Body->MaterialSlots[1].SlotName, FName(TEXT("Top")));
	UMaterial* Green = NewObject<UMaterial>();
	Body->MaterialSlots[1].Material = Green;
	USPHSolidsEditorLibrary::RebakeBodies({Body});
	EXPECT_EQ(Body->MaterialSlots[1].Material, Green);
}

TEST_F(Bake, UndoBringsTheOldBodyBackAndComponentsFollow)
{
	UStaticMesh* Mesh = MakeBox(TEXT("UndoBox"));
	USPHSolidBodyAsset* Body = BakeQuickly(Mesh);
	const TArray<uint8> Old = Body->GetBytes();
	MakeBox(TEXT("UndoBox"), 40.0);
	ASSERT_EQ(USPHSolidsEditorLibrary::RebakeBodies({Body}), 1);
	EXPECT_EQ(Body->NumParticles, 1000);
	int32 Told = 0;
	const FDelegateHandle Handle = Body->OnBodyChanged.AddLambda([&Told] { ++Told; });
	ASSERT_TRUE(GEditor->UndoTransaction());
	EXPECT_EQ(Body->NumParticles, 125);
	EXPECT_EQ(Body->GetBytes(), Old);
	EXPECT_EQ(Body->GetBody()->NumParticles(), 125) << "decoded anew";
	EXPECT_EQ(Told, 1);
	ASSERT_TRUE(GEditor->RedoTransaction());
	EXPECT_EQ(Body->NumParticles, 1000);
	Body->OnBodyChanged.Remove(Handle);
}

TEST_F(Bake, AnActorIsReplacedByASoftBodyInItsPlaceAndUndoRestoresIt)
{
	UStaticMesh* Mesh = MakeBox(TEXT("ActorBox"));
	UWorld* World = Editor.GetWorld();
	AStaticMeshActor* Actor = World->SpawnActor<AStaticMeshActor>(FVector(100, 200, 300), FRotator(0, 90, 0));
	Actor->GetStaticMeshComponent()->SetStaticMesh(Mesh);
	GEditor->GetSelectedActors()->Select(Actor);
	USPHSolidBakeOptions* Options = GetMutableDefault<USPHSolidBakeOptions>();
	Options->Size = ESPHBakeSize::Radius;
	Options->ParticleRadius = 4.0f;
	Options->MaterialPreset = FName(TEXT("Jelly"));
	const int32 Before = World->PersistentLevel->Actors.Num();
	ASSERT_TRUE(UToolMenus::Get()->HostExecute(TEXT("LevelEditor.ActorContextMenu"), TEXT("SPHReplaceActors"), FToolMenuContext()));
	Options->MaterialPreset = NAME_None;
	GEditor->GetSelectedActors()->DeselectAll();
	EXPECT_EQ(World->PersistentLevel->Actors.Num(), Before);
	EXPECT_FALSE(World->PersistentLevel->Actors.Contains(Actor));
	const ASPHSolidActor* Soft = Cast<ASPHSolidActor>(World->PersistentLevel->Actors.Last());
	ASSERT_NE(Soft, nullptr);
	EXPECT_TRUE(Soft->GetActorLocation().Equals(FVector(100, 200, 300), 1e-6));
	EXPECT_EQ(Soft->Solid->Body->SourceMesh.Get(), Mesh);
	ASSERT_NE(Soft->Solid->SolidMaterial, nullptr);
	EXPECT_EQ(Soft->Solid->SolidMaterial->Preset, FName(TEXT("Jelly")));
	ASSERT_TRUE(GEditor->UndoTransaction());
	EXPECT_TRUE(World->PersistentLevel->Actors.Contains(Actor));
	EXPECT_TRUE(Actor->GetStaticMeshComponent()->IsRegistered());
	EXPECT_FALSE(World->PersistentLevel->Actors.ContainsByPredicate([Soft](const AActor* One) { return One == Soft; }));
}

TEST_F(Bake, TheButtonInTheComponentsPanelBakesTheMeshOfItsActor)
{
	UStaticMesh* Mesh = MakeBox(TEXT("PanelBox"));
	UWorld* World = Editor.GetWorld();
	AStaticMeshActor* Actor = World->SpawnActor<AStaticMeshActor>(FVector(0, 0, 0), FRotator(0, 0, 0));
	Actor->GetStaticMeshComponent()->SetStaticMesh(Mesh);
	USPHSolidComponent* Solid = NewObject<USPHSolidComponent>(Actor, NAME_None, RF_Transactional);
	Solid->RegisterComponent();
	IDetailLayoutBuilder Layout;
	Layout.HostObjects.Add(Solid);
	FPropertyEditorModule& Properties = FModuleManager::LoadModuleChecked<FPropertyEditorModule>(TEXT("PropertyEditor"));
	ASSERT_TRUE(Properties.HostCustomise(Layout));
	ASSERT_TRUE(Layout.HostClickButton(TEXT("Bake From This Mesh")));
	ASSERT_NE(Solid->Body, nullptr);
	EXPECT_EQ(Solid->Body->SourceMesh.Get(), Mesh);
	EXPECT_EQ(Layout.HostRefreshes, 1);
	GEditor->UndoTransaction();
	EXPECT_EQ(Solid->Body, nullptr);
	World->DestroyActor(Actor);
}

TEST_F(Bake, AMeshOfTheEngineGetsItsBodyInTheProject)
{
	UStaticMesh* Mesh = NewObject<UStaticMesh>(CreatePackage(TEXT("/Engine/BasicShapes/Cube")), TEXT("Cube"), RF_Public | RF_Standalone);
	Mesh->CreateMeshDescription(0, BoxDescription(FVector(20)));
	EXPECT_EQ(BakeQuickly(Mesh)->GetPathName(), FString(TEXT("/Game/Bodies/SB_Cube.SB_Cube")));
}

TEST_F(Bake, FiftyThousandTrianglesBecomeTenThousandParticlesInFourSecondsAndTheEditorStaysAwake)
{
	UStaticMesh* Mesh = MakeMesh(TEXT("HeroBall"), BallDescription(50.0, 112));
	EXPECT_GT(Mesh->GetMeshDescription(0)->Triangles().Num(), 49'000);
	USPHSolidBakeOptions* Options = QuickOptions();
	Options->Size = ESPHBakeSize::Count;
	Options->ParticleCount = 10'000;
	Options->Method = ESPHBakeMethod::Relaxed;
	Options->bSave = true;
	const double MostSeconds = IsSanitized() ? 120.0 : 4.0, LongestSilence = IsSanitized() ? 2.0 : 0.1;
	// Machines have moments that no figure of theirs shows (a stolen processor, a slow disk): the promise is kept if one of three bakes keeps it.
	bool bKept = false;
	for (int32 Try = 0; Try < 3 && !bKept; ++Try)
	{
		Editor.ClearRecords();
		const USPHSolidBodyAsset* Body = nullptr;
		const FBakeTime Time = TimeOf([&] { Body = USPHSolidsEditorLibrary::BakeStaticMeshes({Mesh}, Options)[0]; });
		ASSERT_NE(Body, nullptr);
		EXPECT_NEAR(Body->NumParticles, 10'000, 200);
		const double Silence = Editor.SlowTasks[0]->LongestSilence;
		std::printf(
			"click to asset %.2f s, undisturbed on two processors %.2f s (%.2f s computed); the game thread away for at most %.0f ms\n",
			Time.Clock, Time.Undisturbed(), Time.Computed, 1000 * Silence);
		bKept = Time.Undisturbed() < MostSeconds && Silence < LongestSilence;
	}
	EXPECT_TRUE(bKept);
}
