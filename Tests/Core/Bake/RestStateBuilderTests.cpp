#include <SPHSolids/Bake/RestStateBuilder.h>
#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Kernel/Kernels.h>

#include <Scenes/Lattice.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <set>

using namespace SPHSolids;

namespace
{

constexpr double Radius = 0.05; // m, so that the spacing of a lattice is 0.1

std::vector<Vec3d> JitteredBlock(int x, int y, int z, double jitter, std::uint64_t seed)
{
	Random random(seed);
	std::vector<Vec3d> points = Scenes::BlockLattice(x, y, z, 2 * Radius);
	for (Vec3d& p : points)
		p += random.NextDirection() * (jitter * random.NextUnit() * Radius);
	return points;
}

RestState Build(const RestStateInput& input)
{
	auto tasks = MakeParallelTaskRunner(2);
	auto result = BuildRestState(input, *tasks);
	EXPECT_TRUE(result.IsOk()) << (result.IsOk() ? "" : result.Message());
	return result.IsOk() ? result.TakeValue() : RestState{};
}

RestState Build(const std::vector<Vec3d>& points)
{
	RestStateInput input;
	input.positions = points;
	input.particleRadius = Radius;
	return Build(input);
}

/// F_i = sum_j V_j (x_j - x_i) (L_i gradW_ij)^T of (9), written out in double.
Mat3d DeformationGradient(const RestState& rest, const std::vector<Vec3d>& now, std::size_t i)
{
	const CubicSpline<double> kernel(static_cast<double>(rest.supportRadius));
	Mat3d gradient;
	for (const std::uint32_t j : rest.neighbours.Of(i))
	{
		const Vec3d fromOther = (rest.position[i] - rest.position[j]).Cast<double>();
		const double distance = Norm(fromOther);
		const Vec3d kernelGradient = fromOther * (kernel.Derivative(distance) / distance);
		gradient +=
			Mat3d::Outer(now[j] - now[i], rest.correction[i].Cast<double>() * kernelGradient) * static_cast<double>(rest.kernelVolume[j]);
	}
	return gradient;
}

std::vector<Vec3d> Mapped(const RestState& rest, const Mat3d& linear, const Vec3d& shift)
{
	std::vector<Vec3d> now;
	for (const Vec3& p : rest.position)
		now.push_back(linear * p.Cast<double>() + shift);
	return now;
}

const Mat3d SomeAffine = {{{1.3, 0.4, -0.2}, {-0.1, 0.7, 0.5}, {0.3, 0.2, 1.6}}};

double LargestAffineError(const RestState& rest)
{
	const std::vector<Vec3d> now = Mapped(rest, SomeAffine, {3, -2, 1});
	double worst = 0;
	for (std::size_t i = 0; i < rest.ParticleCount(); ++i)
		worst = std::max(worst, FrobeniusNorm(DeformationGradient(rest, now, i) - SomeAffine));
	return worst;
}

std::string RefusalOf(const RestStateInput& input)
{
	auto tasks = MakeSerialTaskRunner();
	const auto result = BuildRestState(input, *tasks);
	return result.IsOk() ? "accepted" : result.Message();
}

}

TEST(RestStateBuilder, AffineMapsAreReproducedToRoundingByLatticesAndByIrregularParticles)
{
	// L is stored in float, and so are its errors: some 1e-6 of F.
	EXPECT_LT(LargestAffineError(Build(Scenes::BlockLattice(9, 7, 8, 2 * Radius))), 5e-6);
	EXPECT_LT(LargestAffineError(Build(JitteredBlock(9, 7, 8, 0.5, 1))), 5e-6);
	EXPECT_LT(LargestAffineError(Build(JitteredBlock(2, 2, 40, 0.3, 2))), 2e-5);
}

TEST(RestStateBuilder, AffineMapsAreReproducedByTinyAndByHugeBodies)
{
	for (const double scale : {1e-4, 1e4})
	{
		std::vector<Vec3d> points = JitteredBlock(6, 6, 6, 0.5, 3);
		for (Vec3d& p : points)
			p *= scale;
		RestStateInput input;
		input.positions = points;
		input.particleRadius = scale * Radius;
		EXPECT_LT(LargestAffineError(Build(input)), 5e-6) << scale;
	}
}

TEST(RestStateBuilder, NeighbourListsAreSymmetricAscendingAndCompleteWithinTheSupport)
{
	const RestState rest = Build(JitteredBlock(8, 8, 8, 0.9, 4));
	std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
	for (std::uint32_t i = 0; i < rest.ParticleCount(); ++i)
	{
		const auto list = rest.neighbours.Of(i);
		ASSERT_TRUE(std::is_sorted(list.begin(), list.end()));
		for (const std::uint32_t j : list)
			ASSERT_TRUE(j != i && pairs.insert({i, j}).second);
	}
	for (std::uint32_t i = 0; i < rest.ParticleCount(); ++i)
		for (std::uint32_t j = 0; j < rest.ParticleCount(); ++j)
		{
			const bool listed = pairs.contains({i, j});
			ASSERT_EQ(listed, pairs.contains({j, i}));
			const double distance = Norm((rest.position[i] - rest.position[j]).Cast<double>());
			const double share = distance / static_cast<double>(rest.supportRadius);
			ASSERT_TRUE(i == j || share >= 0.9999 || listed);
			ASSERT_TRUE(share <= 1.001 || !listed);
		}
}

