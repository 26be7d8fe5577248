#include "TestMeshes.h"

#include <SPHSolids/Geometry/MeshDistance.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

using namespace SPHSolids;

namespace
{

/// Checks inside or outside at random places, all but those within a margin of the true surface.
void ExpectInside(const TriangleMesh& mesh, const std::function<double(const Vec3d&)>& trueDistance, double margin, double reach = 2)
{
	auto tasks = MakeParallelTaskRunner(2);
	auto built = MeshDistance::Build(mesh.View(), *tasks);
	ASSERT_TRUE(built.IsOk()) << built.Message();
	Random random(21);
	int inside = 0, wrong = 0;
	for (int k = 0; k < 3000; ++k)
	{
		const Vec3d p = random.NextInBox({-reach, -reach, -reach}, {reach, reach, reach});
		const double expected = trueDistance(p);
		if (std::fabs(expected) < margin)
			continue;
		inside += expected < 0 ? 1 : 0;
		wrong += built.Value().IsInside(p) != (expected < 0) ? 1 : 0;
	}
	EXPECT_EQ(wrong, 0);
	EXPECT_GT(inside, 30);
}

double UnitSphere(const Vec3d& p)
{
	return Norm(p) - 1;
}
double HollowBall(const Vec3d& p)
{
	return std::fabs(Norm(p) - 0.75) - 0.25; // between 0.5 and 1
}
TriangleMesh HollowBallMesh()
{
	TriangleMesh inner = TestMeshes::Sphere(0.5, 3);
	TestMeshes::Flip(inner);
	return TestMeshes::Joined(TestMeshes::Sphere(1, 3), inner);
}
TriangleMesh Flipped(TriangleMesh mesh)
{
	TestMeshes::Flip(mesh);
	return mesh;
}
/// Every triangle with corners of its own, moved at random by up to jitter.
TriangleMesh Shattered(const TriangleMesh& mesh, double jitter)
{
	Random random(5);
	TriangleMesh result;
	for (const Triangle& t : mesh.triangles)
	{
		const auto first = static_cast<std::uint32_t>(result.vertices.size());
		for (const std::uint32_t v : t)
			result.vertices.push_back(mesh.vertices[v] + random.NextDirection() * jitter);
		result.triangles.push_back({first, first + 1, first + 2});
	}
	return result;
}

}

TEST(BrokenMesh, AnInsideOutSphereComesOutRight)
{
	ExpectInside(Flipped(TestMeshes::Sphere(1, 3)), UnitSphere, 0.02);
}

TEST(BrokenMesh, AHollowBallStaysHollowWhicheverWayItIsTurned)
{
	ExpectInside(HollowBallMesh(), HollowBall, 0.02);
	ExpectInside(Flipped(HollowBallMesh()), HollowBall, 0.02);
}

TEST(BrokenMesh, ABallInACavityIsSolidAgain)
{
	const auto distance = [](const Vec3d& p) { return std::min(HollowBall(p), Norm(p) - 0.25); };
	const TriangleMesh mesh = TestMeshes::Joined(HollowBallMesh(), TestMeshes::Sphere(0.25, 3));
	ExpectInside(mesh, distance, 0.02);
	ExpectInside(Flipped(mesh), distance, 0.02);
}

TEST(BrokenMesh, AShellInsideAnotherThatFacesTheSameWayIsSolid)
{
	ExpectInside(TestMeshes::Joined(TestMeshes::Sphere(1, 3), TestMeshes::Sphere(0.5, 3)), UnitSphere, 0.02);
}

TEST(BrokenMesh, OneOfTwoLoosePartsMayBeInsideOut)
{
	const Vec3d apart{1, 0, 0};
	const TriangleMesh mesh = TestMeshes::Joined(TestMeshes::Sphere(0.7, 3, apart), Flipped(TestMeshes::Sphere(0.7, 3, -apart)));
	ExpectInside(mesh, [&](const Vec3d& p) { return std::min(Norm(p - apart), Norm(p + apart)) - 0.7; }, 0.02);
}

