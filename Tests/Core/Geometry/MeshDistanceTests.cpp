#include "TestMeshes.h"

#include <SPHSolids/Geometry/MeshDistance.h>

#include <gtest/gtest.h>

using namespace SPHSolids;

namespace
{

MeshDistance BuildOrDie(const TriangleMesh& mesh)
{
	auto tasks = MakeSerialTaskRunner();
	auto built = MeshDistance::Build(mesh.View(), *tasks);
	EXPECT_TRUE(built.IsOk());
	return built.TakeValue();
}

/// Closest distance by brute force in a way of its own: a fine search is not needed, the convex problem has a closed form by cases.
double BruteForceDistance(const TriangleMesh& mesh, const Vec3d& p)
{
	double best = std::numeric_limits<double>::infinity();
	for (const Triangle& t : mesh.triangles)
	{
		const Vec3d &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
		const Vec3d ab = b - a, ac = c - a, ap = p - a;
		const double aa = Dot(ab, ab), bb = Dot(ac, ac), cc = Dot(ab, ac), d = Dot(ab, ap), e = Dot(ac, ap);
		const double det = aa * bb - cc * cc, v = (bb * d - cc * e) / det, w = (aa * e - cc * d) / det;
		if (v >= 0 && w >= 0 && v + w <= 1)
			best = std::min(best, Norm(p - (a + v * ab + w * ac)));
		for (int k = 0; k < 3; ++k)
		{
			const Vec3d &q = mesh.vertices[t[std::size_t(k)]], &r = mesh.vertices[t[std::size_t((k + 1) % 3)]];
			const double s = std::clamp(Dot(p - q, r - q) / SquaredNorm(r - q), 0.0, 1.0);
			best = std::min(best, Norm(p - (q + s * (r - q))));
		}
	}
	return best;
}

}

TEST(MeshDistance, AgreesWithBruteForceOnRandomSoups)
{
	for (const std::size_t count : {1u, 2u, 7u, 9u, 100u, 3000u})
	{
		const TriangleMesh mesh = TestMeshes::Soup(count, 0.2, count);
		const MeshDistance distance = BuildOrDie(mesh);
		Random random(17);
		for (int k = 0; k < 200; ++k)
		{
			const Vec3d p = random.NextInBox({-2, -2, -2}, {2, 2, 2});
			const ClosestPoint found = distance.FindClosest(p);
			const double expected = BruteForceDistance(mesh, p);
			ASSERT_TRUE(found.found);
			EXPECT_NEAR(found.distance, expected, 1e-12 * (1 + expected));
			EXPECT_NEAR(Norm(found.point - p), found.distance, 1e-12 * (1 + expected));
		}
	}
}

TEST(MeshDistance, TellsInsideFromOutsideOfATorus)
{
	const MeshDistance distance = BuildOrDie(TestMeshes::Torus(1, 0.4, 128, 64));
	Random random(3);
	for (int k = 0; k < 5000; ++k)
	{
		const Vec3d p = random.NextInBox({-1.6, -1.6, -0.6}, {1.6, 1.6, 0.6});
		const double expected = std::hypot(std::hypot(p.x, p.y) - 1, p.z) - 0.4;
		EXPECT_NEAR(distance.SignedDistance(p), expected, 2e-3);
	}
}
