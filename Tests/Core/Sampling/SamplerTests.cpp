#include "SamplingTesting.h"

#include <SPHSolids/Base/Hash.h>

#include <chrono>
#include <cmath>
#include <limits>

using namespace SPHSolids;
using namespace SPHSolids::SamplingTesting;

namespace
{

const SamplingMethod AllMethods[] = {SamplingMethod::Relaxed, SamplingMethod::Grid, SamplingMethod::BlueNoise};

/// Remembers what it was told, and cancels at one report.
class WatchedProgress final : public Progress
{
public:
	explicit WatchedProgress(int cancelAtReport = std::numeric_limits<int>::max())
		: cancelAt(cancelAtReport)
	{
	}
	bool Report(const char*, double fraction) override
	{
		hasFallen = hasFallen || fraction < last;
		last = fraction;
		reportsAfterCancel += reports >= cancelAt ? 1 : 0;
		return ++reports < cancelAt;
	}
	int reports = 0, reportsAfterCancel = 0;
	double last = 0;
	bool hasFallen = false;

private:
	int cancelAt;
};

std::uint64_t HashOf(const ParticleSampling& sampling)
{
	Hash64 hash;
	hash.AddSpan(std::span(sampling.positions));
	hash.AddValue(sampling.particleRadius);
	return hash.Value();
}

std::string RefusalOf(const TriangleMesh& mesh, const SamplingSettings& settings)
{
	const Result<ParticleSampling> sampling = TrySample(mesh, settings);
	return sampling.IsOk() ? "" : sampling.Message();
}

bool Holds(const std::string& text, const char* part)
{
	return text.find(part) != std::string::npos;
}

}

TEST(Sampler, RelaxedAndBlueNoiseParticlesKeepARadiusFromTheSurface)
{
	const TriangleMesh shapes[] = {TestMeshes::Sphere(1, 4), TestMeshes::Torus(1, 0.4, 96, 48), TestMeshes::Box({0, 0, 0}, {1, 1.3, 0.8})};
	for (const TriangleMesh& shape : shapes)
		for (const SamplingMethod method : {SamplingMethod::Relaxed, SamplingMethod::BlueNoise})
		{
			const MeshDistance distance = DistanceTo(shape);
			const ParticleSampling sampling = Sample(shape, WithCount(1500, method));
			for (const Vec3d& p : sampling.positions)
				EXPECT_GT(-distance.SignedDistance(p), 0.998 * sampling.particleRadius);
		}
}

TEST(Sampler, RelaxedParticlesFormALayerThatTouchesTheSurface)
{
	for (const TriangleMesh& shape : {TestMeshes::Sphere(1, 4), TestMeshes::Torus(1, 0.4, 96, 48)})
	{
		const MeshDistance distance = DistanceTo(shape);
		const ParticleSampling sampling = Sample(shape, WithCount(1500));
		double touching = 0;
		for (const Vec3d& p : sampling.positions)
			touching += -distance.SignedDistance(p) < 1.2 * sampling.particleRadius ? 1 : 0;
		// A layer a radius deep, one particle to d^2: on these shapes its area is some 8 to 13 % less than that of the surface.
		const double layer = distance.Area() / (4 * sampling.particleRadius * sampling.particleRadius);
		EXPECT_GT(touching, 0.7 * layer);
		EXPECT_LT(touching, layer);
	}
}

TEST(Sampler, NoTwoRelaxedParticlesAreCloserThanSevenTenthsOfADiameter)
{
	EXPECT_GT(NearestPair(Sample(TestMeshes::Sphere(1, 4), WithCount(3000))), 0.7);
	EXPECT_GT(NearestPair(Sample(TestMeshes::Torus(1, 0.3, 96, 48), WithCount(3000))), 0.7);
	EXPECT_GT(NearestPair(Sample(TestMeshes::Box({0, 0, 0}, {1, 1.3, 0.7}), WithCount(3000))), 0.7);
	EXPECT_GT(NearestPair(Sample(TestMeshes::Box({0, 0, 0}, {1, 1, 0.05}), WithRadius(0.02))), 0.7);
	EXPECT_GT(NearestPair(Sample(TestMeshes::Box({0, 0, 0}, {1, 1, 0.01}), WithRadius(0.025))), 0.7);
}

