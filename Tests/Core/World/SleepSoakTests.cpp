#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

constexpr double Step = 0.004, Spacing = 0.025, Side = 4 * Spacing;

/// Three blocks upon each other, asleep.
struct SleepingStack
{
	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	std::vector<BodyId> blocks;

	SleepingStack()
	{
		WorldDef def;
		def.time.elasticStep = def.time.maxStep = Step;
		def.solver.refactorAtOnce = true;
		world = World::Create(def).TakeValue();
		world->AddBoundary({}).Value();
		for (int k = 0; k < 3; ++k)
		{
			SolidBodyDef body = LatticeBody(4, 4, 4, Spacing, MaterialOf(MaterialModel::StableNeoHookean, 1e5, 0.4, 1000, 1));
			body.damping.viscosity = 1000;
			body.position = {0.004 * k, 0, Spacing / 2 + k * Side};
			blocks.push_back(world->AddBody(body, {0.6}).Value());
		}
	}
	std::uint32_t Asleep() { return world->Step(Step, *tasks).sleepingBodies; }
	std::vector<Vec3> Places() const
	{
		std::vector<Vec3> places;
		for (const BodyId id : blocks)
			places.insert(places.end(), world->Find(id)->position.begin(), world->Find(id)->position.end());
		return places;
	}
};

}

TEST(SleepSoak, AStackAsleepForAHundredThousandStepsDoesNotMoveByABitAndTakesNoMemory)
{
	SleepingStack stack;
	int steps = 0;
	while (stack.Asleep() < 3 && ++steps < 5000)
		;
	ASSERT_LT(steps, 5000) << "it falls asleep";
	const std::vector<Vec3> before = stack.Places();
	const std::size_t bytes = stack.world->Bytes(), saved = stack.world->Snapshot().size();
	const double start = stack.world->Time();
	for (int k = 0; k < 100000; ++k)
		ASSERT_EQ(stack.Asleep(), 3u) << k;
	const std::vector<Vec3> after = stack.Places();
	EXPECT_EQ(std::memcmp(before.data(), after.data(), before.size() * sizeof(Vec3)), 0);
	EXPECT_EQ(stack.world->Bytes(), bytes);
	EXPECT_EQ(stack.world->Snapshot().size(), saved);
	EXPECT_NEAR(stack.world->Time() - start, 100000 * Step, 1e-6);
	// It lies there as it would have: pushed, it goes.
	stack.world->ApplyImpulse(stack.blocks[2], Vec3d{0, 0, 2});
	const double height = stack.world->Find(stack.blocks[2])->CentreOfMass().z;
	for (int k = 0; k < 10; ++k)
		stack.Asleep();
	EXPECT_GT(stack.world->Find(stack.blocks[2])->CentreOfMass().z, height + 0.01);
}
