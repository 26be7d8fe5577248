#include "FluidTank.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

using namespace SPHSolids;
using namespace SPHSolids::Tests;

TEST(Viscosity, AFilmOverAFloorHasTheParabolaOfNusselt)
{
	// A pool of depth H, pushed around the z axis by rho push r, turns in layers at the rate w(z) = rho push (H z - z^2/2) / mu far from the
	// side walls: r w(z) solves the equations of Stokes, sticks to the floor and leaves the surface free of shear.
	constexpr double depth = 0.1, mu = 20, push = 2;
	FluidDef syrup;
	syrup.xsph = 0;
	syrup.viscosity = mu;
	syrup.boundaryViscosity = mu;
	Tank tank({0.8, 0.8, 0.5}, 0.0125, {}, syrup);
	tank.world->AddFluidBlock(tank.water, {{-0.4, -0.4, 0}, {0.4, 0.4, depth}}).Value();
	ForceFieldDef field;
	field.acceleration = [](const Vec3d& place, const Vec3d&, double) { return Vec3d{-place.y, place.x, 0} * push; };
	ASSERT_TRUE(tank.world->AddForceField(field).IsOk());
	tank.Run(1.2);
	std::array<double, 4> rate{}, expected{}, count{};
	for (int k = 0; k < 10; ++k)
	{
		tank.Run(0.02);
		for (std::size_t i = 0; i < tank.Count(); ++i)
		{
			const Vec3d p = tank.PlaceOf(i), v = tank.VelocityOf(i);
			const double distance = std::hypot(p.x, p.y);
			if (distance > 0.15 || distance < 0.05)
				continue;
			const auto layer = std::min<std::size_t>(3, static_cast<std::size_t>(std::max(p.z, 0.0) / 0.025));
			rate[layer] += (p.x * v.y - p.y * v.x) / (distance * distance);
			expected[layer] += 1000 * push * (depth * p.z - p.z * p.z / 2) / mu;
			++count[layer];
		}
	}
	const double fastest = 1000 * push * depth * depth / (2 * mu);
	for (std::size_t layer = 0; layer < 4; ++layer)
		EXPECT_NEAR(rate[layer] / count[layer], expected[layer] / count[layer], 0.1 * fastest) << "in layer " << layer;
}

TEST(Viscosity, KeepsLinearAndAngularMomentum)
{
	FluidDef honey;
	honey.xsph = 0;
	honey.viscosity = 10;
	FreeFluid free(honey);
	free.world->AddFluidBlock(free.fluid, {{-0.1, -0.1, -0.06}, {0.1, 0.1, 0.06}}).Value();
	ForceFieldDef twist;
	twist.acceleration = [](const Vec3d& p, const Vec3d&, double) { return Vec3d{-p.y, p.x + 0.3 * p.z, 0.1} * 60; };
	const ForceFieldId field = free.world->AddForceField(twist).Value();
	free.world->Step(0.02, *free.tasks);
	free.world->Remove(field);
	const Vec3d momentum = free.Momentum(), turning = free.AngularMomentum();
	for (int k = 0; k < 10; ++k)
		free.world->Step(0.02, *free.tasks);
	EXPECT_LT(Norm(free.Momentum() - momentum), 1e-3 * Norm(momentum));
	EXPECT_LT(Norm(free.AngularMomentum() - turning), 0.01 * Norm(turning));
}

TEST(Viscosity, HoneyStandsWhereWaterFlows)
{
	std::array<double, 2> spread{};
	for (std::size_t k = 0; k < 2; ++k)
	{
		FluidDef def;
		def.viscosity = k == 0 ? 0 : 200;
		def.boundaryViscosity = def.viscosity;
		Tank tank({1.0, 1.0, 1.0}, 0.0125, {}, def);
		tank.world->AddFluidBlock(tank.water, {{-0.1, -0.1, 0}, {0.1, 0.1, 0.2}}).Value();
		const StepReport report = tank.Run(0.4);
		EXPECT_FALSE(Has(report.issues, StepIssue::ViscosityNotConverged));
		for (std::size_t i = 0; i < tank.Count(); ++i)
			spread[k] = std::max(spread[k], std::fabs(tank.PlaceOf(i).x));
	}
	EXPECT_GT(spread[0], 0.3);
	EXPECT_LT(spread[1], 0.2);
}

