#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

WorldDef QuietWorld()
{
	WorldDef def;
	def.solver.refactorAtOnce = true;
	return def;
}

SolidBodyDef JellyCube(int across = 6)
{
	return LatticeBody(across, across, across, 0.02, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1));
}

}

TEST(World, FreeFallFollowsGravity)
{
	auto world = World::Create(QuietWorld()).TakeValue();
	auto tasks = MakeParallelTaskRunner(2);
	const BodyId id = world->AddBody(JellyCube()).Value();
	const Vec3d start = world->Find(id)->CentreOfMass();
	for (int k = 0; k < 25; ++k)
		world->Step(0.02, *tasks);
	EXPECT_NEAR(world->Time(), 0.5, 1e-9);
	// Implicit Euler falls h/2 t g further than the parabola.
	const double expected = 0.5 * 9.81 * 0.5 * (0.5 + world->Def().time.elasticStep);
	EXPECT_NEAR(start.z - world->Find(id)->CentreOfMass().z, expected, 1e-4 * expected);
}

TEST(World, StaleIdsFindNothingEvenWhenTheirPlaceIsTaken)
{
	auto world = World::Create(QuietWorld()).TakeValue();
	const BodyId first = world->AddBody(JellyCube(3)).Value();
	EXPECT_TRUE(world->Remove(first));
	EXPECT_FALSE(world->Remove(first));
	const BodyId second = world->AddBody(JellyCube(3)).Value();
	EXPECT_EQ(first.index, second.index);
	EXPECT_EQ(world->Find(first), nullptr);
	EXPECT_NE(world->Find(second), nullptr);
	EXPECT_FALSE(world->Wake(first));
	EXPECT_FALSE(world->SetMaterial(first, {}).IsOk());
}

TEST(World, TimeThatDoesNotFillAStepIsKept)
{
	WorldDef def = QuietWorld();
	def.time.elasticStep = 0.01;
	auto world = World::Create(def).TakeValue();
	auto tasks = MakeSerialTaskRunner();
	ASSERT_TRUE(world->AddBody(JellyCube(3)).IsOk());
	int steps = 0;
	for (int k = 0; k < 60; ++k)
		steps += world->Step(1.0 / 60, *tasks).elasticSteps;
	EXPECT_EQ(steps, 100);
	EXPECT_NEAR(world->Time(), 1.0, 1e-9);
}
