#pragma once

/// Export mark of the module. The engine's build tool defines it per platform; everywhere else the core is a static library.
#if !defined(SPHSOLIDSCORE_API)
#define SPHSOLIDSCORE_API
#endif

#if defined(_MSC_VER) && !defined(__clang__)
#define SPHS_FORCE_INLINE __forceinline
#define SPHS_RESTRICT __restrict
#else
#define SPHS_FORCE_INLINE inline __attribute__((always_inline))
#define SPHS_RESTRICT __restrict__
#endif

namespace SPHSolids
{

/// Scalar of everything a running step touches. Offline work (geometry, baking) uses double.
using Real = float;

}
