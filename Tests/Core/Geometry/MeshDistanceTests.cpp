#include "TestMeshes.h"

#include <SPHSolids/Geometry/MeshDistance.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

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

/// Solves for the foot on the plane in barycentric coordinates, then tries the three edges: another way than the one under test.
double BruteForceDistance(const TriangleMesh& mesh, const Vec3d& p)
{
	double best = std::numeric_limits<double>::infinity();
	for (const Triangle& t : mesh.triangles)
	{
		const Vec3d &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
		const Vec3d ab = b - a, ac = c - a, ap = p - a;
		const double g11 = Dot(ab, ab), g22 = Dot(ac, ac), g12 = Dot(ab, ac), r1 = Dot(ab, ap), r2 = Dot(ac, ap);
		const double det = g11 * g22 - g12 * g12, v = (g22 * r1 - g12 * r2) / det, w = (g11 * r2 - g12 * r1) / det;
		if (v >= 0 && w >= 0 && v + w <= 1)
			best = std::min(best, Norm(p - (a + v * ab + w * ac)));
		for (std::size_t k = 0; k < 3; ++k)
		{
			const Vec3d &q = mesh.vertices[t[k]], &r = mesh.vertices[t[(k + 1) % 3]];
			const double s = std::clamp(Dot(p - q, r - q) / SquaredNorm(r - q), 0.0, 1.0);
			best = std::min(best, Norm(p - (q + s * (r - q))));
		}
	}
	return best;
}

/// Sum of solid angles by the angles of spherical triangles (l'Huilier), which shares no formula with the code under test.
double BruteForceWinding(const TriangleMesh& mesh, const Vec3d& p)
{
	double sum = 0;
	for (const Triangle& t : mesh.triangles)
	{
		const Vec3d a = NormalizedOr(mesh.vertices[t[0]] - p, {}), b = NormalizedOr(mesh.vertices[t[1]] - p, {}),
					c = NormalizedOr(mesh.vertices[t[2]] - p, {});
		const auto arc = [](const Vec3d& u, const Vec3d& v) { return 2 * std::asin(std::min(1.0, Norm(u - v) / 2)); };
		const double sa = arc(b, c), sb = arc(c, a), sc = arc(a, b), s = (sa + sb + sc) / 2;
		const double product = std::tan(s / 2) * std::tan((s - sa) / 2) * std::tan((s - sb) / 2) * std::tan((s - sc) / 2);
		sum += std::copysign(4 * std::atan(std::sqrt(std::max(0.0, product))), Dot(a, Cross(b, c)));
	}
	return sum / (4 * Pi);
}

double TorusDistance(const Vec3d& p, double large, double small)
{
	return std::hypot(std::hypot(p.x, p.y) - large, p.z) - small;
}

double BoxDistance(const Vec3d& p, const Vec3d& half)
{
	const Vec3d d{std::fabs(p.x) - half.x, std::fabs(p.y) - half.y, std::fabs(p.z) - half.z};
	return Norm(Max(d, Vec3d{})) + std::min(0.0, std::max({d.x, d.y, d.z}));
}

}

TEST(MeshDistance, ClosestPointsAgreeWithBruteForceOnRandomSoups)
{
	for (const std::size_t count : {1u, 2u, 7u, 8u, 9u, 100u, 3000u})
		for (const double size : {0.01, 0.2, 1.0})
		{
			const TriangleMesh mesh = TestMeshes::Soup(count, size, count);
			const MeshDistance distance = BuildOrDie(mesh);
			Random random(17);
			for (int k = 0; k < 60; ++k)
			{
				const Vec3d p = random.NextInBox({-2, -2, -2}, {2, 2, 2});
				const ClosestPoint found = distance.FindClosest(p);
				const double expected = BruteForceDistance(mesh, p);
				ASSERT_TRUE(found.found);
				EXPECT_NEAR(found.distance, expected, 1e-12 * (1 + expected));
				EXPECT_NEAR(Norm(found.point - p), found.distance, 1e-12 * (1 + expected));
				const Triangle& t = mesh.triangles[found.triangle];
				EXPECT_NEAR(BruteForceDistance({mesh.vertices, {t}}, p), expected, 1e-12 * (1 + expected)) << "wrong triangle named";
			}
		}
}

