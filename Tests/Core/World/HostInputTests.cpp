#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN(), Infinite = std::numeric_limits<double>::infinity();

/// A world in which there is one of everything, and all ways of a host to put a number into it.
struct Host
{
	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	BodyId body;
	FluidId fluid;
	EmitterId emitter;
	BoundaryId boundary;
	RigidId rigid;
	HeatSourceId source;

	Host()
	{
		WorldDef def;
		def.solver.refactorAtOnce = true;
		world = World::Create(def).TakeValue();
		SolidBodyDef block = LatticeBody(4, 4, 4, 0.02, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1));
		block.position = {0, 0, 0.05};
		body = world->AddBody(block).Value();
		FluidDef water;
		water.particleRadius = 0.01;
		fluid = world->AddFluid(water).Value();
		world->AddFluidBlock(fluid, {{0.2, 0, 0.01}, {0.3, 0.1, 0.1}}).Value();
		EmitterDef tap;
		tap.fluid = fluid;
		tap.pose.position = {0.5, 0, 0.3};
		emitter = world->AddEmitter(tap).Value();
		boundary = world->AddBoundary({}).Value();
		RigidDef box;
		box.shape = Shape::Box({0.03, 0.03, 0.03}).Value();
		box.pose.position = {-0.3, 0, 0.1};
		rigid = world->AddRigid(box).Value();
		source = world->AddHeatSource({}).Value();
		world->Step(0.016, *tasks);
	}

	struct Call
	{
		const char* name;
		std::function<bool(double)> isRefused; // with a bad number
	};
	static Pose PoseWith(double bad, bool isTurned)
	{
		Pose pose;
		(isTurned ? pose.rotation.m[0][1] : pose.position.y) = bad;
		return pose;
	}
	std::vector<Call> Calls()
	{
		World& w = *world;
		std::vector<Call> calls;
		const auto add = [&](const char* name, std::function<bool(double)> call) { calls.push_back({name, std::move(call)}); };
		for (const bool isTurned : {false, true})
		{
			add("Teleport", [&, isTurned](double bad) { return !w.Teleport(body, PoseWith(bad, isTurned)).IsOk(); });
			add("SetEmitterPose", [&, isTurned](double bad) { return !w.SetEmitterPose(emitter, PoseWith(bad, isTurned)).IsOk(); });
			add("SetBoundaryTransform",
				[&, isTurned](double bad) { return !w.SetBoundaryTransform(boundary, PoseWith(bad, isTurned)).IsOk(); });
			add("SetBoundaryTransform at once",
				[&, isTurned](double bad) { return !w.SetBoundaryTransform(boundary, PoseWith(bad, isTurned), true).IsOk(); });
			add("SetRigidState's pose",
				[&, isTurned](double bad) { return !w.SetRigidState(rigid, {PoseWith(bad, isTurned), {}, {}}).IsOk(); });
			add("AddBoundary's pose",
				[&, isTurned](double bad)
				{
					BoundaryDef def;
					def.pose = PoseWith(bad, isTurned);
					return !w.AddBoundary(def).IsOk();
				});
			add("AddRigid's pose",
				[&, isTurned](double bad)
				{
					RigidDef def;
					def.shape = Shape::Sphere(0.1).Value();
					def.pose = PoseWith(bad, isTurned);
					return !w.AddRigid(def).IsOk();
				});
			add("AddEmitter's pose",
				[&, isTurned](double bad)
				{
					EmitterDef def;
					def.fluid = fluid;
					def.pose = PoseWith(bad, isTurned);
					return !w.AddEmitter(def).IsOk();
				});
			add("AddBody's pose",
				[&, isTurned](double bad)
				{
					SolidBodyDef def = LatticeBody(3, 3, 3, 0.02, MaterialOf(MaterialModel::Corotated, 1e5, 0.3, 1000, 1));
					(isTurned ? def.rotation.m[2][0] : def.position.x) = bad;
					return !w.AddBody(def).IsOk();
				});
		}
		add("AddBody's velocity",
			[&](double bad)
			{
				SolidBodyDef def = LatticeBody(3, 3, 3, 0.02, MaterialOf(MaterialModel::Corotated, 1e5, 0.3, 1000, 1));
				def.velocity.y = bad;
				return !w.AddBody(def).IsOk();
			});
		add("AddBody's spin",
			[&](double bad)
			{
				SolidBodyDef def = LatticeBody(3, 3, 3, 0.02, MaterialOf(MaterialModel::Corotated, 1e5, 0.3, 1000, 1));
				def.angularVelocity.z = bad;
				return !w.AddBody(def).IsOk();
			});
		add("Teleport's velocity", [&](double bad) { return !w.Teleport(body, {}, {0, bad, 0}).IsOk(); });
		add("SetVelocity", [&](double bad) { return !w.SetVelocity(body, {0, 0, bad}).IsOk(); });
		add("SetState's origin",
			[&](double bad)
			{
				const SolidBody& now = *w.Find(body);
				return !w.SetState(body, {bad, 0, 0}, now.position, now.velocity).IsOk();
			});
		add("SetState's places",
			[&](double bad)
			{
				std::vector<Vec3> places(w.Find(body)->position.begin(), w.Find(body)->position.end());
				places[7].y = static_cast<Real>(bad);
				return !w.SetState(body, w.Find(body)->origin, places, w.Find(body)->velocity).IsOk();
			});
		add("SetState's velocities",
			[&](double bad)
			{
				std::vector<Vec3> velocities(w.Find(body)->ParticleCount());
				velocities[7].y = static_cast<Real>(bad);
				return !w.SetState(body, w.Find(body)->origin, w.Find(body)->position, velocities).IsOk();
			});
		add("ApplyImpulse's place", [&](double bad) { return w.ApplyImpulse(body, {bad, 0, 0}, 1, {0, 0, 1}) == 0; });
		add("ApplyImpulse's radius", [&](double bad) { return w.ApplyImpulse(body, {}, bad, {0, 0, 1}) == 0; });
		add("ApplyImpulse at a place", [&](double bad) { return w.ApplyImpulse(body, {}, 1, {0, 0, bad}) == 0; });
		add("ApplyForce's place", [&](double bad) { return w.ApplyForce(body, {bad, 0, 0}, 1, {0, 0, 1}) == 0; });
		add("ApplyForce's radius", [&](double bad) { return w.ApplyForce(body, {}, bad, {0, 0, 1}) == 0; });
		add("ApplyForce", [&](double bad) { return w.ApplyForce(body, {}, 1, {0, 0, bad}) == 0; });
		add("ApplyImpulse on all", [&](double bad) { return !w.ApplyImpulse(body, Vec3d{bad, 0, 0}); });
		add("ApplyImpulse on a rigid body", [&](double bad) { return !w.ApplyImpulse(rigid, {}, {0, bad, 0}); });
		add("its place", [&](double bad) { return !w.ApplyImpulse(rigid, {bad, 0, 0}, {0, 1, 0}); });
		add("ApplyRadialImpulse's place", [&](double bad) { return w.ApplyRadialImpulse({bad, 0, 0}, 1, 1) == 0; });
		add("ApplyRadialImpulse's radius", [&](double bad) { return w.ApplyRadialImpulse({}, bad, 1) == 0; });
		add("ApplyRadialImpulse", [&](double bad) { return w.ApplyRadialImpulse({}, 1, bad) == 0; });
		add("SetRigidState's velocity", [&](double bad) { return !w.SetRigidState(rigid, {{}, {bad, 0, 0}, {}}).IsOk(); });
		add("SetRigidState's spin", [&](double bad) { return !w.SetRigidState(rigid, {{}, {}, {bad, 0, 0}}).IsOk(); });
		add("AddBoundary's velocity",
			[&](double bad)
			{
				BoundaryDef def;
				def.velocity.x = bad;
				return !w.AddBoundary(def).IsOk();
			});
		add("AddBoundary's friction",
			[&](double bad)
			{
				BoundaryDef def;
				def.friction = bad;
				return !w.AddBoundary(def).IsOk();
			});
		add("AddBoundary's motion",
			[&](double bad)
			{
				BoundaryDef def;
				def.motion = PinMotion::Linear({bad, 0, 0}, 0, 1);
				return !w.AddBoundary(def).IsOk();
			});
		add("Pin's motion",
			[&](double bad) { return !w.Pin(body, {{-1, -1, -1}, {1, 1, 1}}, PinMotion::Linear({bad, 0, 0}, 0, 1)).IsOk(); });
		add("PinParticles' motion",
			[&](double bad)
			{
				const std::vector<std::uint32_t> first = {0};
				return !w.PinParticles(body, first, PinMotion::Linear({}, 0, bad)).IsOk();
			});
		add("Pin's region",
			[&](double bad) { return !std::isnan(bad) || !w.Pin(body, {{bad, -1, -1}, {bad, 1, 1}}, PinMotion::Hold()).IsOk(); });
		for (const int what : {0, 1, 2, 3, 4, 5})
			add("AddRigid",
				[&, what](double bad)
				{
					RigidDef def;
					def.shape = Shape::Sphere(0.1).Value();
					double* const values[] = {
						&def.velocity.y, &def.angularVelocity.z, &def.density, &def.mass, &def.friction, &def.inertia.m[1][1]};
					*values[what] = bad;
					return !w.AddRigid(def).IsOk();
				});
		add("SetContact", [&](double bad) { return !w.SetContact(body, {bad}).IsOk(); });
		add("SetGravity", [&](double bad) { return !w.SetGravity({bad, 0, 0}).IsOk(); });
		add("Shift", [&](double bad) { return !w.Shift({bad, 0, 0}).IsOk(); });
		add("AddFluidBlock", [&](double bad) { return !w.AddFluidBlock(fluid, {{0, 0, 0.5}, {0.1, bad, 0.6}}).IsOk(); });
		add("AddFluidBlock's velocity",
			[&](double bad) { return !w.AddFluidBlock(fluid, {{0, 0, 0.5}, {0.1, 0.1, 0.6}}, {bad, 0, 0}).IsOk(); });
		add("AddFluidParticles",
			[&](double bad) { return !w.AddFluidParticles(fluid, std::vector<Vec3d>{{0, 0, 0.5}, {0, bad, 0.5}}).IsOk(); });
		add("AddFluidParticles' velocity",
			[&](double bad) { return !w.AddFluidParticles(fluid, std::vector<Vec3d>{{0, 0, 0.5}}, {0, 0, bad}).IsOk(); });
		add("AddKillVolume", [&](double bad) { return !w.AddKillVolume({{bad, 0, 0}, {1, 1, 1}}).IsOk(); });
		add("AddProbe", [&](double bad) { return !w.AddProbe({"bad", {}, {{0, 0, 0}, {1, bad, 1}}}).IsOk(); });
		add("SetFluid",
			[&](double bad)
			{
				FluidDef def = *w.Find(fluid);
				def.viscosity = bad;
				return !w.SetFluid(fluid, def).IsOk();
			});
		add("AddHeatSource's place",
			[&](double bad)
			{
				HeatSourceDef def;
				def.position.x = bad;
				return !w.AddHeatSource(def).IsOk();
			});
		add("SetHeatSource's temperature",
			[&](double bad)
			{
				HeatSourceDef def;
				def.temperature = bad;
				return !w.SetHeatSource(source, def).IsOk();
			});
		for (const int what : {0, 1, 2, 3, 4, 5})
			add("AddEmitter",
				[&, what](double bad)
				{
					if (what >= 3 && !std::isnan(bad))
						return true; // for ever, and from the beginning, are times
					EmitterDef def;
					def.fluid = fluid;
					double* const values[] = {&def.radius, &def.speed, &def.rate, &def.lifetime, &def.startTime, &def.endTime};
					*values[what] = bad;
					return !w.AddEmitter(def).IsOk();
				});
		return calls;
	}
};

}

