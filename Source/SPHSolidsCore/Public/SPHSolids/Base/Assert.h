#pragma once

#include <SPHSolids/Base/Config.h>

namespace SPHSolids
{

/// Prints the failed condition with its place and aborts. Programming errors only: bad content comes back as Result.
[[noreturn]] SPHSOLIDSCORE_API void AssertionFailed(const char* condition, const char* file, int line);

}

// Checked in Debug and in sanitizer builds; compiled, so that it cannot rot, but never evaluated in Release.
#if defined(SPHSOLIDS_ASSERTS) && SPHSOLIDS_ASSERTS
#define SPHS_ASSERT(condition) ((condition) ? static_cast<void>(0) : ::SPHSolids::AssertionFailed(#condition, __FILE__, __LINE__))
#else
#define SPHS_ASSERT(condition) static_cast<void>(sizeof(!(condition)))
#endif