TEST(MeshDistance, ClosestPointsAgreeWithBruteForceOnNeedles)
{
	// Triangles a thousand million times longer than high, where a plane hardly exists.
	TriangleMesh mesh = TestMeshes::Soup(500, 0.5, 5);
	Random random(6);
	for (const Triangle& t : mesh.triangles)
		mesh.vertices[t[2]] = 0.3 * mesh.vertices[t[0]] + 0.7 * mesh.vertices[t[1]] + random.NextDirection() * 1e-9;
	const MeshDistance distance = BuildOrDie(mesh);
	for (int k = 0; k < 300; ++k)
	{
		const Vec3d p = random.NextInBox({-2, -2, -2}, {2, 2, 2});
		double expected = std::numeric_limits<double>::infinity();
		for (const Triangle& t : mesh.triangles)
		{
			const Vec3d &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]];
			expected = std::min(expected, Norm(p - (a + std::clamp(Dot(p - a, b - a) / SquaredNorm(b - a), 0.0, 1.0) * (b - a))));
		}
		EXPECT_NEAR(distance.FindClosest(p).distance, expected, 2e-9);
	}
}

TEST(MeshDistance, FindsNothingBeyondTheDistanceAskedFor)
{
	const TriangleMesh mesh = TestMeshes::Soup(1000, 0.05, 3);
	const MeshDistance distance = BuildOrDie(mesh);
	Random random(4);
	int within = 0;
	for (int k = 0; k < 500; ++k)
	{
		const Vec3d p = random.NextInBox({-2, -2, -2}, {2, 2, 2});
		const double expected = BruteForceDistance(mesh, p);
		const ClosestPoint found = distance.FindClosest(p, 0.2);
		EXPECT_EQ(found.found, expected <= 0.2);
		if (found.found)
		{
			++within;
			EXPECT_NEAR(found.distance, expected, 1e-12);
		}
	}
	EXPECT_GT(within, 50);
	EXPECT_LT(within, 450);
}

TEST(MeshDistance, AQueryOnTheSurfaceHasDistanceZero)
{
	const TriangleMesh mesh = TestMeshes::Sphere(1, 4);
	const MeshDistance distance = BuildOrDie(mesh);
	for (const Vec3d& v : mesh.vertices)
		EXPECT_NEAR(distance.FindClosest(v).distance, 0, 1e-15);
}

TEST(MeshDistance, AmongEquallyNearTrianglesTheLowestIsNamed)
{
	const MeshDistance distance = BuildOrDie(TestMeshes::Box({-1, -1, -1}, {1, 1, 1}));
	EXPECT_EQ(distance.FindClosest({0, 0, 0}).triangle, 0u); // all faces are as near
	EXPECT_EQ(distance.FindClosest({2, 2, 2}).triangle, 2u); // the corner 7 belongs to 2, 3, 6, 7, 10 and 11
}

TEST(MeshDistance, WindingNumbersAgreeWithBruteForceOnSurfacesFullOfHoles)
{
	for (const double holes : {0.0, 0.1, 0.5})
		for (TriangleMesh mesh : {TestMeshes::Torus(1, 0.4, 64, 32), TestMeshes::Sphere(1, 1), TestMeshes::Sphere(1, 4)})
		{
			Random random(11);
			std::erase_if(mesh.triangles, [&](const Triangle&) { return random.NextUnit() < holes; });
			const MeshDistance distance = BuildOrDie(mesh);
			double worst[2] = {};
			for (int k = 0; k < 100; ++k)
			{
				const Vec3d p = random.NextInBox({-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5});
				const double expected = BruteForceWinding(mesh, p);
				worst[0] = std::max(worst[0], std::fabs(distance.WindingNumber(p, 2) - expected));
				worst[1] = std::max(worst[1], std::fabs(distance.WindingNumber(p, 4) - expected));
				EXPECT_NEAR(distance.WindingNumber(p, 1e6), expected, 2e-6) << "where nothing is lumped together";
			}
			EXPECT_LT(worst[0], 0.06);
			EXPECT_LT(worst[1], 0.015);
		}
}

