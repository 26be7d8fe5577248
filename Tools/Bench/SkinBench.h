#pragma once

#include "Suites.h"

namespace SPHSolids::Tools
{

/// A skin of 100k vertices: time of an evaluation, and how far that is from what memory alone would need.
void RunSkinFigures(const SolidBenchOptions& options, BenchPrinter& printer);

}