TEST(Sampler, ParticlesOfAGivenRadiusNumberAsTheirCubesFillTheVolume)
{
	const double radius = 0.035, cube = Cubed(2 * radius);
	const struct
	{
		TriangleMesh mesh;
		double volume;
	} shapes[] = {{TestMeshes::Sphere(1, 5), 4 * Pi / 3}, {TestMeshes::Torus(1, 0.4, 128, 64), 2 * Pi * Pi * 0.16},
		{TestMeshes::Box({0, 0, 0}, {1, 1.3, 0.8}), 1.04}};
	for (const auto& shape : shapes)
		for (const SamplingMethod method : AllMethods)
		{
			const ParticleSampling sampling = Sample(shape.mesh, WithRadius(radius, method));
			const double expected = shape.volume / cube;
			const double tolerance = method == SamplingMethod::Grid ? 0.05 : 0.01; // a lattice can cut a face only between layers
			EXPECT_NEAR(static_cast<double>(sampling.positions.size()), expected, tolerance * expected) << SamplingMethodName(method);
			EXPECT_EQ(sampling.particleRadius, radius);
			EXPECT_NEAR(sampling.solidVolume, shape.volume, 0.005 * shape.volume);
		}
}

TEST(Sampler, AWantedCountIsMetWithinTwoPercent)
{
	const TriangleMesh shapes[] = {TestMeshes::Sphere(0.3, 4), TestMeshes::Torus(2, 0.3, 96, 32), TestMeshes::Box({0, 0, 0}, {3, 1, 0.21}),
		TestMeshes::Box({0, 0, 0}, {1, 1, 0.004}), SquareSheet(2, 8)};
	for (const TriangleMesh& shape : shapes)
		for (const SamplingMethod method : AllMethods)
			for (const std::uint32_t count : {60u, 400u, 2500u})
			{
				const ParticleSampling sampling = Sample(shape, WithCount(count, method));
				EXPECT_NEAR(static_cast<double>(sampling.positions.size()), count, std::max(1.0, 0.02 * count))
					<< SamplingMethodName(method) << " of shape " << &shape - shapes;
			}
}

TEST(Sampler, ABoxOfWholeDiametersIsFilledByTheLattice)
{
	const double d = 0.25;
	const TriangleMesh box = TestMeshes::Box({1, 2, 3}, {1 + 8 * d, 2 + 6 * d, 3 + 5 * d});
	for (const SamplingMethod method : {SamplingMethod::Relaxed, SamplingMethod::Grid})
	{
		const ParticleSampling sampling = Sample(box, WithRadius(0.5 * d, method));
		ASSERT_EQ(sampling.positions.size(), 240u);
		for (const Vec3d& p : sampling.positions)
			for (int axis = 0; axis < 3; ++axis)
			{
				const double inCells = (p[axis] - (axis + 1)) / d - 0.5;
				EXPECT_NEAR(inCells, std::round(inCells), 1e-3);
			}
		EXPECT_GT(NearestPair(sampling), 0.998);
		EXPECT_LE(sampling.iterations, 1);
	}
}

TEST(Sampler, AHollowBallStaysHollow)
{
	TriangleMesh inner = TestMeshes::Sphere(0.6, 4);
	TestMeshes::Flip(inner);
	const TriangleMesh shell = TestMeshes::Joined(TestMeshes::Sphere(1, 4), inner);
	for (const SamplingMethod method : AllMethods)
	{
		const ParticleSampling sampling = Sample(shell, WithRadius(0.04, method));
		const double least = method == SamplingMethod::Grid ? 0.595 : 0.63;
		for (const Vec3d& p : sampling.positions)
			EXPECT_GT(Norm(p), least);
		const double expected = 4 * Pi / 3 * (1 - Cubed(0.6)) / Cubed(0.08);
		EXPECT_NEAR(static_cast<double>(sampling.positions.size()), expected, 0.02 * expected);
	}
}

