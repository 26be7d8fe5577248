#pragma once

#include "Suites.h"

namespace SPHSolids::Tools
{

/// The cloth of [KEE23] beside the same sheet as masses and springs, what lectures start cloth with: how far its free edge falls and what
/// a step takes.
void RunMassSpringComparison(const SolidBenchOptions& options, BenchPrinter& printer);

}
