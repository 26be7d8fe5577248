#include "AllocationCounter.h"

#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

std::unique_ptr<World> MakeWorld(const WorldDef& def = {})
{
	auto world = World::Create(def).TakeValue();
	BoundaryDef box;
	box.shape = Shape::Box({0.2, 0.2, 0.5}).Value().Inverted();
	box.pose.position = {0, 0, 0.5};
	world->AddBoundary(box).Value();
	return world;
}

FluidDef Water()
{
	FluidDef water;
	water.particleRadius = 0.0125;
	return water;
}

}

TEST(FluidWorld, ASteadyStepAllocatesNothing)
{
	auto world = MakeWorld();
	auto tasks = MakeSerialTaskRunner();
	FluidDef syrup = Water();
	syrup.viscosity = 1;
	syrup.boundaryViscosity = 1;
	syrup.surfaceTension = 0.1;
	syrup.vorticity = 0.1;
	syrup.boundaryFriction = 0.2;
	const FluidId id = world->AddFluid(syrup).Value();
	world->AddFluidBlock(id, {{-0.2, -0.2, 0}, {0.2, 0.2, 0.15}}).Value();
	RigidDef rigid;
	rigid.shape = Shape::Sphere(0.05).Value();
	rigid.density = 500;
	rigid.pose.position = {0, 0, 0.25};
	world->AddRigid(rigid).Value();
	for (int k = 0; k < 60; ++k)
		world->Step(0.02, *tasks);
	const long before = Tests::CountedAllocations();
	for (int k = 0; k < 10; ++k)
		world->Step(0.02, *tasks);
	EXPECT_EQ(Tests::CountedAllocations() - before, 0);
}

TEST(FluidWorld, AnEmitterPoursWhatItsSpeedAndAreaSay)
{
	auto world = MakeWorld();
	auto tasks = MakeParallelTaskRunner(2);
	EmitterDef emitter;
	emitter.fluid = world->AddFluid(Water()).Value();
	emitter.shape = EmitterShape::Box;
	emitter.halfSize = {0.03, 0.03, 0}; // three by three
	emitter.pose.rotation = AxisAngleRotation(Vec3d{1, 0, 0}, Pi);
	emitter.pose.position = {0, 0, 0.8};
	emitter.speed = 1.02;
	world->AddEmitter(emitter).Value();
	StepReport report;
	for (int k = 0; k < 10; ++k)
		report = world->Step(0.02, *tasks);
	// A layer at once and one each 2.5 cm, of 20.4 cm.
	EXPECT_EQ(report.fluidParticles, 9u * 9);
}

TEST(FluidWorld, ARateLeavesGapsAndIsKept)
{
	auto world = MakeWorld();
	auto tasks = MakeParallelTaskRunner(2);
	EmitterDef emitter;
	emitter.fluid = world->AddFluid(Water()).Value();
	emitter.radius = 0.06;
	emitter.pose.rotation = AxisAngleRotation(Vec3d{1, 0, 0}, Pi);
	emitter.pose.position = {0, 0, 0.8};
	emitter.rate = 1e-3; // 64 particles a second
	world->AddEmitter(emitter).Value();
	StepReport report;
	for (int k = 0; k < 50; ++k)
		report = world->Step(0.02, *tasks);
	EXPECT_NEAR(report.fluidParticles, 64, 3);
	emitter.rate = -1;
	EXPECT_FALSE(world->AddEmitter(emitter).IsOk());
}

TEST(FluidWorld, AMeshPoursAlongItsNormals)
{
	WorldDef def;
	def.gravity = {};
	auto world = World::Create(def).TakeValue();
	auto tasks = MakeParallelTaskRunner(2);
	EmitterDef emitter;
	emitter.fluid = world->AddFluid(Water()).Value();
	emitter.shape = EmitterShape::Mesh;
	emitter.mesh.vertices = {{0, 0, 0}, {0, 0.2, 0}, {0, 0, 0.2}, {0, 0.2, 0.2}};
	emitter.mesh.triangles = {{0, 1, 2}, {1, 3, 2}};
	world->AddEmitter(emitter).Value();
	world->Step(0.02, *tasks);
	const FluidView view = world->Fluid();
	// Places stand a diameter apart: between a loose and a tight covering of the square.
	EXPECT_GT(view.velocity.size(), 40u);
	EXPECT_LT(view.velocity.size(), 90u);
	Vec3d mean;
	for (const PaddedVec3& v : view.velocity)
		mean += v.Xyz().Cast<double>() / static_cast<double>(view.velocity.size());
	EXPECT_NEAR(mean.x, 1, 0.05);
	emitter.mesh.triangles = {{0, 1, 99}};
	EXPECT_FALSE(world->AddEmitter(emitter).IsOk());
}

