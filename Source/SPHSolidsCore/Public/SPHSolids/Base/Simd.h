#pragma once

#include <SPHSolids/Base/Config.h>

#include <cmath>
#include <cstdint>

// The one place where the instruction set is chosen. Every kernel is written once, over Float8; the width is eight everywhere, so
// data layouts and the order of sums do not depend on the machine. Fused multiply-add rounds once where the machine has it (AVX2
// with FMA, NEON) and twice where it has not (SSE2, scalar): results are the same bits within a row of this list, not between rows.
#if defined(SPHSOLIDS_FORCE_SCALAR) && SPHSOLIDS_FORCE_SCALAR
#define SPHS_SIMD_SCALAR 1
#elif defined(__AVX2__) && (defined(__FMA__) || defined(_MSC_VER))
#define SPHS_SIMD_AVX2 1
#include <immintrin.h>
#elif defined(__SSE2__) || defined(_M_X64)
#define SPHS_SIMD_SSE2 1
#include <emmintrin.h>
#elif defined(__aarch64__) || defined(_M_ARM64)
#define SPHS_SIMD_NEON 1
#include <arm_neon.h>
#else
#define SPHS_SIMD_SCALAR 1
#endif

namespace SPHSolids
{

inline constexpr int SimdWidth = 8;

#if defined(SPHS_SIMD_AVX2)

inline constexpr const char* SimdName = "AVX2+FMA";

struct Mask8
{
	__m256 bits;
};

/// Eight floats in one register. Loads and stores need no alignment.
struct Float8
{
	__m256 lanes;

	Float8() = default;
	SPHS_FORCE_INLINE Float8(__m256 value)
		: lanes(value)
	{
	}
	SPHS_FORCE_INLINE Float8(float value)
		: lanes(_mm256_set1_ps(value))
	{
	}
	static SPHS_FORCE_INLINE Float8 Load(const float* source) { return _mm256_loadu_ps(source); }
	SPHS_FORCE_INLINE void Store(float* target) const { _mm256_storeu_ps(target, lanes); }
	static SPHS_FORCE_INLINE Float8 Load(const std::int16_t* source)
	{
		return _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(source))));
	}
	/// base[index[0]], base[index[1]], ... Indices count floats.
	static SPHS_FORCE_INLINE Float8 Gather(const float* base, const std::int32_t* index)
	{
		return _mm256_i32gather_ps(base, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(index)), 4);
	}
};

SPHS_FORCE_INLINE Float8 operator+(Float8 a, Float8 b)
{
	return _mm256_add_ps(a.lanes, b.lanes);
}
SPHS_FORCE_INLINE Float8 operator-(Float8 a, Float8 b)
{
	return _mm256_sub_ps(a.lanes, b.lanes);
}
SPHS_FORCE_INLINE Float8 operator*(Float8 a, Float8 b)
{
	return _mm256_mul_ps(a.lanes, b.lanes);
}
SPHS_FORCE_INLINE Float8 operator/(Float8 a, Float8 b)
{
	return _mm256_div_ps(a.lanes, b.lanes);
}
SPHS_FORCE_INLINE Float8 operator-(Float8 a)
{
	return _mm256_xor_ps(a.lanes, _mm256_set1_ps(-0.0f));
}
/// a b + c
SPHS_FORCE_INLINE Float8 MulAdd(Float8 a, Float8 b, Float8 c)
{
	return _mm256_fmadd_ps(a.lanes, b.lanes, c.lanes);
}
/// c - a b
SPHS_FORCE_INLINE Float8 NegMulAdd(Float8 a, Float8 b, Float8 c)
{
	return _mm256_fnmadd_ps(a.lanes, b.lanes, c.lanes);
}
SPHS_FORCE_INLINE Float8 Min(Float8 a, Float8 b)
{
	return _mm256_min_ps(a.lanes, b.lanes);
}
SPHS_FORCE_INLINE Float8 Max(Float8 a, Float8 b)
{
	return _mm256_max_ps(a.lanes, b.lanes);
}
SPHS_FORCE_INLINE Float8 Sqrt(Float8 a)
{
	return _mm256_sqrt_ps(a.lanes);
}
SPHS_FORCE_INLINE Float8 Abs(Float8 a)
{
	return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a.lanes);
}
SPHS_FORCE_INLINE Mask8 operator<(Float8 a, Float8 b)
{
	return {_mm256_cmp_ps(a.lanes, b.lanes, _CMP_LT_OQ)};
}
SPHS_FORCE_INLINE Mask8 operator>(Float8 a, Float8 b)
{
	return {_mm256_cmp_ps(a.lanes, b.lanes, _CMP_GT_OQ)};
}
SPHS_FORCE_INLINE Mask8 operator&(Mask8 a, Mask8 b)
{
	return {_mm256_and_ps(a.bits, b.bits)};
}
SPHS_FORCE_INLINE Mask8 operator|(Mask8 a, Mask8 b)
{
	return {_mm256_or_ps(a.bits, b.bits)};
}
/// Where the mask holds, a; elsewhere b.
SPHS_FORCE_INLINE Float8 Select(Mask8 mask, Float8 a, Float8 b)
{
	return _mm256_blendv_ps(b.lanes, a.lanes, mask.bits);
}
/// Bit k is set where lane k of the mask holds.
SPHS_FORCE_INLINE int Bits(Mask8 mask)
{
	return _mm256_movemask_ps(mask.bits);
}
/// ((0+4) + (2+6)) + ((1+5) + (3+7)), in that order on every machine.
SPHS_FORCE_INLINE float Sum(Float8 a)
{
	const __m128 four = _mm_add_ps(_mm256_castps256_ps128(a.lanes), _mm256_extractf128_ps(a.lanes, 1));
	const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
	return _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps(two, two, 1)));
}

