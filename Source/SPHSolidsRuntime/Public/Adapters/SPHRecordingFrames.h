// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Math.h>

#include <span>

class USPHSolidRecording;

/// Moments of a recording. Each is an origin (three doubles, m, world of the core), a box around the particles relative to it (six floats) and
/// three 16-bit shares of the box per particle: off by at most a 131,070th of the box.
namespace SPHRecordingFrames
{

/// Makes the recording an empty one of a body.
SPHSOLIDSRUNTIME_API void Begin(USPHSolidRecording& Recording, int32 NumParticles, float SecondsPerFrame);
SPHSOLIDSRUNTIME_API void Append(USPHSolidRecording& Recording, const SPHSolids::Vec3d& Origin, std::span<const SPHSolids::Vec3> Positions);
/// Between two moments, by what lies between them; before the first and after the last these. False if there is none.
SPHSOLIDSRUNTIME_API bool Sample(const USPHSolidRecording& Recording, double Seconds, SPHSolids::Vec3d& OutOrigin,
	SPHSolids::AlignedArray<SPHSolids::Vec3>& OutPositions);

}
