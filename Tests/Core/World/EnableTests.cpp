#include <SPHSolids/World/Recording.h>
#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

constexpr double Spacing = 0.025, Frame = 0.016;

/// A block on a floor, and one of everything else that can be disabled, in the block's way.
struct Room
{
	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	BodyId block;
	BodyId otherBlock;
	RigidId rigid;
	BoundaryId wall;
	FluidId water;
	EmitterId tap;

	explicit Room(std::uint32_t recordedSteps = 0)
	{
		WorldDef def;
		def.solver.refactorAtOnce = true;
		def.recordedSteps = recordedSteps;
		world = World::Create(def).TakeValue();
		BoundaryDef box;
		box.shape = Shape::Box({0.3, 0.3, 0.5}).Value().Inverted();
		box.pose.position = {0, 0, 0.5};
		world->AddBoundary(box).Value();
		block = AddBlock({-0.05, -0.05, 0.3});
	}
	BodyId AddBlock(const Vec3d& corner, double density = 1000)
	{
		SolidBodyDef def = LatticeBody(4, 4, 4, Spacing, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, density, 1));
		def.position = corner;
		return world->AddBody(def).Value();
	}
	void AddOthers()
	{
		otherBlock = AddBlock({-0.02, -0.03, 0.1});
		RigidDef ball;
		ball.shape = Shape::Sphere(0.05).Value();
		ball.pose.position = {0.07, 0.06, 0.2};
		rigid = world->AddRigid(ball).Value();
		BoundaryDef beam;
		beam.shape = Shape::Capsule(0.03, 0.1).Value();
		beam.pose.position = {-0.06, 0.02, 0.1};
		wall = world->AddBoundary(beam).Value();
		FluidDef fluid;
		fluid.particleRadius = Spacing / 2;
		fluid.vorticity = 0.2;
		water = world->AddFluid(fluid).Value();
		world->AddFluidBlock(water, {{-0.3, -0.3, 0}, {0.3, 0.3, 0.06}}).Value();
		EmitterDef emitter;
		emitter.fluid = water;
		emitter.radius = 0.03;
		emitter.lifetime = 0.5;
		emitter.pose.position = {0.15, 0.15, 0.5};
		emitter.pose.rotation = AxisAngleRotation(Vec3d{1, 0, 0}, Pi);
		tap = world->AddEmitter(emitter).Value();
	}
	void EnableOthers(bool enabled)
	{
		EXPECT_TRUE(world->SetEnabled(otherBlock, enabled));
		EXPECT_TRUE(world->SetEnabled(rigid, enabled));
		EXPECT_TRUE(world->SetEnabled(wall, enabled));
		EXPECT_TRUE(world->SetEnabled(water, enabled));
		EXPECT_TRUE(world->SetEnabled(tap, enabled));
	}
	void Run(int frames)
	{
		for (int k = 0; k < frames; ++k)
			world->Step(Frame, *tasks);
	}
	std::vector<Vec3> BlockPlaces() const
	{
		const SolidBody& body = *world->Find(block);
		std::vector<Vec3> places(body.position.begin(), body.position.end());
		places.push_back(body.origin.Cast<Real>());
		return places;
	}
	/// By their names.
	std::vector<std::pair<std::uint32_t, Vec3>> Water() const
	{
		const FluidView view = world->Fluid();
		std::vector<std::pair<std::uint32_t, Vec3>> found;
		for (std::size_t i = 0; i < view.id.size(); ++i)
			found.emplace_back(view.id[i], (view.origin + view.position[i].Xyz().Cast<double>()).Cast<Real>());
		std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
		return found;
	}
};

}

