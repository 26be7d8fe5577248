#pragma once

#include "Suites.h"

namespace SPHSolids::Tools
{

// What Docs/reliability.md gives figures of. SolidBenchOptions::steps says how long each goes on.

/// Episodes of Scenes/Abuse.h by every solver: how many stay finite, inside, in shape, without made-up energy.
void RunAbuse(const SolidBenchOptions& options, BenchPrinter& printer);
/// The same steps with and without the flight recorder, and the size of its file.
void RunRecorderCost(const SolidBenchOptions& options, BenchPrinter& printer);
/// Packed states of a bent body by bits: bytes and errors.
void RunNetwork(const SolidBenchOptions& options, BenchPrinter& printer);

}
