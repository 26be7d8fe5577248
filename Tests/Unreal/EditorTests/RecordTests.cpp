// Copyright (c) 2026 The SPHSolids authors

#include "Adapters/SPHSolidBody.h"
#include "GeometryCache.h"
#include "GeometryCacheTrackStreamable.h"
#include "HAL/FileManager.h"
#include "Host/Engine.h"
#include "Host/Program.h"
#include "Materials/Material.h"
#include "Meshes.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Record/SPHRecording.h"
#include "SPHFluidVolume.h"
#include "SPHSolidActor.h"
#include "SPHSolidBakeOptions.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidRecording.h"
#include "SPHSolidsEditorLibrary.h"
#include "SPHSolidsEditorSettings.h"
#include "ToolMenus.h"
#include "Toolkits/AssetEditorToolkit.h"

#include <filesystem>

using namespace EditorTests;

class Record : public FEditorTest
{
protected:
	void SetUp() override
	{
		FEditorTest::SetUp();
		std::filesystem::remove_all(Host::ToUtf8(*Folder(0)).substr(0, Host::ToUtf8(*Folder(0)).rfind('/')));
	}
	void TearDown() override
	{
		USPHSolidsEditorSettings* Settings = GetMutableDefault<USPHSolidsEditorSettings>();
		Settings->bRecordPly = Settings->bRecordVtk = false;
		Settings->bRecordGeometryCache = Settings->bRecordAsset = true;
		for (AActor* Actor : Spawned)
			Editor.GetWorld()->DestroyActor(Actor);
		FEditorTest::TearDown();
	}
	static bool Execute(const TCHAR* Entry)
	{
		return UToolMenus::Get()->HostExecute(TEXT("LevelEditor.MainMenu.Tools"), Entry, FToolMenuContext());
	}
	ASPHSolidActor* SpawnBody(const TCHAR* Label, USPHSolidBodyAsset* Body, const FVector& Place, const FRotator& Turn = FRotator(0, 0, 0))
	{
		ASPHSolidActor* Actor = Editor.GetWorld()->SpawnActor<ASPHSolidActor>(Place, Turn);
		Actor->Solid->SetBody(Body);
		Actor->SetActorLabel(Label);
		Spawned.Add(Actor);
		return Actor;
	}
	void Play(int32 Frames)
	{
		EXPECT_TRUE(Execute(TEXT("SPHRecord")));
		Editor.StartPlay();
		for (int32 Frame = 0; Frame < Frames; ++Frame)
			Host::FEngine::Get().Tick(1.0f / 60.0f);
		Editor.StopPlay();
	}
	static FString Folder(int32 Number)
	{
		return FPaths::Combine(FPaths::ProjectSavedDir(), TEXT("SPHSolids"), *FString::Printf(TEXT("Recording%d"), Number));
	}
	static bool Exists(int32 Number, const TCHAR* File) { return IFileManager::Get().FileExists(*FPaths::Combine(Folder(Number), File)); }
	static const UGeometryCacheTrackStreamable* TrackOf(const UGeometryCache& Cache)
	{
		return Cast<UGeometryCacheTrackStreamable>(Cache.Tracks[0].Get());
	}
	TArray<AActor*> Spawned;
};

TEST_F(Record, PlayingWithTheRecorderOnLeavesACacheThatTheLabReads)
{
	SpawnBody(TEXT("Faller"), BakeQuickly(MakeBox(TEXT("RecordedBox"))), FVector(0, 100, 300));
	Play(10);
	ASSERT_FALSE(Editor.Notifications.IsEmpty());
	EXPECT_TRUE(Editor.Notifications.Last().Contains(TEXT("Recorded 10 frames")));
	TArray<uint8> File;
	ASSERT_TRUE(FFileHelper::LoadFileToArray(File, *FPaths::Combine(Folder(1), TEXT("recording.sphcache"))));
	const auto View =
		SPHSolids::CacheView::Open(std::as_bytes(std::span<const uint8>(File.GetData(), static_cast<std::size_t>(File.Num()))));
	ASSERT_TRUE(View.IsOk()) << View.Message();
	EXPECT_TRUE(View.Value().IsComplete());
	EXPECT_EQ(View.Value().Header().names, std::vector<std::string>{"Faller"});
	EXPECT_NEAR(View.Value().Header().fps, 60.0, 15.0);
	ASSERT_EQ(View.Value().FrameCount(), 10u);
	const auto First = View.Value().ReadFrame(0), Last = View.Value().ReadFrame(9);
	ASSERT_EQ(Last.Value().position.size(), 125u);
	SPHSolids::Vec3d Mean, Velocity;
	for (std::size_t Index = 0; Index < 125; ++Index)
	{
		Mean += First.Value().position[Index] / 125.0;
		Velocity += Last.Value().velocity[Index].Cast<double>() / 125.0;
	}
	EXPECT_NEAR(Mean.y, -1.0, 1e-3) << "y is turned round, a metre is a metre";
	EXPECT_NEAR(Mean.z, 3.0, 0.01);
	EXPECT_NEAR(Velocity.z, -9.8 * Last.Value().time, 0.05) << "a falling body";
	EXPECT_FALSE(Exists(1, TEXT("frame_00000.ply"))) << "only if asked for";

	Editor.ClearRecords();
	EXPECT_TRUE(Execute(TEXT("SPHRecord")));
	EXPECT_TRUE(Execute(TEXT("SPHRecord")));
	EXPECT_TRUE(Editor.Notifications.Last().Contains(TEXT("Nothing was recorded")));
	EXPECT_FALSE(Execute(TEXT("SPHSaveRecording"))) << "there is nothing to save again";
}

