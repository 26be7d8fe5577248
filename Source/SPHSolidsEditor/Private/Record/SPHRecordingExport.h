// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Record/SPHRecording.h"

#include <span>

class UGeometryCache;
class USPHSolidRecording;
class USPHSolidsEditorSettings;
struct FScopedSlowTask;

/// What became of a recording.
struct FSPHExportOutcome
{
	/// What was written, and assets that were made, saved or not.
	TArray<FString> Files;
	TArray<UGeometryCache*> Assets;
	TArray<USPHSolidRecording*> Recordings;
	/// One sentence each.
	TArray<FString> Errors;
	bool bCancelled = false;

	bool Succeeded() const { return Errors.IsEmpty() && !bCancelled; }
};

namespace SPHRecordingExport
{

/// Writes a recording in the formats that the project's settings ask for, with a bar that can cancel: files into the folder, Geometry Caches
/// into the content browser. A file is whole or not there.
FSPHExportOutcome Save(const FSPHRecording& Recording, const USPHSolidsEditorSettings& Settings, const FString& Folder);

/// Geometry Caches of all bodies with a mesh, saved.
void SaveGeometryCaches(const FSPHRecording& Recording, const SPHSolids::CacheView& Frames, const FString& PackageFolder,
	FScopedSlowTask& Bar, FSPHExportOutcome& Outcome);

/// Recording assets of all bodies, saved.
void SaveRecordingAssets(const FSPHRecording& Recording, const SPHSolids::CacheView& Frames, const FString& PackageFolder,
	FScopedSlowTask& Bar, FSPHExportOutcome& Outcome);

/// Writes a file whole, or leaves none.
bool SaveWhole(std::span<const std::byte> Content, const FString& File);

/// A page of the message log and a notice.
void Report(const FSPHExportOutcome& Outcome, const FSPHRecording& Recording, const FString& Folder);

}
