#include <Lab/Measures.h>
#include <Lab/SceneLibrary.h>
#include <Lab/ScenePlayer.h>

#include <gtest/gtest.h>

#include <algorithm>

using namespace SPHSolids;
using namespace SPHSolids::Lab;

TEST(LabFunnel, AllEightWalrusesPassTheSpoutAndAreWholeAfterwards)
{
	// A third of the particles, and nothing to fall into: a tank without water.
	const std::vector<std::string> coarser = {"bodies.walrus.particleCount=300", "fluids=null"};
	auto scene = LoadScene("funnel", coarser);
	ASSERT_TRUE(scene.IsOk()) << scene.Message();
	auto tasks = MakeParallelTaskRunner(2);
	auto made = ScenePlayer::Create(scene.Value().description, *tasks, nullptr);
	ASSERT_TRUE(made.IsOk()) << made.Message();
	ScenePlayer& player = *made.Value();
	ASSERT_EQ(player.bodies.size(), 8u);
	const auto isFunnel = [](const BoundaryDescription& boundary) { return boundary.name == "funnel"; };
	const auto funnel = std::find_if(player.scene.boundaries.begin(), player.scene.boundaries.end(), isFunnel);
	ASSERT_NE(funnel, player.scene.boundaries.end());
	const double spout = funnel->pose.position.z;
	const auto rangeOf = [&](std::size_t k)
	{
		double lowest = 1e9, highest = -1e9;
		for (const Vec3& place : player.BodyAt(k).position)
		{
			lowest = std::min(lowest, player.BodyAt(k).origin.z + static_cast<double>(place.z));
			highest = std::max(highest, player.BodyAt(k).origin.z + static_cast<double>(place.z));
		}
		return std::pair(lowest, highest);
	};
	for (std::size_t k = 0; k < 8; ++k)
		EXPECT_GT(rangeOf(k).first, spout) << player.bodies[k].name << " starts above";
	// Through the spout, not through the wall: where a particle is at the height of the spout, it is within it.
	const double spoutRadius = player.scene.boundaries[1].shape.outline.front()[0];
	double widest = 0;
	while (player.GetWorld().Time() < player.scene.output.frames / player.scene.output.fps)
	{
		player.PlayFrame(0.02, *tasks, [](const StepReport&, int) {});
		for (std::size_t k = 0; k < 8; ++k)
			for (const Vec3& place : player.BodyAt(k).position)
				if (const Vec3d p = player.BodyAt(k).origin + place.Cast<double>(); p.z > spout && p.z < spout + 0.06)
					widest = std::max(widest, std::hypot(p.x, p.y));
	}
	EXPECT_LT(widest, spoutRadius);
	const FrameFigures figures = FrameMeter().Measure(player, *tasks);
	for (std::size_t k = 0; k < 8; ++k)
	{
		EXPECT_LT(rangeOf(k).second, spout) << player.bodies[k].name;
		EXPECT_NEAR(figures.bodies[k].volumeRatio, 1, 0.05) << player.bodies[k].name;
		EXPECT_EQ(figures.bodies[k].inverted, 0u) << player.bodies[k].name;
	}
}
