// Copyright (c) 2026 The SPHSolids authors
#pragma once

namespace Host
{

// Seconds that say what the program did, whatever else the machine does beside it.

/// That the calling thread computed.
double SecondsComputedByThread();
/// That all threads of the program computed, added up.
double SecondsComputedByProgram();
/// That the calling thread wanted to compute while others had the processors. Sleeping and waiting for somebody do not count.
double SecondsQueuedByThread();
/// The same of all threads that the program has now, added up.
double SecondsQueuedByProgram();

}