TEST(Enable, WhatIsDisabledTakesNoPartInAnything)
{
	// To the last bit as if it had never been there.
	Room alone, room;
	room.AddOthers();
	room.EnableOthers(false);
	for (int k = 0; k < 60; ++k)
	{
		alone.Run(1);
		room.Run(1);
		ASSERT_EQ(alone.BlockPlaces(), room.BlockPlaces()) << "frame " << k;
		ASSERT_EQ(room.world->Contacts().size(), alone.world->Contacts().size());
	}
	EXPECT_EQ(room.world->Fluid().id.size(), 0u);
	EXPECT_EQ(Norm(room.world->WrenchOf(room.wall).impulse), 0);
	EXPECT_EQ(room.world->AddFluidParticles(room.water, std::vector<Vec3d>{{0.2, 0, 0.5}}).Value(), 1u);
	EXPECT_EQ(room.world->Fluid().id.size(), 0u) << "It comes with its fluid.";
}

TEST(Enable, ItComesBackWhereItWasAndTakesPartAgain)
{
	Room room;
	room.AddOthers();
	room.Run(15);
	const auto water = room.Water();
	const RigidState rigid = *room.world->Find(room.rigid);
	const Vec3d other = room.world->Find(room.otherBlock)->CentreOfMass(), wall = room.world->Find(room.wall)->pose.position;
	ASSERT_GT(water.size(), 1000u);
	room.EnableOthers(false);
	room.EnableOthers(false); // once more makes no difference
	EXPECT_EQ(room.world->Fluid().id.size(), 0u);
	room.Run(10);
	room.EnableOthers(true);
	EXPECT_EQ(room.Water(), water);
	EXPECT_EQ(room.world->Find(room.rigid)->pose.position, rigid.pose.position);
	EXPECT_EQ(room.world->Find(room.rigid)->velocity, rigid.velocity);
	EXPECT_EQ(room.world->Find(room.otherBlock)->CentreOfMass(), other);
	EXPECT_EQ(room.world->Find(room.wall)->pose.position, wall);
	room.Run(5);
	EXPECT_NE(room.Water(), water);
	EXPECT_GT(Norm(room.world->Find(room.rigid)->pose.position - rigid.pose.position), 1e-4);
	EXPECT_GT(Norm(room.world->WrenchOf(room.wall).impulse), 0) << "Water and blocks are at it again.";
	EXPECT_GT(room.Water().back().first, water.back().first) << "The tap pours again.";
}

TEST(Enable, EachKindByItselfIsLeftOut)
{
	for (int kind = 0; kind < 4; ++kind)
	{
		Room room;
		room.AddOthers();
		room.Run(5);
		const std::uint32_t last = room.Water().back().first;
		const Vec3d ball = room.world->Find(room.rigid)->pose.position;
		switch (kind)
		{
		case 0: ASSERT_TRUE(room.world->SetEnabled(room.rigid, false)); break;
		case 1: ASSERT_TRUE(room.world->SetEnabled(room.wall, false)); break;
		case 2: ASSERT_TRUE(room.world->SetEnabled(room.water, false)); break;
		default: ASSERT_TRUE(room.world->SetEnabled(room.tap, false)); break;
		}
		room.Run(20);
		EXPECT_EQ(room.world->Find(room.rigid)->pose.position == ball, kind == 0);
		EXPECT_EQ(room.world->Fluid().id.empty(), kind == 2);
		if (kind == 2)
		{
			ASSERT_TRUE(room.world->SetEnabled(room.water, true));
		}
		EXPECT_EQ(room.Water().back().first == last, kind >= 2) << "Neither a disabled tap pours, nor one of a disabled fluid.";
		for (const ContactEvent& event : room.world->Contacts())
		{
			EXPECT_FALSE(kind == 0 && event.rigid == room.rigid);
			EXPECT_FALSE(kind == 1 && event.boundary == room.wall);
			EXPECT_FALSE(kind == 2 && event.fluid.IsSet());
		}
	}
}

TEST(Enable, WhatSleptOnItFalls)
{
	Room room;
	room.AddOthers();
	ASSERT_TRUE(room.world->SetEnabled(room.wall, false));
	ASSERT_TRUE(room.world->SetEnabled(room.rigid, false));
	ASSERT_TRUE(room.world->SetEnabled(room.otherBlock, false));
	ASSERT_TRUE(room.world->SetEnabled(room.tap, false));
	const BodyId floating = room.AddBlock({0.1, 0.1, 0.06}, 300);
	room.Run(120);
	const double before = room.world->Find(floating)->CentreOfMass().z;
	room.world->Sleep(floating);
	room.Run(2);
	ASSERT_TRUE(room.world->SetEnabled(room.water, false));
	room.Run(60);
	EXPECT_LT(room.world->Find(floating)->CentreOfMass().z, before - 0.01);
}

