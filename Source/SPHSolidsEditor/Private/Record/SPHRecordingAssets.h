// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Record/SPHRecording.h"

struct FScopedSlowTask;
class UGeometryCache;
class USPHSolidRecording;

/// One body of a recording, and where an asset of it goes.
struct FSPHRecordedBody
{
	const FSPHRecording& Recording;
	const SPHSolids::CacheView& Frames; ///< the recording's own file
	const FString& Folder;              ///< such as /Game/Recordings
	FScopedSlowTask& Bar;               ///< gets one step a frame
	int32 Object = 0;                   ///< number of the body

	const FSPHRecording::FObject& GetObject() const { return Recording.GetObjects()[Object]; }
	FString NotInAnyFrame() const { return FString::Printf(TEXT("%s is in no frame of the recording."), *GetObject().Name); }
};

/// Assets made of recordings. They are not saved yet; null with a sentence if the body does not occur in the frames.
namespace SPHRecordingAssets
{

/// The body's mesh: one track of constant topology with normals, tangents and texture coordinates, in the local space of the component when it
/// was first seen. Put it where the component was and it plays what happened. Null also if the body has no mesh.
UGeometryCache* MakeGeometryCache(const FSPHRecordedBody& Body, FString& OutError);

/// The body's particles, at even steps of time: what a component shows whose Cache Mode is Play, where it happened.
USPHSolidRecording* MakeRecording(const FSPHRecordedBody& Body, FString& OutError);

}
