#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace SPHSolids;

namespace
{

SolidBodyDef SmallBlock()
{
	return Scenes::LatticeBody(5, 5, 5, 0.02, Scenes::MaterialOf(MaterialModel::Corotated, 1e5, 0.3, 1000, 1));
}

/// Fastest particle of a body, m/s; infinite if any place or velocity, of fluid too, is not a number.
double FastestOf(const World& world, BodyId id)
{
	double fastest = 0;
	const auto look = [&](const Vec3& place, const Vec3& velocity)
	{
		const bool isSound = IsFinite(place) && IsFinite(velocity);
		fastest = std::max(fastest, isSound ? static_cast<double>(Norm(velocity)) : std::numeric_limits<double>::infinity());
	};
	const SolidBody& body = *world.Find(id);
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		look(body.position[i], body.velocity[i]);
	for (std::size_t i = 0; i < world.Fluid().position.size(); ++i)
		look(world.Fluid().position[i].Xyz(), world.Fluid().velocity[i].Xyz() * Real(0));
	return fastest;
}

}

TEST(BadInput, ABoundaryThatSwallowsABodyAndWaterLetsTheBodyOutGentlyAndTheStepFinishes)
{
	WorldDef def;
	def.solver.refactorAtOnce = true;
	auto world = World::Create(def).TakeValue();
	auto tasks = MakeParallelTaskRunner(2);
	const BodyId id = world->AddBody(SmallBlock()).Value();
	FluidDef water;
	water.particleRadius = 0.01;
	world->AddFluidBlock(world->AddFluid(water).Value(), {{0.15, 0, 0}, {0.25, 0.1, 0.1}}).Value();
	world->Step(0.02, *tasks);
	BoundaryDef rock;
	rock.shape = Shape::Box({0.5, 0.5, 0.5}).Value();
	world->AddBoundary(rock).Value();
	double fastest = 0;
	for (int k = 0; k < 100; ++k)
	{
		world->Step(0.02, *tasks);
		fastest = std::max(fastest, FastestOf(*world, id));
	}
	// Pushed out of the rock's side or top and then falling for two seconds.
	EXPECT_LT(fastest, 22);
	EXPECT_NEAR(world->Time(), 2.02, 0.01);
	EXPECT_EQ(world->Find(id)->ParticleCount(), 125u);
}

TEST(BadInput, TransformsThatAreNoNumbersAreRefusedAndTheStepFinishes)
{
	WorldDef def;
	def.solver.refactorAtOnce = true;
	auto world = World::Create(def).TakeValue();
	auto tasks = MakeParallelTaskRunner(2);
	const BodyId id = world->AddBody(SmallBlock()).Value();
	BoundaryDef floor;
	floor.pose.position = {0, 0, -0.02};
	const BoundaryId plane = world->AddBoundary(floor).Value();
	const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
	for (const Vec3d& place : {Vec3d{nan, 0, 0}, Vec3d{0, infinite, 0}, Vec3d{0, 0, -nan}})
	{
		Pose pose;
		pose.position = place;
		EXPECT_FALSE(world->SetBoundaryTransform(plane, pose).IsOk());
		EXPECT_FALSE(world->SetBoundaryTransform(plane, pose, true).IsOk());
		EXPECT_FALSE(world->Teleport(id, pose).IsOk());
		EXPECT_FALSE(world->Teleport(id, {}, place).IsOk());
		Pose turned;
		turned.rotation.m[1][2] = place.x + place.y + place.z;
		EXPECT_FALSE(world->SetBoundaryTransform(plane, turned).IsOk());
		EXPECT_FALSE(world->Teleport(id, turned).IsOk());
		world->Step(0.02, *tasks);
		world->Step(nan, *tasks);
	}
	EXPECT_NEAR(world->Time(), 0.06, 0.005);
	EXPECT_LT(FastestOf(*world, id), 1);
}

