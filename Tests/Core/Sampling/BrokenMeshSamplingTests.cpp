#include "SamplingTesting.h"

#include <chrono>
#include <cmath>
#include <limits>

using namespace SPHSolids;
using namespace SPHSolids::SamplingTesting;

namespace
{

struct BrokenMesh
{
	const char* name;
	TriangleMesh mesh;
	/// Volume of the solid that a person would see in it; 0 where people would differ.
	double volume = 0;
};

TriangleMesh WithoutSomeTriangles(TriangleMesh mesh, std::size_t every)
{
	std::vector<Triangle> kept;
	for (std::size_t k = 0; k < mesh.triangles.size(); ++k)
		if (k % every != 0)
			kept.push_back(mesh.triangles[k]);
	mesh.triangles = kept;
	return mesh;
}

TriangleMesh WithRandomFlips(TriangleMesh mesh)
{
	Random random(5);
	for (Triangle& t : mesh.triangles)
		if (random.NextUnit() < 0.5)
			std::swap(t[1], t[2]);
	return mesh;
}

TriangleMesh WithBadNumbers(TriangleMesh mesh)
{
	const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
	mesh.vertices.push_back({std::numeric_limits<double>::quiet_NaN(), 0, 0});
	mesh.vertices.push_back({std::numeric_limits<double>::infinity(), 0, 0});
	mesh.triangles.push_back({0, first, 1});
	mesh.triangles.push_back({0, first + 1, 1});
	mesh.triangles.push_back({0, first + 1000, 1});
	mesh.triangles.push_back({3, 3, 3});
	return mesh;
}

TriangleMesh WithCutOff(TriangleMesh mesh, double height)
{
	std::erase_if(mesh.triangles,
		[&](const Triangle& t) { return std::all_of(t.begin(), t.end(), [&](std::uint32_t v) { return mesh.vertices[v].z > height; }); });
	return mesh;
}

std::vector<BrokenMesh> BrokenMeshes()
{
	const TriangleMesh ball = TestMeshes::Sphere(1, 4);
	const double ballVolume = 4 * Pi / 3;
	TriangleMesh doubled = TestMeshes::Joined(ball, ball);
	TriangleMesh finned = ball;
	finned.vertices.push_back({0, 0, 1.6});
	finned.triangles.push_back({0, 1, static_cast<std::uint32_t>(finned.vertices.size() - 1)});
	return {{"many small holes", WithoutSomeTriangles(ball, 9), ballVolume}, {"a large hole", WithCutOff(ball, 0.6)},
		{"half a shell", WithCutOff(ball, 0)}, {"random facing", WithRandomFlips(ball)}, {"bad numbers", WithBadNumbers(ball), ballVolume},
		{"every triangle twice", doubled, ballVolume}, {"a flap", finned, ballVolume},
		{"self-intersecting", TestMeshes::Torus(0.3, 0.5, 64, 48)}, {"nested", TestMeshes::Joined(ball, TestMeshes::Sphere(0.5, 3))},
		{"a soup", TestMeshes::Soup(400, 0.3, 3)}, {"one triangle", {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}},
		{"a sliver", {{{0, 0, 0}, {1, 0, 0}, {2, 1e-9, 0}}, {{0, 1, 2}}}},
		{"a crossing of two sheets",
			TestMeshes::Joined(TestMeshes::Moved(SquareSheet(2, 4), 1, {-1, -1, 0}),
				Turned(TestMeshes::Moved(SquareSheet(2, 4), 1, {-1, -1, 0}), AxisAngleRotation(Vec3d{1, 0, 0}, Pi / 2)))},
		{"specks far apart",
			TestMeshes::Joined(TestMeshes::Joined(TestMeshes::Sphere(0.4, 2), TestMeshes::Sphere(0.4, 2, {900, 0, 0})),
				TestMeshes::Sphere(0.4, 2, {0, 900, 900}))}};
}

void ExpectSound(const BrokenMesh& broken, const ParticleSampling& sampling)
{
	Box3d box;
	for (const Vec3d& v : broken.mesh.vertices)
		if (IsFinite(v))
			box.Include(v);
	const double slack = 1e-3 * sampling.particleRadius;
	for (const Vec3d& p : sampling.positions)
	{
		ASSERT_TRUE(IsFinite(p)) << broken.name;
		for (int axis = 0; axis < 3; ++axis)
			ASSERT_TRUE(p[axis] >= box.min[axis] - slack && p[axis] <= box.max[axis] + slack) << broken.name;
	}
	EXPECT_GT(NearestPair(sampling), 0.1) << broken.name;
	if (broken.volume > 0)
	{
		const double expected = broken.volume / Cubed(2 * sampling.particleRadius);
		EXPECT_NEAR(static_cast<double>(sampling.positions.size()), expected, 0.08 * expected) << broken.name;
	}
}

}

TEST(BrokenMeshSampling, EveryKindGivesSoundParticlesOrAReason)
{
	for (const BrokenMesh& broken : BrokenMeshes())
		for (const SamplingMethod method : {SamplingMethod::Relaxed, SamplingMethod::Grid, SamplingMethod::BlueNoise})
			for (const SheetMode sheet : {SheetMode::Auto, SheetMode::Always, SheetMode::Never})
			{
				SamplingSettings settings = WithCount(1000, method);
				settings.sheet = sheet;
				settings.maxIterations = 60;
				const auto start = std::chrono::steady_clock::now();
				const Result<ParticleSampling> sampling = TrySample(broken.mesh, settings);
				EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 60) << broken.name;
				if (!sampling.IsOk())
				{
					EXPECT_GT(sampling.Message().size(), 20u) << broken.name;
					continue;
				}
				BrokenMesh expected = broken;
				if (sheet == SheetMode::Always)
					expected.volume = 0;
				ExpectSound(expected, sampling.Value());
			}
}

TEST(BrokenMeshSampling, SoundnessHoldsFromAMillimetreToAKilometreAndFarAway)
{
	const TriangleMesh ball = TestMeshes::Sphere(1, 3);
	for (const double scale : {1e-6, 1e-3, 1e3})
		for (const double shift : {0.0, 1e3, 1e6})
		{
			const BrokenMesh moved{
				"moved", TestMeshes::Moved(ball, scale, Vec3d{shift, -shift, 2 * shift} * scale), Cubed(scale) * 4 * Pi / 3};
			const ParticleSampling sampling = Sample(moved.mesh, WithCount(500));
			ExpectSound(moved, sampling);
		}
}

TEST(BrokenMeshSampling, AMeshWithALargeHoleIsFilledUpToAnImaginedWall)
{
	// A ball without its cap above z = 0.8: the imagined wall closes it near there, so most of the ball is solid.
	const TriangleMesh ball = WithCutOff(TestMeshes::Sphere(1, 5), 0.8);
	const ParticleSampling sampling = Sample(ball, WithRadius(0.05));
	EXPECT_FALSE(sampling.isSheet);
	const double volume = static_cast<double>(sampling.positions.size()) * Cubed(0.1);
	EXPECT_GT(volume, 0.9 * 4 * Pi / 3);
	EXPECT_LT(volume, 1.02 * 4 * Pi / 3);
	for (const Vec3d& p : sampling.positions)
		EXPECT_LT(Norm(p), 1);
}