// Eight lanes as two halves of four: a pair of points, each with x, y, z and one more value.

/// [low[0..3] | high[0..3]]
SPHS_FORCE_INLINE Float8 LoadHalves(const float* low, const float* high)
{
	return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
}
/// Lane k of each half, in all four lanes of that half.
template <int k>
SPHS_FORCE_INLINE Float8 SplatInHalves(Float8 a)
{
	return _mm256_permute_ps(a.lanes, k * 0x55);
}
/// [two[0] x 4 | two[1] x 4]
SPHS_FORCE_INLINE Float8 SplatTwo(const float* two)
{
	const __m256i choice = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1);
	return _mm256_permutevar_ps(_mm256_castpd_ps(_mm256_broadcast_sd(reinterpret_cast<const double*>(two))), choice);
}
/// Sum of both halves, in four floats.
SPHS_FORCE_INLINE void StoreSumOfHalves(Float8 a, float* target)
{
	_mm_storeu_ps(target, _mm_add_ps(_mm256_castps256_ps128(a.lanes), _mm256_extractf128_ps(a.lanes, 1)));
}
/// [low[0..2], 0 | high[0..2], 0], without touching what lies behind the third float.
SPHS_FORCE_INLINE Float8 LoadTriples(const float* low, const float* high)
{
	const auto load = [](const float* p)
	{
		const __m128 two = _mm_castpd_ps(_mm_load_sd(reinterpret_cast<const double*>(p)));
		return _mm_insert_ps(two, _mm_load_ss(p + 2), 0x20);
	};
	return _mm256_insertf128_ps(_mm256_castps128_ps256(load(low)), load(high), 1);
}
/// x, y and z of eight points from their 24 floats in a row.
SPHS_FORCE_INLINE void LoadPointsInRow(const float* source, Float8& x, Float8& y, Float8& z)
{
	const __m256 a = LoadHalves(source, source + 12).lanes;                // x0 y0 z0 x1, and so on with 4 in the high half
	const __m256 b = LoadHalves(source + 4, source + 16).lanes;            // y1 z1 x2 y2
	const __m256 c = LoadHalves(source + 8, source + 20).lanes;            // z2 x3 y3 z3
	const __m256 early = _mm256_shuffle_ps(a, b, _MM_SHUFFLE(1, 0, 2, 1)); // y0 z0 y1 z1
	const __m256 late = _mm256_shuffle_ps(b, c, _MM_SHUFFLE(2, 1, 3, 2));  // x2 y2 x3 y3
	x = _mm256_shuffle_ps(a, late, _MM_SHUFFLE(2, 0, 3, 0));
	y = _mm256_shuffle_ps(early, late, _MM_SHUFFLE(3, 1, 2, 0));
	z = _mm256_shuffle_ps(early, c, _MM_SHUFFLE(3, 0, 3, 1));
}
/// The way back.
SPHS_FORCE_INLINE void StorePointsInRow(Float8 x, Float8 y, Float8 z, float* target)
{
	const __m256 xy = _mm256_shuffle_ps(x.lanes, y.lanes, _MM_SHUFFLE(2, 0, 2, 0)); // x0 x2 y0 y2
	const __m256 yz = _mm256_shuffle_ps(y.lanes, z.lanes, _MM_SHUFFLE(3, 1, 3, 1)); // y1 y3 z1 z3
	const __m256 zx = _mm256_shuffle_ps(z.lanes, x.lanes, _MM_SHUFFLE(3, 1, 2, 0)); // z0 z2 x1 x3
	const __m256 rows[3] = {_mm256_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0)), _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0)),
		_mm256_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1))};
	for (int k = 0; k < 3; ++k)
	{
		_mm_storeu_ps(target + 4 * k, _mm256_castps256_ps128(rows[k]));
		_mm_storeu_ps(target + 4 * k + 12, _mm256_extractf128_ps(rows[k], 1));
	}
}
SPHS_FORCE_INLINE void StoreHalves(Float8 a, float* low, float* high)
{
	_mm_storeu_ps(low, _mm256_castps256_ps128(a.lanes));
	_mm_storeu_ps(high, _mm256_extractf128_ps(a.lanes, 1));
}
/// Adds the low half to four floats, then the high half to four others, which may be the same.
SPHS_FORCE_INLINE void AddHalves(Float8 a, float* low, float* high)
{
	_mm_storeu_ps(low, _mm_add_ps(_mm_loadu_ps(low), _mm256_castps256_ps128(a.lanes)));
	_mm_storeu_ps(high, _mm_add_ps(_mm_loadu_ps(high), _mm256_extractf128_ps(a.lanes, 1)));
}
/// In each half, rows become columns: eight points that come as [point k | point k + 4] leave as their x, y, z and fourth values.
/// It is its own inverse.
SPHS_FORCE_INLINE void TransposeInHalves(Float8 (&r)[4])
{
	const __m256 a0 = _mm256_unpacklo_ps(r[0].lanes, r[2].lanes), a1 = _mm256_unpackhi_ps(r[0].lanes, r[2].lanes);
	const __m256 a2 = _mm256_unpacklo_ps(r[1].lanes, r[3].lanes), a3 = _mm256_unpackhi_ps(r[1].lanes, r[3].lanes);
	r[0] = _mm256_unpacklo_ps(a0, a2);
	r[1] = _mm256_unpackhi_ps(a0, a2);
	r[2] = _mm256_unpacklo_ps(a1, a3);
	r[3] = _mm256_unpackhi_ps(a1, a3);
}