TEST(RestStateBuilder, KernelVolumeInsideALatticeIsTheVolumeOfItsCellAndLargerAtTheSurface)
{
	const RestState rest = Build(Scenes::BlockLattice(9, 9, 9, 2 * Radius));
	const double cell = std::pow(2 * Radius, 3);
	for (std::size_t i = 0; i < rest.ParticleCount(); ++i)
	{
		const Vec3 p = rest.position[i];
		const auto depth = [](Real c) { return std::min(c, Real(0.9) - c); };
		const Real nearest = std::min({depth(p.x), depth(p.y), depth(p.z)});
		const double share = static_cast<double>(rest.kernelVolume[i]) / cell;
		EXPECT_TRUE(nearest <= Real(4 * Radius) || std::abs(share - 1) < 0.02) << share;
		EXPECT_TRUE(nearest >= Real(2 * Radius) || share > 1.1) << share;
	}
}

TEST(RestStateBuilder, AFlatSheetSpansTwoDirectionsAndKeepsItsInPlaneResponse)
{
	// A sheet in a tilted plane: in-plane stretches and shears come out exactly, the normal direction not at all.
	const Mat3d tilt = AxisAngleRotation(NormalizedOr(Vec3d{1, 2, -1}, Vec3d{}), 0.8);
	std::vector<Vec3d> points = Scenes::BlockLattice(12, 12, 1, 2 * Radius);
	for (Vec3d& p : points)
		p = tilt * p;
	const RestState rest = Build(points);
	const std::vector<Vec3d> now = Mapped(rest, SomeAffine, {});
	for (std::size_t i = 0; i < rest.ParticleCount(); ++i)
	{
		ASSERT_EQ(rest.rank[i], 2);
		const Mat3d gradient = DeformationGradient(rest, now, i);
		EXPECT_LT(Norm((gradient - SomeAffine) * tilt.Column(0)), 1e-5);
		EXPECT_LT(Norm((gradient - SomeAffine) * tilt.Column(1)), 1e-5);
		EXPECT_LT(Norm(gradient * tilt.Column(2)), 1e-5);
	}
}

TEST(RestStateBuilder, ASheetThatWaversByAHundredthOfItsSpacingStillSpansTwoDirections)
{
	Random random(7);
	std::vector<Vec3d> points = Scenes::BlockLattice(12, 12, 1, 2 * Radius);
	for (Vec3d& p : points)
		p.z += random.NextIn(-0.01, 0.01) * 2 * Radius;
	for (const std::uint8_t rank : Build(points).rank)
		EXPECT_EQ(rank, 2);
}

TEST(RestStateBuilder, ASharplyCurvedLayerSpansTwoDirectionsWhenItIsSaidToBeOne)
{
	// Half a tube whose radius is four spacings: neighbourhoods have depth, and only the flag tells that they are a layer.
	std::vector<Vec3d> points;
	const double tube = 8 * Radius, step = 2 * Radius / tube;
	for (int along = 0; along < 10; ++along)
		for (int around = 0; around * step < Pi; ++around)
			points.push_back({tube * std::cos(around * step), tube * std::sin(around * step), along * 2 * Radius});
	RestStateInput input;
	input.positions = points;
	input.particleRadius = Radius;
	const auto deepest = [](const RestState& rest) { return *std::max_element(rest.rank.begin(), rest.rank.end()); };
	EXPECT_EQ(deepest(Build(input)), 3);
	input.oneLayer = true;
	const RestState layer = Build(input);
	EXPECT_EQ(deepest(layer), 2);

	// The response within the directions that L keeps stays exact.
	const std::vector<Vec3d> now = Mapped(layer, SomeAffine, {});
	for (std::size_t i = 0; i < layer.ParticleCount(); ++i)
		EXPECT_LT(FrobeniusNorm((DeformationGradient(layer, now, i) - SomeAffine) * layer.correction[i].Cast<double>()), 1e-5);
}

TEST(RestStateBuilder, AStringSpansOneDirectionAndStretchesAlongIt)
{
	const RestState rest = Build(Scenes::BlockLattice(1, 1, 20, 2 * Radius));
	const std::vector<Vec3d> now = Mapped(rest, SomeAffine, {});
	for (std::size_t i = 0; i < rest.ParticleCount(); ++i)
	{
		ASSERT_EQ(rest.rank[i], 1);
		const Mat3d gradient = DeformationGradient(rest, now, i);
		EXPECT_LT(Norm(gradient.Column(2) - SomeAffine.Column(2)), 1e-5);
		EXPECT_LT(Norm(gradient.Column(0)) + Norm(gradient.Column(1)), 1e-6);
	}
}

