#include <Lab/SceneLibrary.h>
#include <Lab/ScenePlayer.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

using namespace SPHSolids;
using namespace SPHSolids::Lab;

namespace
{

/// How a scene of the library is played here: coarser where it is large, and for how long.
struct Play
{
	std::vector<std::string> changes;
	double seconds = 0.6;
};

/// A scene that is not named here is played as it is.
std::map<std::string, Play> Plays()
{
	return {
		{"welcome",
			{{"bodies.bunny.particleCount=700", "bodies.duck.particleCount=600", "bodies.star.particleCount=600",
				 "fluids.water.particleRadius=0.01"},
				0.8}},
		{"dam_break", {{"fluids.water.particleRadius=0.02"}, 1}},
		{"double_dam_break", {{"fluids.water.particleRadius=0.04"}, 1}},
		{"cube_on_water", {{"bodies.cube.particleRadius=0.025", "fluids.water.particleRadius=0.025"}, 0.6}},
		{"honey_coil", {{"fluids.honey.particleRadius=0.00125"}, 0.6}},
		{"buoyancy", {{"fluids.water.particleRadius=0.025"}, 0.6}},
		{"float", {{"fluids.water.particleRadius=0.025"}, 0.6}},
		{"colliding_bunnies",
			{{"bodies.bunny.particleCount=500", "bodies.others.particleCount=500", "time.elasticStep=0.004", "time.maxStep=0.004"}, 0.8}},
		{"stacking", {{"bodies.slab.particleRadius=0.0125"}, 0.8}},
		{"jelly_pile", {{"bodies.ball.particleCount=60", "bodies.cube.particleCount=64"}, 0.8}},
		{"tilting_box",
			{{"bodies.slippery.particleRadius=0.02", "bodies.smooth.particleRadius=0.02", "bodies.rough.particleRadius=0.02"}, 4.5}},
		{"funnel", {{"bodies.walrus.particleCount=300", "fluids.water.particleRadius=0.03"}, 3.4}},
		{"solid_fluid_coupling",
			{{"bodies.bunny.particleCount=500", "bodies.monkey.particleCount=500", "fluids.water.particleRadius=0.025"}, 1}},
		{"water_park",
			{{"bodies.duck.particleCount=250", "bodies.star.particleCount=250", "fluids.water.particleRadius=0.02",
				 "fluids.slime.particleRadius=0.02"},
				1.5}},
		{"melting_duck", {{"bodies.duck.particleCount=800"}, 0.8}},
	};
}

std::vector<std::string> NamesOfScenes()
{
	std::vector<std::string> names;
	for (const LibraryScene& scene : LibraryScenes())
		names.push_back(scene.name);
	return names;
}

/// A tenth of its radius is what a particle may lie beyond a wall; and a hair for the rounding of its place.
constexpr double AllowedShare = 0.1 + 1e-3;

/// How far particles of bodies reach into walls and rigid bodies, in radii.
double DeepestSolid(const ScenePlayer& player, std::string& who)
{
	double deepest = 0;
	for (std::size_t k = 0; k < player.bodies.size(); ++k)
	{
		const double radius = static_cast<double>(player.BodyAt(k).Rest().state.particleRadius);
		const double share = player.GetWorld().Penetration(player.bodies[k].id) / radius;
		if (share > deepest)
		{
			deepest = share;
			who = player.bodies[k].name;
		}
	}
	return deepest;
}

/// How far the centres of fluid particles lie behind walls, in radii.
double DeepestFluid(const ScenePlayer& player)
{
	const FluidView fluid = player.GetWorld().Fluid();
	std::map<std::uint32_t, double> radius;
	for (const PlayedFluid& played : player.fluids)
		radius[played.id.index] = played.particleRadius;
	double deepest = 0;
	for (const PlayedObstacle& obstacle : player.obstacles)
		if (const BoundaryDef* const wall = player.GetWorld().Find(obstacle.boundary))
			for (std::size_t i = 0; i < fluid.position.size(); ++i)
			{
				const Vec3 local = wall->pose.ToLocal(fluid.origin + fluid.position[i].Xyz().Cast<double>()).Cast<Real>();
				deepest = std::max(deepest, -static_cast<double>(wall->shape.Distance(local).distance) / radius.at(fluid.fluid[i]));
			}
	return deepest;
}

}

class LabSceneWalls : public testing::TestWithParam<std::string>
{
};

TEST_P(LabSceneWalls, NoParticleIsBeyondAWallOrInARigidBodyByMoreThanATenthOfItsRadius)
{
	auto tasks = MakeSerialTaskRunner();
	const std::map<std::string, Play> plays = Plays();
	const auto found = plays.find(GetParam());
	const Play play = found != plays.end() ? found->second : Play{};
	auto scene = LoadScene(GetParam(), play.changes);
	ASSERT_TRUE(scene.IsOk()) << scene.Message();
	if (scene.Value().description.boundaries.empty() && scene.Value().description.rigids.empty())
		return;
	auto made = ScenePlayer::Create(scene.Value().description, *tasks, nullptr);
	ASSERT_TRUE(made.IsOk()) << made.Message();
	ScenePlayer& player = *made.Value();
	std::string deepest;
	double solid = DeepestSolid(player, deepest), fluid = DeepestFluid(player), when = 0;
	while (player.GetWorld().Time() < play.seconds)
	{
		player.PlayFrame(0.02, *tasks,
			[&](const StepReport&, int)
			{
				std::string who;
				if (const double now = DeepestSolid(player, who); now > solid)
				{
					deepest = who;
					solid = now;
					when = player.GetWorld().Time();
				}
			});
		fluid = std::max(fluid, DeepestFluid(player));
	}
	RecordProperty("solid", std::to_string(solid));
	RecordProperty("fluid", std::to_string(fluid));
	EXPECT_LE(solid, AllowedShare) << deepest << ", at " << when << " s";
	EXPECT_LE(fluid, AllowedShare);
}

INSTANTIATE_TEST_SUITE_P(Library, LabSceneWalls, testing::ValuesIn(NamesOfScenes()), [](const auto& scene) { return scene.param; });
