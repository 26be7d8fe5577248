#include <SPHSolids/World/Recording.h>
#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

WorldDef StrideWorld()
{
	WorldDef def;
	def.solver.refactorAtOnce = true;
	def.time.elasticStep = 0.005;
	return def;
}

SolidBodyDef StrideCube(const Vec3d& place)
{
	SolidBodyDef def = LatticeBody(4, 4, 4, 0.02, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1));
	def.position = place;
	return def;
}

BoundaryDef StrideFloor()
{
	return {}; // a plane at z = 0
}

}

TEST(Stride, ABodyOfStrideTwoIsSolvedHalfAsOftenAndFallsAsFar)
{
	auto world = World::Create(StrideWorld()).TakeValue();
	auto tasks = MakeSerialTaskRunner();
	const BodyId coarse = world->AddBody(StrideCube({0, 0, 5})).Value(), fine = world->AddBody(StrideCube({3, 0, 5})).Value();
	const double start = world->Find(coarse)->CentreOfMass().z;
	EXPECT_TRUE(world->SetStride(coarse, 2));
	int solves = 0;
	for (int k = 0; k < 100; ++k)
		solves += world->Step(0.005, *tasks).elastic.solves;
	EXPECT_EQ(solves, 100 + 50);
	EXPECT_EQ(world->Lag(coarse), 0.0);
	EXPECT_EQ(world->Lag(fine), 0.0);
	// Implicit Euler with steps of h falls g t (t + h) / 2.
	const double t = 0.5;
	EXPECT_NEAR(start - world->Find(fine)->CentreOfMass().z, 0.5 * 9.81 * t * (t + 0.005), 1e-4);
	EXPECT_NEAR(start - world->Find(coarse)->CentreOfMass().z, 0.5 * 9.81 * t * (t + 0.010), 1e-4);
	world->Step(0.005, *tasks);
	EXPECT_DOUBLE_EQ(world->Lag(coarse), 0.005);
}

TEST(Stride, StridesThatNoBodyHasAreRefused)
{
	auto world = World::Create(StrideWorld()).TakeValue();
	const BodyId id = world->AddBody(StrideCube({})).Value();
	EXPECT_FALSE(world->SetStride(id, 0));
	EXPECT_FALSE(world->SetStride(id, World::MaxStride + 1));
	EXPECT_TRUE(world->SetStride(id, World::MaxStride));
	EXPECT_TRUE(world->SetStride(id, 1));
	EXPECT_FALSE(world->SetStride({}, 1));
	EXPECT_EQ(world->Lag({}), 0.0);
}

TEST(Stride, BodiesOfLongStridesLieOnTheFloorCarryEachOtherAndSleep)
{
	for (const int stride : {2, 4})
	{
		auto world = World::Create(StrideWorld()).TakeValue();
		auto tasks = MakeParallelTaskRunner(2);
		const BoundaryId floor = world->AddBoundary(StrideFloor()).Value();
		const BodyId lower = world->AddBody(StrideCube({0, 0, 0.02})).Value(), upper = world->AddBody(StrideCube({0, 0, 0.12})).Value();
		world->SetStride(lower, stride);
		world->SetStride(upper, stride);
		for (int k = 0; k < 90; ++k)
			EXPECT_FALSE(Has(world->Step(1.0 / 60, *tasks).issues, StepIssue::BodyRecovered)) << "stride " << stride << " frame " << k;
		Vec3d impulse;
		for (int k = 0; k < 4 * stride; ++k)
		{
			world->Step(0.005, *tasks);
			impulse += world->WrenchOf(floor).impulse;
		}
		const double weight = (world->Find(lower)->Mass() + world->Find(upper)->Mass()) * 9.81 * 0.005 * 4 * stride;
		if (world->StateOf(lower) == BodyState::Awake)
		{
			EXPECT_NEAR(impulse.z, -weight, 0.1 * weight) << "the floor carries both, stride " << stride;
		}
		const double low = world->Find(lower)->CentreOfMass().z, high = world->Find(upper)->CentreOfMass().z;
		EXPECT_NEAR(high - low, 0.08, 0.02);
		EXPECT_NEAR(low, 0.04, 0.02);
		for (int k = 0; k < 300 && world->StateOf(upper) == BodyState::Awake; ++k)
			world->Step(1.0 / 60, *tasks);
		EXPECT_EQ(world->StateOf(lower), BodyState::Sleeping) << "stride " << stride;
		EXPECT_EQ(world->StateOf(upper), BodyState::Sleeping) << "stride " << stride;
	}
}