TEST(BadInput, BodiesLargerThanTheSolverHoldsAreRefusedWithACure)
{
	// 1e39 is a finite double and an infinite float.
	auto world = World::Create({}).TakeValue();
	SolidBodyDef large = SmallBlock();
	large.rotation = Mat3d::Diagonal({1e41, 1e41, 1});
	const Result<BodyId> refused = world->AddBody(large);
	ASSERT_FALSE(refused.IsOk());
	EXPECT_NE(refused.Message().find("scale"), std::string::npos) << refused.Message();
	SolidBodyDef fast = SmallBlock();
	fast.velocity = {1e39, 0, 0};
	EXPECT_FALSE(world->AddBody(fast).IsOk());
	SolidBodyDef spinning = SmallBlock();
	spinning.angularVelocity = {0, 0, 1e300};
	EXPECT_FALSE(world->AddBody(spinning).IsOk());

	const BodyId id = world->AddBody(SmallBlock()).Value();
	EXPECT_FALSE(world->SetVelocity(id, {0, -1e39, 0}).IsOk());
	EXPECT_FALSE(world->Teleport(id, {}, {0, 0, 1e39}).IsOk());
	const SolidBody& body = *world->Find(id);
	std::vector<Vec3> far(body.ParticleCount(), Vec3{3e38f, 0, 0}), still(body.ParticleCount());
	EXPECT_FALSE(world->SetState(id, {}, far, still).IsOk());
	EXPECT_EQ(FastestOf(*world, id), 0);
}

TEST(BadInput, ABodyThatAStepWouldThrowOutOfReachStaysAndCanBeRestored)
{
	WorldDef def;
	def.solver.refactorAtOnce = true;
	auto world = World::Create(def).TakeValue();
	auto tasks = MakeParallelTaskRunner(2);
	const BodyId id = world->AddBody(SmallBlock()).Value();
	ASSERT_TRUE(world->SetVelocity(id, {1e30, 0, 0}).IsOk());
	const StepReport report = world->Step(0.02, *tasks);
	EXPECT_TRUE(Has(report.issues, StepIssue::BodyRecovered));
	EXPECT_LT(Norm(world->Find(id)->CentreOfMass()), 1);
	EXPECT_LT(FastestOf(*world, id), 1);
	EXPECT_TRUE(world->Restore(world->Snapshot()).IsOk());
}

TEST(BadInput, WaterFasterThanAnySubstepTakesNoMoreOfThemThanTheShortestAllowsAndSaysSo)
{
	for (const char* solver : {"dfsph", "wcsph", "pbf"})
	{
		WorldDef def;
		def.pressure.solver = solver;
		auto world = World::Create(def).TakeValue();
		auto tasks = MakeSerialTaskRunner();
		FluidDef water;
		water.particleRadius = 0.01;
		const FluidId id = world->AddFluid(water).Value();
		const std::vector<Vec3d> places = {{0, 0, 0}, {0.5, 0, 0}};
		EXPECT_FALSE(Has(world->Step(0.008, *tasks).issues, StepIssue::StepTooLong)) << solver;
		world->AddFluidParticles(id, places, {5e7, 0, 0}).Value();
		const StepReport report = world->Step(0.008, *tasks);
		EXPECT_TRUE(Has(report.issues, StepIssue::StepTooLong)) << solver;
		EXPECT_LE(report.substeps, 801) << solver;
		EXPECT_EQ(report.removed, 2u) << solver;
	}
}

TEST(BadInput, ThingsAMillionKilometresAwayAreRefused)
{
	auto world = World::Create({}).TakeValue();
	Pose far;
	far.position = {0, 1e300, 0};
	SolidBodyDef body = SmallBlock();
	body.position = far.position;
	EXPECT_FALSE(world->AddBody(body).IsOk());
	const BodyId id = world->AddBody(SmallBlock()).Value();
	EXPECT_FALSE(world->Teleport(id, far).IsOk());
	const SolidBody& placed = *world->Find(id);
	EXPECT_FALSE(world->SetState(id, far.position, placed.position, placed.velocity).IsOk());
	BoundaryDef floor;
	const BoundaryId plane = world->AddBoundary(floor).Value();
	EXPECT_FALSE(world->SetBoundaryTransform(plane, far).IsOk());
	floor.pose = far;
	EXPECT_FALSE(world->AddBoundary(floor).IsOk());
	RigidDef box;
	box.pose = far;
	EXPECT_FALSE(world->AddRigid(box).IsOk());
}

