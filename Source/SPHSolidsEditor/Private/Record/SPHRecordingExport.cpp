// Copyright (c) 2026 The SPHSolids authors

#include "Record/SPHRecordingExport.h"

#include "Bake/SPHBakeSession.h"
#include "Convert/SPHSolidsText.h"
#include "FileHelpers.h"
#include "GeometryCache.h"
#include "HAL/FileManager.h"
#include "Logging/MessageLog.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Misc/ScopedSlowTask.h"
#include "Misc/UObjectToken.h"
#include "Record/SPHRecordingAssets.h"
#include "SPHSolidRecording.h"
#include "SPHSolidsEditorSettings.h"
#include "UObject/Package.h"

#include <SPHSolids/Record/FrameText.h>

#include <span>

#define LOCTEXT_NAMESPACE "SPHSolids"

namespace
{

FString CouldNotWrite(const FString& File)
{
	return FString::Printf(
		TEXT("%s could not be written: the disk is full or the folder is write-protected. The recording is kept in memory; make room, "
			 "then choose Tools, Save SPH Recording Again."),
		*File);
}

using FFrameText = std::string (*)(const SPHSolids::RecordedFrame&, const std::vector<std::string>&);

/// One file a frame, as `sphsolids run --record` writes them.
void SaveSequence(const SPHSolids::CacheView& Frames, const FString& Folder, const TCHAR* Extension, FFrameText MakeText,
	FScopedSlowTask& Bar, FSPHExportOutcome& Outcome)
{
	for (std::size_t Index = 0; Index < Frames.FrameCount(); ++Index)
	{
		Bar.EnterProgressFrame(1.0f);
		Outcome.bCancelled |= Bar.ShouldCancel();
		if (Outcome.bCancelled)
			return;
		const SPHSolids::Result<SPHSolids::RecordedFrame> Frame = Frames.ReadFrame(Index);
		if (!Frame.IsOk())
		{
			Outcome.Errors.Add(SPHSolidsText::ToEngine(Frame.Message()));
			return;
		}
		const std::string Text = MakeText(Frame.Value(), Frames.Header().names);
		const FString File = FPaths::Combine(Folder, *FString::Printf(TEXT("frame_%05d.%s"), static_cast<int32>(Index), Extension));
		if (!SPHRecordingExport::SaveWhole(std::as_bytes(std::span<const char>(Text)), File))
		{
			Outcome.Errors.Add(CouldNotWrite(File));
			return;
		}
		Outcome.Files.Add(File);
	}
}

/// Makes an asset of each body and saves it.
template <class AssetType>
void SaveOfEachBody(const FSPHRecording& Recording, const SPHSolids::CacheView& Frames, const FString& PackageFolder, FScopedSlowTask& Bar,
	AssetType* (*Make)(const FSPHRecordedBody&, FString&), TArray<AssetType*>& Assets, FSPHExportOutcome& Outcome)
{
	for (int32 Object = 0; Object < Recording.GetObjects().Num(); ++Object)
	{
		// Fluids are particles of files only, and nobody expects more of them.
		if (!Recording.GetObjects()[Object].Body)
			continue;
		Outcome.bCancelled |= Bar.ShouldCancel();
		if (Outcome.bCancelled)
			return;
		FString Error;
		AssetType* Made = Make(FSPHRecordedBody{Recording, Frames, PackageFolder, Bar, Object}, Error);
		if (!Made)
		{
			Outcome.Errors.Add(Error);
			continue;
		}
		Assets.Add(Made);
		if (!UEditorLoadingAndSavingUtils::SavePackages({Made->GetPackage()}, true))
			Outcome.Errors.Add(FString::Printf(
				TEXT("%s could not be saved: the disk is full or its file is write-protected. It is kept in memory and marked as changed."),
				*Made->GetPathName()));
	}
}

}

bool SPHRecordingExport::SaveWhole(std::span<const std::byte> Content, const FString& File)
{
	TArray<uint8> Bytes;
	Bytes.Append(reinterpret_cast<const uint8*>(Content.data()), static_cast<int32>(Content.size()));
	if (FFileHelper::SaveArrayToFile(Bytes, *File))
		return true;
	IFileManager::Get().Delete(*File, false, false, true);
	return false;
}