TEST(BrokenMesh, PartsThatOverlapAreTheirUnionEvenIfOneIsInsideOut)
{
	const Vec3d apart{0.4, 0, 0};
	const auto distance = [&](const Vec3d& p) { return std::min(Norm(p - apart), Norm(p + apart)) - 0.7; };
	ExpectInside(TestMeshes::Joined(TestMeshes::Sphere(0.7, 3, apart), TestMeshes::Sphere(0.7, 3, -apart)), distance, 0.02);
	ExpectInside(TestMeshes::Joined(TestMeshes::Sphere(0.7, 3, apart), Flipped(TestMeshes::Sphere(0.7, 3, -apart))), distance, 0.02);
}

TEST(BrokenMesh, FacesTurnedAtRandomComeOutRight)
{
	TriangleMesh mesh = HollowBallMesh();
	Random random(4);
	for (Triangle& t : mesh.triangles)
		if (random.NextUnit() < 0.3)
			std::swap(t[0], t[1]);
	ExpectInside(mesh, HollowBall, 0.02);
}

TEST(BrokenMesh, FacesThatShareNoVerticesAreJoinedByPosition)
{
	ExpectInside(Shattered(Flipped(HollowBallMesh()), 0), HollowBall, 0.02);
}

TEST(BrokenMesh, ASurfaceCrackedAlongEveryEdgeIsJudgedAsAWhole)
{
	ExpectInside(Shattered(TestMeshes::Sphere(1, 2), 1e-5), UnitSphere, 0.1);
	ExpectInside(Shattered(Flipped(TestMeshes::Sphere(1, 2)), 1e-5), UnitSphere, 0.1);
	ExpectInside(Shattered(Flipped(TestMeshes::Sphere(1, 3)), 1e-5), UnitSphere, 0.1);
}

TEST(BrokenMesh, RepeatedFacesDoNotCountTwice)
{
	TriangleMesh mesh = TestMeshes::Joined(HollowBallMesh(), HollowBallMesh());
	ExpectInside(mesh, HollowBall, 0.02);
	mesh = HollowBallMesh();
	mesh.triangles.insert(mesh.triangles.end(), mesh.triangles.begin(), mesh.triangles.begin() + 200);
	ExpectInside(mesh, HollowBall, 0.02);
}

TEST(BrokenMesh, ADoubleSidedSurfaceIsTakenOnce)
{
	const TriangleMesh sphere = TestMeshes::Sphere(1, 3);
	ExpectInside(TestMeshes::Joined(sphere, Flipped(sphere)), UnitSphere, 0.02);
	ExpectInside(TestMeshes::Joined(Flipped(sphere), sphere), UnitSphere, 0.02);
}

TEST(BrokenMesh, BoxesThatShareAFaceOrAnEdgeAreBothSolid)
{
	const TriangleMesh left = TestMeshes::Box({-1, -1, -1}, {0, 1, 1}), right = TestMeshes::Box({0, -1, -1}, {1, 1, 1});
	const auto cube = [](const Vec3d& p) { return std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}) - 1; };
	ExpectInside(TestMeshes::Joined(left, right), cube, 0.02);
	ExpectInside(Flipped(TestMeshes::Joined(left, right)), cube, 0.02);

	const TriangleMesh high = TestMeshes::Box({0, 0, -1}, {1, 1, 1}), low = TestMeshes::Box({-1, -1, -1}, {0, 0, 1});
	const auto diagonal = [&](const Vec3d& p) { return p.x * p.y > 0 ? cube(p) : 1.0; };
	ExpectInside(TestMeshes::Joined(high, low), diagonal, 0.02);
	ExpectInside(TestMeshes::Joined(high, Flipped(low)), diagonal, 0.02);
}

