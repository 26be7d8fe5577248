#include "World/AllocationCounter.h"

#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

constexpr double Spacing = 0.025, Side = 4 * Spacing, Step = 0.004;
/// What lies still moves no faster than this, and what was put to sleep or woken under it shifts it by no more than this.
constexpr double Still = 0.0005, Unmoved = 2e-5;

/// Blocks of jelly upon each other, which fall asleep when they are told to, or by themselves.
struct Stack
{
	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks;
	std::vector<BodyId> blocks; // from the floor up

	explicit Stack(int count, int workers = 1, const Vec3d& gravity = {0, 0, -9.81}, bool sleepsByItself = false)
		: tasks(workers > 1 ? MakeParallelTaskRunner(workers) : MakeSerialTaskRunner())
	{
		WorldDef def;
		def.time.elasticStep = def.time.maxStep = Step;
		def.gravity = gravity;
		def.solver.refactorAtOnce = true;
		def.sleep.enabled = sleepsByItself;
		world = World::Create(def).TakeValue();
		BoundaryDef floor;
		floor.friction = 0.6;
		world->AddBoundary(floor).Value();
		for (int k = 0; k < count; ++k)
			Add({0.004 * (k % 3), 0.004 * (k % 2), Spacing / 2 + k * Side});
	}
	void Add(const Vec3d& corner, double young = 1e5, int across = 4, int layers = 4)
	{
		SolidBodyDef def = LatticeBody(across, across, layers, Spacing, MaterialOf(MaterialModel::StableNeoHookean, young, 0.4, 1000, 1));
		def.damping.viscosity = 1000;
		def.position = corner;
		blocks.push_back(world->AddBody(def, {0.6}).Value());
	}
	void Run(double seconds)
	{
		for (int k = 0; k < static_cast<int>(std::round(seconds / Step)); ++k)
			world->Step(Step, *tasks);
	}
	Vec3d Centre(std::size_t k) const { return world->Find(blocks[k])->CentreOfMass(); }
	std::vector<Vec3d> Centres() const
	{
		std::vector<Vec3d> centres;
		for (std::size_t k = 0; k < blocks.size(); ++k)
			centres.push_back(Centre(k));
		return centres;
	}
	double Fastest() const
	{
		double fastest = 0;
		for (const BodyId id : blocks)
			for (const Vec3& v : world->Find(id)->velocity)
				fastest = std::max(fastest, static_cast<double>(Norm(v)));
		return fastest;
	}
	/// Steps on and expects that nothing stirs.
	void ExpectStill(double seconds, const std::string& when)
	{
		const std::vector<Vec3d> before = Centres();
		double fastest = 0;
		for (int k = 0; k < static_cast<int>(std::round(seconds / Step)); ++k)
		{
			world->Step(Step, *tasks);
			fastest = std::max(fastest, Fastest());
		}
		EXPECT_LT(fastest, Still) << when;
		for (std::size_t k = 0; k < blocks.size(); ++k)
			EXPECT_LT(Norm(Centre(k) - before[k]), Unmoved) << when << ", block " << k;
	}
	/// What a body gets from another in a step, N s.
	Vec3d ImpulseOn(BodyId body, BodyId other)
	{
		world->Step(Step, *tasks);
		for (const ContactEvent& event : world->Contacts())
			if (event.body == body && event.otherBody == other)
				return event.impulse;
			else if (event.body == other && event.otherBody == body)
				return event.impulse * -1.0;
		return {};
	}
};

}

TEST(Resting, ABlockDoesNotFeelTheOneUnderItFallAsleepAndWake)
{
	Stack stack(2);
	stack.Run(3);
	ASSERT_LT(stack.Fastest(), 0.2 * Still);
	const BodyId lower = stack.blocks[0], upper = stack.blocks[1];
	const double weight = stack.world->Find(upper)->Mass() * 9.81 * Step;
	EXPECT_NEAR(stack.ImpulseOn(upper, lower).z, weight, 0.01 * weight);
	stack.world->Sleep(lower);
	stack.ExpectStill(0.5, "asleep");
	EXPECT_EQ(stack.world->StateOf(lower), BodyState::Sleeping);
	EXPECT_NEAR(stack.ImpulseOn(upper, lower).z, weight, 0.01 * weight);
	stack.world->Wake(lower);
	stack.ExpectStill(0.5, "awake again");
}

