// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Record/SPHRecording.h"

class USPHSolidRecording;
struct FScopedSlowTask;

namespace SPHRecordingAssetWriter
{

/// Makes a recording asset of the particles of one body, at even steps of time: what a component shows whose Cache Mode is Play, where it happened.
/// Not saved yet. Null with a sentence if the body does not occur in the frames.
/// @param Frames The recording's own file. @param Folder Such as /Game/Recordings. @param Bar Gets one step a frame.
USPHSolidRecording* Write(const FSPHRecording& Recording, const SPHSolids::CacheView& Frames, int32 Object, const FString& Folder,
	FScopedSlowTask& Bar, FString& OutError);

}
