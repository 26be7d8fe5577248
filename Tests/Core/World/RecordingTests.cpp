#include <SPHSolids/Base/Random.h>
#include <SPHSolids/World/Recording.h>
#include <SPHSolids/World/World.h>

#include "Body/FileFrame.h"

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

/// A world in which everything that can be asked of one is asked.
class RecordedPlay
{
public:
	explicit RecordedPlay(std::uint32_t steps, const std::string& solver = "lbfgs")
		: random(7)
	{
		WorldDef def;
		def.solver.name = solver;
		def.solver.refactorAtOnce = true;
		def.recordedSteps = steps;
		world = World::Create(def).TakeValue();
		ground = world->AddBoundary({}).Value();
		BoundaryDef paddle;
		paddle.shape = Shape::Convex(std::vector<Vec3d>{{-0.1, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}, {0.1, 0.1, 0.1}}).Value();
		paddle.pose.position = {0.6, 0, 0.05};
		paddle.motion = PinMotion::Rotate({0.6, 0, 0}, {0, 0, 1}, 3, 0, 2).Value();
		world->AddBoundary(paddle).Value();
		for (int k = 0; k < 3; ++k)
			bodies.push_back(AddBlock({0.13 * k, 0.01 * k, 0.02 + 0.1 * k}));
		RigidDef box;
		box.shape = Shape::Box({0.03, 0.03, 0.03}).Value();
		box.pose.position = {0.05, 0.05, 0.45};
		rigid = world->AddRigid(box).Value();
	}
	BodyId AddBlock(const Vec3d& place)
	{
		SolidBodyDef body = LatticeBody(5, 4, 4, 0.025, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1));
		body.position = place;
		return world->AddBody(body).Value();
	}
	void AddWater()
	{
		FluidDef fluid;
		fluid.particleRadius = 0.012;
		const FluidId id = world->AddFluid(fluid).Value();
		world->AddFluidBlock(id, {{0.45, -0.1, 0}, {0.6, 0.1, 0.08}}).Value();
		EmitterDef emitter;
		emitter.fluid = id;
		emitter.radius = 0.03;
		emitter.rate = 1e-4;
		emitter.pose.position = {0.5, 0, 0.4};
		emitter.pose.rotation = AxisAngleRotation(Vec3d{1, 0, 0}, Pi);
		world->AddEmitter(emitter).Value();
		world->AddKillVolume({{-5, -5, -1}, {5, 5, -0.5}}).Value();
		// Ends a part of the water: a recording without it has other particles.
		world->AddKillVolume(Shape::Sphere(0.05).Value(), {{0.5, 0, 0.05}}).Value();
	}
	/// Something else in every frame.
	void Command(int frame)
	{
		const BodyId id = bodies[static_cast<std::size_t>(frame) % bodies.size()];
		switch (frame % 16)
		{
		case 0: world->ApplyImpulse(id, Vec3d{0.2, 0, 0.5}); break;
		case 1: world->ApplyImpulse(id, {0, 0, 0.1}, 0.1, {1, 1, 0}); break;
		case 2: world->ApplyForce(id, {0, 0, 0.1}, 0.2, {0, 3, 0}); break;
		case 3: (void)world->SetMaterial(id, MaterialOf(MaterialModel::Corotated, 1e4 * (1 + frame % 5), 0.3, 900, 1)); break;
		case 4: world->Pin(id, {{-1, -1, -1}, {0.03, 1, 1}}, PinMotion::Linear({0.5, 0, 1}, 0, 0.2)).Value(); break;
		case 5: (void)world->SetGravity({0, std::sin(frame), -9.81}); break;
		case 6: world->ApplyRadialImpulse({0.1, 0, 0}, 0.5, 2); break;
		case 7:
			(void)world->SetContact(id, {0.1 * (frame % 7), true, true});
			world->SetIterations(id, frame % 4);
			break;
		case 8: world->Unpin(id); break;
		case 9: (void)world->Teleport(id, Pose{{0.1, 0.1, 0.5}, AxisAngleRotation(Vec3d{0, 1, 0}, 1.0)}, {0, 0, -1}); break;
		case 10: (void)world->SetRigidState(rigid, {{{0.1, 0, 0.4}, Mat3d::Identity()}, {0, 0, -1}, {1, 0, 0}}); break;
		case 11: (void)world->SetBoundaryTransform(ground, {{0, 0, 0.01 * (frame % 3)}, Mat3d::Identity()}); break;
		case 12:
			world->Remove(id);
			bodies[static_cast<std::size_t>(frame) % bodies.size()] = AddBlock({0.2, 0, 0.6});
			break;
		case 13: Scramble(id); break;
		case 14: world->PinParticles(id, std::vector<std::uint32_t>{0, 1, 2, 3}, PinMotion::Hold()).Value(); break;
		default: world->ApplyImpulse(rigid, {0.1, 0, 0.4}, {0.1, 0, 0}); break;
		}
	}
	void Scramble(BodyId id)
	{
		const SolidBody& body = *world->Find(id);
		std::vector<Vec3> places(body.ParticleCount()), velocities(body.ParticleCount());
		for (Vec3& place : places)
			place = (random.NextDirection() * random.NextIn(0, 0.1)).Cast<Real>();
		(void)world->SetState(id, {0.1, 0, 0.3}, places, velocities);
	}
	void Run(int first, int count)
	{
		for (int frame = first; frame < first + count; ++frame)
		{
			Command(frame);
			issues |= world->Step(1.0 / 60, *tasks).issues;
		}
	}

	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner(2);
	std::vector<BodyId> bodies;
	BoundaryId ground;
	RigidId rigid;
	StepIssue issues = StepIssue::None;
	Random random;
};

