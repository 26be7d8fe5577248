#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

WorldDef QuietWorld()
{
	WorldDef def;
	def.solver.refactorAtOnce = true;
	return def;
}

SolidBodyDef JellyCube(int across = 6)
{
	return LatticeBody(across, across, across, 0.02, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1));
}

}

TEST(World, FreeFallFollowsGravity)
{
	auto world = World::Create(QuietWorld()).TakeValue();
	auto tasks = MakeParallelTaskRunner(2);
	const BodyId id = world->AddBody(JellyCube()).Value();
	const Vec3d start = world->Find(id)->CentreOfMass();
	for (int k = 0; k < 25; ++k)
		world->Step(0.02, *tasks);
	EXPECT_NEAR(world->Time(), 0.5, 1e-9);
	// Implicit Euler falls h/2 t g further than the parabola.
	const double expected = 0.5 * 9.81 * 0.5 * (0.5 + world->Def().time.elasticStep);
	EXPECT_NEAR(start.z - world->Find(id)->CentreOfMass().z, expected, 1e-4 * expected);
}

TEST(World, StaleIdsFindNothingEvenWhenTheirPlaceIsTaken)
{
	auto world = World::Create(QuietWorld()).TakeValue();
	const BodyId first = world->AddBody(JellyCube(3)).Value();
	EXPECT_TRUE(world->Remove(first));
	EXPECT_FALSE(world->Remove(first));
	const BodyId second = world->AddBody(JellyCube(3)).Value();
	EXPECT_EQ(first.index, second.index);
	EXPECT_EQ(world->Find(first), nullptr);
	EXPECT_NE(world->Find(second), nullptr);
	EXPECT_FALSE(world->Wake(first));
	EXPECT_FALSE(world->SetMaterial(first, {}).IsOk());
}

TEST(World, TimeThatDoesNotFillAStepIsKept)
{
	WorldDef def = QuietWorld();
	def.time.elasticStep = 0.01;
	auto world = World::Create(def).TakeValue();
	auto tasks = MakeSerialTaskRunner();
	ASSERT_TRUE(world->AddBody(JellyCube(3)).IsOk());
	int steps = 0;
	for (int k = 0; k < 60; ++k)
		steps += world->Step(1.0 / 60, *tasks).elasticSteps;
	EXPECT_EQ(steps, 100);
	EXPECT_NEAR(world->Time(), 1.0, 1e-9);
}

TEST(World, ABodyMayAskForFewerIterationsThanTheWorldButNotForMore)
{
	// Stretched, so that no step is done with the first iterations.
	const auto iterationsPerSolve = [](int asked)
	{
		WorldDef def = QuietWorld();
		def.solver.minimiser.iterations = 6;
		auto world = World::Create(def).TakeValue();
		auto tasks = MakeSerialTaskRunner();
		const BodyId id = world->AddBody(JellyCube(4)).Value();
		EXPECT_TRUE(world->SetIterations(id, asked));
		AlignedArray<Vec3> places = world->Find(id)->position, velocities = world->Find(id)->velocity;
		for (Vec3& place : places)
			place.x *= Real(1.3);
		EXPECT_TRUE(world->SetState(id, world->Find(id)->origin, places, velocities).IsOk());
		const StepReport report = world->Step(def.time.elasticStep, *tasks);
		return report.elastic.iterations / std::max(1, report.elastic.solves);
	};
	EXPECT_EQ(iterationsPerSolve(0), 6);
	EXPECT_EQ(iterationsPerSolve(2), 2);
	EXPECT_EQ(iterationsPerSolve(50), 6);
	auto world = World::Create(QuietWorld()).TakeValue();
	EXPECT_FALSE(world->SetIterations({}, 2));
}

TEST(World, ABodyAloneIsPredictedAsItsSolverWouldByItself)
{
	// With three iterations from y the beam would end 0.9 mm away (SolidStep.ThreeIterationsAreEnoughForABeamThatSwingsSmoothly).
	SolidScene scene = ReferenceBeam(6);
	scene.solver.minimiser.iterations = 3;
	SolidPlayer alone(scene, 1);
	alone.Run(200);
	WorldDef def = QuietWorld();
	def.solver = scene.solver;
	def.gravity = scene.gravity;
	def.time.elasticStep = scene.step;
	auto world = World::Create(def).TakeValue();
	auto tasks = MakeSerialTaskRunner();
	const BodyId id = world->AddBody(scene.body).Value();
	ASSERT_TRUE(world->Pin(id, scene.pins.front().region, scene.pins.front().motion).IsOk());
	for (int k = 0; k < 200; ++k)
		world->Step(scene.step, *tasks);
	const SolidBody& body = *world->Find(id);
	Real farthest = 0;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		farthest = std::max(farthest, Norm(body.position[i] - alone.body.position[i]));
	EXPECT_LT(farthest, Real(1e-4));
}