TEST_F(Record, OtherFormatsAreWrittenIfAskedForAndFluidsAreInThem)
{
	GetMutableDefault<USPHSolidsEditorSettings>()->bRecordPly = true;
	GetMutableDefault<USPHSolidsEditorSettings>()->bRecordVtk = true;
	SpawnBody(TEXT("Swimmer"), BakeQuickly(MakeBox(TEXT("FormatBox"))), FVector(0, 0, 300));
	ASPHFluidVolume* Water = Editor.GetWorld()->SpawnActor<ASPHFluidVolume>(FVector(300, 0, 100), FRotator(0, 0, 0));
	Water->BoxExtent = FVector(20, 20, 20);
	Spawned.Add(Water);
	Play(3);
	FString Ply;
	ASSERT_TRUE(FFileHelper::LoadFileToString(Ply, *FPaths::Combine(Folder(1), TEXT("frame_00002.ply"))));
	EXPECT_TRUE(Ply.Contains(TEXT("comment object 0 Swimmer")));
	EXPECT_TRUE(Ply.Contains(TEXT("comment object 1 Fluids")));
	TArray<FString> Lines;
	Ply.ParseIntoArray(Lines, TEXT("\n"));
	int32 OfFluid = 0;
	for (const FString& Line : Lines)
		OfFluid += Line.EndsWith(TEXT(" 1")) ? 1 : 0;
	EXPECT_GT(OfFluid, 50);
	EXPECT_TRUE(Exists(1, TEXT("frame_00000.vtk")) && Exists(1, TEXT("frame_00002.vtk")));
	EXPECT_FALSE(Exists(1, TEXT("frame_00003.ply")));
	EXPECT_EQ(Editor.CountMessages(EMessageSeverity::Error), 0) << "that fluids have no mesh is no error";
}

TEST_F(Record, AGeometryCachePlaysWhatTheBodyDidInThePlaceOfItsComponent)
{
	USPHSolidBodyAsset* Body = BakeQuickly(MakeBox(TEXT("CachedBox")));
	UMaterial* Red = NewObject<UMaterial>();
	Body->MaterialSlots[0].Material = Red;
	ASPHSolidActor* Actor = SpawnBody(TEXT("Odd name!"), Body, FVector(50, 100, 900), FRotator(0, 90, 0));
	Actor->SetActorScale3D(FVector(2, 2, 2));
	Play(20);
	const UGeometryCache* Cache = FindObject<UGeometryCache>(nullptr, TEXT("/Game/Recordings/GC_Odd_name_.GC_Odd_name_"));
	ASSERT_NE(Cache, nullptr);
	EXPECT_FALSE(Cache->GetPackage()->IsDirty()) << "saved";
	EXPECT_EQ(Cache->GetEndFrame(), 19);
	EXPECT_EQ(Cache->Materials[0], Red);
	ASSERT_EQ(Cache->Tracks.Num(), 1);
	const UGeometryCacheTrackStreamable* Track = TrackOf(*Cache);
	ASSERT_EQ(Track->HostSamples.Num(), 20);
	EXPECT_EQ(Track->HostTimes[0], 0.0f);
	EXPECT_NEAR(Track->GetDuration(), 19.0f / 60.0f, 0.02f);
	const FSPHMeshTopology& Topology = *Body->GetBody()->Topology;
	const FGeometryCacheMeshData &First = Track->HostSamples[0], &Last = Track->HostSamples.Last();
	EXPECT_EQ(First.Indices, Topology.Indices);
	EXPECT_EQ(First.BatchesInfo.Num(), Topology.Sections.Num());
	ASSERT_EQ(First.Positions.Num(), Topology.NumVertices);
	// Half sides of 20 cm in the mesh: the scale belongs to the component, not to the cache.
	const FBox3f& Box = First.BoundingBox;
	EXPECT_NEAR(Box.Max.X - Box.Min.X, 40.0f, 0.2f);
	EXPECT_NEAR(Box.Max.Z, 20.0f, 1.0f);
	// Free fall: the mesh of the component moves by half of it, because the component is twice as large.
	const double Seconds = static_cast<double>(Track->HostTimes.Last());
	const double Start = static_cast<double>(First.Positions[0].Z), End = static_cast<double>(Last.Positions[0].Z);
	EXPECT_NEAR(Start - End, 0.5 * 980.0 * Seconds * Seconds / 2, 0.25 * (Start - End));
	for (int32 Vertex = 0; Vertex < First.TangentsZ.Num(); ++Vertex)
		EXPECT_NEAR(First.TangentsZ[Vertex].ToFVector3f().Size(), 1.0f, 0.02f);
}

