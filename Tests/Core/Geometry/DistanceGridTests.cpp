#include "TestMeshes.h"

#include <SPHSolids/Geometry/DistanceGrid.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

using namespace SPHSolids;

namespace
{

DistanceGrid GridOf(const Box3d& box, double cellSize, const std::function<double(const Vec3d&)>& function, double margin = 0)
{
	auto tasks = MakeParallelTaskRunner(2);
	DistanceGridSettings settings;
	settings.cellSize = cellSize;
	settings.margin = margin;
	auto grid = BuildDistanceGrid(box, function, settings, *tasks, nullptr);
	EXPECT_TRUE(grid.IsOk());
	return grid.TakeValue();
}

/// Holds any function, not only distances.
DistanceGrid FilledGrid(std::uint32_t side, double cellSize, const std::function<double(const Vec3d&)>& function)
{
	DistanceGrid::Layout layout;
	layout.origin = {-0.5, -0.25, 0.125};
	layout.cellSize = cellSize;
	layout.size = {side, side + 1, side + 2};
	AlignedArray<float> values;
	for (std::size_t k = 0; k < layout.size[2]; ++k)
		for (std::size_t j = 0; j < layout.size[1]; ++j)
			for (std::size_t i = 0; i < layout.size[0]; ++i)
				values.push_back(static_cast<float>(function(layout.PlaceOf(i, j, k))));
	return {layout, std::move(values)};
}

constexpr Box3d UnitBox{{-1, -1, -1}, {1, 1, 1}};

double SphereDistance(const Vec3d& p)
{
	return Norm(p) - 0.6;
}

DistanceGrid SmallGrid()
{
	return GridOf(UnitBox, 0.25, SphereDistance);
}

}

TEST(DistanceGrid, LinearSamplesReproduceLinearFunctions)
{
	const auto function = [](const Vec3d& p) { return 0.3 * p.x - 1.2 * p.y + 0.7 * p.z + 0.1; };
	const DistanceGrid grid = FilledGrid(9, 0.125, function);
	Random random(1);
	for (int k = 0; k < 500; ++k)
	{
		const Vec3d p = random.NextInBox(grid.Bounds().min, grid.Bounds().max);
		for (const DistanceSample& sample : {grid.SampleLinear(p.Cast<Real>()), grid.SampleCubic(p.Cast<Real>())})
		{
			EXPECT_NEAR(sample.distance, function(p), 2e-6);
			EXPECT_NEAR(Norm(sample.gradient - Vec3{0.3f, -1.2f, 0.7f}), 0, 2e-5);
		}
	}
}

TEST(DistanceGrid, CubicSamplesReproduceQuadraticFunctionsAndTheirGradients)
{
	const auto function = [](const Vec3d& p) { return p.x * p.x - 2 * p.x * p.y + 0.5 * p.z * p.z + p.y * p.z - 0.4; };
	const DistanceGrid grid = FilledGrid(10, 0.125, function);
	Random random(2);
	for (int k = 0; k < 500; ++k)
	{
		const Vec3d p = random.NextInBox(grid.Bounds().min, grid.Bounds().max);
		const DistanceSample sample = grid.SampleCubic(p.Cast<Real>());
		EXPECT_NEAR(sample.distance, function(p), 3e-6);
		const Vec3d gradient{2 * p.x - 2 * p.y, -2 * p.x + p.z, p.z + p.y};
		EXPECT_NEAR(Norm(sample.gradient.Cast<double>() - gradient), 0, 3e-5);
	}
}

TEST(DistanceGrid, GradientsAreTheDerivativesOfTheSamples)
{
	const DistanceGrid grid =
		FilledGrid(12, 0.125, [](const Vec3d& p) { return std::sin(5 * p.x) * std::cos(4 * p.y) + std::sin(3 * p.z); });
	Random random(3);
	const auto difference = [&](const auto& sample, const Vec3& p, int axis)
	{
		Vec3 step;
		step[axis] = 1.0f / 512;
		return static_cast<double>(sample(p + step).distance - sample(p - step).distance) * 256;
	};
	for (int k = 0; k < 300; ++k)
	{
		// Inside one cell, where the linear sample has a gradient.
		const Vec3 p = (grid.GetLayout().PlaceOf(1 + k % 8, 1 + k % 7, 1 + k % 9) + random.NextInBox({0.02, 0.02, 0.02}, {0.1, 0.1, 0.1}))
						   .Cast<Real>();
		const auto linear = [&](const Vec3& q) { return grid.SampleLinear(q); };
		const auto cubic = [&](const Vec3& q) { return grid.SampleCubic(q); };
		for (int axis = 0; axis < 3; ++axis)
		{
			EXPECT_NEAR(difference(linear, p, axis), linear(p).gradient[axis], 2e-3);
			EXPECT_NEAR(difference(cubic, p, axis), cubic(p).gradient[axis], 2e-3);
		}
	}
}