/// The way back for three values: [point k | point k + 4] from x, y and z of eight points, with anything as the fourth value.
SPHS_FORCE_INLINE void SplitTriples(Float8 x, Float8 y, Float8 z, Float8 (&r)[4])
{
	const __m256 front = _mm256_unpacklo_ps(x.lanes, y.lanes), back = _mm256_unpackhi_ps(x.lanes, y.lanes);
	r[0] = _mm256_shuffle_ps(front, z.lanes, _MM_SHUFFLE(0, 0, 1, 0));
	r[1] = _mm256_shuffle_ps(front, z.lanes, _MM_SHUFFLE(1, 1, 3, 2));
	r[2] = _mm256_shuffle_ps(back, z.lanes, _MM_SHUFFLE(2, 2, 1, 0));
	r[3] = _mm256_shuffle_ps(back, z.lanes, _MM_SHUFFLE(3, 3, 3, 2));
}

#elif defined(SPHS_SIMD_SSE2)

inline constexpr const char* SimdName = "SSE2";

struct Mask8
{
	__m128 low, high;
};

struct Float8
{
	__m128 low, high;

	Float8() = default;
	SPHS_FORCE_INLINE Float8(__m128 lowHalf, __m128 highHalf)
		: low(lowHalf)
		, high(highHalf)
	{
	}
	SPHS_FORCE_INLINE Float8(float value)
		: low(_mm_set1_ps(value))
		, high(_mm_set1_ps(value))
	{
	}
	static SPHS_FORCE_INLINE Float8 Load(const float* source) { return {_mm_loadu_ps(source), _mm_loadu_ps(source + 4)}; }
	static SPHS_FORCE_INLINE Float8 Load(const std::int16_t* source)
	{
		// Each in the upper half of its lane, then shifted down with its sign.
		const __m128i all = _mm_loadu_si128(reinterpret_cast<const __m128i*>(source)), zero = _mm_setzero_si128();
		return {_mm_cvtepi32_ps(_mm_srai_epi32(_mm_unpacklo_epi16(zero, all), 16)),
			_mm_cvtepi32_ps(_mm_srai_epi32(_mm_unpackhi_epi16(zero, all), 16))};
	}
	SPHS_FORCE_INLINE void Store(float* target) const
	{
		_mm_storeu_ps(target, low);
		_mm_storeu_ps(target + 4, high);
	}
	static SPHS_FORCE_INLINE Float8 Gather(const float* base, const std::int32_t* index)
	{
		return {_mm_setr_ps(base[index[0]], base[index[1]], base[index[2]], base[index[3]]),
			_mm_setr_ps(base[index[4]], base[index[5]], base[index[6]], base[index[7]])};
	}
};

