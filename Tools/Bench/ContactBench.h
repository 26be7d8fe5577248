#pragma once

#include "Suites.h"

namespace SPHSolids::Tools
{

/// Whole steps of scenes in which bodies meet: what they cost with one worker and with all, beside a busy process, and asleep.
void RunContactFigures(const SolidBenchOptions& options, BenchPrinter& printer);

}
