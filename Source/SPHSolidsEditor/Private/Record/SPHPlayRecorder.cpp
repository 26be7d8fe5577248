// Copyright (c) 2026 The SPHSolids authors

#include "Record/SPHPlayRecorder.h"

#include "Bake/SPHBakeSession.h"
#include "Convert/SPHSolidsUnits.h"
#include "Editor.h"
#include "Engine/Level.h"
#include "Engine/World.h"
#include "HAL/FileManager.h"
#include "Logging/MessageLog.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Misc/ScopedSlowTask.h"
#include "SPHSolidComponent.h"

#include <cstdio>
#include <string>

#define LOCTEXT_NAMESPACE "SPHSolids"

FSPHPlayRecorder::~FSPHPlayRecorder()
{
	Unbind();
}

void FSPHPlayRecorder::Start()
{
	if (IsRecording())
		return;
	FramesOf.Reset();
	NumFrames = 0;
	Bytes = 0;
	bFull = false;
	TickHandle = FWorldDelegates::OnWorldPostActorTick.AddRaw(this, &FSPHPlayRecorder::OnTick);
	EndHandle = FEditorDelegates::EndPIE.AddRaw(this, &FSPHPlayRecorder::OnEndPlay);
}

void FSPHPlayRecorder::Unbind()
{
	FWorldDelegates::OnWorldPostActorTick.Remove(TickHandle);
	FEditorDelegates::EndPIE.Remove(EndHandle);
	TickHandle.Reset();
	EndHandle.Reset();
}

void FSPHPlayRecorder::OnTick(UWorld* World, ELevelTick, float)
{
	if (bFull || !GEditor || World != GEditor->PlayWorld)
		return;
	bool bAny = false;
	TArray<USPHSolidComponent*> Solids;
	for (const AActor* Actor : World->PersistentLevel->Actors)
	{
		if (!Actor)
			continue;
		Actor->GetComponents(Solids);
		for (const USPHSolidComponent* Solid : Solids)
		{
			const TArray<FVector> Locations = Solid->GetParticleLocations();
			if (Locations.IsEmpty())
				continue;
			const TSharedPtr<FFrame> Frame = MakeShared<FFrame>();
			Frame->Number = NumFrames;
			Frame->Places.Reserve(Locations.Num());
			for (const FVector& Location : Locations)
			{
				const SPHSolids::Vec3d Place = SPHSolidsUnits::VectorToCore(Location);
				Frame->Places.Add(FVector3f(static_cast<float>(Place.x), static_cast<float>(Place.y), static_cast<float>(Place.z)));
			}
			Bytes += Frame->Places.Num() * static_cast<int64>(sizeof(FVector3f));
			FramesOf.FindOrAdd(Solid->GetReadableOwnerName()).Add(Frame);
			bAny = true;
		}
	}
	NumFrames += bAny ? 1 : 0;
	bFull = Bytes > MaxBytes;
}

void FSPHPlayRecorder::OnEndPlay(const bool)
{
	Stop();
}

bool FSPHPlayRecorder::WritePly(const FString& File, const TArray<FVector3f>& Places)
{
	std::string Text = "ply\nformat ascii 1.0\ncomment SPHSolids, metres\nelement vertex " + std::to_string(Places.Num())
		+ "\nproperty float x\nproperty float y\nproperty float z\nend_header\n";
	char Line[96];
	for (const FVector3f& Place : Places)
		Text.append(Line,
			static_cast<std::size_t>(std::snprintf(Line, sizeof Line, "%.9g %.9g %.9g\n", static_cast<double>(Place.X),
				static_cast<double>(Place.Y), static_cast<double>(Place.Z))));
	TArray<uint8> Bytes;
	Bytes.Append(reinterpret_cast<const uint8*>(Text.data()), static_cast<int32>(Text.size()));
	return FFileHelper::SaveArrayToFile(Bytes, *File);
}

void FSPHPlayRecorder::Stop()
{
	if (!IsRecording())
		return;
	Unbind();
	FMessageLog Log(SPHBakeReport::LogName);
	Log.NewPage(LOCTEXT("RecordingPage", "Recording"));
	if (FramesOf.IsEmpty())
	{
		Log.Notify(LOCTEXT("NothingRecorded", "Nothing was recorded: no soft body was simulated."), EMessageSeverity::Info, true);
		return;
	}
	FString Folder;
	for (int32 Number = 1; Folder.IsEmpty() || IFileManager::Get().FileExists(*FPaths::Combine(Folder, TEXT("recording.txt"))); ++Number)
		Folder = FPaths::Combine(FPaths::ProjectSavedDir(), TEXT("SPHSolids"), *FString::Printf(TEXT("Recording%d"), Number));
	IFileManager::Get().MakeDirectory(*Folder, true);
	int32 Files = 0, Failed = 0;
	for (const auto& [Name, Frames] : FramesOf)
		Files += Frames.Num();
	FScopedSlowTask Bar(static_cast<float>(Files), LOCTEXT("WritingRecording", "Writing the recording"));
	Bar.MakeDialog(false);
	for (const auto& [Name, Frames] : FramesOf)
		for (const TSharedPtr<FFrame>& Frame : Frames)
		{
			Bar.EnterProgressFrame(1.0f);
			Failed += WritePly(FPaths::Combine(Folder, *FString::Printf(TEXT("%s_%04d.ply"), *Name, Frame->Number)), Frame->Places) ? 0 : 1;
		}
	Failed += FFileHelper::SaveStringToFile(FString::Printf(TEXT("%d frames of %d bodies, metres\n"), NumFrames, FramesOf.Num()),
				  *FPaths::Combine(Folder, TEXT("recording.txt")))
		? 0
		: 1;
	FramesOf.Reset();
	if (Failed > 0)
		Log.Error(FText::FromString(FString::Printf(
			TEXT("%d of %d files of the recording could not be written to %s; is the disk full?"), Failed, Files + 1, *Folder)));
	if (bFull)
		Log.Warning(LOCTEXT("RecordingFull", "The recording ended early because it grew too large."));
	Log.Notify(FText::FromString(FString::Printf(TEXT("Recorded %d frames to %s."), NumFrames, *Folder)), EMessageSeverity::Info, true);
}

#undef LOCTEXT_NAMESPACE