SPHS_FORCE_INLINE Float8 operator+(Float8 a, Float8 b)
{
	return {_mm_add_ps(a.low, b.low), _mm_add_ps(a.high, b.high)};
}
SPHS_FORCE_INLINE Float8 operator-(Float8 a, Float8 b)
{
	return {_mm_sub_ps(a.low, b.low), _mm_sub_ps(a.high, b.high)};
}
SPHS_FORCE_INLINE Float8 operator*(Float8 a, Float8 b)
{
	return {_mm_mul_ps(a.low, b.low), _mm_mul_ps(a.high, b.high)};
}
SPHS_FORCE_INLINE Float8 operator/(Float8 a, Float8 b)
{
	return {_mm_div_ps(a.low, b.low), _mm_div_ps(a.high, b.high)};
}
SPHS_FORCE_INLINE Float8 operator-(Float8 a)
{
	const __m128 sign = _mm_set1_ps(-0.0f);
	return {_mm_xor_ps(a.low, sign), _mm_xor_ps(a.high, sign)};
}
SPHS_FORCE_INLINE Float8 MulAdd(Float8 a, Float8 b, Float8 c)
{
	return a * b + c;
}
SPHS_FORCE_INLINE Float8 NegMulAdd(Float8 a, Float8 b, Float8 c)
{
	return c - a * b;
}
SPHS_FORCE_INLINE Float8 Min(Float8 a, Float8 b)
{
	return {_mm_min_ps(a.low, b.low), _mm_min_ps(a.high, b.high)};
}
SPHS_FORCE_INLINE Float8 Max(Float8 a, Float8 b)
{
	return {_mm_max_ps(a.low, b.low), _mm_max_ps(a.high, b.high)};
}
SPHS_FORCE_INLINE Float8 Sqrt(Float8 a)
{
	return {_mm_sqrt_ps(a.low), _mm_sqrt_ps(a.high)};
}
SPHS_FORCE_INLINE Float8 Abs(Float8 a)
{
	const __m128 sign = _mm_set1_ps(-0.0f);
	return {_mm_andnot_ps(sign, a.low), _mm_andnot_ps(sign, a.high)};
}
SPHS_FORCE_INLINE Mask8 operator<(Float8 a, Float8 b)
{
	return {_mm_cmplt_ps(a.low, b.low), _mm_cmplt_ps(a.high, b.high)};
}
SPHS_FORCE_INLINE Mask8 operator>(Float8 a, Float8 b)
{
	return {_mm_cmpgt_ps(a.low, b.low), _mm_cmpgt_ps(a.high, b.high)};
}
SPHS_FORCE_INLINE Mask8 operator&(Mask8 a, Mask8 b)
{
	return {_mm_and_ps(a.low, b.low), _mm_and_ps(a.high, b.high)};
}
SPHS_FORCE_INLINE Mask8 operator|(Mask8 a, Mask8 b)
{
	return {_mm_or_ps(a.low, b.low), _mm_or_ps(a.high, b.high)};
}
SPHS_FORCE_INLINE Float8 Select(Mask8 mask, Float8 a, Float8 b)
{
	return {_mm_or_ps(_mm_and_ps(mask.low, a.low), _mm_andnot_ps(mask.low, b.low)),
		_mm_or_ps(_mm_and_ps(mask.high, a.high), _mm_andnot_ps(mask.high, b.high))};
}
SPHS_FORCE_INLINE int Bits(Mask8 mask)
{
	return _mm_movemask_ps(mask.low) | (_mm_movemask_ps(mask.high) << 4);
}
SPHS_FORCE_INLINE float Sum(Float8 a)
{
	const __m128 four = _mm_add_ps(a.low, a.high);
	const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
	return _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps(two, two, 1)));
}