TEST_F(Record, AFullDiskLosesNothingAndTheRecordingCanBeSavedAgain)
{
	SpawnBody(TEXT("Kept"), BakeQuickly(MakeBox(TEXT("KeptBox"))), FVector(0, 0, 300));
	{
		const FSmallDisk Disk(4096);
		Play(5);
	}
	EXPECT_GE(Editor.CountMessages(EMessageSeverity::Error, TEXT("Save SPH Recording Again")), 1);
	EXPECT_FALSE(Exists(1, TEXT("recording.sphcache"))) << "nothing half-saved";
	Editor.ClearRecords();
	EXPECT_TRUE(Execute(TEXT("SPHSaveRecording")));
	EXPECT_TRUE(Exists(1, TEXT("recording.sphcache")));
	EXPECT_EQ(Editor.CountMessages(EMessageSeverity::Error), 0);
	EXPECT_FALSE(Execute(TEXT("SPHSaveRecording"))) << "saved";
}

TEST_F(Record, CancellingTheWritingLeavesWholeFilesAndKeepsTheRecording)
{
	GetMutableDefault<USPHSolidsEditorSettings>()->bRecordPly = true;
	SpawnBody(TEXT("Cancelled"), BakeQuickly(MakeBox(TEXT("CancelledBox"))), FVector(0, 0, 300));
	Editor.PressesCancel = [](const Host::FSlowTaskRecord& Bar) { return !Bar.Fractions.IsEmpty() && Bar.Fractions.Last() > 0.25f; };
	Play(6);
	EXPECT_TRUE(Exists(1, TEXT("recording.sphcache")));
	EXPECT_FALSE(Exists(1, TEXT("frame_00005.ply")));
	EXPECT_EQ(FindObject<UGeometryCache>(nullptr, TEXT("/Game/Recordings/GC_Cancelled.GC_Cancelled")), nullptr);
	Editor.ClearRecords();
	EXPECT_TRUE(Execute(TEXT("SPHSaveRecording")));
	EXPECT_TRUE(Exists(2, TEXT("frame_00005.ply"))) << "into a folder of its own";
	EXPECT_NE(FindObject<UGeometryCache>(nullptr, TEXT("/Game/Recordings/GC_Cancelled.GC_Cancelled")), nullptr);
}

TEST_F(Record, ABodyWithoutAMeshIsInTheCacheAndTheMessageSaysWhyItHasNoGeometryCache)
{
	USPHSolidBakeOptions* Options = QuickOptions();
	Options->bSkin = false;
	USPHSolidBodyAsset* Bare = USPHSolidsEditorLibrary::BakeStaticMeshes({MakeBox(TEXT("BareBox"))}, Options)[0];
	ASSERT_NE(Bare, nullptr);
	SpawnBody(TEXT("Bare"), Bare, FVector(0, 0, 300));
	Play(3);
	EXPECT_TRUE(Exists(1, TEXT("recording.sphcache")));
	EXPECT_EQ(Editor.CountMessages(EMessageSeverity::Error, TEXT("bake it with a skin")), 1);
}