TEST(Resting, NorDoesOneOfOtherStiffnessOrSizeFeelIt)
{
	for (const double young : {3e4, 1e6})
		for (const int across : {3, 6})
		{
			Stack stack(1);
			stack.Add({0.01, 0.003, Spacing / 2 + Side}, young, across);
			stack.Run(4);
			ASSERT_LT(stack.Fastest(), 0.4 * Still);
			stack.world->Sleep(stack.blocks[0]);
			stack.ExpectStill(0.5, "asleep, Young's modulus " + std::to_string(young) + ", across " + std::to_string(across));
		}
}

TEST(Resting, FrictionHoldsOnWhatSleepsAsBefore)
{
	// As on a slope of ten degrees.
	const double angle = 10 * 3.14159265358979 / 180;
	Stack stack(2, 1, Vec3d{std::sin(angle), 0, -std::cos(angle)} * 9.81);
	stack.Run(3);
	ASSERT_LT(stack.Fastest(), 0.4 * Still);
	const BodyId lower = stack.blocks[0], upper = stack.blocks[1];
	stack.world->Sleep(lower);
	stack.ExpectStill(0.5, "asleep");
	const Vec3d weight = stack.world->Def().gravity * (stack.world->Find(upper)->Mass() * Step);
	EXPECT_LT(Norm(stack.ImpulseOn(upper, lower) + weight), 0.02 * Norm(weight));
	stack.world->Wake(lower);
	stack.ExpectStill(0.5, "awake again");
}

TEST(Resting, ATowerFallsAsleepAndWakesWithoutAJump)
{
	Stack tower(6);
	tower.Run(8);
	ASSERT_LT(tower.Fastest(), 0.4 * Still);
	for (const std::size_t k : {2, 0, 5, 1, 4, 3})
	{
		tower.world->Sleep(tower.blocks[k]);
		tower.ExpectStill(0.1, "asleep: " + std::to_string(k));
	}
	EXPECT_EQ(tower.Fastest(), 0);
	for (const std::size_t k : {0, 3, 4, 5, 1, 2})
	{
		tower.world->Wake(tower.blocks[k]);
		tower.ExpectStill(0.2, "awake: " + std::to_string(k));
	}
}

TEST(Resting, ATowerFallsAsleepByItselfFromTheFloorUpWithoutAKick)
{
	// Ten slabs that sway: those below come to rest while those above still move.
	Stack tower(0, 1, {0, 0, -9.81}, true);
	const double thickness = 2 * Spacing;
	for (int k = 0; k < 10; ++k)
		tower.Add({0.006 * (k % 3), 0.006 * (k % 2), Spacing / 2 + 0.001 + k * (thickness + 0.001)}, 1e5, 6, 2);
	StepReport report;
	double before = 0, largestRise = 0;
	int stepsHalfAsleep = 0;
	while (tower.world->Time() < 12 && (report.elasticSteps == 0 || report.awakeBodies > 0))
	{
		report = tower.world->Step(Step, *tower.tasks);
		const double fastest = tower.Fastest();
		if (report.sleepingBodies > 0)
			largestRise = std::max(largestRise, fastest - before);
		stepsHalfAsleep += report.sleepingBodies > 0 && report.awakeBodies > 0;
		before = fastest;
	}
	EXPECT_EQ(report.awakeBodies, 0u);
	EXPECT_GT(stepsHalfAsleep, 10);
	EXPECT_LT(largestRise, 2 * Still); // of its sway, in a step
	// What was still bent when it fell asleep may sway on, no faster than what falls asleep does.
	for (const std::size_t k : {0, 4, 9})
	{
		tower.world->Wake(tower.blocks[k]);
		double fastest = 0;
		for (int step = 0; step < 50; ++step)
		{
			tower.world->Step(Step, *tower.tasks);
			fastest = std::max(fastest, tower.Fastest());
		}
		EXPECT_LT(fastest, tower.world->Def().sleep.speed) << "awake: " << k;
	}
}

