#include <Render/Directions.h>
#include <Render/LowDiscrepancy.h>

#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace SPHSolids::Render
{
namespace
{

/// Whether 2^m points hit every box of 2^-a by 2^-(m-a) once, for all a.
template <class PointAt>
void ExpectNet(int m, PointAt&& pointAt)
{
	for (int a = 0; a <= m; ++a)
	{
		std::set<std::pair<int, int>> boxes;
		for (int i = 0; i < 1 << m; ++i)
		{
			const Sample2 point = pointAt(i);
			boxes.insert(
				{static_cast<int>(point.u * static_cast<float>(1 << a)), static_cast<int>(point.v * static_cast<float>(1 << (m - a)))});
		}
		EXPECT_EQ(boxes.size(), std::size_t(1) << m) << "boxes of 2^-" << a;
	}
}

TEST(RenderSampling, TheSequenceHitsEveryBoxOnce)
{
	for (const int first : {0, 64, 192})
		ExpectNet(6, [&](int i) { return ZeroTwoSequence(static_cast<std::uint32_t>(first + i)); });
}

TEST(RenderSampling, TheSamplesOfEveryBlockOfPixelsAreWellSpread)
{
	for (const std::uint32_t dimension : {0u, 1u, 5u})
		for (const auto& [blockX, blockY] : {std::pair{0, 0}, {12, 4}, {40, 8}})
			ExpectNet(6,
				[&](int i)
				{
					const int x = blockX + i % 4, y = blockY + i / 4 % 4;
					return PixelSampler(x, y, 4, 99).Get(static_cast<std::uint32_t>(i / 16), dimension);
				});
}

TEST(RenderSampling, DimensionsAreNotCorrelated)
{
	double sum = 0;
	constexpr int Count = 4096;
	for (int i = 0; i < Count; ++i)
	{
		const PixelSampler sampler(i % 64, i / 64, 1, 1);
		sum += (sampler.Get(0, 0).u - 0.5) * (sampler.Get(0, 1).u - 0.5);
	}
	// Independent: standard deviation of the mean is 1/12 / 64.
	EXPECT_LT(std::abs(sum / Count), 5 * (1.0 / 12) / 64);
}

TEST(RenderSampling, CosineDirectionsHaveTheMeanOfALambertLobe)
{
	const Vec3 normal = NormalizedOr(Vec3{0.3f, -0.5f, -0.8f}, Vec3{});
	Vec3d sum;
	double cosine = 0;
	constexpr int Count = 4096;
	for (std::uint32_t i = 0; i < Count; ++i)
	{
		const Vec3 direction = CosineDirection(normal, ZeroTwoSequence(i));
		EXPECT_NEAR(Norm(direction), 1, 1e-4f);
		EXPECT_GE(Dot(direction, normal), -1e-5f);
		sum += direction.Cast<double>();
		cosine += Dot(direction, normal);
	}
	EXPECT_NEAR(cosine / Count, 2.0 / 3, 2e-3); // mean cosine of a cosine lobe
	EXPECT_LT(Norm(sum / Count - normal.Cast<double>() * (2.0 / 3)), 5e-3);
}

TEST(RenderSampling, CirclePointsLieOnTheCircleAtTheirAngle)
{
	for (int i = 0; i < 1000; ++i)
	{
		const CirclePoint point(static_cast<float>(i) / 1000);
		EXPECT_NEAR(point.x, std::cos(2 * Pi * i / 1000), 2e-5);
		EXPECT_NEAR(point.y, std::sin(2 * Pi * i / 1000), 2e-5);
	}
}

}
}
