#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

constexpr double Spacing = 0.025, Side = 4 * Spacing, Step = 0.004;

/// Blocks of jelly that have come to rest and sleep.
struct Sleepers
{
	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	std::vector<BodyId> blocks; // from the floor up

	Sleepers()
	{
		WorldDef def;
		def.time.elasticStep = def.time.maxStep = Step;
		def.solver.refactorAtOnce = true;
		world = World::Create(def).TakeValue();
	}
	BoundaryId Floor(const std::optional<PinMotion>& motion = {}, const Vec3d& velocity = {})
	{
		BoundaryDef floor;
		floor.motion = motion;
		floor.velocity = velocity;
		return world->AddBoundary(floor).Value();
	}
	BodyId Block(const Vec3d& corner)
	{
		SolidBodyDef def = LatticeBody(4, 4, 4, Spacing, MaterialOf(MaterialModel::StableNeoHookean, 1e5, 0.4, 1000, 1));
		def.damping.viscosity = 1000;
		def.position = corner;
		blocks.push_back(world->AddBody(def, {0.6}).Value());
		return blocks.back();
	}
	void Run(double seconds)
	{
		for (int k = 0; k < static_cast<int>(std::round(seconds / Step)); ++k)
			world->Step(Step, *tasks);
	}
	/// Until all sleep, by themselves.
	void Settle()
	{
		for (const double end = world->Time() + 6;
			world->Time() < end && std::any_of(blocks.begin(), blocks.end(), [&](BodyId id) { return !Sleeps(id); });)
			world->Step(5 * Step, *tasks);
		for (const BodyId id : blocks)
			ASSERT_TRUE(Sleeps(id));
	}
	bool Sleeps(BodyId id) const { return world->StateOf(id) == BodyState::Sleeping; }
	double Weight(BodyId id) const { return world->Find(id)->Mass() * 9.81; }
	double Height(BodyId id) const { return world->Find(id)->CentreOfMass().z; }
};

/// Raises a force on the upper of two sleeping blocks by so much of its weight in a second. @return At how much of it the lower one wakes.
double ShareThatWakes(double growth)
{
	Sleepers pair;
	pair.Floor();
	const BodyId lower = pair.Block({}), upper = pair.Block({0.004, 0.004, Side});
	pair.Settle();
	double share = 0;
	while (pair.Sleeps(lower) && std::fabs(share) < 0.9)
	{
		share += growth * Step;
		pair.world->ApplyForce(upper, pair.world->Find(upper)->CentreOfMass(), 1, {0, 0, share * pair.Weight(upper)});
		pair.world->Step(Step, *pair.tasks);
	}
	return share;
}

}

TEST(Waking, WhatIsLoadedOrUnloadedSlowlyWakes)
{
	// It is told at a tenth of its weight. What is pressed on faster than it can follow swings, and is told a little sooner or later.
	EXPECT_NEAR(ShareThatWakes(-0.25), -0.1, 0.03);
	EXPECT_NEAR(ShareThatWakes(0.25), 0.1, 0.03);
}

TEST(Waking, NothingWakesWhatLiesUnderOneThatIsWokenAndGoesOnLying)
{
	Sleepers tower;
	tower.Floor();
	for (int k = 0; k < 3; ++k)
		tower.Block({0.004 * k, 0.003 * k, k * Side});
	tower.Settle();
	for (const std::size_t woken : {0, 1, 2})
	{
		tower.world->Wake(tower.blocks[woken]);
		for (int step = 0; step < 50; ++step)
		{
			tower.world->Step(Step, *tower.tasks);
			for (std::size_t k = 0; k < 3; ++k)
				ASSERT_EQ(tower.Sleeps(tower.blocks[k]), k != woken) << "woken " << woken << ", block " << k << ", step " << step;
		}
		tower.Settle();
	}
}

TEST(Waking, WhatLiesOnAFloorThatMovesSlowlyGoesWithIt)
{
	for (const double speed : {-0.02, 0.02, -0.003})
	{
		Sleepers lift;
		const BoundaryId floor = lift.Floor(PinMotion::Linear({0, 0, speed}, 3, 5));
		const BodyId block = lift.Block({});
		lift.Run(2.9);
		ASSERT_TRUE(lift.Sleeps(block));
		const double before = lift.Height(block);
		lift.Run(2.3);
		EXPECT_NEAR(lift.world->Find(floor)->pose.position.z, 2 * speed, 1e-9);
		EXPECT_NEAR(lift.Height(block) - before, 2 * speed, 0.0003) << speed << " m/s";
	}
}

TEST(Waking, WhatLiesOnASlowConveyorIsCarriedOnAndDoesNotFallAsleep)
{
	Sleepers conveyor;
	conveyor.Floor({}, {0.0015, 0, 0}); // slower than what falls asleep
	const BodyId block = conveyor.Block({});
	conveyor.Run(2);
	const double before = conveyor.world->Find(block)->CentreOfMass().x;
	for (int k = 0; k < 500; ++k)
	{
		conveyor.Run(Step);
		ASSERT_FALSE(conveyor.Sleeps(block)) << "step " << k;
	}
	EXPECT_NEAR(conveyor.world->Find(block)->CentreOfMass().x - before, 2 * 0.0015, 0.0001);
}