TEST(MeshDistance, WindingNumberOfAClosedSurfaceIsOneInsideAndZeroOutside)
{
	for (const TriangleMesh& mesh :
		{TestMeshes::Torus(1, 0.4, 128, 64), TestMeshes::Torus(1, 0.4, 16, 8), TestMeshes::Torus(1, 0.1, 400, 40)})
	{
		const MeshDistance distance = BuildOrDie(mesh);
		Random random(3);
		for (int k = 0; k < 3000; ++k)
		{
			const Vec3d p = random.NextInBox({-1.6, -1.6, -0.6}, {1.6, 1.6, 0.6});
			const double winding = distance.WindingNumber(p);
			EXPECT_NEAR(winding, std::round(winding), 0.05);
			EXPECT_GE(winding, -0.05);
			EXPECT_LE(winding, 1.05);
		}
	}
}

TEST(MeshDistance, InsideAndOutsideAreToldApartAHairAboveAndBelowTheSurface)
{
	for (const TriangleMesh& mesh : {TestMeshes::Sphere(1, 0), TestMeshes::Sphere(1, 5), TestMeshes::Box({-1, -2, -3}, {1, 2, 3})})
	{
		const MeshDistance distance = BuildOrDie(mesh);
		Random random(7);
		for (const double hair : {1e-3, 1e-6, 1e-9, 1e-12})
			for (int k = 0; k < 300; ++k)
			{
				const Triangle& t = mesh.triangles[random.NextBits() % mesh.triangles.size()];
				const Vec3d &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
				const double u = random.NextIn(0.2, 0.4), v = random.NextIn(0.2, 0.4);
				const Vec3d normal = NormalizedOr(Cross(b - a, c - a), {}), onFace = a + u * (b - a) + v * (c - a);
				EXPECT_FALSE(distance.IsInside(onFace + hair * normal)) << hair;
				EXPECT_TRUE(distance.IsInside(onFace - hair * normal)) << hair;
			}
	}
}

TEST(MeshDistance, SignedDistanceOfABoxIsExact)
{
	const Vec3d half{1, 2, 0.25};
	const MeshDistance distance = BuildOrDie(TestMeshes::Box(-half, half));
	Random random(2);
	for (int k = 0; k < 2000; ++k)
	{
		const Vec3d p = random.NextInBox({-3, -3, -3}, {3, 3, 3});
		EXPECT_NEAR(distance.SignedDistance(p), BoxDistance(p, half), 1e-14);
	}
}

TEST(MeshDistance, ErrorAgainstTheSphereFallsFourfoldWithEachRefinement)
{
	double previous = 0;
	for (int level = 1; level <= 5; ++level)
	{
		const MeshDistance distance = BuildOrDie(TestMeshes::Sphere(0.5, level));
		Random random(8);
		double worst = 0;
		for (int k = 0; k < 2000; ++k)
		{
			const Vec3d p = random.NextInBox({-1, -1, -1}, {1, 1, 1});
			worst = std::max(worst, std::fabs(distance.SignedDistance(p) - (Norm(p) - 0.5)));
		}
		if (level > 1)
		{
			EXPECT_NEAR(previous / worst, 4, 0.6) << "level " << level;
		}
		previous = worst;
	}
	EXPECT_LT(previous, 2e-4);
}

TEST(MeshDistance, ErrorAgainstTheTorusFallsFourfoldWithEachRefinement)
{
	double previous = 0;
	for (std::uint32_t sides = 16; sides <= 128; sides *= 2)
	{
		const MeshDistance distance = BuildOrDie(TestMeshes::Torus(1, 0.4, 2 * sides, sides));
		Random random(9);
		double worst = 0;
		for (int k = 0; k < 2000; ++k)
		{
			const Vec3d p = random.NextInBox({-1.6, -1.6, -0.6}, {1.6, 1.6, 0.6});
			worst = std::max(worst, std::fabs(distance.SignedDistance(p) - TorusDistance(p, 1, 0.4)));
		}
		if (sides > 16)
		{
			EXPECT_NEAR(previous / worst, 4, 0.6) << sides << " sides";
		}
		previous = worst;
	}
}