TEST(Stride, WhoTouchesOrIsHeldTakesEveryStep)
{
	const auto solvesPerStep = [](auto&& change)
	{
		WorldDef def = StrideWorld();
		def.sleep.enabled = false;
		auto world = World::Create(def).TakeValue();
		auto tasks = MakeSerialTaskRunner();
		const BodyId id = world->AddBody(StrideCube({0, 0, 0.02})).Value();
		world->SetStride(id, 2);
		change(*world, id);
		for (int k = 0; k < 150; ++k)
			world->Step(0.005, *tasks);
		int solves = 0;
		for (int k = 0; k < 20; ++k)
			solves += world->Step(0.005, *tasks).elastic.solves;
		return solves / 20.0 - static_cast<double>(world->Bodies().size() - 1);
	};
	EXPECT_EQ(solvesPerStep([](World&, BodyId) {}), 0.5) << "in the air";
	EXPECT_EQ(solvesPerStep([](World& world, BodyId) { world.AddBoundary(StrideFloor()).Value(); }), 0.5) << "on a floor that stands";
	EXPECT_EQ(solvesPerStep(
				  [](World& world, BodyId)
				  {
					  BoundaryDef belt = StrideFloor();
					  belt.velocity = {0.1, 0, 0};
					  world.AddBoundary(belt).Value();
				  }),
		1.0)
		<< "on one that moves";
	EXPECT_EQ(solvesPerStep([](World& world, BodyId id) { world.Pin(id, {{-1, -1, -1}, {1, 1, 0.01}}, PinMotion::Hold()).Value(); }), 1.0);
	EXPECT_EQ(solvesPerStep(
				  [](World& world, BodyId)
				  {
					  world.AddBoundary(StrideFloor()).Value();
					  world.AddBody(StrideCube({0, 0, 0.11})).Value(); // of stride 1, on top of it
				  }),
		1.0);
}

TEST(Stride, SnapshotsBringWaitingBodiesBackToTheSameBits)
{
	auto world = World::Create(StrideWorld()).TakeValue();
	auto tasks = MakeSerialTaskRunner();
	world->AddBoundary(StrideFloor()).Value();
	const BodyId id = world->AddBody(StrideCube({0, 0, 0.05})).Value();
	world->SetStride(id, 3);
	for (int k = 0; k < 31; ++k)
		world->Step(0.005, *tasks);
	ASSERT_GT(world->Lag(id), 0.0);
	const std::vector<std::byte> snapshot = world->Snapshot();
	const auto play = [&]
	{
		for (int k = 0; k < 40; ++k)
			world->Step(0.005, *tasks);
		return world->StateHash();
	};
	const std::uint64_t first = play();
	ASSERT_TRUE(world->Restore(snapshot).IsOk());
	EXPECT_EQ(play(), first);
}

TEST(Stride, SnapshotsKnowHowLongTheLastStepOfABodyWas)
{
	// BDF2 goes by that, and so does where minimisations start.
	for (const Integrator integrator : {Integrator::Bdf2, Integrator::ImplicitEuler})
	{
		auto world = World::Create(StrideWorld()).TakeValue();
		auto tasks = MakeSerialTaskRunner();
		SolidBodyDef cube = StrideCube({0, 0, 5});
		cube.integrator = integrator;
		cube.angularVelocity = {0, 12, 5};
		const BodyId id = world->AddBody(cube).Value();
		world->SetStride(id, 3);
		while (world->Find(id)->previousStep == 0 || world->Lag(id) > 0)
			world->Step(0.005, *tasks);
		ASSERT_DOUBLE_EQ(world->Find(id)->previousStep, 0.015);
		const std::vector<std::byte> snapshot = world->Snapshot();
		const auto play = [&](int stride)
		{
			world->SetStride(id, stride);
			for (int k = 0; k < 12; ++k)
				world->Step(0.005, *tasks);
			return world->StateHash();
		};
		const std::uint64_t first = play(1);
		EXPECT_DOUBLE_EQ(world->Find(id)->previousStep, 0.005);
		ASSERT_TRUE(world->Restore(snapshot).IsOk());
		EXPECT_DOUBLE_EQ(world->Find(id)->previousStep, 0.015);
		EXPECT_EQ(play(1), first);
	}
}

TEST(Stride, RecordingsOfStridesAndShiftsPlayAgainToTheSameBits)
{
	WorldDef def = StrideWorld();
	def.recordedSteps = 30;
	auto world = World::Create(def).TakeValue();
	auto tasks = MakeSerialTaskRunner();
	world->AddBoundary(StrideFloor()).Value();
	const BodyId id = world->AddBody(StrideCube({0, 0, 0.1})).Value();
	world->SetStride(id, 3);
	for (int k = 0; k < 55; ++k)
	{
		if (k == 40)
		{
			ASSERT_TRUE(world->Shift({100, -50, 3}).IsOk());
		}
		if (k == 50)
			world->SetStride(id, 2);
		world->Step(0.005, *tasks);
	}
	const Result<std::vector<std::byte>> bytes = world->WriteRecording();
	ASSERT_TRUE(bytes.IsOk());
	const Result<Recording> recording = Recording::Read(bytes.Value());
	ASSERT_TRUE(recording.IsOk());
	std::unique_ptr<Replayer> replayer = Replayer::Create(recording.Value()).TakeValue();
	int steps = 0;
	for (; !replayer->AtEnd(); ++steps)
	{
		ASSERT_TRUE(replayer->Next(*tasks).IsOk());
		EXPECT_TRUE(replayer->IsSame()) << "step " << steps;
	}
	EXPECT_GE(steps, 16) << "the shift and the change of stride are among them";
}