TEST_F(Record, TheDropOfABodyBecomesAGeometryCacheBesideItAndCanBeCancelled)
{
	USPHSolidBodyAsset* Body = BakeQuickly(MakeBox(TEXT("DroppedBox")));
	Editor.PressesCancel = [](const Host::FSlowTaskRecord& Bar) { return Bar.Fractions.Num() > 3; };
	EXPECT_EQ(USPHSolidsEditorLibrary::BakeDrop(Body, TEXT("Jelly"), 1.0f), nullptr);
	Editor.ClearRecords();
	const UGeometryCache* Cache = USPHSolidsEditorLibrary::BakeDrop(Body, TEXT("Jelly"), 1.0f);
	ASSERT_NE(Cache, nullptr);
	EXPECT_EQ(Cache->GetPathName(), FString(TEXT("/Game/Meshes/GC_SB_DroppedBox_Drop.GC_SB_DroppedBox_Drop")));
	const UGeometryCacheTrackStreamable* Track = TrackOf(*Cache);
	ASSERT_EQ(Track->HostSamples.Num(), 31);
	const FBox3f First = Track->HostSamples[0].BoundingBox, Last = Track->HostSamples.Last().BoundingBox;
	EXPECT_LT(Last.Min.Z, First.Min.Z - 10.0f) << "it fell";
	EXPECT_NEAR(Last.Min.Z, -48.0f, 4.0f) << "onto the floor, which is half its height below it";
	EXPECT_EQ(USPHSolidsEditorLibrary::BakeDrop(NewObject<USPHSolidBodyAsset>(), NAME_None, 1.0f), nullptr);
	EXPECT_GE(Editor.CountMessages(EMessageSeverity::Error, TEXT("no body")), 1);
}

TEST_F(Record, ARecordingOfTheLabBecomesAGeometryCacheOfItsBody)
{
	USPHSolidBodyAsset* Body = BakeQuickly(MakeBox(TEXT("LabBox")));
	// As `sphsolids run` writes it: another body first, ours a metre up and moving along the core's y.
	std::vector<std::byte> Bytes = SPHSolids::EncodeCacheHeader({1e-5, 50, {"other", "cube", "water"}});
	std::vector<std::uint64_t> Offsets;
	for (int32 Index = 0; Index < 4; ++Index)
	{
		SPHSolids::RecordedFrame Frame;
		Frame.time = 0.02 * Index;
		const auto Add = [&Frame](const SPHSolids::Vec3d& Place, std::uint16_t Object)
		{
			Frame.position.push_back(Place);
			Frame.velocity.push_back({});
			Frame.object.push_back(Object);
		};
		for (int32 Other = 0; Other < 7; ++Other)
			Add({0.1 * Other, 0, 0}, 0);
		for (const SPHSolids::Vec3& Rest : Body->GetBody()->Baked->rest.position)
			Add(Rest.Cast<double>() + SPHSolids::Vec3d{0, 0.1 * Index, 1}, 1);
		Offsets.push_back(Bytes.size());
		const std::vector<std::byte> Encoded = SPHSolids::EncodeCacheFrame(Frame, 1e-5);
		Bytes.insert(Bytes.end(), Encoded.begin(), Encoded.end());
	}
	const std::vector<std::byte> End = SPHSolids::EncodeCacheIndex(Offsets);
	Bytes.insert(Bytes.end(), End.begin(), End.end());
	TArray<uint8> File;
	File.Append(reinterpret_cast<const uint8*>(Bytes.data()), static_cast<int32>(Bytes.size()));
	const FString Name = FPaths::Combine(Folder(1), TEXT("lab.sphcache"));
	IFileManager::Get().MakeDirectory(*Folder(1), true);
	ASSERT_TRUE(FFileHelper::SaveArrayToFile(File, *Name));

	const UGeometryCache* Cache = USPHSolidsEditorLibrary::ImportRecording(Name, Body, NAME_None, TEXT("/Game/Recordings"));
	ASSERT_NE(Cache, nullptr);
	EXPECT_EQ(Cache->GetName(), FString(TEXT("GC_lab_SB_LabBox")));
	const UGeometryCacheTrackStreamable* Track = TrackOf(*Cache);
	ASSERT_EQ(Track->HostSamples.Num(), 4);
	const FBox3f Box = Track->HostSamples[3].BoundingBox;
	EXPECT_NEAR(Box.Max.Z, 120.0f, 0.01f) << "a metre up, half a side more";
	EXPECT_NEAR((Box.Min.Y + Box.Max.Y) / 2, -30.0f, 0.01f) << "y is turned round";
	EXPECT_NEAR(Track->GetDuration(), 0.06f, 1e-6f);
	EXPECT_NE(USPHSolidsEditorLibrary::ImportRecording(Name, Body, TEXT("cube"), TEXT("/Game/Recordings")), nullptr);

	const auto ComplaintOf = [&](const FString& From, const USPHSolidBodyAsset* Of, FName Object, const TCHAR* Words)
	{
		Editor.ClearRecords();
		EXPECT_EQ(USPHSolidsEditorLibrary::ImportRecording(From, Of, Object, TEXT("/Game/Recordings")), nullptr);
		EXPECT_EQ(Editor.CountMessages(EMessageSeverity::Error, Words), 1) << Host::ToUtf8(Words);
	};
	ComplaintOf(Name, Body, TEXT("other"), TEXT("other (7 particles), cube (125 particles), water (0 particles)"));
	ComplaintOf(Name, BakeQuickly(MakeBox(TEXT("LargerLabBox"), 40.0)), NAME_None, TEXT("1000 particles"));
	ComplaintOf(FPaths::Combine(Folder(1), TEXT("nowhere.sphcache")), Body, NAME_None, TEXT("check the path"));
	ComplaintOf(Name, NewObject<USPHSolidBodyAsset>(), NAME_None, TEXT("no body"));
	File.SetNum(40);
	ASSERT_TRUE(FFileHelper::SaveArrayToFile(File, *Name));
	ComplaintOf(Name, Body, NAME_None, TEXT("damaged or cut off"));
}

