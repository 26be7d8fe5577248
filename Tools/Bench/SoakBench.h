#pragma once

#include "Suites.h"

namespace SPHSolids::Tools
{

// Scenes that go on for very long, looked at by tenths: nothing may grow, slow down, drift or leak.

/// A stack that never sleeps. SolidBenchOptions::steps: elastic steps.
void RunSoak(const SolidBenchOptions& options, BenchPrinter& printer);
/// A room in which a game goes on: jelly, water, boxes and a paddle, things made and removed. SolidBenchOptions::steps: frames of 1/60 s;
/// 216,000 are an hour.
void RunGameSoak(const SolidBenchOptions& options, BenchPrinter& printer);

}