TEST(Sampler, OverlappingPartsBecomeOneBodyWithoutAGapAtTheirInnerWalls)
{
	const TriangleMesh mesh = TestMeshes::Joined(TestMeshes::Sphere(1, 4, {-0.5, 0, 0}), TestMeshes::Sphere(1, 4, {0.5, 0, 0}));
	const ParticleSampling sampling = Sample(mesh, WithRadius(0.05));
	// Union of two unit balls at distance 1: 9 pi / 4.
	const double expected = 9 * Pi / 4 / Cubed(0.1);
	EXPECT_NEAR(static_cast<double>(sampling.positions.size()), expected, 0.02 * expected);
	// Particles within a quarter radius of the part of the left sphere's wall that lies deep in the right ball: as many as that
	// shell of 0.5 r holds anywhere else inside.
	std::size_t atWall = 0;
	for (const Vec3d& p : sampling.positions)
		if (std::abs(Norm(p - Vec3d{-0.5, 0, 0}) - 1) < 0.0125 && Norm(p - Vec3d{0.5, 0, 0}) < 0.8)
			++atWall;
	// Where the sphere about (-0.5, 0, 0) has x > 0.18 it is less than 0.8 from (0.5, 0, 0): a cap of height 0.32.
	const double shellVolume = 2 * Pi * 0.32 * 0.025;
	EXPECT_NEAR(static_cast<double>(atWall), shellVolume / Cubed(0.1), 0.5 * shellVolume / Cubed(0.1));
	EXPECT_GT(NearestPair(sampling), 0.7);
}

TEST(Sampler, AMeshTurnedInsideOutGivesTheSameParticles)
{
	TriangleMesh torus = TestMeshes::Torus(1, 0.4, 64, 32);
	const ParticleSampling expected = Sample(torus, WithCount(800));
	TestMeshes::Flip(torus);
	const ParticleSampling flipped = Sample(torus, WithCount(800));
	ASSERT_EQ(flipped.positions.size(), expected.positions.size());
	for (std::size_t i = 0; i < expected.positions.size(); ++i)
		EXPECT_LT(Norm(flipped.positions[i] - expected.positions[i]), 1e-6);
}

TEST(Sampler, LoosePartsAreAllFilled)
{
	TriangleMesh mesh = TestMeshes::Sphere(0.5, 4);
	mesh = TestMeshes::Joined(mesh, TestMeshes::Sphere(0.5, 4, {3, 0, 0}));
	TriangleMesh inverted = TestMeshes::Box({-3.5, -0.5, -0.5}, {-2.5, 0.5, 0.5});
	TestMeshes::Flip(inverted);
	const ParticleSampling sampling = Sample(TestMeshes::Joined(mesh, inverted), WithRadius(0.05));
	double left = 0, middle = 0, right = 0;
	for (const Vec3d& p : sampling.positions)
		(p.x < -1.5 ? left : p.x < 1.5 ? middle : right) += Cubed(0.1);
	EXPECT_NEAR(left, 1, 0.03);
	EXPECT_NEAR(middle, Pi / 6, 0.03 * Pi / 6);
	EXPECT_NEAR(right, Pi / 6, 0.03 * Pi / 6);
}

TEST(Sampler, AnOpenSheetIsOneEvenLayerOnTheSurface)
{
	for (const SheetMode mode : {SheetMode::Auto, SheetMode::Always})
	{
		SamplingSettings settings = WithRadius(0.025);
		settings.sheet = mode;
		const TriangleMesh sheet = Turned(SquareSheet(1, 10), AxisAngleRotation(NormalizedOr(Vec3d{1, 2, 3}, {}), 0.7));
		const MeshDistance distance = DistanceTo(sheet);
		const ParticleSampling sampling = Sample(sheet, settings);
		EXPECT_TRUE(sampling.isSheet);
		for (const Vec3d& p : sampling.positions)
			EXPECT_LT(distance.FindClosest(p).distance, 1e-5);
		// One particle for each d^2, and half a row more along the border, on which the outermost lie.
		const double rows = 1 / 0.05;
		EXPECT_GT(static_cast<double>(sampling.positions.size()), rows * rows);
		EXPECT_LT(static_cast<double>(sampling.positions.size()), (rows + 1) * (rows + 1));
		EXPECT_GT(NearestPair(sampling), 0.8);
		const SamplingQuality quality = Measure(sheet, sampling);
		EXPECT_GT(quality.coverage, 0.998);
		EXPECT_LT(quality.densitySpread, 0.03);
		EXPECT_GT(quality.flatShare, 0.99);
	}
}

