#pragma once

#include "Suites.h"

namespace SPHSolids::Tools
{

// What Docs/reliability.md gives figures of. SolidBenchOptions::steps says how long each goes on.

/// Episodes of Scenes/Abuse.h by every solver: how many stay finite, inside, in shape, without made-up energy.
void RunAbuse(const SolidBenchOptions& options, BenchPrinter& printer);
/// The same by the solvers that promise shapes back, in rooms where bodies meet each other, a rigid box or water while they come back.
void RunAbuseInCompany(const SolidBenchOptions& options, BenchPrinter& printer);
/// The same steps with and without the flight recorder, and the size of its file.
void RunRecorderCost(const SolidBenchOptions& options, BenchPrinter& printer);
/// A snapshot of ten thousand particles: how long it takes to take and to restore.
void RunSnapshotCost(const SolidBenchOptions& options, BenchPrinter& printer);
/// Packed states of a bent body by bits: bytes and errors of places and velocities.
void RunNetwork(const SolidBenchOptions& options, BenchPrinter& printer);

}