TEST(HostInput, NumbersThatAreNoneAreRefusedByEveryCallAndNothingChanges)
{
	Host host, untouched;
	const std::vector<Host::Call> calls = host.Calls();
	EXPECT_GT(calls.size(), 60u);
	for (const Host::Call& call : calls)
		for (const double bad : {NotANumber, Infinite, -Infinite})
		{
			const std::vector<std::byte> before = host.world->Snapshot();
			EXPECT_TRUE(call.isRefused(bad)) << call.name << ": " << bad;
			EXPECT_TRUE(host.world->Snapshot() == before) << call.name << ": " << bad;
		}
	for (const double bad : {NotANumber, Infinite, -Infinite})
		EXPECT_EQ(host.world->Step(bad, *host.tasks).elasticSteps, 0);
	for (Host* each : {&host, &untouched})
		for (int k = 0; k < 10; ++k)
			each->world->Step(0.016, *each->tasks);
	EXPECT_EQ(host.world->StateHash(), untouched.world->StateHash());
}

TEST(HostInput, AForceFieldThatIsNoNumberSomewherePushesNothingThere)
{
	Host host;
	host.world
		->AddForceField({[](const Vec3d& place, const Vec3d&, double)
			{ return place.z > 0.09 || place.x > 0.25 ? Vec3d{NotANumber, 0, 0} : Vec3d{0, 10, 0}; }})
		.Value();
	for (int k = 0; k < 20; ++k)
		host.world->Step(0.016, *host.tasks);
	for (const Vec3& v : host.world->Find(host.body)->velocity)
		ASSERT_TRUE(IsFinite(v));
	for (const PaddedVec3& v : host.world->Fluid().velocity)
		ASSERT_TRUE(IsFinite(v.Xyz()));
	EXPECT_GT(host.world->Find(host.body)->CentreOfMass().y, 0.04 + 0.01);
}