TEST(Sampler, ASheetMayBeCurvedAndClosed)
{
	SamplingSettings settings = WithRadius(0.05);
	settings.sheet = SheetMode::Always;
	const TriangleMesh ball = TestMeshes::Sphere(1, 4);
	const ParticleSampling sampling = Sample(ball, settings);
	for (const Vec3d& p : sampling.positions)
		EXPECT_NEAR(Norm(p), 1, 0.003); // the corners of the mesh are on the sphere, its faces up to 0.0023 below
	const double expected = 4 * Pi / 0.01;
	EXPECT_NEAR(static_cast<double>(sampling.positions.size()), expected, 0.02 * expected);
	EXPECT_GT(NearestPair(sampling), 0.8);
	EXPECT_EQ(Measure(ball, sampling).coverage, 1);
}

TEST(Sampler, APlateThinnerThanAParticleIsOneLayerAtItsMiddle)
{
	const TriangleMesh plate = TestMeshes::Box({0, 0, 0}, {1, 1, 0.02});
	for (const SamplingMethod method : {SamplingMethod::Relaxed, SamplingMethod::BlueNoise})
	{
		const ParticleSampling sampling = Sample(plate, WithRadius(0.025, method));
		EXPECT_TRUE(sampling.isSheet);
		for (const Vec3d& p : sampling.positions)
			EXPECT_NEAR(p.z, 0.01, 1e-5);
		EXPECT_GE(sampling.positions.size(), 400u);
		EXPECT_LE(sampling.positions.size(), 441u);
		EXPECT_NEAR(sampling.solidVolume, 0.02, 1e-6);
	}
	const ParticleSampling grid = Sample(plate, WithRadius(0.025, SamplingMethod::Grid));
	EXPECT_TRUE(grid.isSheet);
	EXPECT_GE(grid.positions.size(), 380u);
	EXPECT_GT(NearestPair(grid), 0.5);
}

TEST(Sampler, AThinFinOnABlockKeepsOneLayer)
{
	// A fin of a third of a diameter on a solid block.
	const TriangleMesh mesh = TestMeshes::Joined(TestMeshes::Box({0, 0, 0}, {1, 1, 0.5}), TestMeshes::Box({0, 0.49, 0.4}, {1, 0.51, 1}));
	const ParticleSampling sampling = Sample(mesh, WithRadius(0.03));
	std::vector<Vec3d> fin;
	for (const Vec3d& p : sampling.positions)
		if (p.z > 0.56)
			fin.push_back(p);
	for (const Vec3d& p : fin)
		EXPECT_NEAR(p.y, 0.5, 1e-3);
	// Every place of the fin has a particle within a diameter.
	for (double x = 0.03; x < 1; x += 0.03)
		for (double z = 0.63; z < 1; z += 0.03)
		{
			double nearest = 1;
			for (const Vec3d& p : fin)
				nearest = std::min(nearest, Norm(p - Vec3d{x, 0.5, z}));
			EXPECT_LT(nearest, 0.06) << x << " " << z;
		}
	EXPECT_FALSE(sampling.isSheet);
	EXPECT_GT(sampling.thinShare, 0.01);

	SamplingSettings settings = WithRadius(0.03);
	settings.sheet = SheetMode::Never;
	const ParticleSampling without = Sample(mesh, settings);
	EXPECT_LT(without.positions.size(), sampling.positions.size());
}

TEST(Sampler, ANeedleThinnerThanAParticleIsAStringOfThem)
{
	const ParticleSampling sampling = Sample(TestMeshes::Box({0, 0, 0}, {2, 0.03, 0.02}), WithRadius(0.05));
	EXPECT_GE(sampling.positions.size(), 19u);
	EXPECT_LE(sampling.positions.size(), 22u);
	for (const Vec3d& p : sampling.positions)
	{
		EXPECT_TRUE(p.y >= 0 && p.y <= 0.03 && p.z >= 0 && p.z <= 0.02);
	}
	EXPECT_GT(NearestPair(sampling), 0.7);
}

TEST(Sampler, ScalingAMeshScalesItsParticles)
{
	const TriangleMesh torus = TestMeshes::Torus(1, 0.4, 64, 32);
	const ParticleSampling expected = Sample(torus, WithRadius(0.05));
	for (const double scale : {1.0 / 1024, 1024.0}) // about a millimetre and a kilometre
	{
		const ParticleSampling scaled = Sample(TestMeshes::Moved(torus, scale, {}), WithRadius(0.05 * scale));
		ASSERT_EQ(scaled.positions.size(), expected.positions.size());
		for (std::size_t i = 0; i < expected.positions.size(); ++i)
			EXPECT_LT(Norm(scaled.positions[i] / scale - expected.positions[i]), 1e-6);
	}
}