TEST(FluidWorld, ParticlesEndWithTheirLifetimeAndInKillVolumes)
{
	auto world = MakeWorld();
	auto tasks = MakeParallelTaskRunner(2);
	EmitterDef emitter;
	emitter.fluid = world->AddFluid(Water()).Value();
	emitter.radius = 0.01;
	emitter.pose.rotation = AxisAngleRotation(Vec3d{1, 0, 0}, Pi);
	emitter.pose.position = {0, 0, 0.9};
	emitter.lifetime = 0.1;
	const EmitterId id = world->AddEmitter(emitter).Value();
	StepReport report;
	for (int k = 0; k < 50; ++k)
		report = world->Step(0.02, *tasks);
	EXPECT_GE(report.fluidParticles, 4u);
	EXPECT_LE(report.fluidParticles, 6u);
	world->Remove(id);
	// One that ends what leaves it ends nothing within.
	const std::uint32_t before = report.fluidParticles;
	const KillVolumeId fence = world->AddKillVolume({{-1, -1, -1}, {1, 1, 1}}, true).Value();
	report = world->Step(0.002, *tasks);
	EXPECT_EQ(report.fluidParticles, before);
	world->Remove(fence);
	world->AddKillVolume({{-1, -1, 2}, {1, 1, 3}}, true).Value();
	report = world->Step(0.002, *tasks);
	EXPECT_EQ(report.fluidParticles, 0u);
}

TEST(FluidWorld, AKillVolumeEndsWhatIsInItAndLeavesTheRest)
{
	auto world = MakeWorld();
	auto tasks = MakeParallelTaskRunner(2);
	const FluidId water = world->AddFluid(Water()).Value();
	world->AddFluidBlock(water, {{-0.2, -0.2, 0}, {0.2, 0.2, 0.1}}).Value();
	world->AddKillVolume({{0, -1, -1}, {1, 1, 1}}).Value();
	const StepReport report = world->Step(0.002, *tasks);
	EXPECT_EQ(report.removed, 8u * 16 * 4);
	EXPECT_EQ(report.fluidParticles, 8u * 16 * 4);
}

TEST(FluidWorld, AKillVolumeOfAnyShapeEndsWhatIsInItOrOutsideOfIt)
{
	const std::vector<Vec3d> corners = {{-0.1, -0.1, -0.1}, {0.1, -0.1, -0.1}, {0, 0.15, -0.1}, {0, 0, 0.12}};
	const Pose pose = {{0.03, -0.02, 0.09}, AxisAngleRotation(Vec3d{0, 1, 0}, 0.4)};
	for (const Shape& shape : {Shape::Sphere(0.08).Value(), Shape::Convex(corners).Value()})
		for (const bool outside : {false, true})
		{
			auto world = MakeWorld();
			auto tasks = MakeParallelTaskRunner(2);
			world->AddFluidBlock(world->AddFluid(Water()).Value(), {{-0.2, -0.2, 0}, {0.2, 0.2, 0.2}}).Value();
			const auto places = [&]
			{
				std::vector<Vec3d> list;
				for (const PaddedVec3& place : world->Fluid().position)
					list.push_back(world->Fluid().origin + place.Xyz().Cast<double>());
				return list;
			};
			const std::vector<Vec3d> before = places();
			const auto ends = [&](const Vec3d& place)
			{ return (shape.Distance(pose.ToLocal(place).Cast<Real>()).distance < 0) != outside; };
			const std::size_t expected = static_cast<std::size_t>(std::count_if(before.begin(), before.end(), ends));
			ASSERT_GT(expected, 20u);
			world->AddKillVolume(outside ? shape.Inverted() : shape, pose).Value();
			const StepReport report = world->Step(0.001, *tasks);
			// In the step, before it ends, a particle moves by gravity alone: less than a hundredth of a millimetre.
			EXPECT_NEAR(report.removed, static_cast<double>(expected), 2);
			for (const Vec3d& place : places())
				EXPECT_GT(shape.Distance(pose.ToLocal(place).Cast<Real>()).distance * (outside ? -1.0f : 1.0f), -1e-4f);
		}
	EXPECT_FALSE(MakeWorld()->AddKillVolume(Shape::Plane(), {{0, 0, std::nan("")}}).IsOk());
}