TEST(HostInput, FluidWithoutVolumeOrRoomIsRefusedAndTheRestOfTheWorldGoesOn)
{
	WorldDef def;
	def.limits.maxFluidParticles = 10'000;
	auto world = World::Create(def).TakeValue();
	const auto tasks = MakeSerialTaskRunner();
	FluidDef water;
	water.particleRadius = 0.01;
	const FluidId fluid = world->AddFluid(water).Value();
	const std::size_t made = world->AddFluidBlock(fluid, {{0, 0, 0}, {0.3, 0.3, 0.3}}).Value();
	const std::uint64_t before = world->StateHash();
	for (const Box3d& box :
		{Box3d{{0, 0, 1}, {0, 0, 1}}, Box3d{{0, 0, 1}, {1, 1, 1}}, Box3d{{0, 0, 1}, {1, 0.019, 2}}, Box3d{{1, 1, 1}, {0, 0, 0}}})
		EXPECT_NE(world->AddFluidBlock(fluid, box).Message().find("thinner than a particle"), std::string::npos);
	const auto million = world->AddFluidBlock(fluid, {{0, 0, 1}, {2, 2, 3}});
	ASSERT_FALSE(million.IsOk());
	EXPECT_NE(million.Message().find("1000000"), std::string::npos) << million.Message();
	EXPECT_NE(million.Message().find(std::to_string(10'000 - made)), std::string::npos) << million.Message();
	EXPECT_NE(million.Message().find("maxFluidParticles"), std::string::npos) << million.Message();
	const std::vector<Vec3d> places(1'000'000, Vec3d{0, 0, 2});
	EXPECT_FALSE(world->AddFluidParticles(fluid, places).IsOk());
	EXPECT_EQ(world->StateHash(), before);
	// A tap that would pour a million is cut off where the world is full.
	EmitterDef tap;
	tap.fluid = fluid;
	tap.shape = EmitterShape::Box;
	tap.halfSize = {0.5, 0.5, 0};
	tap.speed = 4;
	tap.pose.position = {0, 0, 2};
	world->AddEmitter(tap).Value();
	bool isReported = false;
	for (int k = 0; k < 3; ++k)
		isReported = Has(world->Step(0.016, *tasks).issues, StepIssue::FluidLimitReached) || isReported;
	EXPECT_TRUE(isReported);
	EXPECT_EQ(world->Fluid().id.size(), 10'000u);
}

TEST(HostInput, WaterInWhatIsSolidIsLeftOutAndSaysHowMuch)
{
	Host host;
	World& world = *host.world;
	// A block of 8 cm in a box of 12: what is left is the room around it, less the layer that touches it.
	const Vec3d centre = world.Find(host.body)->CentreOfMass();
	const std::size_t free = world.AddFluidBlock(host.fluid, {centre - Vec3d{0.06, 0.06, 0.04}, centre + Vec3d{0.06, 0.06, 0.06}}).Value();
	EXPECT_LT(free, 6u * 6 * 5 - 4 * 4 * 4 + 1);
	EXPECT_GT(free, 20u);
	EXPECT_EQ(world.AddFluidParticles(host.fluid, std::vector<Vec3d>{centre}).Value(), 0u);
	EXPECT_EQ(world.AddFluidParticles(host.fluid, std::vector<Vec3d>{world.CentreOfMass(host.rigid)}).Value(), 0u);
	EXPECT_EQ(world.AddFluidParticles(host.fluid, std::vector<Vec3d>{{1, 1, -0.5}}).Value(), 0u) << "under the floor";
	double fastest = 0;
	for (int k = 0; k < 20; ++k)
	{
		world.Step(0.016, *host.tasks);
		for (const PaddedVec3& v : world.Fluid().velocity)
			fastest = std::max(fastest, static_cast<double>(Norm(v.Xyz())));
	}
	EXPECT_LT(fastest, 4); // from a tap of 1 m/s, 30 cm up: nothing is shot out
}