TEST(Sampler, TurningAndMovingAMeshKeepsTheQuality)
{
	const TriangleMesh torus = TestMeshes::Torus(1, 0.4, 64, 32);
	const ParticleSampling sampling = Sample(torus, WithCount(3000));
	const SamplingQuality expected = Measure(torus, sampling);
	const TriangleMesh turned = Turned(torus, AxisAngleRotation(NormalizedOr(Vec3d{3, 1, 2}, {}), 1.1));
	for (const Vec3d& shift : {Vec3d{}, Vec3d{1e5, -2e5, 3e5}})
	{
		const TriangleMesh moved = TestMeshes::Moved(turned, 1, shift);
		const ParticleSampling other = Sample(moved, WithCount(3000));
		EXPECT_EQ(other.positions.size(), sampling.positions.size());
		EXPECT_NEAR(other.particleRadius, sampling.particleRadius, 0.005 * sampling.particleRadius);
		const SamplingQuality quality = Measure(moved, other);
		EXPECT_NEAR(quality.densitySpread, expected.densitySpread, 0.004);
		EXPECT_NEAR(quality.densityMean, expected.densityMean, 0.005);
		EXPECT_NEAR(quality.coverage, expected.coverage, 0.01);
		EXPECT_NEAR(quality.nearestMean, expected.nearestMean, 0.02);
		EXPECT_NEAR(quality.momentQuantile, expected.momentQuantile, 0.05);
	}
}

TEST(Sampler, ParticlesAreTheSameBitsForAnyNumberOfWorkers)
{
	const TriangleMesh fin = TestMeshes::Joined(TestMeshes::Torus(1, 0.4, 64, 32), TestMeshes::Box({-0.4, -0.01, 0}, {0.4, 0.01, 0.6}));
	for (const SamplingMethod method : AllMethods)
	{
		const std::uint64_t expected = HashOf(Sample(fin, WithCount(2500, method), 1));
		EXPECT_EQ(HashOf(Sample(fin, WithCount(2500, method), 2)), expected) << SamplingMethodName(method);
		EXPECT_EQ(HashOf(Sample(fin, WithCount(2500, method), 8)), expected) << SamplingMethodName(method);
	}
}

TEST(Sampler, CancellingStopsAtOnceWhereverItHappens)
{
	auto tasks = MakeParallelTaskRunner(2);
	const MeshDistance distance = DistanceTo(TestMeshes::Torus(1, 0.4, 64, 32));
	for (const SamplingMethod method : AllMethods)
	{
		WatchedProgress whole;
		ASSERT_TRUE(SampleMesh(distance, WithCount(1500, method), *tasks, &whole).IsOk());
		EXPECT_GT(whole.reports, 5);
		EXPECT_FALSE(whole.hasFallen);
		EXPECT_LE(whole.last, 1);
		for (int at = 1; at < whole.reports; at += std::max(1, whole.reports / 12))
		{
			WatchedProgress cancelled(at);
			const Result<ParticleSampling> sampling = SampleMesh(distance, WithCount(1500, method), *tasks, &cancelled);
			ASSERT_FALSE(sampling.IsOk());
			EXPECT_EQ(sampling.Message(), CancelledMessage);
			EXPECT_EQ(cancelled.reportsAfterCancel, 0);
		}
	}
}

TEST(Sampler, BadSettingsAreRefusedWithACure)
{
	const TriangleMesh ball = TestMeshes::Sphere(1, 3);
	EXPECT_TRUE(Holds(RefusalOf(ball, {}), "Give one"));
	SamplingSettings both = WithRadius(0.1);
	both.particleCount = 100;
	EXPECT_TRUE(Holds(RefusalOf(ball, both), "only one"));
	EXPECT_TRUE(Holds(RefusalOf(ball, WithRadius(-0.1)), "positive"));
	EXPECT_TRUE(Holds(RefusalOf(ball, WithRadius(std::numeric_limits<double>::quiet_NaN())), "positive"));
	EXPECT_TRUE(Holds(RefusalOf(ball, WithRadius(std::numeric_limits<double>::infinity())), "positive"));
	EXPECT_TRUE(Holds(RefusalOf(ball, WithRadius(3)), "larger than the body"));
	EXPECT_TRUE(Holds(RefusalOf(ball, WithRadius(0.9)), "too few"));
	EXPECT_TRUE(Holds(RefusalOf(ball, WithCount(1)), "at least 8"));
	EXPECT_TRUE(Holds(RefusalOf(ball, WithCount(10'000'000)), "allowed"));
	const std::pair<double SamplingSettings::*, const char*> shares[] = {{&SamplingSettings::cohesion, "cohesion"},
		{&SamplingSettings::adhesion, "adhesion"}, {&SamplingSettings::stepShare, "step share"},
		{&SamplingSettings::stillness, "stillness"}};
	for (const auto& [member, name] : shares)
		for (const double bad : {-1.0, 1e9, std::numeric_limits<double>::quiet_NaN()})
		{
			SamplingSettings settings = WithRadius(0.1);
			settings.*member = bad;
			EXPECT_TRUE(Holds(RefusalOf(ball, settings), name)) << name;
		}
	SamplingSettings endless = WithRadius(0.1);
	endless.maxIterations = -1;
	EXPECT_TRUE(Holds(RefusalOf(ball, endless), "iterations"));
}

