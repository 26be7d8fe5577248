#pragma once

#include "Suites.h"

namespace SPHSolids::Tools
{

/// The figures of fluids: scenes of the library, whole steps.
void RunFluidFigures(const SolidBenchOptions& options, BenchPrinter& printer);

/// Cost of a particle from ten thousand to a million of them.
void RunFluidScaling(const SolidBenchOptions& options, BenchPrinter& printer);

}
