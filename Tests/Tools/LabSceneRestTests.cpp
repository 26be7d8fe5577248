#include <Lab/SceneLibrary.h>
#include <Lab/ScenePlayer.h>

#include <gtest/gtest.h>

#include <algorithm>

using namespace SPHSolids;
using namespace SPHSolids::Lab;

namespace
{

std::unique_ptr<ScenePlayer> Load(const std::string& name, const std::vector<std::string>& changes, TaskRunner& tasks)
{
	auto scene = LoadScene(name, changes);
	EXPECT_TRUE(scene.IsOk()) << scene.Message();
	auto player = ScenePlayer::Create(scene.Value().description, tasks, nullptr);
	EXPECT_TRUE(player.IsOk()) << player.Message();
	return player.TakeValue();
}

}

TEST(LabSceneRest, TheTenSlabsOfStackingComeToRestAndSleep)
{
	// Two layers of particles instead of four: an eighth of them. The scene as it is takes 6.4 s to fall asleep.
	auto tasks = MakeSerialTaskRunner();
	const std::vector<std::string> coarser = {"bodies.slab.particleRadius=0.0125"};
	const auto player = Load("stacking", coarser, *tasks);
	ASSERT_EQ(player->bodies.size(), 10u);
	StepReport report;
	for (int frame = 0; frame < 500 && (frame == 0 || report.awakeBodies > 0); ++frame)
		player->PlayFrame(0.02, *tasks, [&](const StepReport& step, int) { report = step; });
	EXPECT_EQ(report.awakeBodies, 0u);
	for (std::size_t k = 0; k < player->bodies.size(); ++k) // they lie on each other, none has slid off
		EXPECT_NEAR(player->BodyAt(k).CentreOfMass().z, 0.05 * (static_cast<double>(k) + 0.5), 0.006 * static_cast<double>(k + 1));
}
