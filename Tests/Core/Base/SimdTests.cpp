#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Base/SimdCompress.h>
#include <SPHSolids/Base/SimdScalar.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

using namespace SPHSolids;

namespace
{

using Lanes = std::array<float, SimdWidth>;

Lanes RandomLanes(Random& random, double low, double high)
{
	Lanes lanes;
	for (float& lane : lanes)
		lane = static_cast<float>(random.NextIn(low, high));
	return lanes;
}

Lanes LanesOf(Float8 value)
{
	Lanes lanes;
	value.Store(lanes.data());
	return lanes;
}

template <class Wide, class Narrow>
void ExpectLanes(const Lanes& a, const Lanes& b, Wide wide, Narrow narrow)
{
	const Lanes result = LanesOf(wide(Float8::Load(a.data()), Float8::Load(b.data())));
	for (std::size_t k = 0; k < SimdWidth; ++k)
		EXPECT_FLOAT_EQ(result[k], narrow(a[k], b[k]));
}

}

TEST(Simd, ArithmeticWorksLaneByLane)
{
	Random random(1);
	for (int trial = 0; trial < 20; ++trial)
	{
		const Lanes a = RandomLanes(random, -5, 5), b = RandomLanes(random, 0.1, 5);
		ExpectLanes(a, b, [](Float8 x, Float8 y) { return x + y; }, [](float x, float y) { return x + y; });
		ExpectLanes(a, b, [](Float8 x, Float8 y) { return x - y; }, [](float x, float y) { return x - y; });
		ExpectLanes(a, b, [](Float8 x, Float8 y) { return x * y; }, [](float x, float y) { return x * y; });
		ExpectLanes(a, b, [](Float8 x, Float8 y) { return x / y; }, [](float x, float y) { return x / y; });
		ExpectLanes(a, b, [](Float8 x, Float8) { return -x; }, [](float x, float) { return -x; });
		ExpectLanes(a, b, [](Float8 x, Float8 y) { return Min(x, y); }, [](float x, float y) { return std::fmin(x, y); });
		ExpectLanes(a, b, [](Float8 x, Float8 y) { return Max(x, y); }, [](float x, float y) { return std::fmax(x, y); });
		ExpectLanes(a, b, [](Float8 x, Float8) { return Abs(x); }, [](float x, float) { return std::fabs(x); });
		ExpectLanes(a, b, [](Float8, Float8 y) { return Sqrt(y); }, [](float, float y) { return std::sqrt(y); });
		ExpectLanes(
			a, b, [](Float8 x, Float8 y) { return Select(x < y, x, Float8(9.0f)); }, [](float x, float y) { return x < y ? x : 9.0f; });
		ExpectLanes(
			a, b, [](Float8 x, Float8 y) { return Select(x > y, x, Float8(9.0f)); }, [](float x, float y) { return x > y ? x : 9.0f; });
		const Lanes fused = LanesOf(MulAdd(Float8::Load(a.data()), Float8::Load(b.data()), Float8(2.0f)));
		const Lanes negated = LanesOf(NegMulAdd(Float8::Load(a.data()), Float8::Load(b.data()), Float8(2.0f)));
		for (std::size_t k = 0; k < SimdWidth; ++k)
		{
			EXPECT_NEAR(fused[k], a[k] * b[k] + 2, 1e-5);
			EXPECT_NEAR(negated[k], 2 - a[k] * b[k], 1e-5);
		}
	}
}

TEST(Simd, SumsMasksAndGathersFollowTheLanes)
{
	const Lanes a = {1, 2, 4, 8, 16, 32, 64, 128};
	EXPECT_EQ(Sum(Float8::Load(a.data())), 255);
	EXPECT_EQ(Bits(Float8::Load(a.data()) > Float8(10.0f)), 0xF0);
	EXPECT_EQ(Bits(Float8::Load(a.data()) < Float8(3.0f)), 0x03);
	EXPECT_TRUE(Any(Float8::Load(a.data()) > Float8(100.0f)));
	EXPECT_FALSE(Any(Float8::Load(a.data()) > Float8(200.0f)));
	const std::int32_t index[8] = {7, 6, 5, 4, 3, 2, 1, 0};
	const Lanes reversed = LanesOf(Float8::Gather(a.data(), index));
	for (std::size_t k = 0; k < SimdWidth; ++k)
		EXPECT_EQ(reversed[k], a[7 - k]);
}