SPHS_FORCE_INLINE Float8 LoadHalves(const float* low, const float* high)
{
	return {_mm_loadu_ps(low), _mm_loadu_ps(high)};
}
template <int k>
SPHS_FORCE_INLINE Float8 SplatInHalves(Float8 a)
{
	return {_mm_shuffle_ps(a.low, a.low, k * 0x55), _mm_shuffle_ps(a.high, a.high, k * 0x55)};
}
SPHS_FORCE_INLINE Float8 SplatTwo(const float* two)
{
	return {_mm_set1_ps(two[0]), _mm_set1_ps(two[1])};
}
SPHS_FORCE_INLINE void StoreSumOfHalves(Float8 a, float* target)
{
	_mm_storeu_ps(target, _mm_add_ps(a.low, a.high));
}
SPHS_FORCE_INLINE Float8 LoadTriples(const float* low, const float* high)
{
	const auto load = [](const float* p)
	{ return _mm_movelh_ps(_mm_loadl_pi(_mm_setzero_ps(), reinterpret_cast<const __m64*>(p)), _mm_load_ss(p + 2)); };
	return {load(low), load(high)};
}
SPHS_FORCE_INLINE void LoadPointsInRow(const float* source, Float8& x, Float8& y, Float8& z)
{
	const auto load = [](const float* p, __m128& ofX, __m128& ofY, __m128& ofZ)
	{
		const __m128 a = _mm_loadu_ps(p), b = _mm_loadu_ps(p + 4), c = _mm_loadu_ps(p + 8);
		const __m128 early = _mm_shuffle_ps(a, b, _MM_SHUFFLE(1, 0, 2, 1)), late = _mm_shuffle_ps(b, c, _MM_SHUFFLE(2, 1, 3, 2));
		ofX = _mm_shuffle_ps(a, late, _MM_SHUFFLE(2, 0, 3, 0));
		ofY = _mm_shuffle_ps(early, late, _MM_SHUFFLE(3, 1, 2, 0));
		ofZ = _mm_shuffle_ps(early, c, _MM_SHUFFLE(3, 0, 3, 1));
	};
	load(source, x.low, y.low, z.low);
	load(source + 12, x.high, y.high, z.high);
}
SPHS_FORCE_INLINE void StorePointsInRow(Float8 x, Float8 y, Float8 z, float* target)
{
	const auto store = [](__m128 ofX, __m128 ofY, __m128 ofZ, float* p)
	{
		const __m128 xy = _mm_shuffle_ps(ofX, ofY, _MM_SHUFFLE(2, 0, 2, 0)), yz = _mm_shuffle_ps(ofY, ofZ, _MM_SHUFFLE(3, 1, 3, 1));
		const __m128 zx = _mm_shuffle_ps(ofZ, ofX, _MM_SHUFFLE(3, 1, 2, 0));
		_mm_storeu_ps(p, _mm_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0)));
		_mm_storeu_ps(p + 4, _mm_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0)));
		_mm_storeu_ps(p + 8, _mm_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1)));
	};
	store(x.low, y.low, z.low, target);
	store(x.high, y.high, z.high, target + 12);
}
SPHS_FORCE_INLINE void StoreHalves(Float8 a, float* low, float* high)
{
	_mm_storeu_ps(low, a.low);
	_mm_storeu_ps(high, a.high);
}
SPHS_FORCE_INLINE void AddHalves(Float8 a, float* low, float* high)
{
	_mm_storeu_ps(low, _mm_add_ps(_mm_loadu_ps(low), a.low));
	_mm_storeu_ps(high, _mm_add_ps(_mm_loadu_ps(high), a.high));
}
SPHS_FORCE_INLINE void TransposeInHalves(Float8 (&r)[4])
{
	_MM_TRANSPOSE4_PS(r[0].low, r[1].low, r[2].low, r[3].low);
	_MM_TRANSPOSE4_PS(r[0].high, r[1].high, r[2].high, r[3].high);
}

#elif defined(SPHS_SIMD_NEON)

inline constexpr const char* SimdName = "NEON";

struct Mask8
{
	uint32x4_t low, high;
};

struct Float8
{
	float32x4_t low, high;

	Float8() = default;
	SPHS_FORCE_INLINE Float8(float32x4_t lowHalf, float32x4_t highHalf)
		: low(lowHalf)
		, high(highHalf)
	{
	}
	SPHS_FORCE_INLINE Float8(float value)
		: low(vdupq_n_f32(value))
		, high(vdupq_n_f32(value))
	{
	}
	static SPHS_FORCE_INLINE Float8 Load(const float* source) { return {vld1q_f32(source), vld1q_f32(source + 4)}; }
	static SPHS_FORCE_INLINE Float8 Load(const std::int16_t* source)
	{
		const int16x8_t all = vld1q_s16(source);
		return {vcvtq_f32_s32(vmovl_s16(vget_low_s16(all))), vcvtq_f32_s32(vmovl_high_s16(all))};
	}
	SPHS_FORCE_INLINE void Store(float* target) const
	{
		vst1q_f32(target, low);
		vst1q_f32(target + 4, high);
	}
	static SPHS_FORCE_INLINE Float8 Gather(const float* base, const std::int32_t* index)
	{
		const float values[8] = {
			base[index[0]], base[index[1]], base[index[2]], base[index[3]], base[index[4]], base[index[5]], base[index[6]], base[index[7]]};
		return Load(values);
	}
};

