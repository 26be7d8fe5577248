#include <Render/Camera.h>
#include <SPHSolids/Base/Random.h>

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace SPHSolids::Render
{
namespace
{

std::vector<Vec3> Corners(const Box3& box)
{
	std::vector<Vec3> corners;
	for (int i = 0; i < 8; ++i)
		corners.push_back({i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z});
	return corners;
}

TEST(RenderCamera, ARayThroughAPixelMeetsThePointThatProjectsThere)
{
	Camera camera;
	camera.eye = {1, -4, 2};
	camera.target = {0.2f, 0.3f, 0.5f};
	const Projection projection(camera, 640, 360);
	Random random(4);
	for (int i = 0; i < 200; ++i)
	{
		const Vec3 point = random.NextInBox({-1, -1, -1}, {1, 1, 1}).Cast<float>();
		const Projection::Pixel pixel = projection.Project(point);
		const Vec3 direction = NormalizedOr(point - camera.eye, Vec3{});
		EXPECT_LT(Norm(projection.RayDirection(pixel.x, pixel.y) - direction), 1e-5f);
		EXPECT_GT(pixel.depth, 0);
	}
	EXPECT_LT(projection.Project(camera.eye - (camera.target - camera.eye)).depth, 0);
}

TEST(RenderCamera, TheTargetIsInTheMiddleAndUpIsUp)
{
	Camera camera;
	const Projection projection(camera, 200, 100);
	EXPECT_NEAR(projection.Project(camera.target).x, 100, 1e-3);
	EXPECT_NEAR(projection.Project(camera.target).y, 50, 1e-3);
	EXPECT_LT(projection.Project({0, 0, 0.1f}).y, 50) << "rows count downwards";
	EXPECT_GT(projection.Project({0.1f, 0, 0}).x, 100) << "seen from the front, +x is at the right";
}

TEST(RenderCamera, AFramedBoxFillsThePictureUpToTheMargin)
{
	const Framing framing;
	for (const Box3& box : {Box3{{-1, -1, 0}, {1, 1, 1}}, Box3{{5, 5, 5}, {5.1f, 9, 5.2f}}, Box3{{0, 0, 0}, {1e-3f, 1e-3f, 4e-3f}}})
		for (const CameraPreset preset : {CameraPreset::Front, CameraPreset::ThreeQuarter, CameraPreset::Side, CameraPreset::Top})
		{
			const Projection projection(FrameBox(box, ViewDirection(preset), framing), 1600, 900);
			float left = 1e9f, right = -1e9f, top = 1e9f, bottom = -1e9f;
			for (const Vec3& corner : Corners(box))
			{
				const Projection::Pixel pixel = projection.Project(corner);
				ASSERT_GT(pixel.depth, 0);
				left = std::min(left, pixel.x / 1600);
				right = std::max(right, pixel.x / 1600);
				top = std::min(top, pixel.y / 900);
				bottom = std::max(bottom, pixel.y / 900);
			}
			const float tightest = std::min({left, 1 - right, top, 1 - bottom});
			EXPECT_NEAR(tightest, framing.margin, 2e-3f);
			EXPECT_NEAR(left, 1 - right, 2e-3f) << "equal room at the sides";
			EXPECT_NEAR(top, 1 - bottom, 2e-3f);
		}
}

TEST(RenderCamera, RoomForALegendStaysFree)
{
	Framing framing;
	framing.reserveRight = 0.2f;
	framing.reserveTop = 0.1f;
	const Box3 box = {{-1, -1, 0}, {1, 1, 1}};
	const Projection projection(FrameBox(box, ViewDirection(30, 20), framing), 1000, 500);
	for (const Vec3& corner : Corners(box))
	{
		const Projection::Pixel pixel = projection.Project(corner);
		EXPECT_LT(pixel.x, 1000 * (1 - framing.margin - 0.2f) + 1);
		EXPECT_GT(pixel.x, 1000 * framing.margin - 1);
		EXPECT_GT(pixel.y, 500 * (framing.margin + 0.1f) - 1);
		EXPECT_LT(pixel.y, 500 * (1 - framing.margin) + 1);
	}
}

TEST(RenderCamera, FramedBallsTouchTheMarginsWithTheirSurface)
{
	// A ball alone: its outline must reach the margin of the shorter side to within a pixel of 1000.
	const std::vector<Vec3> centre = {{3, 2, 1}};
	const float radius = 0.7f;
	const Camera camera = FramePoints(centre, radius, {0, -1, 0});
	const float distance = Norm(camera.eye - centre[0]);
	const float halfAngle = std::asin(radius / distance);
	const float wanted = std::atan(static_cast<float>(std::tan(15 * Pi / 180)) * (1 - 2 * Framing{}.margin));
	EXPECT_NEAR(halfAngle, wanted, 1e-3f);
}

TEST(RenderCamera, EmptyInfiniteAndPointBoxesStillGiveACamera)
{
	const float inf = std::numeric_limits<float>::infinity();
	for (const Box3& box : {Box3{}, Box3{{-inf, 0, 0}, {inf, 1, 1}}, Box3{{2, 2, 2}, {2, 2, 2}}})
	{
		const Camera camera = FrameBox(box, ViewDirection(CameraPreset::ThreeQuarter));
		EXPECT_TRUE(IsFinite(camera.eye));
		EXPECT_TRUE(IsFinite(camera.target));
		EXPECT_GT(Norm(camera.eye - camera.target), 0);
	}
}

TEST(RenderCamera, PresetsAreFoundByNameAndUnknownOnesAreNot)
{
	EXPECT_EQ(CameraPresetByName("three-quarter"), CameraPreset::ThreeQuarter);
	EXPECT_EQ(CameraPresetByName("top"), CameraPreset::Top);
	EXPECT_FALSE(CameraPresetByName("below").has_value());
}

}
}
