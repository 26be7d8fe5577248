#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

Material StiffMaterial(double young, double density = 1000)
{
	return MaterialOf(MaterialModel::Corotated, young, 0.33, density, 0.5);
}

/// A soft cube in the middle of a block of fluid, in empty space without gravity.
struct CubeInFluid
{
	static constexpr double Radius = 0.0125;
	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner(2);
	BodyId cube;

	CubeInFluid(double viscosity, const Vec3d& velocity)
	{
		WorldDef def;
		def.gravity = {};
		def.time.elasticStep = 0.01;
		def.time.maxStep = 0.005;
		def.solver.refactorAtOnce = true;
		world = World::Create(def).TakeValue();
		SolidBodyDef body = LatticeBody(5, 5, 5, 2 * Radius, StiffMaterial(2e5, 700));
		body.position = Vec3d{1, 1, 1} * (-5 * Radius);
		body.velocity = velocity;
		cube = world->AddBody(body).Value();
		FluidDef honey;
		honey.particleRadius = Radius;
		honey.viscosity = honey.boundaryViscosity = viscosity;
		honey.xsph = 0;
		world->AddFluidBlock(world->AddFluid(honey).Value(), {Vec3d{1, 1, 1} * -0.15, Vec3d{1, 1, 1} * 0.15}).Value();
	}
	double FluidParticleMass() const { return 1000 * std::pow(2 * Radius, 3); }
	Vec3d Momentum() const
	{
		Vec3d sum = world->Find(cube)->Momentum();
		for (const PaddedVec3& v : world->Fluid().velocity)
			sum += v.Xyz().Cast<double>() * FluidParticleMass();
		return sum;
	}
	double KineticEnergy() const
	{
		double sum = world->Find(cube)->KineticEnergy();
		for (const PaddedVec3& v : world->Fluid().velocity)
			sum += 0.5 * SquaredNorm(v.Xyz().Cast<double>()) * FluidParticleMass();
		return sum;
	}
};

}

TEST(Momentum, ABlockOnAFloorWithoutFrictionSlidesOnWhateverTheIterations)
{
	for (const double young : {1e5, 1e7})
		for (const int iterations : {1, 3, 5})
		{
			WorldDef def;
			def.time.elasticStep = def.time.maxStep = 0.01;
			def.solver.minimiser.iterations = iterations;
			def.solver.refactorAtOnce = true;
			auto world = World::Create(def).TakeValue();
			auto tasks = MakeParallelTaskRunner(2);
			BoundaryDef floor;
			floor.friction = 0;
			world->AddBoundary(floor).Value();
			SolidBodyDef body = LatticeBody(8, 8, 8, 0.025, StiffMaterial(young));
			body.position = {0, 0, 0.03};
			body.velocity = {0.5, -0.2, -1};
			BodyContactDef smooth;
			smooth.friction = 0;
			const BodyId id = world->AddBody(body, smooth).Value();
			const Vec3d before = world->Find(id)->Momentum();
			for (int k = 0; k < 40; ++k)
				world->Step(0.01, *tasks);
			const Vec3d after = world->Find(id)->Momentum();
			EXPECT_NEAR(after.x, before.x, 2e-3 * before.x) << young << " Pa, " << iterations << " iterations";
			EXPECT_NEAR(after.y, before.y, 2e-3 * before.x) << young << " Pa, " << iterations << " iterations";
			EXPECT_LT(std::fabs(after.z), 0.1 * std::fabs(before.z)) << young << " Pa, " << iterations << " iterations";
		}
}

TEST(Momentum, FluidAndSoftBodyKeepItAtAnyViscosityAndTheirMotionNeverGrows)
{
	for (const double viscosity : {0.1, 3.0, 30.0, 1000.0})
	{
		CubeInFluid scene(viscosity, {0.5, 0.2, -0.1});
		const Vec3d before = scene.Momentum();
		double energy = scene.KineticEnergy();
		const double first = energy;
		for (int k = 0; k < 30; ++k)
		{
			scene.world->Step(0.01, *scene.tasks);
			// What the cube's deformation stores for a while comes back: a tenth of what there was may.
			EXPECT_LT(scene.KineticEnergy(), energy + 0.1 * first) << viscosity << " Pa s, step " << k;
			energy = std::min(energy, scene.KineticEnergy());
		}
		EXPECT_LT(Norm(scene.Momentum() - before), 5e-3 * Norm(before)) << viscosity << " Pa s";
	}
}

TEST(Momentum, ASlabThatTurnsOnAFilmSlowsDownAsTheShearOfTheFilmSays)
{
	// A slab of mass s per area that turns on a film of depth H, too light to matter: each part of it is slowed by mu v / H, so its rate
	// of turning falls as exp(-mu t / (s H)). The film ends with the slab, and within a kernel of its free rim, where half of the slab's
	// inertia is, it pulls less; so the time is up to twice as long, but by the same factor for every viscosity.
	constexpr double d = 0.0125, depth = 4 * d;
	constexpr int across = 20, layers = 3;
	double withLeast = 0;
	for (const double viscosity : {2.0, 40.0})
	{
		WorldDef def;
		def.gravity = {};
		def.time.elasticStep = 0.01;
		def.time.maxStep = 0.005;
		def.solver.refactorAtOnce = true;
		auto world = World::Create(def).TakeValue();
		auto tasks = MakeParallelTaskRunner(2);
		world->AddBoundary({}).Value();
		SolidBodyDef body = LatticeBody(across, across, layers, d, StiffMaterial(1e6, 2000));
		constexpr double half = 0.5 * across * d;
		body.position = {-half, -half, depth};
		const double timeScale = 2000 * layers * d * depth / viscosity;
		body.angularVelocity = {0, 0, 0.3 / timeScale};
		const BodyId id = world->AddBody(body).Value();
		FluidDef film;
		film.particleRadius = d / 2;
		film.density = 20;
		film.viscosity = film.boundaryViscosity = viscosity;
		film.xsph = 0;
		world->AddFluidBlock(world->AddFluid(film).Value(), {{-half, -half, 0}, {half, half, depth}}).Value();
		const auto turning = [&]
		{
			const SolidBody& slab = *world->Find(id);
			const Vec3d centre = slab.CentreOfMass() - slab.origin;
			double sum = 0;
			for (std::size_t i = 0; i < slab.ParticleCount(); ++i)
				sum +=
					static_cast<double>(slab.mass[i]) * Cross(slab.position[i].Cast<double>() - centre, slab.velocity[i].Cast<double>()).z;
			return sum;
		};
		const auto run = [&](double seconds)
		{
			const int steps = std::max(1, static_cast<int>(std::round(seconds / 0.01)));
			for (int k = 0; k < steps; ++k)
				world->Step(0.01, *tasks);
			return steps * 0.01;
		};
		run(0.2 * timeScale);
		const double first = turning(), passed = run(0.8 * timeScale), rate = std::log(first / turning()) / passed;
		EXPECT_GT(rate * timeScale, 0.5) << viscosity << " Pa s";
		EXPECT_LT(rate * timeScale, 1) << viscosity << " Pa s";
		withLeast = withLeast == 0 ? rate * timeScale : withLeast;
		EXPECT_NEAR(rate * timeScale, withLeast, 0.08 * withLeast) << viscosity << " Pa s";
	}
}