SPHS_FORCE_INLINE Float8 operator+(Float8 a, Float8 b)
{
	return {vaddq_f32(a.low, b.low), vaddq_f32(a.high, b.high)};
}
SPHS_FORCE_INLINE Float8 operator-(Float8 a, Float8 b)
{
	return {vsubq_f32(a.low, b.low), vsubq_f32(a.high, b.high)};
}
SPHS_FORCE_INLINE Float8 operator*(Float8 a, Float8 b)
{
	return {vmulq_f32(a.low, b.low), vmulq_f32(a.high, b.high)};
}
SPHS_FORCE_INLINE Float8 operator/(Float8 a, Float8 b)
{
	return {vdivq_f32(a.low, b.low), vdivq_f32(a.high, b.high)};
}
SPHS_FORCE_INLINE Float8 operator-(Float8 a)
{
	return {vnegq_f32(a.low), vnegq_f32(a.high)};
}
SPHS_FORCE_INLINE Float8 MulAdd(Float8 a, Float8 b, Float8 c)
{
	return {vfmaq_f32(c.low, a.low, b.low), vfmaq_f32(c.high, a.high, b.high)};
}
SPHS_FORCE_INLINE Float8 NegMulAdd(Float8 a, Float8 b, Float8 c)
{
	return {vfmsq_f32(c.low, a.low, b.low), vfmsq_f32(c.high, a.high, b.high)};
}
SPHS_FORCE_INLINE Float8 Min(Float8 a, Float8 b)
{
	return {vminq_f32(a.low, b.low), vminq_f32(a.high, b.high)};
}
SPHS_FORCE_INLINE Float8 Max(Float8 a, Float8 b)
{
	return {vmaxq_f32(a.low, b.low), vmaxq_f32(a.high, b.high)};
}
SPHS_FORCE_INLINE Float8 Sqrt(Float8 a)
{
	return {vsqrtq_f32(a.low), vsqrtq_f32(a.high)};
}
SPHS_FORCE_INLINE Float8 Abs(Float8 a)
{
	return {vabsq_f32(a.low), vabsq_f32(a.high)};
}
SPHS_FORCE_INLINE Mask8 operator<(Float8 a, Float8 b)
{
	return {vcltq_f32(a.low, b.low), vcltq_f32(a.high, b.high)};
}
SPHS_FORCE_INLINE Mask8 operator>(Float8 a, Float8 b)
{
	return {vcgtq_f32(a.low, b.low), vcgtq_f32(a.high, b.high)};
}
SPHS_FORCE_INLINE Mask8 operator&(Mask8 a, Mask8 b)
{
	return {vandq_u32(a.low, b.low), vandq_u32(a.high, b.high)};
}
SPHS_FORCE_INLINE Mask8 operator|(Mask8 a, Mask8 b)
{
	return {vorrq_u32(a.low, b.low), vorrq_u32(a.high, b.high)};
}
SPHS_FORCE_INLINE Float8 Select(Mask8 mask, Float8 a, Float8 b)
{
	return {vbslq_f32(mask.low, a.low, b.low), vbslq_f32(mask.high, a.high, b.high)};
}
SPHS_FORCE_INLINE int Bits(Mask8 mask)
{
	const uint32x4_t weights = {1, 2, 4, 8};
	return static_cast<int>(vaddvq_u32(vandq_u32(mask.low, weights)) | (vaddvq_u32(vandq_u32(mask.high, weights)) << 4));
}
SPHS_FORCE_INLINE float Sum(Float8 a)
{
	const float32x4_t four = vaddq_f32(a.low, a.high);
	const float32x2_t two = vadd_f32(vget_low_f32(four), vget_high_f32(four));
	return vget_lane_f32(two, 0) + vget_lane_f32(two, 1);
}