TEST(Simd, HalvesAddToTwoPlacesOneAfterTheOther)
{
	const float low[4] = {1, 2, 3, 4}, high[4] = {5, 6, 7, 8};
	const Float8 a = LoadHalves(low, high);
	EXPECT_EQ(LanesOf(a), (Lanes{1, 2, 3, 4, 5, 6, 7, 8}));
	float apart[8] = {10, 10, 10, 10, 20, 20, 20, 20}, same[4] = {};
	AddHalves(a, apart + 4, apart);
	EXPECT_EQ(LanesOf(Float8::Load(apart)), (Lanes{15, 16, 17, 18, 21, 22, 23, 24}));
	AddHalves(a, same, same);
	for (int k = 0; k < 4; ++k)
		EXPECT_EQ(same[k], low[k] + high[k]);
}

TEST(Simd, HalvesLoadSplatAndFold)
{
	const float low[4] = {1, 2, 3, 4}, high[4] = {5, 6, 7, 8}, two[2] = {-1, -2};
	const Float8 a = LoadHalves(low, high);
	EXPECT_EQ(LanesOf(LoadTriples(low, high)), (Lanes{1, 2, 3, 0, 5, 6, 7, 0}));
	EXPECT_EQ(LanesOf(SplatInHalves<2>(a)), (Lanes{3, 3, 3, 3, 7, 7, 7, 7}));
	EXPECT_EQ(LanesOf(SplatTwo(two)), (Lanes{-1, -1, -1, -1, -2, -2, -2, -2}));
	float folded[4], apart[8] = {};
	StoreSumOfHalves(a, folded);
	EXPECT_EQ(folded[0], 6);
	EXPECT_EQ(folded[3], 12);
	StoreHalves(a, apart + 4, apart);
	EXPECT_EQ(LanesOf(Float8::Load(apart)), (Lanes{5, 6, 7, 8, 1, 2, 3, 4}));
}

TEST(Simd, CompressKeepsTheChosenNumbersInTheirOrder)
{
	const std::uint32_t source[SimdWidth] = {10, 11, 12, 13, 14, 15, 16, 17};
	for (unsigned mask = 0; mask < 256; ++mask)
	{
		std::uint32_t target[SimdWidth] = {};
		std::vector<std::uint32_t> expected;
		for (unsigned lane = 0; lane < SimdWidth; ++lane)
			if ((mask >> lane & 1) != 0)
				expected.push_back(source[lane]);
		ASSERT_EQ(Compress8(source, mask, target), expected.size());
		EXPECT_TRUE(std::equal(expected.begin(), expected.end(), target)) << mask;
	}
}

TEST(Simd, TransposeInHalvesSplitsEightPointsIntoTheirComponents)
{
	float points[8][4];
	for (int point = 0; point < 8; ++point)
		for (int c = 0; c < 4; ++c)
			points[point][c] = static_cast<float>(10 * point + c);
	Float8 r[4];
	for (int k = 0; k < 4; ++k)
		r[k] = LoadHalves(points[k], points[k + 4]);
	TransposeInHalves(r);
	for (int c = 0; c < 4; ++c)
		for (int point = 0; point < 8; ++point)
			EXPECT_EQ(LanesOf(r[c])[static_cast<std::size_t>(point)], points[point][c]);
	TransposeInHalves(r);
	for (int k = 0; k < 4; ++k)
		EXPECT_EQ(LanesOf(r[k]), LanesOf(LoadHalves(points[k], points[k + 4])));
}

TEST(Simd, PointsInARowComeApartAndGoBack)
{
	float points[24], back[24];
	std::iota(points, points + 24, 0.0f);
	Float8 coordinate[3];
	LoadPointsInRow(points, coordinate[0], coordinate[1], coordinate[2]);
	for (std::size_t c = 0; c < 3; ++c)
		for (std::size_t point = 0; point < 8; ++point)
			EXPECT_EQ(LanesOf(coordinate[c])[point], points[3 * point + c]);
	StorePointsInRow(coordinate[0], coordinate[1], coordinate[2], back);
	EXPECT_TRUE(std::equal(points, points + 24, back));
}

TEST(Simd, LogarithmIsRightToAUnitInTheLastPlace)
{
	Random random(2);
	for (int trial = 0; trial < 2000; ++trial)
	{
		Lanes a;
		for (float& lane : a)
			lane = static_cast<float>(std::exp(random.NextIn(-60, 60)));
		const Lanes result = LanesOf(Log(Float8::Load(a.data())));
		for (std::size_t k = 0; k < SimdWidth; ++k)
		{
			const double exact = std::log(static_cast<double>(a[k]));
			EXPECT_NEAR(static_cast<double>(result[k]), exact, 1.5e-7 * std::max(std::fabs(exact), 0.5));
		}
	}
}
