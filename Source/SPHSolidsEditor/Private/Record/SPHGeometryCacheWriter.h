// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Record/SPHRecording.h"

struct FScopedSlowTask;
class UGeometryCache;

namespace SPHGeometryCacheWriter
{

/// Makes a Geometry Cache asset of the mesh of one body of a recording: one track of constant topology with normals, tangents and texture
/// coordinates, in the local space of the component when it was first seen. Put it where the component was and it plays what happened.
/// Not saved yet. Null with a sentence if the body has no mesh or does not occur in the frames.
/// @param Frames The recording's own file. @param Folder Such as /Game/Recordings. @param Bar Gets one step a frame.
UGeometryCache* Write(const FSPHRecording& Recording, const SPHSolids::CacheView& Frames, int32 Object, const FString& Folder,
	FScopedSlowTask& Bar, FString& OutError);

}