FSPHExportOutcome SPHRecordingExport::Save(const FSPHRecording& Recording, const USPHSolidsEditorSettings& Settings, const FString& Folder)
{
	FSPHExportOutcome Outcome;
	const std::vector<std::byte> Cache = Recording.MakeCache();
	const SPHSolids::Result<SPHSolids::CacheView> Opened = SPHSolids::CacheView::Open(Cache);
	check(Opened.IsOk());
	const SPHSolids::CacheView& Frames = Opened.Value();
	const int32 OfEachBody = (Settings.bRecordGeometryCache ? 1 : 0) + (Settings.bRecordAsset ? 1 : 0);
	const int32 Passes = (Settings.bRecordPly ? 1 : 0) + (Settings.bRecordVtk ? 1 : 0) + OfEachBody * Recording.GetObjects().Num();
	FScopedSlowTask Bar(static_cast<float>(Passes * Recording.NumFrames() + 1), LOCTEXT("WritingRecording", "Writing the recording"));
	Bar.MakeDialog(true);
	Bar.EnterProgressFrame(1.0f);
	IFileManager::Get().MakeDirectory(*Folder, true);
	const FString CacheFile = FPaths::Combine(Folder, TEXT("recording.sphcache"));
	if (SaveWhole(Cache, CacheFile))
		Outcome.Files.Add(CacheFile);
	else
		Outcome.Errors.Add(CouldNotWrite(CacheFile));
	if (Settings.bRecordPly && Outcome.Succeeded())
		SaveSequence(Frames, Folder, TEXT("ply"), &SPHSolids::MakePly, Bar, Outcome);
	if (Settings.bRecordVtk && Outcome.Succeeded())
		SaveSequence(Frames, Folder, TEXT("vtk"), &SPHSolids::MakeVtk, Bar, Outcome);
	if (Settings.bRecordGeometryCache && !Outcome.bCancelled)
		SaveGeometryCaches(Recording, Frames, Settings.RecordingFolder, Bar, Outcome);
	if (Settings.bRecordAsset && !Outcome.bCancelled)
		SaveRecordingAssets(Recording, Frames, Settings.RecordingFolder, Bar, Outcome);
	return Outcome;
}

void SPHRecordingExport::SaveGeometryCaches(const FSPHRecording& Recording, const SPHSolids::CacheView& Frames,
	const FString& PackageFolder, FScopedSlowTask& Bar, FSPHExportOutcome& Outcome)
{
	SaveOfEachBody(Recording, Frames, PackageFolder, Bar, &SPHRecordingAssets::MakeGeometryCache, Outcome.Assets, Outcome);
}

void SPHRecordingExport::SaveRecordingAssets(const FSPHRecording& Recording, const SPHSolids::CacheView& Frames,
	const FString& PackageFolder, FScopedSlowTask& Bar, FSPHExportOutcome& Outcome)
{
	SaveOfEachBody(Recording, Frames, PackageFolder, Bar, &SPHRecordingAssets::MakeRecording, Outcome.Recordings, Outcome);
}

void SPHRecordingExport::Report(const FSPHExportOutcome& Outcome, const FSPHRecording& Recording, const FString& Folder)
{
	FMessageLog Log(SPHBakeReport::LogName);
	Log.NewPage(LOCTEXT("RecordingPage", "Recording"));
	for (const FString& Error : Outcome.Errors)
		Log.Error(FText::FromString(Error));
	for (const UGeometryCache* Asset : Outcome.Assets)
		Log.Info(FText::FromString(FString::Printf(TEXT("Made %s."), *Asset->GetPathName())));
	for (const USPHSolidRecording* Asset : Outcome.Recordings)
		Log.Info(FText::FromString(FString::Printf(TEXT("Made %s."), *Asset->GetPathName())));
	if (Outcome.bCancelled)
		Log.Info(LOCTEXT("RecordingCancelled", "Cancelled; what was written so far is whole."));
	if (!Outcome.Errors.IsEmpty())
		Log.Open(EMessageSeverity::Error);
	Log.Notify(FText::FromString(FString::Printf(TEXT("Recorded %d frames: %d files in %s, %d Geometry Caches."), Recording.NumFrames(),
				   Outcome.Files.Num(), *Folder, Outcome.Assets.Num())),
		Outcome.Errors.IsEmpty() ? EMessageSeverity::Info : EMessageSeverity::Error, true);
}

#undef LOCTEXT_NAMESPACE
