#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <cmath>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

constexpr double Radius = 0.0125;

/// A basin 0.4 m square, filled 0.25 m deep.
struct Basin
{
	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner(2);
	BoundaryId walls;
	double waterMass = 0;

	explicit Basin(double elasticStep = 0.004)
	{
		WorldDef def;
		def.time.elasticStep = elasticStep;
		def.solver.refactorAtOnce = true;
		world = World::Create(def).TakeValue();
		BoundaryDef box;
		box.shape = Shape::Box({0.2, 0.2, 0.5}).Value().Inverted();
		box.pose.position = {0, 0, 0.5};
		walls = world->AddBoundary(box).Value();
	}
	void Fill()
	{
		FluidDef water;
		water.particleRadius = Radius;
		water.xsph = 0.05;
		const FluidId id = world->AddFluid(water).Value();
		const double particles = static_cast<double>(world->AddFluidBlock(id, {{-0.2, -0.2, 0}, {0.2, 0.2, 0.25}}).Value());
		waterMass = particles * 1000 * std::pow(2 * Radius, 3);
	}
	void Run(double seconds)
	{
		for (int k = 0; k < static_cast<int>(std::round(seconds * 50)); ++k)
			world->Step(0.02, *tasks);
	}
	/// Height of the bottom of a floating block of this base and height by Archimedes: the water and what is submerged fill the basin.
	double FloatingBottom(double base, double height, double relativeDensity) const
	{
		const double submerged = relativeDensity * height;
		return (waterMass / 1000 + base * submerged) / 0.16 - submerged;
	}
};

}

TEST(Floating, RigidBoxesFloatAsDeepAsTheirDensitySays)
{
	for (const double density : {200.0, 500.0, 900.0})
	{
		Basin basin;
		RigidDef rigid;
		rigid.shape = Shape::Box({0.075, 0.075, 0.05}).Value();
		rigid.density = density;
		rigid.pose.position = {0, 0, 0.31};
		const RigidId id = basin.world->AddRigid(rigid).Value();
		basin.Fill();
		basin.Run(2);
		double bottom = 0;
		for (int k = 0; k < 25; ++k)
		{
			basin.Run(0.02);
			bottom += (basin.world->Find(id)->pose.position.z - 0.05) / 25;
		}
		EXPECT_NEAR(bottom, basin.FloatingBottom(0.0225, 0.1, density / 1000), 0.004) << "density " << density;
	}
}

TEST(Floating, ABoxHeavierThanWaterGoesUnderAndAHeavyOneToTheFloor)
{
	// Between two flat plates particles stand in layers, which what a box weighs more than water has to press out: a fifth does so with all but
	// three, five times that with all but one, fifteen times with all (Docs/validation.md).
	struct Case
	{
		double density, layers;
	};
	for (const Case& one : {Case{1200, 3.5}, Case{2000, 1.5}, Case{4000, 0.5}})
	{
		Basin basin;
		RigidDef rigid;
		rigid.shape = Shape::Box({0.075, 0.075, 0.05}).Value();
		rigid.density = one.density;
		rigid.pose.position = {0, 0, 0.31};
		const RigidId id = basin.world->AddRigid(rigid).Value();
		basin.Fill();
		basin.Run(2);
		const double gap = basin.world->Find(id)->pose.position.z - 0.05;
		EXPECT_LT(gap, one.layers * 2 * Radius) << "density " << one.density;
		EXPECT_GT(gap, -0.1 * Radius) << "density " << one.density;
	}
}

TEST(Floating, ASoftBlockOfHalfTheDensityFloatsHalfSubmerged)
{
	Basin basin(0.002);
	SolidBodyDef def = LatticeBody(6, 6, 4, 2 * Radius, MaterialOf(MaterialModel::StableNeoHookean, 1e5, 0.3, 500, 1));
	def.position = {-0.075, -0.075, 0.26};
	const BodyId id = basin.world->AddBody(def).Value();
	basin.Fill();
	basin.Run(1.6);
	double bottom = 0;
	for (int k = 0; k < 20; ++k)
	{
		basin.Run(0.02);
		bottom += (basin.world->Find(id)->CentreOfMass().z - 0.05) / 20;
	}
	EXPECT_NEAR(bottom, basin.FloatingBottom(0.0225, 0.1, 0.5), 0.01);
}

TEST(Floating, MomentumOfFluidAndRigidBodyChangesByGravityAndWallsOnly)
{
	Basin basin;
	RigidDef rigid;
	rigid.shape = Shape::Sphere(0.06).Value();
	rigid.density = 2000;
	rigid.pose.position = {0, 0, 0.33};
	const RigidId id = basin.world->AddRigid(rigid).Value();
	basin.Fill();
	const double mass = basin.world->MassOf(id);
	const auto momentum = [&]
	{
		Vec3d sum = basin.world->Find(id)->velocity * mass;
		const FluidView view = basin.world->Fluid();
		for (const PaddedVec3& v : view.velocity)
			sum += v.Xyz().Cast<double>() * (1000 * std::pow(2 * Radius, 3));
		return sum;
	};
	Vec3d pushed;
	for (int k = 0; k < 15; ++k)
	{
		basin.world->Step(0.02, *basin.tasks);
		pushed += basin.world->WrenchOf(basin.walls).impulse;
	}
	const Vec3d expected = Vec3d{0, 0, -9.81} * ((mass + basin.waterMass) * basin.world->Time()) - pushed;
	EXPECT_LT(Norm(momentum() - expected), 0.002 * (mass + basin.waterMass) * 9.81 * basin.world->Time());
}

TEST(Floating, ABoxFallsOnJellyAndStaysThere)
{
	WorldDef def;
	def.time.elasticStep = 0.002;
	def.solver.refactorAtOnce = true;
	auto world = World::Create(def).TakeValue();
	auto tasks = MakeParallelTaskRunner(2);
	world->AddBoundary({}).Value();
	const BodyId jelly =
		world->AddBody(LatticeBody(8, 8, 4, 2 * Radius, MaterialOf(MaterialModel::StableNeoHookean, 1e5, 0.4, 1000, 1))).Value();
	RigidDef rigid;
	rigid.shape = Shape::Box({0.04, 0.04, 0.04}).Value();
	rigid.pose.position = {0.1, 0.1, 0.16};
	const RigidId box = world->AddRigid(rigid).Value();
	for (int k = 0; k < 100; ++k)
		world->Step(0.02, *tasks);
	EXPECT_GT(world->Find(box)->pose.position.z, 0.1 + 0.04 - 0.02);
	EXPECT_LT(world->Find(box)->pose.position.z, 0.1 + 0.04 + 0.01);
	EXPECT_LT(Norm(world->Find(box)->velocity), 0.05);
	EXPECT_LT(world->Penetration(jelly), 0.2 * Radius);
}