TEST(MeshDistance, ScaleAndPlaceOfTheMeshCostNoDigits)
{
	// A unit is what double precision leaves of the place: 1e6 m away that is 1e-10 m.
	for (const double scale : {1e-3, 1.0, 1e3, 1e-9})
		for (const double shift : {0.0, 1e6})
		{
			const Vec3d move{shift, -2 * shift, shift / 3};
			const MeshDistance distance = BuildOrDie(TestMeshes::Moved(TestMeshes::Torus(1, 0.4, 64, 32), scale, move));
			const MeshDistance reference = BuildOrDie(TestMeshes::Torus(1, 0.4, 64, 32));
			const double digits = 1e-12 * scale + 1e-15 * shift;
			if (digits > 1e-3 * scale)
				continue;
			Random random(10);
			for (int k = 0; k < 500; ++k)
			{
				const Vec3d p = random.NextInBox({-2, -2, -1}, {2, 2, 1});
				const double expected = reference.SignedDistance(p);
				if (std::fabs(expected) * scale > 10 * digits)
				{
					EXPECT_NEAR(distance.SignedDistance(p * scale + move), expected * scale, 10 * digits) << scale << " " << shift;
				}
			}
		}
}

TEST(MeshDistance, AreaAndBoundsAreThoseOfTheMesh)
{
	const MeshDistance box = BuildOrDie(TestMeshes::Moved(TestMeshes::Box({-1, -2, -3}, {1, 2, 3}), 1e-3, {1e6, 0, 0}));
	EXPECT_NEAR(box.Area(), 2 * (2 * 4 + 4 * 6 + 6 * 2) * 1e-6, 1e-11); // 1e6 m away a millimetre has 7 digits
	EXPECT_DOUBLE_EQ(box.Bounds().min.x, 1e6 - 1e-3);
	EXPECT_DOUBLE_EQ(box.Bounds().max.z, 3e-3);
	const double area = BuildOrDie(TestMeshes::Torus(1, 0.4, 256, 128)).Area();
	EXPECT_NEAR(area / (4 * Pi * Pi * 0.4), 1, 1e-3);
}

TEST(MeshDistance, QueriesFarAwayAndNotFiniteHaveAnswers)
{
	const MeshDistance distance = BuildOrDie(TestMeshes::Sphere(1, 3));
	for (const double far : {1e3, 1e7, 1e12, 1e16, 1e20, 1e100})
	{
		const ClosestPoint found = distance.FindClosest({far, 0, 0});
		ASSERT_TRUE(found.found);
		EXPECT_NEAR(found.distance / far, 1, 2e-3);
		EXPECT_NEAR(distance.WindingNumber({0, -far, far}), 0, 1e-6);
		EXPECT_FALSE(distance.IsInside({0, -far, far}));
	}
	constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
	for (const Vec3d& p : {Vec3d{nan, 0, 0}, Vec3d{0, infinity, 0}, Vec3d{0, 0, -infinity}})
	{
		EXPECT_FALSE(distance.FindClosest(p).found);
		EXPECT_EQ(distance.WindingNumber(p), 0);
		EXPECT_FALSE(distance.IsInside(p));
	}
	EXPECT_FALSE(distance.FindClosest({0, 0, 0}, nan).found);
	EXPECT_FALSE(distance.FindClosest({0, 0, 0}, -1).found);
}

TEST(MeshDistance, AnswersAreTheSameBitsForAnyNumberOfWorkers)
{
	const TriangleMesh mesh = TestMeshes::Torus(1, 0.4, 300, 150);
	const auto answers = [&](int workers)
	{
		auto tasks = MakeParallelTaskRunner(workers);
		auto built = MeshDistance::Build(mesh.View(), *tasks);
		EXPECT_TRUE(built.IsOk());
		std::vector<double> result = {built.Value().Area()};
		Random random(12);
		for (int k = 0; k < 2000; ++k)
		{
			const Vec3d p = random.NextInBox({-1.6, -1.6, -0.6}, {1.6, 1.6, 0.6});
			const ClosestPoint closest = built.Value().FindClosest(p);
			result.insert(result.end(),
				{closest.point.x, closest.point.y, closest.point.z, closest.distance, double(closest.triangle),
					built.Value().WindingNumber(p)});
		}
		return result;
	};
	const std::vector<double> expected = answers(1);
	for (const int workers : {2, 8})
	{
		const std::vector<double> found = answers(workers);
		ASSERT_EQ(found.size(), expected.size());
		EXPECT_EQ(std::memcmp(found.data(), expected.data(), expected.size() * sizeof(double)), 0) << workers << " workers";
	}
}
