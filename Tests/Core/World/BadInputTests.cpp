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
