// Copyright (c) 2026 The SPHSolids authors

#include "Record/SPHPlayRecorder.h"

#include "Adapters/SPHSolidsCoreAccess.h"
#include "Bake/SPHBakeSession.h"
#include "Editor.h"
#include "Engine/Level.h"
#include "Engine/World.h"
#include "HAL/FileManager.h"
#include "Logging/MessageLog.h"
#include "Misc/Paths.h"
#include "Record/SPHRecordingExport.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsEditorSettings.h"

#include <SPHSolids/Record/CaptureFrame.h>

#define LOCTEXT_NAMESPACE "SPHSolids"

FSPHPlayRecorder::~FSPHPlayRecorder()
{
	Unbind();
}

void FSPHPlayRecorder::Start()
{
	if (IsRecording())
		return;
	Current = MakeShared<FSPHRecording>();
	NumberOfSolid.Reset();
	NumberOfFluids.Reset();
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

uint16 FSPHPlayRecorder::NumberOf(const USPHSolidComponent& Component)
{
	const TWeakObjectPtr<const USPHSolidComponent> Key(&Component);
	const uint16* Known = NumberOfSolid.Find(Key);
	const FSPHRecording::FObject* Object = Known ? &Current->GetObjects()[*Known] : nullptr;
	// A component that took another body is another object from then on.
	if (Object && Object->Body == (Component.Body ? Component.Body->GetBody() : nullptr))
		return *Known;
	return NumberOfSolid.Add(Key, Current->AddObject(FSPHRecording::FObject::Of(Component)));
}

void FSPHPlayRecorder::OnTick(UWorld* World, ELevelTick, float)
{
	const SPHSolids::World* Core = !bFull && GEditor && World == GEditor->PlayWorld ? SPHSolidsCoreAccess::WorldOf(*World) : nullptr;
	if (!Core)
		return;
	SPHSolids::RecordedFrame Frame;
	Frame.time = Core->Time();
	TArray<USPHSolidComponent*> Solids;
	for (const AActor* Actor : World->PersistentLevel->Actors)
	{
		if (!Actor)
			continue;
		Actor->GetComponents(Solids);
		for (const USPHSolidComponent* Solid : Solids)
			if (const SPHSolids::SolidBody* Body = SPHSolidsCoreAccess::BodyOf(*Solid))
				SPHSolids::CaptureBody(*Body, NumberOf(*Solid), Frame);
	}
	if (const SPHSolids::FluidView Fluids = Core->Fluid(); !Fluids.position.empty())
	{
		if (!NumberOfFluids.IsSet())
		{
			FSPHRecording::FObject Object;
			Object.Name = TEXT("Fluids");
			NumberOfFluids = Current->AddObject(Object);
		}
		SPHSolids::CaptureFluids(Fluids, std::span<const std::uint16_t>(&NumberOfFluids.GetValue(), 1), Frame);
	}
	if (!Frame.position.empty())
		Current->AddFrame(Frame);
	bFull = Current->NumBytes() > MaxBytes;
}

void FSPHPlayRecorder::OnEndPlay(const bool)
{
	Stop();
}

void FSPHPlayRecorder::Stop()
{
	if (!IsRecording())
		return;
	Unbind();
	NumberOfSolid.Reset();
	FMessageLog Log(SPHBakeReport::LogName);
	if (Current->NumFrames() == 0)
	{
		Current.Reset();
		Log.Notify(LOCTEXT("NothingRecorded", "Nothing was recorded: no soft body was simulated."), EMessageSeverity::Info, true);
		return;
	}
	if (bFull)
		Log.Warning(LOCTEXT("RecordingFull", "The recording ended early because it grew too large."));
	Unsaved = MoveTemp(Current);
	Save();
}

void FSPHPlayRecorder::SaveAgain()
{
	if (HasUnsaved())
		Save();
}

void FSPHPlayRecorder::Save()
{
	FString Folder;
	for (int32 Number = 1; Folder.IsEmpty() || IFileManager::Get().FileExists(*FPaths::Combine(Folder, TEXT("recording.sphcache")));
		++Number)
		Folder = FPaths::Combine(FPaths::ProjectSavedDir(), TEXT("SPHSolids"), *FString::Printf(TEXT("Recording%d"), Number));
	const FSPHExportOutcome Outcome = SPHRecordingExport::Save(*Unsaved, *GetDefault<USPHSolidsEditorSettings>(), Folder);
	SPHRecordingExport::Report(Outcome, *Unsaved, Folder);
	if (Outcome.Succeeded())
		Unsaved.Reset();
}

#undef LOCTEXT_NAMESPACE
