#include <SPHSolids/Base/SimdScalar.h>

#include <bit>

namespace SPHSolids
{

Float8 Log(Float8 a)
{
	// a = m 2^e with m in [sqrt(1/2), sqrt(2)); then log a = e log 2 + 2 atanh((m - 1) / (m + 1)), whose series in the square of the
	// quotient (at most 0.0295) converges below float rounding after five terms.
	alignas(32) float mantissa[SimdWidth], exponent[SimdWidth];
	a.Store(mantissa);
	for (int k = 0; k < SimdWidth; ++k)
	{
		const std::uint32_t bits = std::bit_cast<std::uint32_t>(mantissa[k]);
		const std::uint32_t shifted = bits - 0x3F3504F3u; // sqrt(1/2)
		exponent[k] = static_cast<float>(static_cast<std::int32_t>(shifted) >> 23);
		mantissa[k] = std::bit_cast<float>((shifted & 0x007FFFFFu) + 0x3F3504F3u);
	}
	const Float8 m = Float8::Load(mantissa);
	const Float8 e = Float8::Load(exponent);
	const Float8 q = (m - 1.0f) / (m + 1.0f);
	const Float8 q2 = q * q;
	Float8 series(2.0f / 11);
	series = MulAdd(series, q2, 2.0f / 9);
	series = MulAdd(series, q2, 2.0f / 7);
	series = MulAdd(series, q2, 2.0f / 5);
	series = MulAdd(series, q2, 2.0f / 3);
	series = series * q2;
	const Float8 mantissaLog = MulAdd(series, q, q + q);
	return MulAdd(e, 0.693359375f, MulAdd(e, -2.12194440e-4f, mantissaLog)); // log 2 in two parts
}

}
