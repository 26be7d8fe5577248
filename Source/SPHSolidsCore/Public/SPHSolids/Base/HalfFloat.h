#pragma once

#include <SPHSolids/Base/Simd.h>

#include <bit>
#include <cstdint>

#if defined(SPHS_SIMD_AVX2) && (defined(__F16C__) || defined(_MSC_VER))
#define SPHS_HALF_F16C 1
#endif

namespace SPHSolids
{

/// IEEE binary16: 11 bits of precision, 6e-5 to 65504 in full precision, multiples of 6e-8 below that. For storage only.
struct Half
{
	std::uint16_t bits = 0;
};

inline constexpr float LargestHalf = 65504;

/// The nearest half, ties to even; beyond the range infinity.
inline Half ToHalf(float value)
{
	const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
	const auto sign = static_cast<std::uint32_t>((bits >> 16) & 0x8000u);
	const std::uint32_t magnitude = bits & 0x7FFFFFFFu;
	std::uint32_t half;
	if (magnitude > 0x7F800000u)
		half = 0x7E00u; // not a number
	else if (magnitude >= 0x477FF000u)
		half = 0x7C00u; // rounds to 2^16 or more
	else if (magnitude >= 0x38800000u)
		half = (magnitude - 0x38000000u + 0x0FFFu + ((magnitude >> 13) & 1u)) >> 13; // rebias the exponent, round
	else
		// Adding 2^-1 leaves multiples of 2^-24, the spacing of small halves, in the low bits and rounds them as it should.
		half = std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - 0x3F000000u;
	return {static_cast<std::uint16_t>(sign | half)};
}

constexpr float ToFloat(Half half)
{
	const std::uint32_t sign = static_cast<std::uint32_t>(half.bits & 0x8000u) << 16;
	const std::uint32_t exponent = (half.bits >> 10) & 0x1Fu;
	const std::uint32_t fraction = half.bits & 0x3FFu;
	if (exponent == 0)
	{
		const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
		return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(magnitude));
	}
	const std::uint32_t biased = exponent == 31 ? 255u : exponent + 112u;
	return std::bit_cast<float>(sign | (biased << 23) | (fraction << 13));
}

// Eight numbers between registers and memory, whatever they are stored as.

SPHS_FORCE_INLINE Float8 LoadStored(const float* source)
{
	return Float8::Load(source);
}
SPHS_FORCE_INLINE void StoreStored(Float8 values, float* target)
{
	values.Store(target);
}

#if defined(SPHS_HALF_F16C)

SPHS_FORCE_INLINE Float8 LoadStored(const Half* source)
{
	return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(source)));
}
SPHS_FORCE_INLINE void StoreStored(Float8 values, Half* target)
{
	_mm_storeu_si128(reinterpret_cast<__m128i*>(target), _mm256_cvtps_ph(values.lanes, _MM_FROUND_TO_NEAREST_INT));
}

#elif defined(SPHS_SIMD_NEON)

SPHS_FORCE_INLINE Float8 LoadStored(const Half* source)
{
	const float16x8_t halves = vreinterpretq_f16_u16(vld1q_u16(reinterpret_cast<const std::uint16_t*>(source)));
	return {vcvt_f32_f16(vget_low_f16(halves)), vcvt_high_f32_f16(halves)};
}
SPHS_FORCE_INLINE void StoreStored(Float8 values, Half* target)
{
	const float16x8_t halves = vcvt_high_f16_f32(vcvt_f16_f32(values.low), values.high);
	vst1q_u16(reinterpret_cast<std::uint16_t*>(target), vreinterpretq_u16_f16(halves));
}

#else

inline Float8 LoadStored(const Half* source)
{
	float values[SimdWidth];
	for (int k = 0; k < SimdWidth; ++k)
		values[k] = ToFloat(source[k]);
	return Float8::Load(values);
}
inline void StoreStored(Float8 values, Half* target)
{
	float lanes[SimdWidth];
	values.Store(lanes);
	for (int k = 0; k < SimdWidth; ++k)
		target[k] = ToHalf(lanes[k]);
}

#endif

}