TEST(DistanceGrid, CubicGradientsDoNotJumpBetweenCells)
{
	const DistanceGrid grid =
		FilledGrid(12, 0.125, [](const Vec3d& p) { return std::sin(7 * p.x) * std::cos(6 * p.y) + std::sin(5 * p.z); });
	Random random(4);
	double linearJump = 0;
	for (int k = 0; k < 200; ++k)
		for (int axis = 0; axis < 3; ++axis)
		{
			Vec3d p = random.NextInBox(grid.Bounds().min, grid.Bounds().max);
			p[axis] = grid.GetLayout().PlaceOf(5, 5, 5)[axis];
			Vec3d hair;
			hair[axis] = 1e-5;
			const Vec3 below = (p - hair).Cast<Real>(), above = (p + hair).Cast<Real>();
			EXPECT_NEAR(Norm(grid.SampleCubic(above).gradient - grid.SampleCubic(below).gradient), 0, 3e-3);
			linearJump = std::max(linearJump, double(Norm(grid.SampleLinear(above).gradient - grid.SampleLinear(below).gradient)));
		}
	EXPECT_GT(linearJump, 0.5); // so the bound above says something
}

TEST(DistanceGrid, ErrorsFallWithTheSquareAndTheCubeOfTheCellSize)
{
	double previousLinear = 0, previousCubic = 0;
	for (const double cellSize : {0.2, 0.1, 0.05})
	{
		const DistanceGrid grid = GridOf(UnitBox, cellSize, SphereDistance);
		Random random(5);
		double linear = 0, cubic = 0;
		for (int k = 0; k < 4000; ++k)
		{
			const Vec3d p = random.NextDirection() * random.NextIn(0.45, 0.75); // away from the kink at the centre
			linear = std::max(linear, std::fabs(double(grid.SampleLinear(p.Cast<Real>()).distance) - SphereDistance(p)));
			cubic = std::max(cubic, std::fabs(double(grid.SampleCubic(p.Cast<Real>()).distance) - SphereDistance(p)));
		}
		if (previousLinear > 0)
		{
			EXPECT_GT(previousLinear / linear, 3.2);
			EXPECT_GT(previousCubic / cubic, 6.5);
		}
		previousLinear = linear;
		previousCubic = cubic;
	}
	EXPECT_LT(previousCubic, 4e-5);
}

TEST(DistanceGrid, ValuesNearTheSurfaceAreExactAndFarOnesAreCloseToIt)
{
	const auto exact = [](const Vec3d& p) { return std::hypot(std::hypot(p.x, p.y) - 0.6, p.z) - 0.25; };
	const DistanceGrid grid = GridOf(UnitBox, 0.02, exact, 0.5);
	const DistanceGrid::Layout& layout = grid.GetLayout();
	std::size_t at = 0, inexact = 0;
	for (std::size_t k = 0; k < layout.size[2]; ++k)
		for (std::size_t j = 0; j < layout.size[1]; ++j)
			for (std::size_t i = 0; i < layout.size[0]; ++i, ++at)
			{
				const double expected = exact(layout.PlaceOf(i, j, k)), found = grid.Values()[at];
				ASSERT_NEAR(found, expected, std::fabs(expected) > 5 * layout.cellSize ? 0.04 * std::fabs(expected) : 1e-7);
				inexact += std::fabs(found - expected) > 1e-6 ? 1 : 0;
			}
	EXPECT_GT(inexact, layout.ValueCount() / 4); // most are not asked for
}