TEST(FluidWorld, EmittersOfEveryShapePourTheMassTheirRateSaysAndForAsLongAsTheySay)
{
	// Litres a second at 2.5 cm particles, 0.0156 l each.
	for (const EmitterShape shape : {EmitterShape::Disc, EmitterShape::Box, EmitterShape::Mesh})
	{
		WorldDef def;
		def.gravity = {};
		auto world = World::Create(def).TakeValue();
		auto tasks = MakeParallelTaskRunner(2);
		EmitterDef emitter;
		emitter.fluid = world->AddFluid(Water()).Value();
		emitter.shape = shape;
		emitter.radius = 0.06;
		emitter.halfSize = {0.06, 0.06, 0};
		emitter.mesh.vertices = {{-0.06, -0.06, 0}, {0.06, -0.06, 0}, {0.06, 0.06, 0}, {-0.06, 0.06, 0}};
		emitter.mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
		emitter.rate = 5e-3;
		emitter.speed = 2;
		emitter.startTime = 0.1;
		emitter.endTime = 0.5;
		emitter.lifetime = 0.3;
		world->AddEmitter(emitter).Value();
		std::size_t emitted = 0, most = 0;
		double first = -1;
		for (int k = 0; k < 100; ++k)
		{
			const StepReport report = world->Step(0.01, *tasks);
			if (report.emitted > 0 && first < 0)
				first = world->Time();
			emitted += report.emitted;
			most = std::max<std::size_t>(most, report.fluidParticles);
		}
		// Within what comes with a layer: one each 12.5 ms.
		const double particle = std::pow(0.025, 3), layer = 5e-3 * 0.0125 + particle;
		EXPECT_NEAR(first, 0.1, 0.011);
		EXPECT_NEAR(static_cast<double>(emitted) * particle, 5e-3 * 0.4, layer);
		// Those of the last 0.3 s at a time, and none 0.3 s after the end.
		EXPECT_NEAR(static_cast<double>(most) * particle, 5e-3 * 0.3, layer);
		EXPECT_EQ(world->Fluid().position.size(), 0u);
	}
}

TEST(FluidWorld, FluidIsNotMadeInsideSolids)
{
	auto world = MakeWorld();
	RigidDef rigid;
	rigid.shape = Shape::Box({0.1, 0.1, 0.1}).Value();
	rigid.pose.position = {0, 0, 0.1};
	world->AddRigid(rigid).Value();
	const FluidId id = world->AddFluid(Water()).Value();
	EXPECT_EQ(world->AddFluidBlock(id, {{-0.075, -0.075, 0.025}, {0.075, 0.075, 0.175}}).Value(), 0u);
	// Half of this block lies in the box, and some outside of the tank.
	const std::size_t made = world->AddFluidBlock(id, {{0, -0.1, 0}, {0.3, 0.1, 0.2}}).Value();
	EXPECT_GT(made, 0u);
	EXPECT_LE(made, 4u * 8 * 8);
}

TEST(FluidWorld, AnEmitterInsideASolidPoursNothingUntilItIsMovedOut)
{
	auto world = MakeWorld();
	auto tasks = MakeParallelTaskRunner(2);
	SolidBodyDef body = LatticeBody(8, 8, 8, 0.025, MaterialOf(MaterialModel::StableNeoHookean, 1e5, 0.3, 1000, 1));
	body.position = {-0.0875, -0.0875, 0.0125};
	world->AddBody(body).Value();
	EmitterDef emitter;
	emitter.fluid = world->AddFluid(Water()).Value();
	emitter.radius = 0.03;
	emitter.pose.position = {0, 0, 0.1};
	const EmitterId id = world->AddEmitter(emitter).Value();
	StepReport report;
	for (int k = 0; k < 10; ++k)
		report = world->Step(0.02, *tasks);
	EXPECT_EQ(report.fluidParticles, 0u);
	emitter.pose.position = {0, 0, 0.5};
	ASSERT_TRUE(world->SetEmitterPose(id, emitter.pose).IsOk());
	for (int k = 0; k < 5; ++k)
		report = world->Step(0.02, *tasks);
	EXPECT_GT(report.fluidParticles, 0u);
}