TEST(Cohesion, ACubeBecomesABallAndKeepsItsMomentum)
{
	FluidDef water;
	water.xsph = 0.1;
	water.surfaceTension = 5;
	FreeFluid free(water);
	free.world->AddFluidBlock(free.fluid, {{-0.08, -0.08, -0.08}, {0.08, 0.08, 0.08}}, {0.1, 0, 0}).Value();
	const Vec3d momentum = free.Momentum();
	const auto unevenness = [&]
	{
		// Farthest particle over the radius of a ball of this volume.
		Vec3d centre;
		for (std::size_t i = 0; i < free.Count(); ++i)
			centre += free.PlaceOf(i) / static_cast<double>(free.Count());
		double farthest = 0;
		for (std::size_t i = 0; i < free.Count(); ++i)
			farthest = std::max(farthest, Norm(free.PlaceOf(i) - centre));
		return (farthest + 0.01) / std::cbrt(static_cast<double>(free.Count()) * 8e-6 * 3 / (4 * Pi));
	};
	const double before = unevenness();
	for (int k = 0; k < 100; ++k)
		free.world->Step(0.02, *free.tasks);
	EXPECT_GT(before, 1.3);
	EXPECT_LT(unevenness(), 1.12);
	EXPECT_LT(Norm(free.Momentum() - momentum), 1e-3 * Norm(momentum));
}

TEST(Vorticity, KeepsMomentumAndLetsEddiesLiveLonger)
{
	std::array<double, 2> energy{};
	for (std::size_t k = 0; k < 2; ++k)
	{
		FluidDef def;
		def.xsph = 0.05;
		def.vorticity = k == 0 ? 0 : 0.5;
		Tank tank({0.4, 0.4, 0.5}, 0.01, {}, def);
		tank.world->AddFluidBlock(tank.water, {{-0.2, -0.2, 0}, {0.2, 0.2, 0.1}}).Value();
		ForceFieldDef stir; // four eddies, as of Taylor and Green
		stir.acceleration = [](const Vec3d& p, const Vec3d&, double)
		{
			return Vec3d{std::sin(Pi * p.x / 0.2) * std::cos(Pi * p.y / 0.2), -std::cos(Pi * p.x / 0.2) * std::sin(Pi * p.y / 0.2), 0} * 10;
		};
		const ForceFieldId field = tank.world->AddForceField(stir).Value();
		tank.Run(0.1);
		tank.world->Remove(field);
		tank.Run(1);
		energy[k] = std::pow(tank.RootMeanSquareSpeed(), 2);
	}
	EXPECT_GT(energy[1], 1.2 * energy[0]);
	EXPECT_LT(energy[1], 3 * energy[0]);

	FluidDef def;
	def.vorticity = 0.5;
	FreeFluid free(def);
	free.world->AddFluidBlock(free.fluid, {{-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1}}).Value();
	ForceFieldDef twist;
	twist.acceleration = [](const Vec3d& p, const Vec3d&, double) { return Vec3d{-p.y, p.x, 0} * 50; };
	const ForceFieldId field = free.world->AddForceField(twist).Value();
	for (int k = 0; k < 5; ++k)
		free.world->Step(0.02, *free.tasks);
	free.world->Remove(field);
	const Vec3d momentum = free.Momentum();
	for (int k = 0; k < 5; ++k)
		free.world->Step(0.02, *free.tasks);
	EXPECT_LT(Norm(free.Momentum() - momentum), 1e-4 * free.Motion());
}

TEST(Smoothing, TakesShearAwayAtItsShareAndKeepsMomentum)
{
	// Two slabs that slide past each other; what is left of their motion after a tenth of a second.
	const auto motionLeft = [](double xsph)
	{
		FluidDef def;
		def.xsph = xsph;
		FreeFluid free(def);
		free.world->AddFluidBlock(free.fluid, {{-0.1, -0.1, -0.06}, {0.1, 0.1, 0}}, {0.2, 0, 0}).Value();
		free.world->AddFluidBlock(free.fluid, {{-0.1, -0.1, 0}, {0.1, 0.1, 0.06}}, {-0.2, 0, 0}).Value();
		const double before = free.Motion();
		for (int k = 0; k < 5; ++k)
			free.world->Step(0.02, *free.tasks);
		EXPECT_LT(Norm(free.Momentum()), 1e-3 * before);
		return free.Motion() / before;
	};
	const double none = motionLeft(0), some = motionLeft(0.05), much = motionLeft(0.5);
	EXPECT_GT(none, 0.9);
	EXPECT_LT(some, none - 0.03);
	EXPECT_LT(much, some - 0.1);
}

