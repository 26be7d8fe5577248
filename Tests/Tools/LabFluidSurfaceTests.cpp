#include <Lab/FluidSurface.h>
#include <SPHSolids/Base/Random.h>

#include <gtest/gtest.h>

#include <cmath>
#include <map>

using namespace SPHSolids;
using namespace SPHSolids::Lab;

namespace
{

constexpr double Radius = 0.01;

/// Particles of a ball at rest spacing, a little disordered as fluids are.
std::vector<Vec3> Ball(double ballRadius, const Vec3& centre = {})
{
	Random random(3);
	std::vector<Vec3> places;
	const int steps = static_cast<int>(ballRadius / (2 * Radius)) + 1;
	for (int x = -steps; x <= steps; ++x)
		for (int y = -steps; y <= steps; ++y)
			for (int z = -steps; z <= steps; ++z)
			{
				const Vec3d lattice = Vec3d{x + 0.5, y + 0.5, z + 0.5} * (2 * Radius);
				if (Norm(lattice) < ballRadius)
					places.push_back((lattice + random.NextInBox({-1, -1, -1}, {1, 1, 1}) * (0.15 * Radius)).Cast<float>() + centre);
			}
	return places;
}

/// By the divergence theorem; positive where triangles face outwards.
double VolumeOf(const FluidSurface& surface)
{
	double volume = 0;
	for (const Triangle& t : surface.triangles)
		volume += Dot(surface.positions[t[0]].Cast<double>(),
					  Cross(surface.positions[t[1]].Cast<double>(), surface.positions[t[2]].Cast<double>()))
			/ 6;
	return volume;
}

FluidSurface SurfaceOf(const std::vector<Vec3>& particles, int workers = 2)
{
	const auto tasks = MakeParallelTaskRunner(workers);
	auto made = MakeFluidSurface(particles, {Radius, 0}, *tasks);
	EXPECT_TRUE(made.IsOk());
	return made.TakeValue();
}

}

TEST(LabFluidSurface, TheSurfaceOfABallHoldsItsVolumeAndLiesAtItsRadius)
{
	const std::vector<Vec3> particles = Ball(0.12);
	const FluidSurface surface = SurfaceOf(particles);
	const double expected = static_cast<double>(particles.size()) * std::pow(2 * Radius, 3);
	EXPECT_NEAR(VolumeOf(surface), expected, 0.1 * expected);
	for (const Vec3& place : surface.positions)
		EXPECT_NEAR(Norm(place.Cast<double>()), 0.12, 1.5 * Radius);
}

TEST(LabFluidSurface, EveryEdgeBelongsToTwoTrianglesThatRunAlongItInOppositeDirections)
{
	std::vector<Vec3> particles = Ball(0.08);
	for (const Vec3& place : Ball(0.05, {0.3f, 0, 0}))
		particles.push_back(place);
	const FluidSurface surface = SurfaceOf(particles);
	std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
	for (const Triangle& t : surface.triangles)
		for (std::size_t k = 0; k < 3; ++k)
			++edges[{t[k], t[(k + 1) % 3]}];
	ASSERT_FALSE(edges.empty());
	for (const auto& [edge, count] : edges)
		ASSERT_EQ(count, (edges[{edge.second, edge.first}])) << edge.first << " " << edge.second;
}

TEST(LabFluidSurface, NormalsPointOutOfTheFluid)
{
	const FluidSurface surface = SurfaceOf(Ball(0.12));
	ASSERT_EQ(surface.normals.size(), surface.positions.size());
	for (std::size_t v = 0; v < surface.positions.size(); ++v)
		EXPECT_GT(Dot(surface.normals[v], NormalizedOr(surface.positions[v], Vec3{0, 0, 1})), 0.8f);
}

TEST(LabFluidSurface, ADropOfOneParticleIsABallOfItsSize)
{
	const FluidSurface surface = SurfaceOf({{0.5f, 0.5f, 0.5f}});
	ASSERT_FALSE(surface.positions.empty());
	for (const Vec3& place : surface.positions)
		EXPECT_NEAR(Norm(place - Vec3{0.5f, 0.5f, 0.5f}), Radius, 0.5 * Radius);
}

TEST(LabFluidSurface, NothingComesOfNoParticlesAndWhatIsNotFiniteIsLeftOut)
{
	EXPECT_TRUE(SurfaceOf({}).triangles.empty());
	std::vector<Vec3> particles = Ball(0.06);
	const std::size_t sound = SurfaceOf(particles).triangles.size();
	particles.push_back({std::nanf(""), 0, 0});
	particles.push_back({0, std::numeric_limits<float>::infinity(), 0});
	EXPECT_EQ(SurfaceOf(particles).triangles.size(), sound);
	const auto tasks = MakeSerialTaskRunner();
	EXPECT_FALSE(MakeFluidSurface(particles, {0, 0}, *tasks).IsOk());
}

TEST(LabFluidSurface, TheSameBitsComeOfAnyNumberOfWorkers)
{
	const std::vector<Vec3> particles = Ball(0.1);
	const FluidSurface one = SurfaceOf(particles, 1), three = SurfaceOf(particles, 3);
	ASSERT_EQ(one.positions.size(), three.positions.size());
	for (std::size_t v = 0; v < one.positions.size(); ++v)
		ASSERT_EQ(one.positions[v], three.positions[v]);
	EXPECT_EQ(one.triangles, three.triangles);
}

TEST(LabFluidSurface, EllipsoidsAreFlatAtTheSurfaceOfAPoolRoundInsideAndKeepTheirVolume)
{
	std::vector<Vec3> pool;
	for (int x = 0; x < 15; ++x)
		for (int y = 0; y < 15; ++y)
			for (int z = 0; z < 8; ++z)
				pool.push_back(Vec3{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)} * static_cast<float>(2 * Radius));
	const auto tasks = MakeSerialTaskRunner();
	const std::vector<FluidEllipsoid> shapes = MakeFluidEllipsoids(pool, Radius, *tasks).TakeValue();
	const auto at = [&](std::size_t x, std::size_t y, std::size_t z) -> const FluidEllipsoid& { return shapes[(x * 15 + y) * 8 + z]; };
	const auto height = [](const FluidEllipsoid& shape) { return Norm(Transpose(shape.axes) * Vec3{0, 0, 1}); };
	const auto width = [](const FluidEllipsoid& shape) { return Norm(Transpose(shape.axes) * Vec3{1, 0, 0}); };
	const FluidEllipsoid &top = at(7, 7, 7), &inside = at(7, 7, 4);
	EXPECT_LT(height(top), 0.9f * width(top));
	EXPECT_NEAR(height(inside), width(inside), 0.02f * width(inside));
	EXPECT_GT(top.normal.z, 0.99f);
	EXPECT_EQ(Norm(inside.normal), 0);
	for (const FluidEllipsoid& shape : shapes)
		EXPECT_NEAR(std::abs(Determinant(shape.axes)) / std::pow(Radius, 3), 1, 1e-3);
}
