#include <Render/Colourmap.h>
#include <Render/Overlay.h>

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace SPHSolids::Render
{
namespace
{

TEST(RenderColourmap, LightnessOfTheSequentialMapsRisesInEvenSteps)
{
	for (const ColourmapName name : {ColourmapName::Lagoon, ColourmapName::Ember})
	{
		const Colourmap map(name);
		const float rise = (PerceivedLightness(map.At(1)) - PerceivedLightness(map.At(0))) / 50;
		for (int i = 0; i < 50; ++i)
		{
			const float step = PerceivedLightness(map.At((i + 1) / 50.0)) - PerceivedLightness(map.At(i / 50.0));
			EXPECT_NEAR(step, rise, 0.1f * rise) << "at " << i;
		}
	}
}

TEST(RenderColourmap, TheDivergingMapIsLightestInTheMiddleAndEquallyDarkAtBothEnds)
{
	const Colourmap map(ColourmapName::Tide);
	const Colour middle = map.At(0.5);
	EXPECT_GT(PerceivedLightness(middle), 0.95f);
	EXPECT_NEAR(middle.x, middle.z, 0.02f);
	EXPECT_NEAR(PerceivedLightness(map.At(0)), PerceivedLightness(map.At(1)), 0.02f);
	EXPECT_GT(map.At(0).z, 3 * map.At(0).x) << "blue below";
	EXPECT_GT(map.At(1).x, 3 * map.At(1).z) << "red above";
	for (int i = 0; i < 50; ++i)
		EXPECT_GT(PerceivedLightness(map.At(0.5 + i / 100.0)), PerceivedLightness(map.At(0.5 + (i + 1) / 100.0)));
}

TEST(RenderColourmap, NeighbouringColoursAreCloseAndDistantOnesAreNot)
{
	for (const ColourmapName name : {ColourmapName::Lagoon, ColourmapName::Tide, ColourmapName::Ember})
	{
		const Colourmap map(name);
		for (int i = 0; i < 1000; ++i)
			EXPECT_LT(Norm(map.At((i + 1) / 1000.0) - map.At(i / 1000.0)), 0.01f);
		for (int i = 0; i < 10; ++i)
			for (int j = i + 2; j <= 10; ++j)
				EXPECT_GT(Norm(map.At(i / 10.0) - map.At(j / 10.0)), 0.03f) << i << " and " << j;
	}
}

TEST(RenderColourmap, OutsideTheRangeTheEndsShowAndNoNumberShowsGrey)
{
	const Colourmap map(ColourmapName::Lagoon);
	EXPECT_EQ(map.At(-3), map.At(0));
	EXPECT_EQ(map.At(17), map.At(1));
	EXPECT_EQ(map.At(std::numeric_limits<double>::infinity()), map.At(1));
	EXPECT_EQ(map.At(std::numeric_limits<double>::quiet_NaN()), Colourmap::NoValue);
}

TEST(RenderColourmap, TheRangeOfValuesLeavesOutWhatIsNotFinite)
{
	const double inf = std::numeric_limits<double>::infinity();
	const std::vector<double> values = {3, -inf, 7, std::numeric_limits<double>::quiet_NaN(), 5, inf};
	EXPECT_EQ(RangeOf(values).low, 3);
	EXPECT_EQ(RangeOf(values).high, 7);
	const std::vector<double> one = {4, 4}, none = {inf};
	EXPECT_LT(RangeOf(one).low, 4);
	EXPECT_GT(RangeOf(one).high, 4);
	EXPECT_LT(RangeOf(none).low, RangeOf(none).high);
}

TEST(RenderOverlay, TicksAreRoundFiguresInsideTheRange)
{
	const Ticks ticks = ChooseTicks({0.13, 3.98}, 5, false);
	const std::vector<std::string> expected = {"1", "2", "3"};
	EXPECT_EQ(ticks.labels, expected);
	EXPECT_EQ(ticks.exponent, 0);
	EXPECT_EQ(ChooseTicks({0, 0.5}, 5, false).labels, (std::vector<std::string>{"0.0", "0.1", "0.2", "0.3", "0.4", "0.5"}));
	EXPECT_EQ(ChooseTicks({-1, 1}, 4, false).labels, (std::vector<std::string>{"\u22121.0", "\u22120.5", "0.0", "0.5", "1.0"}));
}

TEST(RenderOverlay, CountsHaveNoTicksBetweenWholeNumbers)
{
	EXPECT_EQ(ChooseTicks({1, 3}, 8, true).labels, (std::vector<std::string>{"1", "2", "3"}));
}

TEST(RenderOverlay, SmallAndLargeValuesShareAPowerOfTen)
{
	const Ticks small = ChooseTicks({0, 4e-6}, 4, false);
	EXPECT_EQ(small.exponent, -6);
	EXPECT_EQ(small.labels, (std::vector<std::string>{"0", "1", "2", "3", "4"}));
	const Ticks large = ChooseTicks({0, 2.2e6}, 4, false);
	EXPECT_EQ(large.exponent, 6);
	for (const double value : large.values)
		EXPECT_LE(value, 2.2e6);
}

TEST(RenderOverlay, TicksOfABadRangeAreNone)
{
	EXPECT_TRUE(ChooseTicks({1, 1}, 5, false).values.empty());
	EXPECT_TRUE(ChooseTicks({0, std::numeric_limits<double>::infinity()}, 5, false).values.empty());
	EXPECT_TRUE(ChooseTicks({std::numeric_limits<double>::quiet_NaN(), 1}, 5, false).values.empty());
}

}
}