TEST(FluidForces, DragSlowsAFreeBlockAsItsRateSays)
{
	FluidDef thick;
	thick.drag = 2;
	FreeFluid free(thick);
	free.world->AddFluidBlock(free.fluid, {{-0.05, -0.05, -0.05}, {0.05, 0.05, 0.05}}, {1, 0, 0}).Value();
	for (int k = 0; k < 25; ++k)
		free.world->Step(0.02, *free.tasks);
	// Implicit in steps of at most 5 ms: half a percent above the exponential.
	EXPECT_NEAR(free.Momentum().x / static_cast<double>(free.Count()), std::exp(-1.0), 0.01 * std::exp(-1.0));
}

TEST(FluidForces, AFieldActsOnFluidAsItSays)
{
	FreeFluid free(FluidDef{});
	free.world->AddFluidBlock(free.fluid, {{-0.05, -0.05, -0.05}, {0.05, 0.05, 0.05}}).Value();
	ForceFieldDef wind;
	wind.acceleration = [](const Vec3d&, const Vec3d&, double) { return Vec3d{0, 3, 0}; };
	free.world->AddForceField(wind).Value();
	for (int k = 0; k < 5; ++k)
		free.world->Step(0.02, *free.tasks);
	EXPECT_NEAR(free.Momentum().y / static_cast<double>(free.Count()), 0.3, 1e-4);
	// One that is for bodies only does nothing to it.
	wind.onFluids = false;
	wind.acceleration = [](const Vec3d&, const Vec3d&, double) { return Vec3d{100, 0, 0}; };
	free.world->AddForceField(wind).Value();
	free.world->Step(0.02, *free.tasks);
	EXPECT_NEAR(free.Momentum().x / static_cast<double>(free.Count()), 0, 1e-4);
}

TEST(FluidForces, DryFrictionOnTheFloorIsItsShareOfTheWeight)
{
	WorldDef def;
	auto world = World::Create(def).TakeValue();
	auto tasks = MakeParallelTaskRunner(2);
	const BoundaryId floor = world->AddBoundary({}).Value();
	FluidDef fluid;
	fluid.particleRadius = 0.0125;
	fluid.boundaryFriction = 0.3;
	const FluidId id = world->AddFluid(fluid).Value();
	world->AddFluidBlock(id, {{-0.2, -0.2, 0}, {0.2, 0.2, 0.05}}, {3, 0, 0}).Value();
	Vec3d impulse;
	for (int k = 0; k < 10; ++k)
	{
		world->Step(0.02, *tasks);
		impulse += world->WrenchOf(floor).impulse;
	}
	EXPECT_LT(impulse.z, 0);
	EXPECT_NEAR(impulse.x, 0.3 * -impulse.z, 0.05 * -impulse.z);
}

TEST(PressureSolvers, AllThreeCarryAColumnOfWater)
{
	for (const char* solver : {"dfsph", "wcsph", "pbf"})
	{
		WorldDef def;
		def.pressure.solver = solver;
		def.time.maxStep = 0.004;
		FluidDef fluid;
		fluid.xsph = 0.05;
		Tank tank({0.2, 0.2, 1.0}, 0.0125, def, fluid);
		tank.world->AddFluidBlock(tank.water, {{-0.1, -0.1, 0}, {0.1, 0.1, 0.2}}).Value();
		tank.Run(1.5);
		double pressure = 0, expected = 0, height = 0;
		for (int k = 0; k < 20; ++k)
		{
			tank.Run(0.02);
			double mean = 0;
			for (std::size_t i = 0; i < tank.Count(); ++i)
				mean += tank.PlaceOf(i).z / static_cast<double>(tank.Count());
			height += 2 * mean / 20;
			for (std::size_t i = 0; i < tank.Count(); ++i)
				if (const double z = tank.PlaceOf(i).z; z > 0.04 && z < 0.12)
				{
					pressure += static_cast<double>(tank.world->Fluid().pressure[i] + tank.world->Fluid().divergencePressure[i]);
					expected += 1000 * 9.81 * (2 * mean - z);
				}
		}
		EXPECT_NEAR(pressure, expected, 0.1 * expected) << solver;
		EXPECT_NEAR(height, 0.2, 0.01) << solver;
	}
}
