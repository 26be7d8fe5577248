#include "SamplingTesting.h"

#include <Scenes/Lattice.h>

#include <cmath>
#include <numeric>

using namespace SPHSolids;
using namespace SPHSolids::SamplingTesting;

namespace
{

const TriangleMesh UnitBox = TestMeshes::Box({0, 0, 0}, {1, 1, 1});

/// The lattice that fills the unit box exactly, count particles along each side.
ParticleSampling LatticeOf(int count)
{
	ParticleSampling sampling;
	sampling.particleRadius = 0.5 / count;
	sampling.positions = Scenes::BlockLattice(count, count, count, 1.0 / count);
	return sampling;
}

}

TEST(SamplingQuality, ALatticeThatFillsABoxHasTheRestDensityUpToItsEdges)
{
	const int side = 12;
	const SamplingQuality quality = Measure(UnitBox, LatticeOf(side));
	EXPECT_NEAR(quality.densityMean, 1, 0.005);
	EXPECT_LT(quality.densityErrorMean, 0.005);
	EXPECT_LT(quality.innerDensityErrorMean, 0.001);
	EXPECT_LT(quality.densityErrorMax, 0.05);
	EXPECT_NEAR(quality.volumeError, 0, 1e-3);
	// In the middle of a face, to within the grid's interpolation.
	const std::size_t middle = side / 2, face = (middle * side + middle) * side;
	EXPECT_NEAR(static_cast<double>(quality.density[face]), 1, 0.005);
}

TEST(SamplingQuality, NeighboursOfALatticeAreThoseWithinTwoSpacings)
{
	const int side = 12;
	const SamplingQuality quality = Measure(UnitBox, LatticeOf(side));
	// Inside: 26 in the cube around and 6 at exactly two spacings. At a corner 7 and 3.
	const std::size_t inside = (5 * side + 5) * side + 5;
	EXPECT_EQ(quality.neighbours[inside], 32);
	EXPECT_EQ(quality.neighbours[0], 10);
	EXPECT_EQ(quality.neighbourMin, 10u);
	EXPECT_EQ(quality.neighbourHistogram[10], 8u);
	EXPECT_EQ(quality.neighbourHistogram[32], static_cast<std::uint32_t>(8 * 8 * 8));
	EXPECT_EQ(std::accumulate(quality.neighbourHistogram.begin(), quality.neighbourHistogram.end(), 0u),
		static_cast<std::uint32_t>(side * side * side));
	EXPECT_NEAR(quality.fewNeighboursShare, 8.0 / (side * side * side), 1e-12);
}

TEST(SamplingQuality, TheMomentIsOneInsideALatticeAndZeroInASheet)
{
	const int side = 12;
	const SamplingQuality quality = Measure(UnitBox, LatticeOf(side));
	const std::size_t inside = (5 * side + 5) * side + 5;
	EXPECT_NEAR(static_cast<double>(quality.moment[inside]), 1, 1e-4);
	EXPECT_GT(quality.momentWorst, 0.2);
	EXPECT_EQ(quality.flatShare, 0);

	ParticleSampling sheet;
	sheet.particleRadius = 0.05;
	sheet.isSheet = true;
	for (int j = 0; j <= 10; ++j)
		for (int i = 0; i <= 10; ++i)
			sheet.positions.push_back({0.1 * i, 0.1 * j, 0});
	const SamplingQuality flat = Measure(SquareSheet(1, 4), sheet);
	EXPECT_EQ(flat.flatShare, 1);
	EXPECT_LT(flat.momentMean, 1e-6);
}

TEST(SamplingQuality, CoverageIsTheShareOfTheSurfaceNearParticles)
{
	const ParticleSampling whole = LatticeOf(10);
	const SamplingQuality full = Measure(UnitBox, whole);
	EXPECT_EQ(full.coverage, 1);
	// The middle of four particles of a face is sqrt(0.25 + 0.5) d from their centres; between patches a little less is seen.
	EXPECT_NEAR(full.surfaceGapMax, 2 * std::sqrt(0.75) - 1, 0.12);

	ParticleSampling half = whole;
	std::erase_if(half.positions, [](const Vec3d& p) { return p.x > 0.5; });
	const SamplingQuality partial = Measure(UnitBox, half);
	// One whole face of six, and the four at its sides up to x = 0.45 + sqrt(1 - 0.5 * 0.5) * 0.1 between rows, or a bit more.
	EXPECT_NEAR(partial.coverage, (1 + 4 * 0.53) / 6, 0.01);
	EXPECT_GT(partial.coverageWide, partial.coverage);
	EXPECT_NEAR(partial.volumeError, -0.5, 1e-3);
}

TEST(SamplingQuality, NearestDistancesOfALatticeAreItsSpacing)
{
	const SamplingQuality quality = Measure(UnitBox, LatticeOf(9));
	EXPECT_NEAR(quality.nearestMin, 1, 1e-4);
	EXPECT_NEAR(quality.nearestMean, 1, 1e-4);
	EXPECT_LT(quality.nearestSpread, 1e-4);
}

TEST(SamplingQuality, AHoleInTheParticlesShowsInTheDensityAroundIt)
{
	const int side = 12;
	ParticleSampling sampling = LatticeOf(side);
	const std::size_t missing = (5 * side + 5) * side + 5;
	sampling.positions.erase(sampling.positions.begin() + static_cast<std::ptrdiff_t>(missing));
	const SamplingQuality quality = Measure(UnitBox, sampling);
	// A neighbour at one spacing misses W(d) d^3 = 1/(4 pi).
	EXPECT_NEAR(static_cast<double>(quality.density[missing]), 1 - 1 / (4 * Pi), 0.002);
}

TEST(SamplingQuality, NothingToMeasureIsRefused)
{
	auto tasks = MakeSerialTaskRunner();
	const MeshDistance distance = DistanceTo(UnitBox);
	EXPECT_FALSE(MeasureSampling(distance, {}, *tasks, nullptr).IsOk());
	ParticleSampling sampling = LatticeOf(4);
	sampling.particleRadius = 0;
	EXPECT_FALSE(MeasureSampling(distance, sampling, *tasks, nullptr).IsOk());
}
