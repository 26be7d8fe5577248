#pragma once

#include "Suites.h"

namespace SPHSolids::Tools
{

/// Step times of worlds with a budget: for a pile of jellies and for water the largest that fits, and the percentiles of its frames.
void RunBudget(const SolidBenchOptions& options, BenchPrinter& printer);

}
