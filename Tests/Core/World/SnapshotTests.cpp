#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

/// Two blocks that fall on each other, a rigid box and a puddle.
struct BusyWorld
{
	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner(2);
	std::vector<BodyId> bodies;
	FluidId water;

	explicit BusyWorld(bool withFluid = true)
	{
		WorldDef def;
		def.solver.refactorAtOnce = true;
		world = World::Create(def).TakeValue();
		world->AddBoundary({}).Value();
		for (int k = 0; k < 2; ++k)
		{
			SolidBodyDef body = LatticeBody(6, 6, 6, 0.02, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1));
			body.position = {0.03 * k, 0.01 * k, 0.01 + 0.14 * k};
			bodies.push_back(world->AddBody(body).Value());
		}
		RigidDef box;
		box.shape = Shape::Box({0.03, 0.03, 0.03}).Value();
		box.pose.position = {0.05, 0.05, 0.35};
		world->AddRigid(box).Value();
		if (withFluid)
		{
			FluidDef fluid;
			fluid.particleRadius = 0.01;
			water = world->AddFluid(fluid).Value();
			world->AddFluidBlock(water, {{0.25, -0.1, 0}, {0.45, 0.1, 0.1}}).Value();
		}
	}
	void Run(int frames)
	{
		for (int k = 0; k < frames; ++k)
			world->Step(1.0 / 60, *tasks);
	}
};

}

TEST(Snapshot, EightFramesPlayedAgainEndInTheSameBits)
{
	for (const bool withFluid : {false, true})
	{
		BusyWorld busy(withFluid);
		busy.Run(20);
		const std::vector<std::byte> snapshot = busy.world->Snapshot();
		const std::uint64_t before = busy.world->StateHash();
		busy.Run(8);
		const std::uint64_t after = busy.world->StateHash();
		EXPECT_NE(before, after);
		for (int again = 0; again < 2; ++again)
		{
			const Status restored = busy.world->Restore(snapshot);
			ASSERT_TRUE(restored.IsOk()) << restored.Message();
			EXPECT_EQ(busy.world->StateHash(), before);
			busy.Run(8);
			EXPECT_EQ(busy.world->StateHash(), after) << (withFluid ? "with fluid" : "without fluid");
		}
	}
}

TEST(Snapshot, ContinuesInASecondWorldOfTheSameThings)
{
	BusyWorld first, second;
	first.Run(15);
	ASSERT_TRUE(second.world->Restore(first.world->Snapshot()).IsOk());
	first.Run(5);
	second.Run(5);
	EXPECT_EQ(first.world->StateHash(), second.world->StateHash());
}

/// How far a substep may go follows from the state alone: a world that has never stepped splits a step as the one before it would have.
TEST(Snapshot, FastWaterTakesAsManySubstepsInAWorldThatNeverStepped)
{
	BusyWorld first, second;
	first.Run(1);
	first.world->AddFluidBlock(first.water, {{0.3, 0.3, 0.5}, {0.4, 0.4, 0.6}}, {0, 0, -20}).Value();
	ASSERT_TRUE(second.world->Restore(first.world->Snapshot()).IsOk());
	const StepReport stepped = first.world->Step(1.0 / 60, *first.tasks), restored = second.world->Step(1.0 / 60, *second.tasks);
	// 20 m/s and diameters of 2 cm: at most 0.4 ms at a time.
	EXPECT_GE(stepped.substeps, 30);
	EXPECT_EQ(restored.substeps, stepped.substeps);
	EXPECT_EQ(second.world->StateHash(), first.world->StateHash());
}

TEST(Snapshot, TheSameStateGivesTheSameBytes)
{
	BusyWorld first, second;
	first.Run(20);
	second.Run(20);
	EXPECT_EQ(first.world->Snapshot(), second.world->Snapshot());
}

/// On a quiet machine 0.4 ms for both, of the 16 of a frame; here by the step, which machines slow down alike.
TEST(Snapshot, TenThousandParticlesAreSavedAndRestoredInATenthOfAStep)
{
	WorldDef def;
	def.solver.refactorAtOnce = true;
	auto world = World::Create(def).TakeValue();
	const auto tasks = MakeSerialTaskRunner();
	world->AddBoundary({}).Value();
	SolidBodyDef body = LatticeBody(5, 5, 5, 0.02, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1));
	for (int k = 0; k < 80; ++k) // in columns of five that touch
	{
		body.position = {0.15 * (k % 4), 0.15 * (k / 4 % 4), 0.01 + 0.1 * (k / 16)};
		world->AddBody(body).Value();
	}
	using Clock = std::chrono::steady_clock;
	const auto timed = [](const auto& something)
	{
		const auto start = Clock::now();
		something();
		return Clock::now() - start;
	};
	std::vector<std::byte> bytes;
	auto step = Clock::duration::max(), copies = Clock::duration::max();
	for (int k = 0; k < 8; ++k)
	{
		auto both = timed([&] { world->Snapshot(bytes); });
		step = std::min(step, timed([&] { world->Step(0.004, *tasks); }));
		const std::uint64_t stepped = world->StateHash();
		both += timed([&] { ASSERT_TRUE(world->Restore(bytes).IsOk()); });
		copies = std::min(copies, both);
		world->Step(0.004, *tasks);
		ASSERT_EQ(world->StateHash(), stepped) << k;
	}
	EXPECT_LT(10 * copies, step) << std::chrono::duration<double>(copies).count() << " s against "
								 << std::chrono::duration<double>(step).count();
}

TEST(Snapshot, BodiesThatNoStepHasSeenAreInItToo)
{
	BusyWorld busy(false);
	busy.world->SetEnabled(busy.bodies[0], false); // the one after it has touched things
	busy.Run(20);
	EXPECT_TRUE(busy.world->Restore(busy.world->Snapshot()).IsOk());
	// One of another size in the place of one that has.
	ASSERT_TRUE(busy.world->Remove(busy.bodies[1]));
	busy.world->AddBody(LatticeBody(3, 3, 3, 0.02, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1))).Value();
	EXPECT_TRUE(busy.world->Restore(busy.world->Snapshot()).IsOk());
}

TEST(Snapshot, DamagedOrForeignBytesAreRefusedAndNothingChanges)
{
	BusyWorld busy;
	busy.Run(5);
	const std::vector<std::byte> whole = busy.world->Snapshot();
	const std::uint64_t hash = busy.world->StateHash();
	for (std::size_t length = 0; length < whole.size(); length += 997)
		EXPECT_FALSE(busy.world->Restore(std::span(whole).first(length)).IsOk()) << length;
	for (std::size_t place = 0; place < whole.size(); place += 1009)
	{
		std::vector<std::byte> flipped = whole;
		flipped[place] ^= std::byte{0x10};
		EXPECT_FALSE(busy.world->Restore(flipped).IsOk()) << place;
	}
	EXPECT_EQ(busy.world->StateHash(), hash);
	ASSERT_TRUE(busy.world->Remove(busy.bodies.front()));
	const std::uint64_t without = busy.world->StateHash();
	EXPECT_FALSE(busy.world->Restore(whole).IsOk());
	EXPECT_EQ(busy.world->StateHash(), without);
}
