#include <SPHSolids/Base/HalfFloat.h>
#include <SPHSolids/Base/Random.h>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

using namespace SPHSolids;

namespace
{

bool IsNan(Half half)
{
	return (half.bits & 0x7C00) == 0x7C00 && (half.bits & 0x3FF) != 0;
}

/// By definition: sign, (1 + fraction / 1024) 2^(exponent - 15), or fraction 2^-24 where the exponent is zero.
double HalfByDefinition(Half half)
{
	const int exponent = (half.bits >> 10) & 0x1F, fraction = half.bits & 0x3FF;
	const double sign = (half.bits & 0x8000) != 0 ? -1 : 1;
	if (exponent == 31)
		return sign * std::numeric_limits<double>::infinity();
	return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

}

TEST(HalfFloat, EveryHalfReadsAsTheStandardDefinesIt)
{
	for (std::uint32_t bits = 0; bits < 0x10000; ++bits)
	{
		const Half half{static_cast<std::uint16_t>(bits)};
		if (IsNan(half))
			EXPECT_TRUE(std::isnan(ToFloat(half)));
		else
			EXPECT_EQ(static_cast<double>(ToFloat(half)), HalfByDefinition(half)) << bits;
	}
}

TEST(HalfFloat, EightAtOnceReadTheSameAsOneByOne)
{
	for (std::uint32_t bits = 0; bits < 0x10000; bits += SimdWidth)
	{
		Half halves[SimdWidth];
		for (std::uint32_t k = 0; k < SimdWidth; ++k)
			halves[k].bits = static_cast<std::uint16_t>(bits + k);
		float values[SimdWidth];
		LoadStored(halves).Store(values);
		for (int k = 0; k < SimdWidth; ++k)
			if (!IsNan(halves[k]))
			{
				EXPECT_EQ(std::bit_cast<std::uint32_t>(values[k]), std::bit_cast<std::uint32_t>(ToFloat(halves[k])));
			}
	}
}

TEST(HalfFloat, EveryHalfComesBackFromFloatUnchanged)
{
	for (std::uint32_t bits = 0; bits < 0x10000; ++bits)
	{
		const Half half{static_cast<std::uint16_t>(bits)};
		if (!IsNan(half))
		{
			EXPECT_EQ(ToHalf(ToFloat(half)).bits, half.bits);
		}
	}
	EXPECT_TRUE(IsNan(ToHalf(std::numeric_limits<float>::quiet_NaN())));
}

TEST(HalfFloat, RoundsToTheNearestAndTiesToEven)
{
	Random random(7);
	for (int trial = 0; trial < 200000; ++trial)
	{
		const auto value = static_cast<float>(std::ldexp(random.NextIn(-1, 1), static_cast<int>(random.NextBits() % 44) - 28));
		const Half half = ToHalf(value);
		const double error = std::fabs(HalfByDefinition(half) - static_cast<double>(value));
		for (const int step : {-1, 1})
		{
			const Half other{static_cast<std::uint16_t>(half.bits + step)};
			if (((other.bits ^ half.bits) & 0x8000) != 0 || IsNan(other))
				continue;
			const double otherError = std::fabs(HalfByDefinition(other) - static_cast<double>(value));
			EXPECT_LE(error, otherError);
			if (error == otherError)
			{
				EXPECT_EQ(half.bits & 1, 0) << value;
			}
		}
	}
}

TEST(HalfFloat, EightAtOnceRoundTheSameAsOneByOne)
{
	Random random(8);
	for (int trial = 0; trial < 50000; ++trial)
	{
		float values[SimdWidth];
		for (float& value : values)
			value = static_cast<float>(std::ldexp(random.NextIn(-1, 1), static_cast<int>(random.NextBits() % 60) - 40));
		Half halves[SimdWidth];
		StoreStored(Float8::Load(values), halves);
		for (int k = 0; k < SimdWidth; ++k)
			EXPECT_EQ(halves[k].bits, ToHalf(values[k]).bits) << values[k];
	}
}

TEST(HalfFloat, OverflowsOnlyBeyondTheLargestHalf)
{
	EXPECT_EQ(ToFloat(ToHalf(LargestHalf)), LargestHalf);
	EXPECT_EQ(ToFloat(ToHalf(65519.0f)), LargestHalf);
	EXPECT_TRUE(std::isinf(ToFloat(ToHalf(65520.0f))));
	EXPECT_TRUE(std::isinf(ToFloat(ToHalf(-std::numeric_limits<float>::infinity()))));
}