TEST(FluidWorld, BadFluidsAreRefusedWithAReason)
{
	WorldDef def;
	def.limits.maxFluidParticles = 10'000;
	auto world = MakeWorld(def);
	const FluidId id = world->AddFluid(Water()).Value();
	EXPECT_FALSE(world->AddFluidBlock(id, {{0, 0, 0}, {0, 0, 0}}).IsOk());
	EXPECT_FALSE(world->AddFluidBlock(id, {{0, 0, 0}, {0.01, 1, 1}}).IsOk());
	const auto million = world->AddFluidBlock(id, {{0, 0, 0}, {2.5, 2.5, 2.5}});
	ASSERT_FALSE(million.IsOk());
	EXPECT_NE(million.Message().find("1000000"), std::string::npos) << million.Message();
	EXPECT_FALSE(world->AddFluidBlock(id, {{0, 0, 0}, {std::numeric_limits<double>::infinity(), 1, 1}}).IsOk());
	EXPECT_EQ(world->Fluid().position.size(), 0u);
	FluidDef wrong = Water();
	wrong.density = 5;
	EXPECT_FALSE(world->AddFluid(wrong).IsOk()) << "200 times lighter than water";
	wrong = Water();
	wrong.particleRadius = 0.02;
	EXPECT_FALSE(world->AddFluid(wrong).IsOk());
	def.pressure.solver = "magic";
	EXPECT_FALSE(World::Create(def).IsOk());
}

TEST(FluidWorld, AFullWorldSaysSoAndStepsOn)
{
	WorldDef def;
	def.limits.maxFluidParticles = 50;
	auto world = MakeWorld(def);
	auto tasks = MakeParallelTaskRunner(2);
	EmitterDef emitter;
	emitter.fluid = world->AddFluid(Water()).Value();
	emitter.radius = 0.05;
	emitter.pose.rotation = AxisAngleRotation(Vec3d{1, 0, 0}, Pi);
	emitter.pose.position = {0, 0, 0.8};
	world->AddEmitter(emitter).Value();
	StepReport report;
	for (int k = 0; k < 20; ++k)
		report = world->Step(0.02, *tasks);
	EXPECT_EQ(report.fluidParticles, 50u);
	EXPECT_TRUE(Has(report.issues, StepIssue::FluidLimitReached));
}

TEST(FluidWorld, WaterThatComesWakesASleepingBody)
{
	WorldDef def;
	def.time.elasticStep = 0.004;
	def.solver.refactorAtOnce = true;
	auto world = MakeWorld(def);
	auto tasks = MakeParallelTaskRunner(2);
	SolidBodyDef body = LatticeBody(4, 4, 4, 0.025, MaterialOf(MaterialModel::StableNeoHookean, 1e5, 0.3, 300, 1));
	body.position = {-0.0375, -0.0375, 0.0125};
	const BodyId id = world->AddBody(body).Value();
	for (int k = 0; k < 100 && world->StateOf(id) != BodyState::Sleeping; ++k)
		world->Step(0.02, *tasks);
	ASSERT_EQ(world->StateOf(id), BodyState::Sleeping);
	const FluidId water = world->AddFluid(Water()).Value();
	// Far from it at first; the load on the body grows as the column falls over.
	world->AddFluidBlock(water, {{-0.2, -0.2, 0}, {-0.15, 0.2, 0.4}}).Value();
	bool woke = false;
	for (int k = 0; k < 25 && !woke; ++k)
	{
		world->Step(0.02, *tasks);
		woke = world->StateOf(id) == BodyState::Awake;
	}
	EXPECT_TRUE(woke);
}
