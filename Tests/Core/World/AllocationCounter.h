#pragma once

#include <cstddef>

namespace SPHSolids::Tests
{

/// How often the test program has asked for memory so far.
long CountedAllocations();
/// How often this thread has.
long CountedAllocationsOfThread();

/// False under the thread sanitizer, where nothing is counted.
bool CountsMemory();
/// What the test program holds, and the most it has held since the peak was started anew, in bytes.
std::ptrdiff_t HeldBytes();
std::ptrdiff_t PeakBytes();
void StartPeak();

}
