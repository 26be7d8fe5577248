#include <SPHSolids/Base/Random.h>
#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

Material StormJelly()
{
	return MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1);
}

}

TEST(Storm, SpawningAndDestroyingLeavesNoStaleIdAndNoGrowth)
{
	WorldDef def;
	def.solver.refactorAtOnce = true;
	auto world = World::Create(def).TakeValue();
	const auto tasks = MakeSerialTaskRunner();
	world->AddBoundary({}).Value();
	const SolidBodyDef block = LatticeBody(3, 3, 3, 0.03, StormJelly());
	FluidDef water;
	water.particleRadius = 0.02;
	const FluidId fluid = world->AddFluid(water).Value();
	Random random(11);
	std::vector<BodyId> alive, dead;
	std::vector<RigidId> rigids;
	std::vector<EmitterId> emitters;
	std::size_t bytesAfterWarmUp = 0;
	for (int round = 0; round < 600; ++round)
	{
		SolidBodyDef body = block;
		body.position = random.NextInBox({-0.5, -0.5, 0.1}, {0.5, 0.5, 1});
		alive.push_back(world->AddBody(body).Value());
		RigidDef box;
		box.shape = Shape::Box({0.04, 0.04, 0.04}).Value();
		box.pose.position = random.NextInBox({-0.5, -0.5, 0.1}, {0.5, 0.5, 1});
		rigids.push_back(world->AddRigid(box).Value());
		EmitterDef emitter;
		emitter.fluid = fluid;
		emitter.radius = 0.03;
		emitter.pose.position = {2, 0, 1};
		emitter.lifetime = 0.1;
		emitters.push_back(world->AddEmitter(emitter).Value());
		const auto trim = [&](auto& things, std::size_t most)
		{
			while (things.size() > most)
			{
				const auto victim = things.begin() + static_cast<std::ptrdiff_t>(random.NextIn(0, static_cast<double>(things.size())));
				EXPECT_TRUE(world->Remove(*victim));
				EXPECT_FALSE(world->Remove(*victim));
				if constexpr (std::is_same_v<std::decay_t<decltype(*victim)>, BodyId>)
					dead.push_back(*victim);
				things.erase(victim);
			}
		};
		trim(alive, 3);
		trim(rigids, 2);
		trim(emitters, 1);
		world->Step(1.0 / 120, *tasks);
		if (round == 100)
			bytesAfterWarmUp = world->Bytes();
	}
	EXPECT_EQ(world->Bodies().size(), 3u);
	for (const BodyId id : dead)
	{
		EXPECT_EQ(world->Find(id), nullptr);
		EXPECT_FALSE(world->ApplyImpulse(id, Vec3d{0, 0, 1}));
		EXPECT_FALSE(world->Teleport(id, {}).IsOk());
	}
	EXPECT_LT(world->Bytes(), 2 * bytesAfterWarmUp);
}

TEST(Storm, WorldsComeAndGoByTheHundred)
{
	const auto tasks = MakeParallelTaskRunner(2);
	const SolidBodyDef block = LatticeBody(3, 3, 3, 0.03, StormJelly());
	std::uint64_t first = 0;
	for (int round = 0; round < 300; ++round)
	{
		WorldDef def;
		def.solver.refactorAtOnce = round % 2 == 0; // odd ones refactor in the background and are gone before it ends
		auto world = World::Create(def).TakeValue();
		world->AddBoundary({}).Value();
		SolidBodyDef body = block;
		body.position = {0, 0, 0.01};
		const BodyId id = world->AddBody(body).Value();
		world->Step(0.004, *tasks);
		ASSERT_TRUE(world->SetMaterial(id, MaterialOf(MaterialModel::Corotated, 1e5, 0.3, 1000, 1)).IsOk());
		world->Step(0.004, *tasks);
		if (round == 0)
			first = world->StateHash();
		else if (round % 2 == 0)
		{
			EXPECT_EQ(world->StateHash(), first) << round;
		}
	}
}

TEST(Storm, ASpeedThatFloatsHardlyHoldIsStoppedInsteadOfBecomingInfinite)
{
	// Found by the fuzzer, as a snapshot.
	WorldDef def;
	def.solver.refactorAtOnce = true;
	auto world = World::Create(def).TakeValue();
	const auto tasks = MakeSerialTaskRunner();
	world->AddBoundary({}).Value();
	std::vector<BodyId> ids;
	for (int k = 0; k < 2; ++k)
	{
		SolidBodyDef body = LatticeBody(2, 2, 3, 0.03, StormJelly());
		body.position = {0, 0, 0.01 + 0.07 * k};
		ids.push_back(world->AddBody(body).Value());
	}
	const SolidBody& body = *world->Find(ids[1]);
	std::vector<Vec3> places(body.position.begin(), body.position.end()), velocities(body.ParticleCount());
	velocities[8] = {0, 1.7e38f, 0};
	places[9] = {0.015f, 276, -138};
	ASSERT_TRUE(world->SetState(ids[1], body.origin, places, velocities).IsOk());
	for (int step = 0; step < 20; ++step)
	{
		world->Step(0.004, *tasks);
		for (const BodyId id : ids)
			for (std::size_t i = 0; i < world->Find(id)->ParticleCount(); ++i)
				ASSERT_TRUE(IsFinite(world->Find(id)->position[i]) && IsFinite(world->Find(id)->velocity[i])) << step;
	}
}

TEST(FarFromTheOrigin, TenKilometresAwayThingsMoveAsNearIt)
{
	const auto tasks = MakeSerialTaskRunner();
	const auto play = [&](const Vec3d& place)
	{
		WorldDef def;
		def.solver.refactorAtOnce = true;
		auto world = World::Create(def).TakeValue();
		BoundaryDef floor;
		floor.pose.position = place;
		world->AddBoundary(floor).Value();
		std::vector<BodyId> ids;
		for (int k = 0; k < 2; ++k)
		{
			SolidBodyDef body = LatticeBody(4, 4, 4, 0.03, StormJelly());
			body.position = place + Vec3d{0.02 * k, 0, 0.05 + 0.15 * k};
			ids.push_back(world->AddBody(body).Value());
		}
		RigidDef box;
		box.shape = Shape::Box({0.05, 0.05, 0.05}).Value();
		box.pose.position = place + Vec3d{0, 0, 0.5};
		const RigidId rigid = world->AddRigid(box).Value();
		for (int frame = 0; frame < 60; ++frame)
			world->Step(1.0 / 60, *tasks);
		std::vector<Vec3d> places = {world->CentreOfMass(rigid) - place};
		for (const BodyId id : ids)
			places.push_back(world->Find(id)->CentreOfMass() - place);
		return places;
	};
	const auto here = play({}), there = play({10240, -10240, 640});
	ASSERT_EQ(here.size(), there.size());
	for (std::size_t k = 0; k < here.size(); ++k)
		EXPECT_LT(Norm(here[k] - there[k]), 1e-3) << k;
	// Nor does anything tremble there that would not near the origin: doubles hold 2e-12 m at ten kilometres.
}
