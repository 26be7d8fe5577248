#pragma once

#include <SPHSolids/Base/Simd.h>

#include <array>
#include <bit>
#include <cstdint>

namespace SPHSolids
{

#if defined(SPHS_SIMD_AVX2)

/// For each mask the lanes that are set, lowest first, one to a byte.
inline constexpr std::array<std::uint64_t, 256> SetLanesOfMask = []
{
	std::array<std::uint64_t, 256> orders = {};
	for (unsigned mask = 0; mask < 256; ++mask)
	{
		unsigned place = 0;
		for (unsigned lane = 0; lane < 8; ++lane)
			if ((mask >> lane & 1) != 0)
				orders[mask] |= std::uint64_t(lane) << (8 * place++);
	}
	return orders;
}();

#endif

/// Writes those of eight numbers whose bit in the mask is set to target, one behind the other, and returns how many. All eight places
/// of target may be written to. Unlike a loop over the bits it has no branch that is hard to guess.
inline std::uint32_t Compress8(const std::uint32_t* source, unsigned mask, std::uint32_t* target)
{
#if defined(SPHS_SIMD_AVX2)
	const __m256i order = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(&SetLanesOfMask[mask])));
	const __m256i numbers = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(source));
	_mm256_storeu_si256(reinterpret_cast<__m256i*>(target), _mm256_permutevar8x32_epi32(numbers, order));
	return static_cast<std::uint32_t>(std::popcount(mask));
#else
	std::uint32_t count = 0;
	for (unsigned lane = 0; lane < 8; ++lane)
	{
		target[count] = source[lane];
		count += mask >> lane & 1;
	}
	return count;
#endif
}

/// The lanes of a mask that are set, so that several vectors can be compressed in the same way.
struct SetLanes
{
#if defined(SPHS_SIMD_AVX2)
	__m256i order;
	explicit SetLanes(unsigned mask)
		: order(_mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(&SetLanesOfMask[mask]))))
	{
	}
#else
	unsigned mask;
	explicit SetLanes(unsigned lanes)
		: mask(lanes)
	{
	}
#endif
};

/// Writes the set lanes of a vector to target, one behind the other. All eight places of target may be written to.
SPHS_FORCE_INLINE void CompressStore(Float8 values, SetLanes lanes, float* target)
{
#if defined(SPHS_SIMD_AVX2)
	_mm256_storeu_ps(target, _mm256_permutevar8x32_ps(values.lanes, lanes.order));
#else
	float all[SimdWidth];
	values.Store(all);
	std::uint32_t count = 0;
	for (unsigned lane = 0; lane < 8; ++lane)
	{
		target[count] = all[lane];
		count += lanes.mask >> lane & 1;
	}
#endif
}

}