TEST(RestStateBuilder, OneParticleIsABodyWithoutNeighboursOrResponse)
{
	const RestState rest = Build({Vec3d{1, 2, 3}});
	ASSERT_EQ(rest.ParticleCount(), 1u);
	EXPECT_EQ(rest.rank[0], 0);
	EXPECT_TRUE(rest.neighbours.Of(0).empty());
	EXPECT_EQ(FrobeniusNorm(rest.correction[0]), 0);
	EXPECT_NEAR(static_cast<double>(rest.volume[0]), std::pow(2 * Radius, 3), 1e-9);
}

TEST(RestStateBuilder, GivenVolumesAreKeptWithTheirParticlesAndTheirSum)
{
	const std::vector<Vec3d> points = JitteredBlock(7, 6, 5, 0.8, 8);
	Random random(9);
	std::vector<double> volumes;
	for (std::size_t i = 0; i < points.size(); ++i)
		volumes.push_back(random.NextIn(0.5e-3, 1.5e-3));
	RestStateInput input;
	input.positions = points;
	input.particleRadius = Radius;
	input.volumes = volumes;
	auto tasks = MakeParallelTaskRunner(2);
	std::vector<std::uint32_t> order;
	const auto rest = BuildRestState(input, *tasks, &order);
	ASSERT_TRUE(rest.IsOk());
	double sum = 0;
	for (std::size_t i = 0; i < points.size(); ++i)
	{
		EXPECT_EQ(rest.Value().position[i], points[order[i]].Cast<Real>());
		EXPECT_EQ(rest.Value().volume[i], static_cast<Real>(volumes[order[i]]));
		sum += static_cast<double>(rest.Value().volume[i]);
	}
	const double expected = std::accumulate(volumes.begin(), volumes.end(), 0.0);
	EXPECT_NEAR(sum / expected, 1, 1e-7);
	std::sort(order.begin(), order.end());
	for (std::uint32_t i = 0; i < order.size(); ++i)
		ASSERT_EQ(order[i], i);
}

TEST(RestStateBuilder, ParticlesThatFollowEachOtherAreNearEachOther)
{
	// Along a Morton curve most steps are short; in the order they came, x fastest, a step to the next row is long.
	std::vector<Vec3d> points = Scenes::BlockLattice(16, 16, 16, 2 * Radius);
	Random random(10);
	for (std::size_t i = points.size() - 1; i > 0; --i)
		std::swap(points[i], points[random.NextBits() % (i + 1)]);
	const RestState rest = Build(points);
	double path = 0;
	for (std::size_t i = 1; i < rest.ParticleCount(); ++i)
		path += static_cast<double>(Norm(rest.position[i] - rest.position[i - 1]));
	EXPECT_LT(path / static_cast<double>(rest.ParticleCount()), 2 * 2 * Radius);
}

TEST(RestStateBuilder, TheStateHasTheSameBitsForAnyNumberOfWorkers)
{
	const std::vector<Vec3d> points = JitteredBlock(13, 12, 11, 0.9, 11);
	RestStateInput input;
	input.positions = points;
	input.particleRadius = Radius;
	auto one = MakeSerialTaskRunner();
	const RestState serial = BuildRestState(input, *one).TakeValue();
	for (const int workers : {2, 3, 8})
	{
		auto many = MakeParallelTaskRunner(workers);
		const RestState parallel = BuildRestState(input, *many).TakeValue();
		EXPECT_EQ(parallel.position, serial.position);
		EXPECT_EQ(parallel.kernelVolume, serial.kernelVolume);
		EXPECT_EQ(parallel.neighbours.index, serial.neighbours.index);
		EXPECT_EQ(std::memcmp(parallel.correction.data(), serial.correction.data(), serial.correction.size() * sizeof(Mat3)), 0);
	}
}

TEST(RestStateBuilder, BadInputIsRefusedWithASentenceThatNamesIt)
{
	const double infinity = std::numeric_limits<double>::infinity();
	std::vector<Vec3d> points = {{0, 0, 0}, {0.1, 0, 0}};
	RestStateInput input;
	input.particleRadius = Radius;
	EXPECT_NE(RefusalOf(input).find("no particles"), std::string::npos);
	input.positions = points;
	for (const double radius : {0.0, -1.0, infinity, std::nan(""), 1e-20, 1e20})
	{
		input.particleRadius = radius;
		EXPECT_NE(RefusalOf(input).find("radius"), std::string::npos) << radius;
	}
	input.particleRadius = Radius;
	for (const double bad : {infinity, std::nan(""), 1e300})
	{
		points[1].y = bad;
		EXPECT_NE(RefusalOf(input).find("Particle 1"), std::string::npos) << bad;
	}
	points[1] = points[0];
	EXPECT_NE(RefusalOf(input).find("same place"), std::string::npos);
	points[1] = {0.1, 0, 0};
	std::vector<double> volumes = {1e-3};
	input.volumes = volumes;
	EXPECT_NE(RefusalOf(input).find("one volume for each"), std::string::npos);
	volumes.push_back(0);
	input.volumes = volumes;
	EXPECT_NE(RefusalOf(input).find("Particle 1 has a volume"), std::string::npos);
}