TEST(BadInput, AWallWhoseMotionLeadsOutOfTheWorldStaysAndTheStepIsFinite)
{
	WorldDef def;
	def.solver.refactorAtOnce = true;
	auto world = World::Create(def).TakeValue();
	auto tasks = MakeParallelTaskRunner(2);
	const BodyId id = world->AddBody(SmallBlock()).Value();
	BoundaryDef wall;
	wall.pose.position = {0, 0, -0.02};
	wall.motion = PinMotion::Linear({0, 0, 1e300}, 0, 1);
	world->AddBoundary(wall).Value();
	ASSERT_TRUE(world->SetVelocity(id, {0, 0, -1e38}).IsOk());
	for (int k = 0; k < 5; ++k)
		world->Step(0.02, *tasks);
	EXPECT_LT(FastestOf(*world, id), 10);
	EXPECT_TRUE(world->Restore(world->Snapshot()).IsOk());
}

TEST(BadInput, ACallThatAsksWaterForTooMuchTimeDropsIt)
{
	WorldDef def;
	def.time.maxElasticStepsPerCall = 3;
	auto world = World::Create(def).TakeValue();
	auto tasks = MakeSerialTaskRunner();
	FluidDef water;
	water.particleRadius = 0.01;
	world->AddFluidBlock(world->AddFluid(water).Value(), {{0, 0, 0}, {0.04, 0.04, 0.04}}).Value();
	const StepReport report = world->Step(1e6, *tasks);
	EXPECT_TRUE(Has(report.issues, StepIssue::TimeDropped));
	EXPECT_NEAR(world->Time(), 3 * def.time.elasticStep, 1e-9);
}

TEST(BadInput, NumbersThatAFloatDoesNotHoldAreRefused)
{
	auto world = World::Create({}).TakeValue();
	for (const double radius : {1e300, 1e-12, 0.0})
	{
		FluidDef water;
		water.particleRadius = radius;
		EXPECT_FALSE(world->AddFluid(water).IsOk()) << radius;
	}
	FluidDef small;
	small.particleRadius = 1e-6;
	EXPECT_FALSE(world->AddFluidBlock(world->AddFluid(small).Value(), {{-1e9, -1e9, -1e9}, {1e9, 1e9, 1e9}}).IsOk()); // 1e45 particles
	FluidDef thick;
	thick.viscosity = 1e300;
	EXPECT_FALSE(world->AddFluid(thick).IsOk());
	EXPECT_FALSE(world->SetGravity({0, 0, -1e300}).IsOk());
	BoundaryDef rough;
	rough.friction = 1e300;
	EXPECT_FALSE(world->AddBoundary(rough).IsOk());
	EXPECT_FALSE(Shape::Box({1e300, 1, 1}).IsOk());
	SolidBodyDef sticky = SmallBlock();
	sticky.damping.viscosity = 1e300;
	EXPECT_FALSE(world->AddBody(sticky).IsOk());
}

TEST(BadInput, EmittersOfAbsurdWidthsAreRefused)
{
	auto world = World::Create({}).TakeValue();
	EmitterDef tap;
	tap.fluid = world->AddFluid({}).Value();
	EXPECT_TRUE(world->AddEmitter(tap).IsOk());
	for (const double radius : {-1e308, -0.1, 1e308, std::numeric_limits<double>::quiet_NaN()})
	{
		tap.radius = radius;
		EXPECT_FALSE(world->AddEmitter(tap).IsOk()) << radius;
	}
}