SPHS_FORCE_INLINE Float8 LoadHalves(const float* low, const float* high)
{
	return {vld1q_f32(low), vld1q_f32(high)};
}
template <int k>
SPHS_FORCE_INLINE Float8 SplatInHalves(Float8 a)
{
	return {vdupq_laneq_f32(a.low, k), vdupq_laneq_f32(a.high, k)};
}
SPHS_FORCE_INLINE Float8 SplatTwo(const float* two)
{
	return {vdupq_n_f32(two[0]), vdupq_n_f32(two[1])};
}
SPHS_FORCE_INLINE void StoreSumOfHalves(Float8 a, float* target)
{
	vst1q_f32(target, vaddq_f32(a.low, a.high));
}
SPHS_FORCE_INLINE Float8 LoadTriples(const float* low, const float* high)
{
	const auto load = [](const float* p) { return vcombine_f32(vld1_f32(p), vset_lane_f32(p[2], vdup_n_f32(0), 0)); };
	return {load(low), load(high)};
}
SPHS_FORCE_INLINE void LoadPointsInRow(const float* source, Float8& x, Float8& y, Float8& z)
{
	const float32x4x3_t low = vld3q_f32(source), high = vld3q_f32(source + 12);
	x = {low.val[0], high.val[0]};
	y = {low.val[1], high.val[1]};
	z = {low.val[2], high.val[2]};
}
SPHS_FORCE_INLINE void StorePointsInRow(Float8 x, Float8 y, Float8 z, float* target)
{
	vst3q_f32(target, float32x4x3_t{{x.low, y.low, z.low}});
	vst3q_f32(target + 12, float32x4x3_t{{x.high, y.high, z.high}});
}
SPHS_FORCE_INLINE void StoreHalves(Float8 a, float* low, float* high)
{
	vst1q_f32(low, a.low);
	vst1q_f32(high, a.high);
}
SPHS_FORCE_INLINE void AddHalves(Float8 a, float* low, float* high)
{
	vst1q_f32(low, vaddq_f32(vld1q_f32(low), a.low));
	vst1q_f32(high, vaddq_f32(vld1q_f32(high), a.high));
}
SPHS_FORCE_INLINE void TransposeInHalves(Float8 (&r)[4])
{
	const auto transpose = [](float32x4_t& a, float32x4_t& b, float32x4_t& c, float32x4_t& d)
	{
		const float32x4x2_t ac = vzipq_f32(a, c), bd = vzipq_f32(b, d);
		const float32x4x2_t front = vzipq_f32(ac.val[0], bd.val[0]), back = vzipq_f32(ac.val[1], bd.val[1]);
		a = front.val[0];
		b = front.val[1];
		c = back.val[0];
		d = back.val[1];
	};
	transpose(r[0].low, r[1].low, r[2].low, r[3].low);
	transpose(r[0].high, r[1].high, r[2].high, r[3].high);
}

#else

inline constexpr const char* SimdName = "scalar";

struct Mask8
{
	bool lanes[8];
};

struct Float8
{
	float lanes[8];

	Float8() = default;
	Float8(float value)
	{
		for (float& lane : lanes)
			lane = value;
	}
	template <class PerLane>
	static Float8 Make(PerLane perLane)
	{
		Float8 result;
		for (int k = 0; k < 8; ++k)
			result.lanes[k] = perLane(k);
		return result;
	}
	static Float8 Load(const float* source)
	{
		return Make([&](int k) { return source[k]; });
	}
	static Float8 Load(const std::int16_t* source)
	{
		return Make([&](int k) { return static_cast<float>(source[k]); });
	}
	void Store(float* target) const
	{
		for (int k = 0; k < 8; ++k)
			target[k] = lanes[k];
	}
	static Float8 Gather(const float* base, const std::int32_t* index)
	{
		return Make([&](int k) { return base[index[k]]; });
	}
};

inline Float8 operator+(Float8 a, Float8 b)
{
	return Float8::Make([&](int k) { return a.lanes[k] + b.lanes[k]; });
}
inline Float8 operator-(Float8 a, Float8 b)
{
	return Float8::Make([&](int k) { return a.lanes[k] - b.lanes[k]; });
}
inline Float8 operator*(Float8 a, Float8 b)
{
	return Float8::Make([&](int k) { return a.lanes[k] * b.lanes[k]; });
}
inline Float8 operator/(Float8 a, Float8 b)
{
	return Float8::Make([&](int k) { return a.lanes[k] / b.lanes[k]; });
}
inline Float8 operator-(Float8 a)
{
	return Float8::Make([&](int k) { return -a.lanes[k]; });
}
inline Float8 MulAdd(Float8 a, Float8 b, Float8 c)
{
	return a * b + c;
}
inline Float8 NegMulAdd(Float8 a, Float8 b, Float8 c)
{
	return c - a * b;
}
inline Float8 Min(Float8 a, Float8 b)
{
	return Float8::Make([&](int k) { return a.lanes[k] < b.lanes[k] ? a.lanes[k] : b.lanes[k]; });
}
inline Float8 Max(Float8 a, Float8 b)
{
	return Float8::Make([&](int k) { return a.lanes[k] > b.lanes[k] ? a.lanes[k] : b.lanes[k]; });
}
inline Float8 Sqrt(Float8 a)
{
	return Float8::Make([&](int k) { return std::sqrt(a.lanes[k]); });
}
inline Float8 Abs(Float8 a)
{
	return Float8::Make([&](int k) { return std::fabs(a.lanes[k]); });
}
template <class PerLane>
Mask8 MakeMask(PerLane perLane)
{
	Mask8 result;
	for (int k = 0; k < 8; ++k)
		result.lanes[k] = perLane(k);
	return result;
}
inline Mask8 operator<(Float8 a, Float8 b)
{
	return MakeMask([&](int k) { return a.lanes[k] < b.lanes[k]; });
}
inline Mask8 operator>(Float8 a, Float8 b)
{
	return MakeMask([&](int k) { return a.lanes[k] > b.lanes[k]; });
}
inline Mask8 operator&(Mask8 a, Mask8 b)
{
	return MakeMask([&](int k) { return a.lanes[k] && b.lanes[k]; });
}
inline Mask8 operator|(Mask8 a, Mask8 b)
{
	return MakeMask([&](int k) { return a.lanes[k] || b.lanes[k]; });
}
inline Float8 Select(Mask8 mask, Float8 a, Float8 b)
{
	return Float8::Make([&](int k) { return mask.lanes[k] ? a.lanes[k] : b.lanes[k]; });
}
inline int Bits(Mask8 mask)
{
	int bits = 0;
	for (int k = 0; k < 8; ++k)
		bits |= (mask.lanes[k] ? 1 : 0) << k;
	return bits;
}
inline float Sum(Float8 a)
{
	const float* l = a.lanes;
	return ((l[0] + l[4]) + (l[2] + l[6])) + ((l[1] + l[5]) + (l[3] + l[7]));
}

