#include "TemporaryFolder.h"

#include <Common/Files.h>
#include <Lab/ScenePlayer.h>
#include <Lab/SceneReader.h>

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

using namespace SPHSolids;
using namespace SPHSolids::Lab;
using Tools::TemporaryFolder;

namespace
{

struct Played
{
	std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	std::unique_ptr<ScenePlayer> player;

	explicit Played(const std::string& json, const std::filesystem::path& folder = {})
	{
		auto scene = ReadScene(ParseSceneText(json).TakeValue(), {folder, false});
		EXPECT_TRUE(scene.IsOk()) << scene.Message();
		auto made = ScenePlayer::Create(scene.Value(), *tasks, nullptr);
		EXPECT_TRUE(made.IsOk()) << made.Message();
		player = made.TakeValue();
	}
	void Run(double seconds)
	{
		while (player->GetWorld().Time() < seconds - 1e-9)
			player->PlayFrame(0.01, *tasks, [](const StepReport&, int) {});
	}
	std::size_t Count() const { return player->GetWorld().Fluid().position.size(); }
};

}

TEST(LabSceneFluids, EmittersOfASceneFilePourAsTheySay)
{
	const TemporaryFolder folder;
	std::ofstream(folder / "plate.obj") << "v -0.05 -0.05 0\nv 0.05 -0.05 0\nv 0.05 0.05 0\nv -0.05 0.05 0\nf 1 2 3\nf 1 3 4\n";
	for (const char* shape : {R"("disc": {"radius": 0.05})", R"("box": {"width": 0.1, "height": 0.1})", R"("mesh": "plate.obj")"})
	{
		Played scene(std::string(R"({"gravity": [0, 0, 0], "fluids": [{"name": "water", "particleRadius": 0.01, "emitters": [{)") + shape
				+ R"(, "speed": 2, "rate": 0.002, "start": 0.1, "end": 0.3, "lifetime": 0.25}]}]})",
			folder.Path());
		scene.Run(0.1);
		EXPECT_EQ(scene.Count(), 0u) << shape;
		// Rate times time, within what comes in two layers.
		scene.Run(0.3);
		EXPECT_NEAR(static_cast<double>(scene.Count()), 0.002 * 0.2 / std::pow(0.02, 3), 4) << shape;
		scene.Run(0.6);
		EXPECT_EQ(scene.Count(), 0u) << shape;
	}
}

TEST(LabSceneFluids, KillVolumesOfASceneFileHaveEveryShapeAndEndInsideOrOutside)
{
	const TemporaryFolder folder;
	// An octahedron that reaches 0.1 m along each axis.
	std::ofstream(folder / "octahedron.obj") << "v 0.1 0 0\nv 0 0.1 0\nv -0.1 0 0\nv 0 -0.1 0\nv 0 0 0.1\nv 0 0 -0.1\nf 1 2 5\nf 2 3 "
												"5\nf 3 4 5\nf 4 1 5\nf 2 1 6\nf 3 2 6\nf 4 3 "
												"6\nf 1 4 6\n";
	// Of 10 x 10 x 10 particles of 2 cm around the origin, by their places.
	const auto count = [](auto&& isInside)
	{
		std::size_t found = 0;
		for (int z = 0; z < 10; ++z)
			for (int y = 0; y < 10; ++y)
				for (int x = 0; x < 10; ++x)
					found += isInside(Vec3d{0.02 * x - 0.09, 0.02 * y - 0.09, 0.02 * z - 0.09});
		return found;
	};
	struct Case
	{
		const char* kill;
		std::size_t inside;
	};
	const Case cases[] = {
		{R"("min": [0, -1, -1], "max": [1, 1, 1])", 500},
		{R"("box": {"size": [2, 2, 0.08]}, "rotation": [90, 0, 0])", 400},
		{R"("sphere": {"radius": 0.08}, "position": [0.02, 0, 0])",
			count([](const Vec3d& p) { return Norm(p - Vec3d{0.02, 0, 0}) < 0.08; })},
		{R"("mesh": "octahedron.obj", "cellSize": 0.004)",
			count([](const Vec3d& p) { return std::fabs(p.x) + std::fabs(p.y) + std::fabs(p.z) < 0.1; })},
	};
	for (const Case& one : cases)
		for (const bool outside : {false, true})
		{
			Played scene(std::string(R"({"gravity": [0, 0, 0], "fluids": [{"name": "water", "particleRadius": 0.01,
				"blocks": [{"min": [-0.1, -0.1, -0.1], "max": [0.1, 0.1, 0.1]}]}], "killVolumes": [{)")
					+ one.kill + (outside ? R"(, "outside": true}]})" : "}]}"),
				folder.Path());
			ASSERT_EQ(scene.Count(), 1000u);
			scene.Run(0.01);
			EXPECT_NEAR(static_cast<double>(scene.Count()), static_cast<double>(outside ? one.inside : 1000 - one.inside), 8)
				<< one.kill << (outside ? " outside" : "");
		}
}

TEST(LabSceneFluids, EveryFluidHasItsOwnColour)
{
	const Played scene(R"({"fluids": [{"name": "red", "colour": "#FF0000", "blocks": [{"min": [0, 0, 0], "max": [0.1, 0.1, 0.1]}]},
		{"name": "green", "colour": [0, 1, 0], "blocks": [{"min": [0.2, 0, 0], "max": [0.3, 0.1, 0.1]}]}]})");
	ASSERT_EQ(scene.player->fluids.size(), 2u);
	const World& world = scene.player->GetWorld();
	const std::array<float, 3> red = {1, 0, 0}, green = {0, 1, 0};
	EXPECT_EQ(world.Find(scene.player->fluids[0].id)->colour, red);
	EXPECT_EQ(world.Find(scene.player->fluids[1].id)->colour, green);
	EXPECT_EQ(scene.player->fluids[1].colour[1], 1.0f);
}

TEST(LabSceneFluids, APressureSolverIsChosenByNameAndAnUnknownOneIsRefused)
{
	const auto read = [](const std::string& name)
	{ return ReadScene(ParseSceneText(R"({"pressure": {"solver": ")" + name + R"("}})").TakeValue(), std::filesystem::path()); };
	for (const PressureSolverInfo& solver : PressureSolvers())
	{
		const auto scene = read(std::string(solver.name));
		ASSERT_TRUE(scene.IsOk()) << scene.Message();
		EXPECT_EQ(scene.Value().world.pressure.solver, solver.name);
	}
	const auto wrong = read("dfsp");
	ASSERT_FALSE(wrong.IsOk());
	EXPECT_NE(wrong.Message().find("dfsph"), std::string::npos) << wrong.Message();
}