TEST(Resting, WhatSleepsIsMetAsHardFromItsSideAsFromTheOther)
{
	// A small block on a wide face: most contacts are those of its own particles. What they carry is told whoever of the two sleeps.
	for (const bool lowerSleeps : {true, false})
	{
		Stack stack(1);
		stack.Add({0.02, 0.02, Spacing / 2 + Side}, 1e5, 2);
		stack.Run(3);
		const BodyId lower = stack.blocks[0], upper = stack.blocks[1];
		stack.world->Sleep(lowerSleeps ? lower : upper);
		stack.Run(0.1);
		const double weight = stack.world->Find(upper)->Mass() * 9.81 * Step;
		EXPECT_NEAR(stack.ImpulseOn(upper, lower).z, weight, 0.02 * weight);
		EXPECT_LT(stack.Fastest(), Still);
	}
}

TEST(Resting, ThoseThatSleepAreNotSearchedForEachOther)
{
	Stack tower(4);
	tower.Run(1);
	for (std::size_t k = 1; k < tower.blocks.size(); ++k)
		tower.world->Sleep(tower.blocks[k]);
	const StepReport lowestAwake = tower.world->Step(Step, *tower.tasks);
	tower.world->Wake(tower.blocks[1]);
	const StepReport twoAwake = tower.world->Step(Step, *tower.tasks);
	EXPECT_EQ(lowestAwake.elastic.solves, 1);
	EXPECT_EQ(twoAwake.elastic.solves, 2);
	// The floor and one face; two faces and the floor.
	EXPECT_GT(lowestAwake.contacts, 2u * 16);
	EXPECT_LT(lowestAwake.contacts, 4u * 16);
	EXPECT_GT(twoAwake.contacts, lowestAwake.contacts + 16);
}

TEST(Resting, SameBitsForAnyNumberOfWorkersAndAfterASnapshot)
{
	std::vector<std::uint64_t> hashes;
	for (const int workers : {1, 2, 3, 8})
		for (const bool saves : {false, true})
		{
			Stack tower(4, workers);
			tower.Run(0.3);
			tower.world->Sleep(tower.blocks[0]);
			tower.world->Sleep(tower.blocks[2]);
			tower.Run(0.1);
			if (saves)
			{
				const std::vector<std::byte> snapshot = tower.world->Snapshot();
				Stack other(4, workers);
				ASSERT_TRUE(other.world->Restore(snapshot).IsOk());
				std::swap(tower.world, other.world);
			}
			tower.Run(0.1);
			tower.world->Wake(tower.blocks[2]);
			tower.Run(0.1);
			hashes.push_back(tower.world->StateHash());
		}
	for (const std::uint64_t hash : hashes)
		EXPECT_EQ(hash, hashes.front());
}

TEST(Resting, ABlockOnOneThatSleepsAllocatesNothing)
{
	Stack stack(3);
	stack.Run(1);
	stack.world->Sleep(stack.blocks[0]);
	stack.world->Sleep(stack.blocks[1]);
	stack.Run(0.1);
	const long before = Tests::CountedAllocations();
	stack.Run(0.1);
	EXPECT_EQ(Tests::CountedAllocations(), before);
}

TEST(Resting, WhatLaySleepingOnABodyThatIsTakenAwayFalls)
{
	const auto takeAway = [](Stack& stack, int way)
	{
		const BodyId lowest = stack.blocks[0];
		switch (way)
		{
		case 0: return stack.world->Remove(lowest);
		case 1: return stack.world->SetEnabled(lowest, false);
		default: return stack.world->Teleport(lowest, {{1, 0, 0.1}, Mat3d::Identity()}, {}).IsOk();
		}
	};
	for (int way = 0; way < 3; ++way)
	{
		Stack stack(2);
		stack.Run(1);
		for (const BodyId id : stack.blocks)
			stack.world->Sleep(id);
		stack.Run(0.1);
		ASSERT_TRUE(takeAway(stack, way));
		const double height = stack.Centre(1).z;
		stack.Run(0.1);
		EXPECT_LT(stack.Centre(1).z, height - 0.03) << "way " << way; // g t^2 / 2 = 0.049
	}
}