TEST(Enable, SnapshotsAndRecordingsKnowWhatIsDisabled)
{
	Room room(100), other;
	room.AddOthers();
	other.AddOthers();
	room.Run(5);
	room.EnableOthers(false);
	ASSERT_TRUE(room.world->SetEnabled(room.otherBlock, true));
	room.Run(5);
	const std::vector<std::byte> snapshot = room.world->Snapshot();
	ASSERT_TRUE(other.world->Restore(snapshot).IsOk());
	EXPECT_EQ(other.world->Snapshot(), snapshot);
	for (Room* each : {&room, &other})
	{
		each->Run(5);
		each->EnableOthers(true);
		each->Run(10);
	}
	EXPECT_EQ(other.world->StateHash(), room.world->StateHash());
	ASSERT_FALSE(room.Water().empty());
	const auto recording = Recording::Read(room.world->WriteRecording().Value());
	ASSERT_TRUE(recording.IsOk()) << recording.Message();
	auto replayer = Replayer::Create(recording.Value());
	ASSERT_TRUE(replayer.IsOk()) << replayer.Message();
	while (!replayer.Value()->AtEnd())
	{
		ASSERT_TRUE(replayer.Value()->Next(*room.tasks).IsOk());
		ASSERT_TRUE(replayer.Value()->IsSame()) << replayer.Value()->NextStep();
	}
}