TEST(World, RigidBodiesFallWithTheirShareOfGravity)
{
	auto world = World::Create(QuietWorld()).TakeValue();
	auto tasks = MakeSerialTaskRunner();
	RigidDef ball;
	ball.shape = Shape::Sphere(0.1).Value();
	for (const double scale : {0.0, 0.5, 1.0})
	{
		ball.gravityScale = scale;
		ball.pose.position = {scale * 10, 0, 0};
		const RigidId id = world->AddRigid(ball).Value();
		const double before = world->Time();
		for (int k = 0; k < 10; ++k)
			world->Step(0.01, *tasks);
		EXPECT_NEAR(world->Find(id)->velocity.z, -9.81 * scale * (world->Time() - before), 1e-9);
	}
	ball.gravityScale = std::numeric_limits<double>::quiet_NaN();
	EXPECT_FALSE(world->AddRigid(ball).IsOk());
}

TEST(World, BodiesThatAreHeldOutOfShapeFromOutsideAreNotTakenForTangled)
{
	// Without weight only what happens to them says that their energy is owed to something: at rest nothing, a spin, two plates.
	WorldDef def = QuietWorld();
	def.gravity = {};
	def.sleep.enabled = false;
	auto world = World::Create(def).TakeValue();
	auto tasks = MakeParallelTaskRunner(2);
	SolidBodyDef body = JellyCube();
	const BodyId resting = world->AddBody(body).Value();
	body.position = {1, 0, 0};
	body.angularVelocity = {0, 0, 40};
	const BodyId spinning = world->AddBody(body).Value();
	body.position = {2, 0, 0};
	body.angularVelocity = {};
	const BodyId squeezed = world->AddBody(body).Value();
	for (const double side : {-1.0, 1.0})
	{
		BoundaryDef plate;
		plate.shape = Shape::Box({0.2, 0.2, 0.1}).Value();
		plate.pose.position = {2.06, 0.06, 0.06 + side * 0.17};
		plate.motion = PinMotion::Linear({0, 0, -side * 0.1}, 0, 0.25);
		world->AddBoundary(plate).Value();
	}
	for (int frame = 0; frame < 240; ++frame)
		EXPECT_FALSE(Has(world->Step(1.0 / 60, *tasks).issues, StepIssue::BodyRecovered)) << "frame " << frame;
	EXPECT_LT(world->Find(resting)->KineticEnergy(), 1e-9);
	const auto extent = [&](BodyId id, int axis)
	{
		Box3 box;
		for (const Vec3& p : world->Find(id)->position)
			box.Include(p);
		return static_cast<double>(box.Size()[axis]);
	};
	EXPECT_GT(extent(spinning, 0) + extent(spinning, 1), 1.02 * (extent(resting, 0) + extent(resting, 1)));
	EXPECT_LT(extent(squeezed, 2), 0.8 * extent(resting, 2));
}

TEST(World, BodiesSpawnedInOnePlaceAndWallsThatRushAreReported)
{
	WorldDef def;
	def.gravity = {};
	def.solver.refactorAtOnce = true;
	auto world = World::Create(def).TakeValue();
	auto tasks = MakeSerialTaskRunner();
	SolidBodyDef body = Scenes::LatticeBody(5, 5, 5, 0.02, Scenes::MaterialOf(MaterialModel::Corotated, 1e5, 0.3, 1000, 1));
	world->AddBody(body).Value();
	EXPECT_FALSE(Has(world->Step(0.004, *tasks).issues, StepIssue::BodiesOverlapped));
	body.position = {0.08, 0.003, 0.002};
	world->AddBody(body).Value();
	EXPECT_TRUE(Has(world->Step(0.004, *tasks).issues, StepIssue::BodiesOverlapped));
	BoundaryDef wall;
	wall.shape = Shape::Box({0.1, 1, 1}).Value();
	wall.pose.position = {-3, 0, 0};
	wall.motion = PinMotion::Linear({100, 0, 0}, 0, 10);
	world->AddBoundary(wall).Value();
	EXPECT_TRUE(Has(world->Step(0.004, *tasks).issues, StepIssue::BoundaryTooFast));
}
