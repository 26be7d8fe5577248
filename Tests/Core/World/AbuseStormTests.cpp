#include "World/AllocationCounter.h"

#include <SPHSolids/Base/Random.h>
#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

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

TEST(Storm, StaleIdsOfAllKindsFindNothingEvenWhenTheirPlaceIsTaken)
{
	auto world = World::Create({}).TakeValue();
	const auto tasks = MakeSerialTaskRunner();
	FluidDef water;
	water.particleRadius = 0.02;
	EmitterDef emitter;
	emitter.fluid = world->AddFluid(water).Value();
	RigidDef box;
	box.shape = Shape::Box({0.04, 0.04, 0.04}).Value();
	const ForceFieldDef field{[](const Vec3d&, const Vec3d&, double) { return Vec3d{}; }};
	ProbeDef probe;
	probe.box = {{-1, -1, -1}, {1, 1, 1}};
	const SolidBodyDef block = LatticeBody(3, 3, 3, 0.03, StormJelly());
	const auto turnOver = [&](const char* kind, const auto& add)
	{
		const auto stale = add();
		EXPECT_TRUE(world->Remove(stale)) << kind;
		const auto next = add();
		EXPECT_EQ(next.index, stale.index) << kind << ": the place is taken again";
		EXPECT_FALSE(world->Remove(stale)) << kind;
		world->Step(0.004, *tasks);
		return std::pair(stale, next);
	};
	const auto [body, nextBody] = turnOver("body", [&] { return world->AddBody(block).Value(); });
	EXPECT_EQ(world->Find(body), nullptr);
	EXPECT_NE(world->Find(nextBody), nullptr);
	EXPECT_EQ(world->StateOf(body), BodyState::Disabled);
	EXPECT_FALSE(world->Sleep(body) || world->Wake(body) || world->SetEnabled(body, true) || world->Unpin(body));
	EXPECT_FALSE(world->SetIterations(body, 2) || world->SetStride(body, 2));
	EXPECT_FALSE(
		world->SetContact(body, {}).IsOk() || world->SetVelocity(body, {}).IsOk() || world->Pin(body, probe.box, PinMotion::Hold()).IsOk());
	EXPECT_EQ(
		world->ApplyForce(body, {}, 1, {0, 0, 1}) + world->ApplyImpulse(body, {}, 1, {0, 0, 1}) + world->UnpinParticles(body, {}), 0u);
	EXPECT_EQ(world->Temperatures(body).size(), 0u);
	EXPECT_EQ(world->Penetration(body), 0);
	const auto [boundary, nextBoundary] = turnOver("boundary", [&] { return world->AddBoundary({}).Value(); });
	EXPECT_EQ(world->Find(boundary), nullptr);
	EXPECT_FALSE(world->SetBoundaryTransform(boundary, {}).IsOk());
	const auto [rigid, nextRigid] = turnOver("rigid body", [&] { return world->AddRigid(box).Value(); });
	EXPECT_EQ(world->Find(rigid), nullptr);
	EXPECT_FALSE(world->SetRigidState(rigid, {}).IsOk() || world->ApplyImpulse(rigid, {}, {0, 0, 1}));
	EXPECT_EQ(world->MassOf(rigid), 0);
	const auto [tap, nextTap] = turnOver("emitter", [&] { return world->AddEmitter(emitter).Value(); });
	EXPECT_FALSE(world->SetEmitterPose(tap, {}).IsOk());
	turnOver("kill volume", [&] { return world->AddKillVolume({{-9, -9, -9}, {-8, -8, -8}}).Value(); });
	turnOver("force field", [&] { return world->AddForceField(field).Value(); });
	const auto [source, nextSource] = turnOver("heat source", [&] { return world->AddHeatSource({}).Value(); });
	EXPECT_EQ(world->Find(source), nullptr);
	EXPECT_FALSE(world->SetHeatSource(source, {}).IsOk());
	const auto [reading, nextReading] = turnOver("probe", [&] { return world->AddProbe(probe).Value(); });
	EXPECT_EQ(world->Read(reading).particles, 0u);
	const auto [fluid, nextFluid] = turnOver("fluid", [&] { return world->AddFluid(water).Value(); });
	EXPECT_EQ(world->Find(fluid), nullptr);
	EXPECT_FALSE(world->SetFluid(fluid, water).IsOk() || world->AddFluidBlock(fluid, probe.box).IsOk());
	emitter.fluid = fluid;
	EXPECT_FALSE(world->AddEmitter(emitter).IsOk());
}

TEST(Storm, BodiesAndWorldsThatGoWhileTheyAreFactoredLeaveNoThreadAndNoMemory)
{
	const SolidBodyDef block = LatticeBody(14, 14, 14, 0.02, StormJelly());
	const auto threads = []
	{
		const std::filesystem::directory_iterator tasksOfProcess("/proc/self/task");
		return std::distance(begin(tasksOfProcess), end(tasksOfProcess));
	};
	const auto play = [&](bool goesFirst)
	{
		const auto tasks = MakeSerialTaskRunner();
		WorldDef def;
		def.solver.preconditioner = "full"; // takes a while
		auto world = World::Create(def).TakeValue();
		SolidBodyDef body = block;
		const BodyId id = world->AddBody(body).Value();
		for (int round = 0; round < 3; ++round) // each asks for a factor of its own
		{
			EXPECT_TRUE(world->SetMaterial(id, MaterialOf(MaterialModel::Corotated, 1e4 * (1 + round), 0.3, 1000, 1)).IsOk());
			world->Step(0.004, *tasks);
		}
		EXPECT_GT(threads(), 1) << "one factors";
		if (goesFirst)
		{
			EXPECT_TRUE(world->Remove(id));
			body.position = {1, 0, 0};
			world->AddBody(body).Value();
			world->Step(0.004, *tasks);
		}
	};
	play(false); // what is made once for all worlds
	const auto threadsBefore = threads();
	const std::ptrdiff_t bytes = Tests::HeldBytes();
	for (const bool goesFirst : {false, true, false, true})
	{
		play(goesFirst);
		EXPECT_EQ(threads(), threadsBefore);
		EXPECT_EQ(Tests::HeldBytes(), bytes);
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
