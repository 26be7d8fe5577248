#include "AllocationCounter.h"

#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <thread>
#include <vector>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

constexpr double Frame = 0.016;

/// Everything at once: a block that floats, one under a rigid box, a tap, a paddle, water. @param kind No two are alike.
std::unique_ptr<World> MixedWorld(int kind, bool withTap = true)
{
	WorldDef def;
	def.solver.refactorAtOnce = true;
	def.sleep.enabled = false;
	auto world = World::Create(def).TakeValue();
	BoundaryDef room;
	room.shape = Shape::Box({0.25, 0.25, 0.5}).Value().Inverted();
	room.pose.position = {0, 0, 0.5};
	world->AddBoundary(room).Value();
	BoundaryDef paddle;
	paddle.shape = Shape::Box({0.02, 0.08, 0.1}).Value();
	paddle.pose.position = {0.16, 0.1, 0.1};
	paddle.motion = PinMotion::Rotate({0.16, 0.1, 0}, {0, 0, 1}, 1.0 + kind, 0, 100).Value();
	world->AddBoundary(paddle).Value();
	SolidBodyDef body = LatticeBody(4, 4, 4, 0.025, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 400 + 100 * kind, 1));
	body.damping.viscosity = 100;
	body.position = {-0.2, -0.2, 0.1};
	world->AddBody(body).Value();
	body.position = {-0.15, 0.05, 0.0};
	world->AddBody(body).Value();
	RigidDef box;
	box.shape = Shape::Box({0.04, 0.04, 0.03}).Value();
	box.density = 500;
	box.pose.position = {-0.1, 0.1, 0.16};
	world->AddRigid(box).Value();
	FluidDef water;
	water.particleRadius = 0.0125;
	water.viscosity = 0.1 * kind;
	const FluidId fluid = world->AddFluid(water).Value();
	world->AddFluidBlock(fluid, {{-0.25, -0.25, 0}, {0.25, 0.25, 0.1}}).Value();
	if (withTap)
	{
		EmitterDef tap;
		tap.fluid = fluid;
		tap.radius = 0.02;
		tap.pose.position = {0.1, -0.1, 0.4};
		tap.pose.rotation = AxisAngleRotation(Vec3d{1, 0, 0}, Pi);
		world->AddEmitter(tap).Value();
	}
	return world;
}

std::vector<std::uint64_t> HashesOf(World& world, TaskRunner& tasks, int frames)
{
	std::vector<std::uint64_t> hashes;
	for (int k = 0; k < frames; ++k)
	{
		world.Step(Frame, tasks);
		hashes.push_back(world.StateHash());
	}
	return hashes;
}

}

TEST(TwoWorlds, SteppedFromTwoThreadsEachEndsInTheBitsItEndsInAlone)
{
	constexpr int frames = 25;
	const auto alone = MakeSerialTaskRunner();
	std::vector<std::uint64_t> expected[2], found[2];
	for (int kind = 0; kind < 2; ++kind)
		expected[kind] = HashesOf(*MixedWorld(kind), *alone, frames);
	ASSERT_NE(expected[0].back(), expected[1].back());
	for (const int workers : {1, 3})
	{
		std::vector<std::thread> threads;
		for (int kind = 0; kind < 2; ++kind)
			threads.emplace_back(
				[&, kind]
				{
					// Made there, too: caches are shared by bodies of one world only.
					const auto tasks = workers > 1 ? MakeParallelTaskRunner(workers) : MakeSerialTaskRunner();
					found[kind] = HashesOf(*MixedWorld(kind), *tasks, frames);
				});
		for (std::thread& thread : threads)
			thread.join();
		for (int kind = 0; kind < 2; ++kind)
			EXPECT_EQ(found[kind], expected[kind]) << "world " << kind << ", workers " << workers;
	}
}

TEST(TwoWorlds, BodiesOfOneShapeMayBeInBoth)
{
	// The same rest state, which both only read.
	SolidBodyDef body = LatticeBody(6, 6, 6, 0.02, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1));
	body.position = {0, 0, 0.05};
	const auto play = [&](std::vector<std::uint64_t>& hashes)
	{
		WorldDef def;
		def.solver.refactorAtOnce = true;
		auto world = World::Create(def).TakeValue();
		world->AddBoundary({}).Value();
		world->AddBody(body).Value();
		const auto tasks = MakeSerialTaskRunner();
		hashes = HashesOf(*world, *tasks, 40);
	};
	std::vector<std::uint64_t> alone, first, second;
	play(alone);
	std::thread one([&] { play(first); }), other([&] { play(second); });
	one.join();
	other.join();
	EXPECT_EQ(first, alone);
	EXPECT_EQ(second, alone);
}

TEST(TwoWorlds, SoftAndRigidBodiesInWaterGiveTheSameBitsForAnyNumberOfWorkers)
{
	std::vector<std::vector<std::uint64_t>> hashes;
	for (const int workers : {1, 2, 3, 8})
	{
		const auto tasks = workers > 1 ? MakeParallelTaskRunner(workers) : MakeSerialTaskRunner();
		hashes.push_back(HashesOf(*MixedWorld(1), *tasks, 25));
	}
	for (const std::vector<std::uint64_t>& each : hashes)
		EXPECT_EQ(each, hashes.front());
}

TEST(TwoWorlds, ASteadyStepOfSoftAndRigidBodiesInWaterAllocatesNothing)
{
	// Stirred by a paddle all the time. Lists of neighbours and contacts may still grow by an entry now and then.
	const auto world = MixedWorld(1, false);
	const auto tasks = MakeSerialTaskRunner();
	bool meets[3] = {};
	for (int k = 0; k < 150; ++k)
		world->Step(Frame, *tasks);
	const long before = Tests::CountedAllocations();
	for (int k = 0; k < 20; ++k)
	{
		world->Step(Frame, *tasks);
		for (const ContactEvent& event : world->Contacts())
		{
			meets[0] = meets[0] || (event.body.IsSet() && event.other == ContactEvent::Other::Fluid);
			meets[1] = meets[1] || (event.fluid.IsSet() && event.other == ContactEvent::Other::Rigid);
			meets[2] = meets[2] || (event.body.IsSet() && !event.fluid.IsSet());
		}
	}
	EXPECT_LE(Tests::CountedAllocations() - before, 2);
	EXPECT_TRUE(meets[0] && meets[1] && meets[2]) << meets[0] << meets[1] << meets[2];
}