/// Steps whose hash is met, by the given number of workers.
std::size_t SameSteps(const Recording& recording, int workers)
{
	auto replayer = Replayer::Create(recording);
	EXPECT_TRUE(replayer.IsOk()) << replayer.Message();
	if (!replayer.IsOk())
		return 0;
	const auto tasks = MakeThreadTaskRunner(workers);
	while (!replayer.Value()->AtEnd())
	{
		const auto report = replayer.Value()->Next(*tasks);
		EXPECT_TRUE(report.IsOk()) << report.Message();
		if (!report.IsOk() || !replayer.Value()->IsSame())
			return replayer.Value()->NextStep() - 1;
	}
	return replayer.Value()->NextStep();
}

}

TEST(Recording, EveryCommandIsPlayedAgainToTheSameBits)
{
	for (const bool withWater : {false, true})
	{
		RecordedPlay play(1000);
		if (withWater)
			play.AddWater();
		play.Run(0, 48);
		const auto recording = Recording::Read(play.world->WriteRecording().Value());
		ASSERT_TRUE(recording.IsOk()) << recording.Message();
		EXPECT_EQ(recording.Value().WhyNotExact(), "");
		ASSERT_EQ(recording.Value().Steps().size(), 48u);
		EXPECT_EQ(recording.Value().Steps().back().hash, play.world->StateHash());
		EXPECT_EQ(SameSteps(recording.Value(), 1), 48u) << withWater;
	}
}

TEST(Recording, TheRingStartsFromAStateInTheMiddleAndStillEndsInTheSameBits)
{
	for (const bool withWater : {false, true})
	{
		RecordedPlay play(20);
		if (withWater)
			play.AddWater();
		play.Run(0, 57); // ids were given again, materials and pins changed before the ring's start
		const auto recording = Recording::Read(play.world->WriteRecording().Value());
		ASSERT_TRUE(recording.IsOk()) << recording.Message();
		const std::size_t kept = recording.Value().Steps().size();
		EXPECT_GE(kept, 10u);
		EXPECT_LE(kept, 20u);
		EXPECT_EQ(recording.Value().Steps().back().hash, play.world->StateHash());
		for (const int workers : {1, 3})
			EXPECT_EQ(SameSteps(recording.Value(), workers), kept) << withWater << " workers " << workers;
	}
}

TEST(Recording, ABodyThatHadToBeRecoveredIsRecoveredAgainInTheReplay)
{
	RecordedPlay play(30);
	play.Run(0, 20);
	// Every particle at one point: no elastic law brings a body back from there, the world has to.
	const BodyId id = play.bodies.front();
	const SolidBody& body = *play.world->Find(id);
	const std::vector<Vec3> nowhere(body.ParticleCount());
	ASSERT_TRUE(play.world->SetState(id, {0, 0, 0.4}, nowhere, nowhere).IsOk());
	StepIssue issues = StepIssue::None;
	for (int k = 0; k < 10 && !Has(issues, StepIssue::BodyRecovered); ++k)
		issues = play.world->Step(1.0 / 60, *play.tasks).issues;
	ASSERT_TRUE(Has(issues, StepIssue::BodyRecovered));
	const auto recording = Recording::Read(play.world->WriteRecording().Value());
	ASSERT_TRUE(recording.IsOk()) << recording.Message();
	EXPECT_TRUE(Has(recording.Value().Steps().back().issues, StepIssue::BodyRecovered));
	for (const int workers : {1, 2, 8})
	{
		auto replayer = Replayer::Create(recording.Value());
		ASSERT_TRUE(replayer.IsOk()) << replayer.Message();
		const auto tasks = MakeThreadTaskRunner(workers);
		StepReport report;
		while (!replayer.Value()->AtEnd())
			report = replayer.Value()->Next(*tasks).TakeValue();
		EXPECT_TRUE(replayer.Value()->IsSame()) << workers;
		EXPECT_TRUE(Has(report.issues, StepIssue::BodyRecovered)) << workers;
		EXPECT_EQ(replayer.Value()->GetWorld().StateHash(), play.world->StateHash()) << workers;
	}
}

