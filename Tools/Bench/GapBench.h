#pragma once

#include "Suites.h"

namespace SPHSolids::Tools
{

/// What it takes to come within 1e-3 and 1e-4 of the objective gap, step by step: of the twisting beam and of the hanging ball of 32k
/// particles, which at step 60 is stretched sevenfold. SolidBenchOptions::gapFrames steps, spread over 100.
void RunGapFigures(const SolidBenchOptions& options, BenchPrinter& printer);

}
