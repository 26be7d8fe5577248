#pragma once

#include <SPHSolids/Base/Simd.h>

#include <cstddef>

// Asking for memory before it is read. Beyond the end of an array it does nothing. Inlined by force: g++ takes a function that only asks
// for one that does nothing, and leaves its calls out.

namespace SPHSolids
{

/// Bytes that come at a time.
inline constexpr std::size_t CacheLine = 64;

/// Memory that will be read soon.
SPHS_FORCE_INLINE void Prefetch(const void* place)
{
#if defined(__GNUC__) || defined(__clang__)
	__builtin_prefetch(place);
#elif defined(SPHS_SIMD_AVX2) || defined(SPHS_SIMD_SSE2)
	_mm_prefetch(static_cast<const char*>(place), _MM_HINT_T0);
#else
	(void)place;
#endif
}

/// Memory that will be read soon and then not for long: it need not push anything out of the larger caches.
SPHS_FORCE_INLINE void PrefetchPassing(const void* place)
{
#if defined(__GNUC__) || defined(__clang__)
	__builtin_prefetch(place, 0, 0);
#elif defined(SPHS_SIMD_AVX2) || defined(SPHS_SIMD_SSE2)
	_mm_prefetch(static_cast<const char*>(place), _MM_HINT_NTA);
#else
	(void)place;
#endif
}

}