TEST(Recording, NamesTheFastestParticleAndTheStrongestContacts)
{
	RecordedPlay play(10);
	play.Run(0, 1);
	play.world->ApplyImpulse(play.bodies[1], Vec3d{0, 0, -20});
	play.world->Step(1.0 / 60, *play.tasks);
	const auto recording = Recording::Read(play.world->WriteRecording().Value());
	const RecordedStep& last = recording.Value().Steps().back();
	ASSERT_TRUE(last.fastestBody.IsSet());
	double fastest = 0;
	for (const BodyId id : play.bodies)
		for (const Vec3& v : play.world->Find(id)->velocity)
			fastest = std::max(fastest, static_cast<double>(Norm(v)));
	EXPECT_NEAR(last.fastestSpeed, fastest, 1e-6 * fastest);
	ASSERT_GT(last.contactCount, 0u);
	for (std::uint32_t k = 1; k < last.contactCount; ++k)
		EXPECT_GE(last.strongest[k - 1].impulse, last.strongest[k].impulse);
}

TEST(Recording, SaysWhyItCannotBeExact)
{
	WorldDef def;
	def.recordedSteps = 4;
	const auto tasks = MakeSerialTaskRunner();
	const auto why = [&](const WorldDef& worldDef, bool withField)
	{
		auto world = World::Create(worldDef).TakeValue();
		if (withField)
			world->AddForceField({[](const Vec3d&, const Vec3d&, double) { return Vec3d{}; }}).Value();
		world->Step(0.01, *tasks);
		return Recording::Read(world->WriteRecording().Value()).Value().WhyNotExact();
	};
	EXPECT_NE(why(def, false).find("background"), std::string::npos);
	def.solver.refactorAtOnce = true;
	EXPECT_EQ(why(def, false), "");
	EXPECT_NE(why(def, true).find("force field"), std::string::npos);
	def.budgetMilliseconds = 3;
	EXPECT_NE(why(def, false).find("budget"), std::string::npos);
	EXPECT_FALSE(World::Create({}).Value()->WriteRecording().IsOk());
}

TEST(Recording, DamagedBytesAreRefusedOrPlayedWithoutHarm)
{
	RecordedPlay play(8);
	play.AddWater();
	play.Run(0, 9);
	const Tests::Bytes whole = play.world->WriteRecording().Value();
	for (std::size_t length = 0; length < whole.size(); length += whole.size() / 97)
		EXPECT_FALSE(Recording::Read(std::span(whole).first(length)).IsOk()) << length;
	// With checksums made to agree, as a malicious writer would.
	Random random(3);
	const auto tasks = MakeSerialTaskRunner();
	int refused = 0, played = 0;
	for (int k = 0; k < 150; ++k)
	{
		Tests::Bytes broken = whole;
		// How the world was made, or what was asked of it; what it holds besides has checksums of its own.
		const std::size_t entry = Tests::HeaderSize + (k % 2 == 0 ? 1u : 4u) * Tests::EntrySize;
		const auto first = Tests::ValueAt<std::uint64_t>(whole, entry + 8), size = Tests::ValueAt<std::uint64_t>(whole, entry + 16);
		for (int flips = 0; flips < 4; ++flips)
			broken[first + static_cast<std::size_t>(random.NextIn(0, static_cast<double>(size)))] = std::byte(random.NextBits() & 0xff);
		Tests::RepairFrame(broken);
		const auto recording = Recording::Read(broken);
		if (!recording.IsOk())
		{
			++refused;
			continue;
		}
		auto replayer = Replayer::Create(recording.Value());
		if (!replayer.IsOk())
		{
			++refused;
			continue;
		}
		++played;
		for (int step = 0; step < 2 && !replayer.Value()->AtEnd(); ++step)
			if (!replayer.Value()->Next(*tasks).IsOk())
				break;
	}
	EXPECT_GT(refused, 0);
	EXPECT_GT(played, 0);
}
