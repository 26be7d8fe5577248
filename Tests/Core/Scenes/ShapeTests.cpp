#include <Scenes/MeshVolume.h>
#include <Scenes/Sculpt/Mesher.h>
#include <Scenes/Sculpt/Shape.h>

#include <SPHSolids/Base/Random.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace SPHSolids::Scenes
{

namespace
{

/// Shapes whose field is an exact distance, apart from Limb, which finds it by iteration.
std::vector<Shape> ExactShapes()
{
	return {Sphere({0.1, 0.2, -0.1}, 0.4), Capsule({-0.3, 0, 0}, {0.2, 0.3, 0.1}, 0.2), RoundCone({0, 0, -0.3}, {0.1, 0, 0.4}, 0.3, 0.1),
		RoundedBox({0, 0.1, 0}, {0.4, 0.2, 0.3}, 0.05), Torus({0, 0, 0.1}, 0.4, 0.15),
		RoundedCylinder({0, 0, -0.3}, {0.2, 0, 0.3}, 0.25, 0.06),
		Limb({{{-0.4, 0, 0}, 0.15}, {{0, 0.1, 0.05}, 0.1}, {{0.4, -0.1, 0}, 0.12}}),
		Rotate(Move(Scale(Torus({}, 0.3, 0.1), 1.3), {0.1, 0, 0}), {1, 2, 3}, 0.7, {0, 0, 0.2}), Inflate(Sphere({}, 0.3), 0.1),
		MirrorX(Sphere({0.4, 0, 0}, 0.2))};
}

}

TEST(Shape, AnExactDistanceLeadsStraightToTheSurface)
{
	Random random(3);
	for (const Shape& shape : ExactShapes())
		for (int n = 0; n < 300; ++n)
		{
			const Vec3d place = random.NextInBox({-1, -1, -1}, {1, 1, 1});
			const double distance = shape(place);
			if (distance < 0.02)
				continue; // inside, the nearest places may be several
			const Vec3d gradient = Gradient(shape, place, 1e-5);
			ASSERT_NEAR(Norm(gradient), 1, 1e-3);
			ASSERT_NEAR(shape(place - gradient * (distance / Norm(gradient))), 0, 1e-4);
		}
}

TEST(Shape, ASphereAndABoxHaveTheirSchoolbookDistances)
{
	EXPECT_DOUBLE_EQ(Sphere({1, 0, 0}, 0.5)({3, 0, 0}), 1.5);
	const Shape box = RoundedBox({}, {1, 2, 3}, 0);
	EXPECT_DOUBLE_EQ(box({4, 6, 0}), 5);
	EXPECT_DOUBLE_EQ(box({0.5, 0, 0}), -0.5);
	EXPECT_DOUBLE_EQ(Torus({}, 2, 0.5)({2, 0, 1.5}), 1);
}

TEST(Shape, TheFieldOutsideItsBoundsIsNeverBelowTheCheapBound)
{
	std::vector<Shape> shapes = ExactShapes();
	shapes.push_back(Ellipsoid({0.1, 0, 0}, {0.5, 0.1, 0.3}));
	shapes.push_back(Stretch(shapes[0], {0.4, 1, 1.5}, {0.2, 0, 0}));
	shapes.push_back(Union({shapes.back(), shapes[2], shapes[4]}, 0.1));
	shapes.push_back(Subtract(shapes[0], shapes[2], 0.05));
	Random random(4);
	for (const Shape& shape : shapes)
		for (int n = 0; n < 500; ++n)
		{
			const Vec3d place = random.NextInBox({-3, -3, -3}, {3, 3, 3});
			ASSERT_LE(shape.LowerBound(place), std::max(shape(place), 0.0) + 1e-9);
			if (!shape.Bounds().Contains(place))
			{
				ASSERT_GT(shape(place), -1e-9) << "the surface reaches beyond its bounds";
			}
		}
}

TEST(Shape, ABlendOnlyAddsAndOnlyWithinItsWidth)
{
	const Shape a = Sphere({-0.3, 0, 0}, 0.4), b = Sphere({0.3, 0, 0}, 0.35);
	const Shape blended = Union(a, b, 0.2), cut = Subtract(a, b, 0.2), common = Intersect(a, b, 0.2);
	Random random(5);
	for (int n = 0; n < 1000; ++n)
	{
		const Vec3d place = random.NextInBox({-1, -1, -1}, {1, 1, 1});
		const double nearest = std::min(a(place), b(place));
		ASSERT_LE(blended(place), nearest);
		ASSERT_GE(blended(place), nearest - 0.2 / 6 - 1e-12);
		if (std::abs(a(place) - b(place)) > 0.2)
		{
			ASSERT_DOUBLE_EQ(blended(place), nearest);
		}
		ASSERT_GE(cut(place), std::max(a(place), -b(place)) - 1e-12);
		ASSERT_GE(common(place), std::max(a(place), b(place)) - 1e-12);
	}
}

TEST(Mesher, AMeshedSphereApproachesItsVolumeWithTheSquareOfTheCell)
{
	const auto tasks = MakeParallelTaskRunner();
	const SurfaceSpec ball = {Sphere({0.01, 0.02, 0.03}, 0.5), {}, {}};
	double error[2];
	for (int level = 0; level < 2; ++level)
	{
		const TriangleMesh mesh = MeshWithCellSize(ball, level == 0 ? 0.1 : 0.05, *tasks);
		error[level] = 4.0 / 3 * Pi * 0.125 - EnclosedVolume(mesh.View());
		for (const Vec3d& place : mesh.vertices)
			ASSERT_NEAR(Norm(place - Vec3d{0.01, 0.02, 0.03}), 0.5, 1e-9);
	}
	EXPECT_GT(error[1], 0);
	EXPECT_NEAR(error[0] / error[1], 4, 0.6);
}

TEST(Mesher, TheSameBitsComeOutWithOneWorkerAndWithMany)
{
	const auto serial = MakeSerialTaskRunner(), parallel = MakeParallelTaskRunner(3);
	const Shape shape = Union(Sphere({}, 0.3), RoundCone({0.1, 0, 0}, {0.6, 0.1, 0.2}, 0.15, 0.05), 0.1);
	const SurfaceSpec surface = {shape, {}, {Sphere({0.6, 0.1, 0.2}, 0.2)}, 6000};
	const TriangleMesh a = MeshWithTriangles(surface, 4000, *serial), b = MeshWithTriangles(surface, 4000, *parallel);
	EXPECT_EQ(a.vertices, b.vertices);
	EXPECT_EQ(a.triangles, b.triangles);
}

TEST(Mesher, EdgesFollowALineDrawnOnTheSurface)
{
	const auto tasks = MakeParallelTaskRunner();
	const Shape line = Sphere({0.5, 0, 0}, 0.3);
	const TriangleMesh mesh = MeshWithTriangles({Sphere({}, 0.5), {}, {line}}, 5000, *tasks);
	int onLine = 0;
	for (const Triangle& t : mesh.triangles)
	{
		int inside = 0, outside = 0;
		for (const std::uint32_t v : t)
		{
			const double side = line(mesh.vertices[v]);
			inside += side < -1e-7;
			outside += side > 1e-7;
			onLine += std::abs(side) <= 1e-7;
		}
		ASSERT_FALSE(inside > 0 && outside > 0) << "a triangle crosses the line";
	}
	EXPECT_GT(onLine, 100);
}

}