TEST(Sampler, TooManyParticlesAreRefusedBeforeAnyWork)
{
	const TriangleMesh ball = TestMeshes::Sphere(1, 3);
	for (const double radius : {1e-3, 1e-6, 1e-12, 1e-300})
	{
		const auto start = std::chrono::steady_clock::now();
		const std::string refusal = RefusalOf(ball, WithRadius(radius));
		EXPECT_TRUE(Holds(refusal, "radius of at least")) << refusal;
		EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 5);
	}
	SamplingSettings tight = WithRadius(0.1);
	tight.maxParticles = 100;
	EXPECT_TRUE(Holds(RefusalOf(ball, tight), "allowed 100"));
	// A sheet that is large for its particles, though it encloses nothing.
	SamplingSettings sheet = WithRadius(1e-4);
	sheet.sheet = SheetMode::Always;
	EXPECT_TRUE(Holds(RefusalOf(SquareSheet(10, 4), sheet), "radius of at least"));
}

TEST(Sampler, ASheetThatMayNotBeASheetIsRefusedWithACure)
{
	SamplingSettings settings = WithRadius(0.05);
	settings.sheet = SheetMode::Never;
	EXPECT_TRUE(Holds(RefusalOf(SquareSheet(1, 4), settings), "sheet"));
}

TEST(Sampler, MethodsAreFoundByTheirNames)
{
	for (const SamplingMethod method : AllMethods)
	{
		const Result<SamplingMethod> found = FindSamplingMethod(SamplingMethodName(method));
		ASSERT_TRUE(found.IsOk());
		EXPECT_EQ(found.Value(), method);
	}
	const Result<SamplingMethod> unknown = FindSamplingMethod("relaxd");
	ASSERT_FALSE(unknown.IsOk());
	EXPECT_TRUE(Holds(unknown.Message(), "relaxed"));
}

TEST(Sampler, RelaxedParticlesAreMoreEvenThanTheOtherMethods)
{
	// What [KBF21] section 9 claims: denser and more even than blue noise, fewer degenerate neighbourhoods than a grid.
	const TriangleMesh shapes[] = {TestMeshes::Torus(1, 0.25, 128, 48), TestMeshes::Sphere(1, 5)};
	for (const TriangleMesh& shape : shapes)
	{
		const SamplingQuality relaxed = Measure(shape, Sample(shape, WithCount(3000)));
		const SamplingQuality grid = Measure(shape, Sample(shape, WithCount(3000, SamplingMethod::Grid)));
		const SamplingQuality blueNoise = Measure(shape, Sample(shape, WithCount(3000, SamplingMethod::BlueNoise)));
		EXPECT_LT(relaxed.densitySpread, 0.5 * grid.densitySpread);
		EXPECT_LT(relaxed.densitySpread, 0.5 * blueNoise.densitySpread);
		EXPECT_LT(relaxed.densityErrorMax, 0.6 * grid.densityErrorMax);
		EXPECT_LT(relaxed.densityErrorMax, 0.6 * blueNoise.densityErrorMax);
		EXPECT_GT(relaxed.coverage, 0.999);
		EXPECT_GT(relaxed.coverage, grid.coverage - 0.001);
		EXPECT_GT(relaxed.coverage, blueNoise.coverage);
		EXPECT_GT(relaxed.nearestMin, blueNoise.nearestMin);
		EXPECT_GT(relaxed.momentQuantile, 0.4);
	}
}