TEST(BrokenMesh, AWallAcrossABoxLeavesItSolid)
{
	TriangleMesh mesh = TestMeshes::Box({-1, -1, -1}, {1, 1, 1});
	const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
	mesh.vertices.insert(mesh.vertices.end(), {{0, -1, -1}, {0, 1, -1}, {0, 1, 1}, {0, -1, 1}});
	mesh.triangles.insert(mesh.triangles.end(), {{first, first + 1, first + 2}, {first, first + 2, first + 3}});
	// The wall itself adds half a turn on its front and takes it on its back, so the box is right away from it.
	ExpectInside(
		mesh, [](const Vec3d& p) { return p.x > 0.5 || p.x < -0.5 ? std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}) - 1 : 0.0; },
		0.02);
}

TEST(BrokenMesh, ASphereWithAHoleIsSolidBehindIt)
{
	for (const bool insideOut : {false, true})
	{
		TriangleMesh mesh = TestMeshes::Sphere(1, 3);
		std::erase_if(mesh.triangles, [&](const Triangle& t) { return mesh.vertices[t[0]].z > 0.8; });
		if (insideOut)
			TestMeshes::Flip(mesh);
		ExpectInside(mesh, [](const Vec3d& p) { return p.z > 0.6 ? 0.0 : UnitSphere(p); }, 0.02);
	}
}

TEST(BrokenMesh, AnOpenSheetHasDistancesButNoInside)
{
	TriangleMesh mesh;
	mesh.vertices = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
	mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
	auto tasks = MakeSerialTaskRunner();
	auto built = MeshDistance::Build(mesh.View(), *tasks);
	ASSERT_TRUE(built.IsOk());
	EXPECT_NEAR(built.Value().SignedDistance({0.2, 0.1, 0.5}), 0.5, 1e-15);
	EXPECT_NEAR(built.Value().SignedDistance({0.2, 0.1, -0.5}), 0.5, 1e-15);
}

TEST(BrokenMesh, DegenerateFacesAreLeftOutAndTheOthersStay)
{
	TriangleMesh mesh = TestMeshes::Sphere(1, 3);
	const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
	mesh.vertices.insert(mesh.vertices.end(), {{5, 5, 5}, {6, 6, 6}, {7, 7, 7}});
	mesh.triangles.insert(mesh.triangles.begin(), {{first, first + 1, first + 2}, {first, first, first}, {0, 0, 1}});
	ExpectInside(mesh, UnitSphere, 0.02);
	auto tasks = MakeSerialTaskRunner();
	const auto built = MeshDistance::Build(mesh.View(), *tasks);
	EXPECT_LE(built.Value().Bounds().max.x, 1);
	EXPECT_NEAR(built.Value().FindClosest({5, 5, 5}).distance, std::sqrt(75.0) - 1, 0.02);
	const Triangle& named = mesh.triangles[built.Value().FindClosest({0, 0, 3}).triangle];
	EXPECT_GT(mesh.vertices[named[0]].z, 0.9); // indices count the faces that were left out
}

TEST(BrokenMesh, AFlatFaceThatHoldsItsNeighboursTogetherDoesNotOpenTheBody)
{
	// The edge 0-1 of one face gets a middle point that the face on its other side does not have: a flat face fills the gap.
	TriangleMesh mesh = TestMeshes::Box({-1, -1, -1}, {1, 1, 1});
	mesh.vertices.push_back({0, -1, -1});
	mesh.triangles[1] = {0, 3, 8};
	mesh.triangles.insert(mesh.triangles.end(), {{8, 3, 1}, {0, 8, 1}});
	for (int flips = 0; flips < 2; ++flips)
	{
		ExpectInside(mesh, [](const Vec3d& p) { return std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}) - 1; }, 0.02);
		TestMeshes::Flip(mesh);
	}
}