TEST_F(Record, ABodyGoesOutAsTheFileThatTheCommandLineReads)
{
	const USPHSolidBodyAsset* Body = BakeQuickly(MakeBox(TEXT("OutBox")));
	IFileManager::Get().MakeDirectory(*Folder(1), true);
	const FString File = FPaths::Combine(Folder(1), TEXT("out.sphbody"));
	ASSERT_TRUE(USPHSolidsEditorLibrary::ExportBody(Body, File));
	USPHSolidBodyAsset* Again = NewObject<USPHSolidBodyAsset>();
	FString Message;
	ASSERT_TRUE(Again->LoadFromFile(File, Message)) << Host::ToUtf8(*Message);
	EXPECT_EQ(Again->GetBytes(), Body->GetBytes());
	EXPECT_FALSE(USPHSolidsEditorLibrary::ExportBody(Again, TEXT("/no/such/folder/out.sphbody")));
	EXPECT_FALSE(USPHSolidsEditorLibrary::ExportBody(NewObject<USPHSolidBodyAsset>(), File));
	EXPECT_TRUE(IFileManager::Get().FileExists(*File)) << "what is there stays";
}

TEST_F(Record, ARecordingAssetIsMadeThatAComponentPlaysWithoutSimulating)
{
	USPHSolidBodyAsset* Body = BakeQuickly(MakeBox(TEXT("ReplayBox")));
	SpawnBody(TEXT("Replayed"), Body, FVector(0, 100, 700));
	Play(30);
	USPHSolidRecording* Recorded = FindObject<USPHSolidRecording>(nullptr, TEXT("/Game/Recordings/REC_Replayed.REC_Replayed"));
	ASSERT_NE(Recorded, nullptr);
	EXPECT_FALSE(Recorded->GetPackage()->IsDirty()) << "saved";
	EXPECT_EQ(Recorded->NumFrames, 30);
	EXPECT_EQ(Recorded->NumParticles, 125);
	EXPECT_NEAR(Recorded->GetDuration(), 29.0f / 60.0f, 0.03f);

	ASPHSolidActor* Player = SpawnBody(TEXT("Player"), Body, FVector(0, 0, 0));
	Player->Solid->Recording = Recorded;
	Player->Solid->CacheMode = ESPHCacheMode::Play;
	Player->Solid->SetCacheTime(0.0f);
	const double Start = Player->Solid->GetComponentLocation().Z;
	Player->Solid->SetCacheTime(0.4f);
	const double Later = Player->Solid->GetComponentLocation().Z;
	EXPECT_NEAR(Start, 700.0, 2.0) << "where it happened";
	EXPECT_NEAR(Player->Solid->GetComponentLocation().Y, 100.0, 0.1);
	EXPECT_NEAR(Start - Later, 0.5 * 980.0 * 0.4 * 0.4, 15.0) << "free fall";

	GetMutableDefault<USPHSolidsEditorSettings>()->bRecordAsset = false;
	Player->Solid->CacheMode = ESPHCacheMode::Simulate;
	Play(2);
	EXPECT_EQ(FindObject<USPHSolidRecording>(nullptr, TEXT("/Game/Recordings/REC_Player.REC_Player")), nullptr) << "only if asked for";
}