TEST(DistanceGrid, OfAMeshIsItsSignedDistance)
{
	auto tasks = MakeParallelTaskRunner(2);
	const TriangleMesh mesh = TestMeshes::Moved(TestMeshes::Torus(1, 0.4, 64, 32), 1, {100, -50, 3});
	const auto distance = MeshDistance::Build(mesh.View(), *tasks);
	ASSERT_TRUE(distance.IsOk());
	DistanceGridSettings settings;
	settings.cellSize = 0.05;
	settings.margin = 0.2;
	const auto grid = BuildDistanceGrid(distance.Value(), settings, *tasks, nullptr);
	ASSERT_TRUE(grid.IsOk());
	EXPECT_LE(grid.Value().Bounds().min.x, 100 - 1.4 - 0.2);
	EXPECT_GE(grid.Value().Bounds().max.z, 3 + 0.4 + 0.2);
	Random random(6);
	for (int k = 0; k < 2000; ++k)
	{
		const Vec3d p = random.NextInBox(grid.Value().Bounds().min, grid.Value().Bounds().max);
		const double expected = distance.Value().SignedDistance(p);
		EXPECT_NEAR(grid.Value().SampleLinear(p.Cast<Real>()).distance, expected, 0.03);
		EXPECT_NEAR(grid.Value().SampleCubic(p.Cast<Real>()).distance, expected, 0.03);
		if (std::fabs(expected) < 0.1)
		{
			const Vec3d ring = NormalizedOr(Vec3d{p.x - 100, p.y + 50, 0}, {}) + Vec3d{100, -50, 3};
			const Vec3d normal = NormalizedOr(p - ring, {});
			EXPECT_GT(Dot(NormalizedOr(grid.Value().SampleCubic(p.Cast<Real>()).gradient, {}).Cast<double>(), normal), 0.98);
		}
	}
}

TEST(DistanceGrid, BeyondItsBoundsTheDistanceGrowsSteadily)
{
	const DistanceGrid grid = SmallGrid();
	Random random(7);
	for (int k = 0; k < 300; ++k)
	{
		const Vec3d direction = random.NextDirection();
		double previous = grid.SampleCubic((direction * 0.9).Cast<Real>()).distance;
		for (double r = 0.91; r < 4; r += 0.01)
		{
			const DistanceSample sample = grid.SampleCubic((direction * r).Cast<Real>());
			ASSERT_GT(sample.distance, previous);
			ASSERT_LT(sample.distance, previous + 0.02);
			previous = sample.distance;
		}
	}
	EXPECT_NEAR(grid.SampleLinear({1e6f, 0, 0}).distance, 1e6, 2);
	const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
	EXPECT_TRUE(std::isnan(grid.SampleCubic({nan, 0, 0}).distance));
	EXPECT_EQ(grid.SampleLinear({0, infinity, 0}).distance, infinity);
}

TEST(DistanceGrid, NoSurfaceIsNearerThanTheLeastDistance)
{
	// A ring in a flat box: beyond a corner of the box the surface does not lie behind the nearest point of the border.
	const auto ring = [](const Vec3d& p) { return std::hypot(std::hypot(p.x, p.y) - 1, p.z) - 0.2; };
	const DistanceGrid grid = GridOf({{-1.2, -1.2, -0.2}, {1.2, 1.2, 0.2}}, 0.05, ring, 0.1);
	Random random(11);
	double mostTooMuch = 0;
	for (int k = 0; k < 2000; ++k)
	{
		const Vec3d p = random.NextDirection() * (4 * random.NextUnit());
		if (ring(p) < 0)
			continue;
		const Real sampled = grid.SampleLinear(p.Cast<Real>()).distance;
		EXPECT_LE(static_cast<double>(grid.LeastDistance(p.Cast<Real>(), sampled)), ring(p) + 0.01);
		mostTooMuch = std::max(mostTooMuch, static_cast<double>(sampled) - ring(p));
	}
	EXPECT_GT(mostTooMuch, 0.2) << "The samples alone would do.";
}

TEST(DistanceGrid, TooManyValuesAreRefusedWithACellSizeThatFits)
{
	auto tasks = MakeSerialTaskRunner();
	DistanceGridSettings settings;
	settings.cellSize = 1e-5;
	settings.maxValues = 100'000;
	const auto refused = BuildDistanceGrid(UnitBox, SphereDistance, settings, *tasks, nullptr);
	ASSERT_FALSE(refused.IsOk());
	const std::size_t at = refused.Message().find("use cells of ");
	ASSERT_NE(at, std::string::npos) << refused.Message();
	settings.cellSize = std::stod(refused.Message().substr(at + 13));
	EXPECT_GT(settings.cellSize, 0.04);
	EXPECT_TRUE(BuildDistanceGrid(UnitBox, SphereDistance, settings, *tasks, nullptr).IsOk());
	EXPECT_LT(settings.cellSize, 0.06);
	settings.cellSize = 1e-300;
	EXPECT_FALSE(BuildDistanceGrid(UnitBox, SphereDistance, settings, *tasks, nullptr).IsOk());
}