TEST(Waking, WhatLeansOnAWallThatIsSlowlyWithdrawnFollowsIt)
{
	// On a floor without friction and a slope of five degrees, held by a wall.
	Sleepers slope;
	const Mat3d turn = AxisAngleRotation(Vec3d{0, 1, 0}, 5 * Pi / 180);
	BoundaryDef plane;
	plane.friction = 0;
	plane.pose.rotation = turn;
	slope.world->AddBoundary(plane).Value();
	BoundaryDef wall;
	wall.shape = Shape::Box({0.02, 0.5, 0.5}).Value();
	wall.friction = 0;
	wall.pose = {turn * Vec3d{0.4, 0, 0}, turn};
	const Vec3d downhill = turn * Vec3d{1, 0, 0};
	wall.motion = PinMotion::Linear(downhill * 0.01, 4, 6);
	slope.world->AddBoundary(wall).Value();
	SolidBodyDef def = LatticeBody(4, 4, 4, Spacing, MaterialOf(MaterialModel::StableNeoHookean, 1e5, 0.4, 1000, 1));
	def.damping.viscosity = 1000;
	def.position = turn * Vec3d{0.4 - 0.02 - Side, 0, 0};
	def.rotation = turn;
	const BodyId block = slope.world->AddBody(def, {0.0}).Value();
	slope.Run(3.9);
	ASSERT_TRUE(slope.Sleeps(block));
	const Vec3d before = slope.world->Find(block)->CentreOfMass();
	slope.Run(2.4);
	EXPECT_NEAR(Dot(slope.world->Find(block)->CentreOfMass() - before, downhill), 0.02, 0.0005);
}

TEST(Waking, WhatLiesOnAFloorOrARigidBodyThatTheHostPutsElsewhereFalls)
{
	const double fallen = 0.03; // of g t^2 / 2 = 0.049 in a tenth of a second
	{
		Sleepers onFloor;
		const BoundaryId floor = onFloor.Floor();
		const BodyId block = onFloor.Block({});
		onFloor.Settle();
		const double before = onFloor.Height(block);
		ASSERT_TRUE(onFloor.world->SetBoundaryTransform(floor, onFloor.world->Find(floor)->pose, true).IsOk());
		EXPECT_TRUE(onFloor.Sleeps(block)) << "It was put where it was.";
		ASSERT_TRUE(onFloor.world->SetBoundaryTransform(floor, {{0, 0, -1}, Mat3d::Identity()}, true).IsOk());
		onFloor.Run(0.1);
		EXPECT_LT(onFloor.Height(block), before - fallen);
	}
	const std::function<void(World&, RigidId)> ways[] = {[](World& world, RigidId id)
		{ ASSERT_TRUE(world.SetRigidState(id, {{{2, 0, 0}, Mat3d::Identity()}, {}, {}}).IsOk()); },
		[](World& world, RigidId id) { ASSERT_TRUE(world.Remove(id)); },
		[](World& world, RigidId id) { world.ApplyImpulse(id, world.CentreOfMass(id), {0, 200 * world.MassOf(id), 0}); }};
	for (const bool isHostDriven : {true, false})
		for (std::size_t way = 0; way < std::size(ways); ++way)
		{
			if (isHostDriven && way == 2)
				continue; // the host takes the impulse
			Sleepers onTable;
			if (!isHostDriven)
				onTable.Floor();
			RigidDef table;
			table.shape = Shape::Box({0.1, 0.1, 0.2}).Value();
			table.pose.position = {Side / 2, Side / 2, 0.2};
			table.hostDriven = isHostDriven;
			const RigidId rigid = onTable.world->AddRigid(table).Value();
			const BodyId block = onTable.Block({0, 0, 0.4});
			onTable.Run(1.5);
			onTable.world->Sleep(block);
			onTable.Run(0.02);
			const double before = onTable.Height(block);
			ways[way](*onTable.world, rigid);
			onTable.Run(0.1);
			EXPECT_LT(onTable.Height(block), before - fallen) << "host-driven " << isHostDriven << ", way " << way;
		}
}

TEST(Waking, ATableThatTheHostLowersSlowlyTakesWhatSleepsOnItAlong)
{
	Sleepers onTable;
	RigidDef table;
	table.shape = Shape::Box({0.1, 0.1, 0.2}).Value();
	table.pose.position = {Side / 2, Side / 2, 0.2};
	table.hostDriven = true;
	const RigidId rigid = onTable.world->AddRigid(table).Value();
	const BodyId block = onTable.Block({0, 0, 0.4});
	onTable.Run(1.5);
	onTable.world->Sleep(block);
	const double before = onTable.Height(block), speed = -0.02;
	RigidState state = *onTable.world->Find(rigid);
	for (int k = 0; k < 250; ++k)
	{
		state.velocity = {0, 0, speed};
		ASSERT_TRUE(onTable.world->SetRigidState(rigid, state).IsOk());
		onTable.Run(Step);
		state = *onTable.world->Find(rigid);
	}
	EXPECT_NEAR(onTable.Height(block) - before, speed * 250 * Step, 0.0005);
}

TEST(Waking, AHeavyBoxThatIsLaidOnASleeperPressesItFlatter)
{
	Sleepers place;
	place.Floor();
	const BodyId block = place.Block({});
	place.Settle();
	RigidDef box;
	box.shape = Shape::Box({0.06, 0.06, 0.02}).Value();
	box.mass = 10 * place.world->Find(block)->Mass();
	box.pose.position = place.world->Find(block)->CentreOfMass() + Vec3d{0, 0, Side / 2 + 0.02};
	place.world->AddRigid(box).Value();
	const double before = place.Height(block);
	place.Run(1);
	// A uniform strain of 10 m g / (E A), of which the middle moves by half.
	const double expected = 10 * place.Weight(block) / (1e5 * Side * Side) * Side / 2;
	EXPECT_NEAR(before - place.Height(block), expected, 0.4 * expected);
}
