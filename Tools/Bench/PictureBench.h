#pragma once

#include "Suites.h"

namespace SPHSolids::Tools
{

/// Frames of 1280 x 720 as `run --video` draws them: time by the clock, processor time, and where it goes.
void RunPictureFigures(const SolidBenchOptions& options, BenchPrinter& printer);

}