TEST(DistanceGrid, SettingsThatMakeNoSenseAreRefused)
{
	auto tasks = MakeSerialTaskRunner();
	constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
	for (const auto& [cellSize, margin] :
		std::vector<std::pair<double, double>>{{0, 0}, {-1, 0}, {nan, 0}, {infinity, 0}, {0.1, -1}, {0.1, nan}, {0.1, infinity}})
	{
		DistanceGridSettings settings;
		settings.cellSize = cellSize;
		settings.margin = margin;
		EXPECT_FALSE(BuildDistanceGrid(UnitBox, SphereDistance, settings, *tasks, nullptr).IsOk());
	}
	DistanceGridSettings settings;
	settings.cellSize = 0.1;
	EXPECT_FALSE(BuildDistanceGrid(Box3d{}, SphereDistance, settings, *tasks, nullptr).IsOk());
	EXPECT_FALSE(BuildDistanceGrid(UnitBox, [](const Vec3d&) { return nan; }, settings, *tasks, nullptr).IsOk());
	EXPECT_TRUE(BuildDistanceGrid(Box3d{{0, 0, 0}, {0, 0, 0}}, SphereDistance, settings, *tasks, nullptr).IsOk()); // a point has a grid
}

TEST(DistanceGrid, SurvivesTheWayToBytesAndBack)
{
	const DistanceGrid grid = SmallGrid();
	const auto read = DistanceGrid::FromBytes(grid.ToBytes());
	ASSERT_TRUE(read.IsOk());
	EXPECT_EQ(read.Value().GetLayout().size, grid.GetLayout().size);
	EXPECT_EQ(read.Value().GetLayout().origin, grid.GetLayout().origin);
	EXPECT_EQ(read.Value().GetLayout().cellSize, grid.GetLayout().cellSize);
	ASSERT_EQ(read.Value().Values().size(), grid.Values().size());
	EXPECT_EQ(std::memcmp(read.Value().Values().data(), grid.Values().data(), grid.Values().size_bytes()), 0);
}

TEST(DistanceGrid, BytesThatAreCutDamagedOrForeignAreRefusedInOneSentence)
{
	const std::vector<std::byte> good = SmallGrid().ToBytes();
	const auto expectRefused = [](std::span<const std::byte> bytes)
	{
		const auto read = DistanceGrid::FromBytes(bytes);
		ASSERT_FALSE(read.IsOk());
		EXPECT_TRUE(read.Message().ends_with("build it again.") || read.Message().ends_with("build the grid again.")) << read.Message();
	};
	for (std::size_t size = 0; size < good.size(); size += size < 80 ? 1 : 97)
		expectRefused(std::span(good).first(size));
	for (std::size_t bit = 0; bit < 8 * good.size(); bit += bit < 8 * 64 ? 1 : 131)
	{
		std::vector<std::byte> flipped = good;
		flipped[bit / 8] ^= std::byte(1u << (bit % 8));
		expectRefused(flipped);
	}
	std::vector<std::byte> longer = good;
	longer.resize(good.size() + 4);
	expectRefused(longer);
	// Sizes whose product wraps around to the true one: 2^32 - 1 and the like must not reach an allocation.
	for (const std::uint32_t huge : {0xFFFFFFFFu, 0x80000000u, 0x10000u, 0u})
	{
		std::vector<std::byte> oversized = good;
		for (std::size_t at = 12; at < 24; at += 4)
			std::memcpy(oversized.data() + at, &huge, 4);
		expectRefused(oversized);
	}
	std::vector<std::byte> foreign(1000, std::byte(0x50));
	expectRefused(foreign);
}

TEST(DistanceGrid, IsTheSameBitsForAnyNumberOfWorkers)
{
	const auto build = [](int workers)
	{
		auto tasks = MakeParallelTaskRunner(workers);
		const auto mesh = MeshDistance::Build(TestMeshes::Torus(1, 0.4, 64, 32).View(), *tasks);
		DistanceGridSettings settings;
		settings.cellSize = 0.06;
		settings.margin = 0.1;
		return BuildDistanceGrid(mesh.Value(), settings, *tasks, nullptr).TakeValue().ToBytes();
	};
	const std::vector<std::byte> expected = build(1);
	EXPECT_EQ(build(2), expected);
	EXPECT_EQ(build(8), expected);
}

TEST(DistanceGrid, CancellingEndsItWithTheSentenceOfCancelledJobs)
{
	class StopAtOnce final : public Progress
	{
	public:
		bool Report(const char*, double fraction) override { return fraction < 0.3; }
	};
	auto tasks = MakeSerialTaskRunner();
	DistanceGridSettings settings;
	settings.cellSize = 0.02;
	StopAtOnce stop;
	const auto grid = BuildDistanceGrid(UnitBox, SphereDistance, settings, *tasks, &stop);
	ASSERT_FALSE(grid.IsOk());
	EXPECT_EQ(grid.Message(), CancelledMessage);
}
