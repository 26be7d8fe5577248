#pragma once

namespace SPHSolids::Tests
{

/// How often the test program has asked for memory so far.
long CountedAllocations();
/// How often this thread has.
long CountedAllocationsOfThread();
/// What it holds now, in bytes.
long CountedBytes();

}
