// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Record/SPHRecordingExport.h"

class USPHSolidBodyAsset;

namespace SPHDropBake
{

/// Plays the test drop of a body from its start and keeps it as a Geometry Cache asset beside the body: a fall that costs no simulation.
/// With a bar that can cancel; reports to the message log. @param Preset Ready-made material; none: soft rubber.
FSPHExportOutcome Bake(USPHSolidBodyAsset& Asset, FName Preset, double Seconds);

}