TEST(Enable, StaleIdsOfEveryKindAreRefused)
{
	Room room;
	room.AddOthers();
	World& world = *room.world;
	const Box3d box = {{-1, -1, -1}, {1, 1, 1}};
	const KillVolumeId kill = world.AddKillVolume({{5, 5, 5}, {6, 6, 6}}).Value();
	const ForceFieldId field = world.AddForceField({[](const Vec3d&, const Vec3d&, double) { return Vec3d{}; }}).Value();
	const ProbeId probe = world.AddProbe({"all", {}, box}).Value();
	const HeatSourceId source = world.AddHeatSource({}).Value();
	EXPECT_TRUE(world.Remove(room.tap));
	EXPECT_TRUE(world.Remove(room.block));
	EXPECT_TRUE(world.Remove(room.rigid));
	EXPECT_TRUE(world.Remove(room.wall));
	EXPECT_TRUE(world.Remove(room.water));
	EXPECT_TRUE(world.Remove(kill));
	EXPECT_TRUE(world.Remove(field));
	EXPECT_TRUE(world.Remove(probe));
	EXPECT_TRUE(world.Remove(source));
	const BodyId body = room.block;
	room.AddBlock({0, 0, 0.5});
	const std::uint64_t before = world.StateHash();
	const std::vector<Vec3> none;
	const std::vector<std::uint32_t> first = {0};

	EXPECT_FALSE(world.Remove(body));
	EXPECT_FALSE(world.SetEnabled(body, false));
	EXPECT_FALSE(world.Sleep(body));
	EXPECT_FALSE(world.Wake(body));
	EXPECT_EQ(world.StateOf(body), BodyState::Disabled);
	EXPECT_EQ(world.Find(body), nullptr);
	EXPECT_FALSE(world.SetMaterial(body, {}).IsOk());
	EXPECT_FALSE(world.SetContact(body, {}).IsOk());
	EXPECT_FALSE(world.SetIterations(body, 1));
	EXPECT_FALSE(world.SetStride(body, 1));
	EXPECT_EQ(world.Lag(body), 0);
	EXPECT_FALSE(world.Pin(body, box, PinMotion::Hold()).IsOk());
	EXPECT_FALSE(world.PinParticles(body, first, PinMotion::Hold()).IsOk());
	EXPECT_FALSE(world.Unpin(body));
	EXPECT_EQ(world.UnpinParticles(body, first), 0u);
	EXPECT_FALSE(world.Teleport(body, {}).IsOk());
	EXPECT_FALSE(world.SetVelocity(body, {}).IsOk());
	EXPECT_FALSE(world.SetState(body, {}, none, none).IsOk());
	EXPECT_EQ(world.ApplyImpulse(body, {}, 1, {1, 0, 0}), 0u);
	EXPECT_EQ(world.ApplyForce(body, {}, 1, {1, 0, 0}), 0u);
	EXPECT_FALSE(world.ApplyImpulse(body, Vec3d{1, 0, 0}));
	EXPECT_EQ(Norm(world.WrenchOf(body).impulse), 0);
	EXPECT_EQ(world.Penetration(body), 0);
	EXPECT_FALSE(world.AddProbe({"gone", body, box}).IsOk());
	EXPECT_FALSE(world.SetHeat(body, {}).IsOk());
	EXPECT_FALSE(world.SetTemperature(body, 20).IsOk());
	EXPECT_FALSE(world.Melt(body, {}, 1).IsOk());
	EXPECT_TRUE(world.Temperatures(body).empty());
	EXPECT_EQ(world.FindHeat(body), nullptr);

	EXPECT_FALSE(world.Remove(room.water));
	EXPECT_FALSE(world.SetEnabled(room.water, false));
	EXPECT_FALSE(world.SetFluid(room.water, {}).IsOk());
	EXPECT_FALSE(world.AddFluidBlock(room.water, box).IsOk());
	EXPECT_FALSE(world.AddFluidParticles(room.water, std::vector<Vec3d>{{}}).IsOk());
	EXPECT_EQ(world.Find(room.water), nullptr);
	EXPECT_FALSE(world.SetHeat(room.water, {}).IsOk());
	EXPECT_EQ(world.FindHeat(room.water), nullptr);
	EmitterDef emitter;
	emitter.fluid = room.water;
	EXPECT_FALSE(world.AddEmitter(emitter).IsOk());

	EXPECT_FALSE(world.Remove(room.tap));
	EXPECT_FALSE(world.SetEnabled(room.tap, false));
	EXPECT_FALSE(world.SetEmitterPose(room.tap, {}).IsOk());
	EXPECT_FALSE(world.Remove(kill));
	EXPECT_FALSE(world.Remove(field));
	EXPECT_FALSE(world.Remove(probe));
	EXPECT_EQ(world.Read(probe).particles, 0u);
	EXPECT_FALSE(world.Remove(source));
	EXPECT_FALSE(world.SetHeatSource(source, {}).IsOk());
	EXPECT_EQ(world.Find(source), nullptr);

	EXPECT_FALSE(world.Remove(room.wall));
	EXPECT_FALSE(world.SetEnabled(room.wall, false));
	EXPECT_FALSE(world.SetBoundaryTransform(room.wall, {}).IsOk());
	EXPECT_FALSE(world.SetBoundaryTransform(room.wall, {}, true).IsOk());
	EXPECT_FALSE(world.SetHeat(room.wall, {}).IsOk());
	EXPECT_EQ(world.Find(room.wall), nullptr);
	EXPECT_EQ(Norm(world.WrenchOf(room.wall).impulse), 0);

	EXPECT_FALSE(world.Remove(room.rigid));
	EXPECT_FALSE(world.SetEnabled(room.rigid, false));
	EXPECT_FALSE(world.SetRigidState(room.rigid, {}).IsOk());
	EXPECT_FALSE(world.ApplyImpulse(room.rigid, {}, {1, 0, 0}));
	EXPECT_EQ(world.Find(room.rigid), nullptr);
	EXPECT_EQ(world.MassOf(room.rigid), 0);
	EXPECT_EQ(Norm(world.CentreOfMass(room.rigid)), 0);
	EXPECT_EQ(Norm(world.WrenchOf(room.rigid).impulse), 0);
	EXPECT_EQ(world.StateHash(), before);
}