TEST(BrokenMesh, VerticesThatAreNotFiniteAndIndicesOutOfRangeCostOnlyTheirFaces)
{
	TriangleMesh mesh = TestMeshes::Sphere(1, 4);
	mesh.vertices.push_back({std::numeric_limits<double>::quiet_NaN(), 0, 0});
	mesh.vertices.push_back({0, std::numeric_limits<double>::infinity(), 0});
	mesh.vertices.push_back({0, 0, 1e200});
	const auto count = static_cast<std::uint32_t>(mesh.vertices.size());
	mesh.triangles.insert(mesh.triangles.end(),
		{{0, 1, count - 1}, {0, 1, count - 2}, {count - 3, 1, 2}, {0, 1, count}, {0xFFFFFFFFu, 0x7FFFFFFFu, 0x80000000u}});
	ExpectInside(mesh, UnitSphere, 0.02);
}

TEST(BrokenMesh, AMeshWithNothingUsableIsRefusedInOneSentence)
{
	auto tasks = MakeSerialTaskRunner();
	const auto expectRefused = [&](const TriangleMesh& mesh, const char* word)
	{
		const auto built = MeshDistance::Build(mesh.View(), *tasks);
		ASSERT_FALSE(built.IsOk());
		EXPECT_NE(built.Message().find(word), std::string::npos) << built.Message();
		EXPECT_EQ(built.Message().find('\n'), std::string::npos);
	};
	expectRefused({}, "no triangles");
	expectRefused({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}}, "no triangles");
	expectRefused({{}, {{0, 1, 2}}}, "no usable triangle");
	expectRefused({{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}, {{0, 1, 2}, {1, 1, 1}}}, "no usable triangle");
	expectRefused({{{3, 3, 3}}, {{0, 0, 0}}}, "no usable triangle");
	constexpr double nan = std::numeric_limits<double>::quiet_NaN();
	expectRefused({{{nan, 0, 0}, {1, nan, 0}, {0, 1, nan}}, {{0, 1, 2}}}, "no usable triangle");
}

TEST(BrokenMesh, AMoebiusStripIsMeasuredLikeAnySheet)
{
	TriangleMesh mesh;
	constexpr std::uint32_t steps = 64;
	for (std::uint32_t k = 0; k < steps; ++k)
		for (const double side : {-0.3, 0.3})
		{
			const double u = 2 * Pi * k / steps, r = 1 + side * std::cos(u / 2);
			mesh.vertices.push_back({r * std::cos(u), r * std::sin(u), side * std::sin(u / 2)});
		}
	for (std::uint32_t k = 0; k < steps; ++k)
	{
		const bool last = k + 1 == steps;
		const std::uint32_t a = 2 * k, b = 2 * k + 1, c = last ? 1 : 2 * k + 2, d = last ? 0 : 2 * k + 3;
		mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {b, d, c}});
	}
	auto tasks = MakeSerialTaskRunner();
	const auto built = MeshDistance::Build(mesh.View(), *tasks);
	ASSERT_TRUE(built.IsOk());
	EXPECT_NEAR(built.Value().FindClosest({0, 0, 0}).distance, 0.73, 0.05);
}

TEST(BrokenMesh, ASmallBodyKeepsItsShapeBesideAStrayTriangleFarAway)
{
	for (const double far : {1e3, 1e6, 1e8})
	{
		TriangleMesh mesh = TestMeshes::Sphere(1, 5);
		const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
		mesh.vertices.insert(mesh.vertices.end(), {{far, 0, 0}, {far, 1, 0}, {far, 0, 1}});
		mesh.triangles.push_back({first, first + 1, first + 2});
		ExpectInside(mesh, UnitSphere, 0.02);
		auto tasks = MakeSerialTaskRunner();
		const auto built = MeshDistance::Build(mesh.View(), *tasks);
		EXPECT_NEAR(built.Value().WindingNumber({0.1, 0.2, 0.3}), 1, 0.05) << far;
		EXPECT_NEAR(built.Value().FindClosest({0, 0, 2}).distance, 1, 1e-3);
	}
}
