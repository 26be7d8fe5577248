#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <cmath>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

// A client that guesses what others do, and is told too late: eight frames back, and again with what they really did.

namespace
{

/// How far the guess goes, and how many frames of it turn out wrong.
constexpr int Told = 14, Behind = 8;

/// All kinds of things that move: blocks that fall, hang on pins, lie asleep; a rigid box, a door, a puddle under a tap.
struct Match
{
	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks;
	BodyId falling, hanging, lying;
	RigidId box;
	BoundaryId door;
	FluidId water;
	EmitterId tap;

	explicit Match(int workers)
		: tasks(MakeThreadTaskRunner(workers))
	{
		WorldDef def;
		def.solver.refactorAtOnce = true;
		world = World::Create(def).TakeValue();
		world->AddBoundary({}).Value();
		falling = AddBlock({0, 0, 0.15});
		hanging = AddBlock({0.03, 0.02, 0.3});
		world->Pin(hanging, {{-1, -1, -1}, {0.03, 1, 1}}, PinMotion::Linear({0.1, 0, 0.1}, 0, 1)).Value();
		lying = AddBlock({0, 0, 0.0125});
		RigidDef rigid;
		rigid.shape = Shape::Box({0.03, 0.03, 0.03}).Value();
		rigid.pose.position = {0.05, 0.05, 0.5};
		box = world->AddRigid(rigid).Value();
		BoundaryDef wing;
		wing.shape = Shape::Box({0.02, 0.2, 0.2}).Value();
		wing.pose.position = {-0.3, 0, 0.2};
		door = world->AddBoundary(wing).Value();
		FluidDef fluid;
		fluid.particleRadius = 0.012;
		water = world->AddFluid(fluid).Value();
		world->AddFluidBlock(water, {{0.25, -0.08, 0}, {0.4, 0.08, 0.06}}).Value();
		EmitterDef emitter;
		emitter.fluid = water;
		emitter.radius = 0.03;
		emitter.rate = 2e-4;
		emitter.pose.position = {0.3, 0, 0.4};
		emitter.pose.rotation = AxisAngleRotation(Vec3d{1, 0, 0}, Pi);
		tap = world->AddEmitter(emitter).Value();
	}
	BodyId AddBlock(const Vec3d& place)
	{
		SolidBodyDef body = LatticeBody(5, 4, 4, 0.025, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1));
		body.position = place;
		return world->AddBody(body).Value();
	}

	/// What players do in a frame, by a number that differs from player to player.
	void Command(int frame, int player)
	{
		const double much = 1 + player;
		switch ((frame + player) % 8)
		{
		case 0: world->ApplyImpulse(falling, Vec3d{0.1 * much, 0, 0.2}); break;
		case 1: world->ApplyForce(hanging, {0.05, 0.05, 0.35}, 0.1, {0, 2 * much, 0}); break;
		case 2:
			(void)world->SetBoundaryTransform(door, {{-0.3 + 0.05 * much, 0, 0.2}, AxisAngleRotation(Vec3d{0, 0, 1}, 0.1 * much)});
			break;
		case 3: world->ApplyImpulse(box, {0.06, 0.05, 0.45}, {0.05 * much, 0, -0.1}); break;
		case 4: world->ApplyRadialImpulse({0.2, 0, 0}, 0.4, 0.5 * much); break;
		case 5: (void)world->Teleport(falling, {{0.3, 0, 0.2 + 0.02 * much}, AxisAngleRotation(Vec3d{0, 1, 0}, much)}, {0, 0, -1}); break;
		case 6: world->Sleep(lying); break;
		default: (void)world->SetVelocity(lying, {0, 0.2 * much, 0}); break;
		}
	}
	std::uint64_t Frame(int frame, int player)
	{
		Command(frame, player);
		world->Step(1.0 / 60, *tasks);
		return world->StateHash();
	}
};

}

TEST(Rollback, EightFramesWithOtherInputsEndWhereAWorldIsThatHadThemFromTheBeginning)
{
	constexpr int truth = 1, guess = 4;
	for (const int workers : {1, 3})
	{
		Match told(4 - workers), guessing(workers);
		std::vector<std::byte> snapshot;
		for (int frame = 0; frame < Told; ++frame)
			ASSERT_EQ(guessing.Frame(frame, truth), told.Frame(frame, truth)) << frame;
		ASSERT_EQ(told.world->StateOf(told.lying), BodyState::Sleeping);
		const std::size_t wet = told.world->Fluid().position.size();
		for (int late = 0; late < 2; ++late) // told again and again, as games are
		{
			const int first = Told + late * Behind;
			guessing.world->Snapshot(snapshot);
			std::uint64_t guessed = 0, known = 0;
			for (int frame = first; frame < first + Behind; ++frame)
				guessed = guessing.Frame(frame, guess);
			ASSERT_TRUE(guessing.world->Restore(snapshot).IsOk());
			for (int frame = first; frame < first + Behind; ++frame)
			{
				known = told.Frame(frame, truth);
				ASSERT_EQ(guessing.Frame(frame, truth), known) << "frame " << frame << " workers " << workers;
			}
			EXPECT_NE(guessed, known) << "the guess was wrong";
		}
		EXPECT_GT(told.world->Fluid().position.size(), wet) << "the tap runs";
	}
}