inline Float8 LoadHalves(const float* low, const float* high)
{
	return Float8::Make([&](int k) { return k < 4 ? low[k] : high[k - 4]; });
}
template <int k>
Float8 SplatInHalves(Float8 a)
{
	return Float8::Make([&](int lane) { return a.lanes[lane < 4 ? k : k + 4]; });
}
inline Float8 SplatTwo(const float* two)
{
	return Float8::Make([&](int lane) { return two[lane < 4 ? 0 : 1]; });
}
inline void StoreSumOfHalves(Float8 a, float* target)
{
	for (int k = 0; k < 4; ++k)
		target[k] = a.lanes[k] + a.lanes[k + 4];
}
inline Float8 LoadTriples(const float* low, const float* high)
{
	return Float8::Make([&](int k) { return k % 4 == 3 ? 0.0f : (k < 4 ? low[k] : high[k - 4]); });
}
inline void LoadPointsInRow(const float* source, Float8& x, Float8& y, Float8& z)
{
	x = Float8::Make([&](int k) { return source[3 * k]; });
	y = Float8::Make([&](int k) { return source[3 * k + 1]; });
	z = Float8::Make([&](int k) { return source[3 * k + 2]; });
}
inline void StorePointsInRow(Float8 x, Float8 y, Float8 z, float* target)
{
	for (int k = 0; k < 8; ++k)
	{
		target[3 * k] = x.lanes[k];
		target[3 * k + 1] = y.lanes[k];
		target[3 * k + 2] = z.lanes[k];
	}
}
inline void StoreHalves(Float8 a, float* low, float* high)
{
	for (int k = 0; k < 4; ++k)
	{
		low[k] = a.lanes[k];
		high[k] = a.lanes[k + 4];
	}
}
inline void AddHalves(Float8 a, float* low, float* high)
{
	for (int k = 0; k < 4; ++k)
		low[k] += a.lanes[k];
	for (int k = 0; k < 4; ++k)
		high[k] += a.lanes[k + 4];
}
inline void TransposeInHalves(Float8 (&r)[4])
{
	const Float8 before[4] = {r[0], r[1], r[2], r[3]};
	for (int row = 0; row < 4; ++row)
		for (int k = 0; k < 4; ++k)
		{
			r[row].lanes[k] = before[k].lanes[row];
			r[row].lanes[k + 4] = before[k].lanes[row + 4];
		}
}

#endif

#if !defined(SPHS_SIMD_AVX2)
SPHS_FORCE_INLINE void SplitTriples(Float8 x, Float8 y, Float8 z, Float8 (&r)[4])
{
	r[0] = x;
	r[1] = y;
	r[2] = r[3] = z;
	TransposeInHalves(r);
}
#endif

SPHS_FORCE_INLINE Float8& operator+=(Float8& a, Float8 b)
{
	return a = a + b;
}
SPHS_FORCE_INLINE Float8& operator-=(Float8& a, Float8 b)
{
	return a = a - b;
}
SPHS_FORCE_INLINE Float8& operator*=(Float8& a, Float8 b)
{
	return a = a * b;
}
SPHS_FORCE_INLINE bool Any(Mask8 mask)
{
	return Bits(mask) != 0;
}

}
