#include "DamBreak.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

using namespace SPHSolids;
using namespace SPHSolids::Tests;

TEST(Fluid, PressureAtRestIsThatOfTheColumnAbove)
{
	Tank tank({0.3, 0.3, 1.0}, 0.01);
	ASSERT_EQ(tank.world->AddFluidBlock(tank.water, {{-0.15, -0.15, 0}, {0.15, 0.15, 0.4}}).Value(), 15u * 15 * 20);
	tank.Run(2);
	// Mean over half a second and over whole layers, those at the walls included.
	constexpr std::size_t Layers = 8;
	std::array<double, Layers> pressure{}, height{}, count{};
	double surface = 0;
	for (int k = 0; k < 25; ++k)
	{
		tank.Run(0.02);
		const FluidView view = tank.world->Fluid();
		for (std::size_t i = 0; i < view.position.size(); ++i)
		{
			const double z = tank.PlaceOf(i).z;
			// Twice the mean height of a level pool is its depth.
			surface += 2 * z / static_cast<double>(view.position.size()) / 25;
			const auto layer = static_cast<std::size_t>(std::max(z, 0.0) / 0.05);
			if (layer >= Layers)
				continue;
			pressure[layer] += static_cast<double>(view.pressure[i] + view.divergencePressure[i]);
			height[layer] += z;
			++count[layer];
		}
	}
	EXPECT_NEAR(surface, 0.4, 0.004);
	for (std::size_t layer = 0; layer + 1 < Layers; ++layer)
	{
		const double z = height[layer] / count[layer], expected = 1000 * 9.81 * (surface - z);
		EXPECT_NEAR(pressure[layer] / count[layer], expected, 0.04 * expected + 0.005 * 1000 * 9.81 * surface) << "at height " << z;
	}
}

TEST(Fluid, ABlockStartsAtRestDensityAndDoesNotBurst)
{
	Tank tank({0.4, 0.4, 1.0}, 0.01);
	tank.world->AddFluidBlock(tank.water, {{-0.15, -0.15, 0.01}, {0.15, 0.15, 0.31}}).Value();
	const double step = 0.005;
	tank.world->Step(step, *tank.tasks);
	// Amid the block, where all neighbours are fluid.
	double mean = 0, count = 0, densest = 0, fastest = 0;
	for (std::size_t i = 0; i < tank.Count(); ++i)
	{
		const Vec3d p = tank.PlaceOf(i);
		const double density = static_cast<double>(tank.world->Fluid().density[i]);
		densest = std::max(densest, density);
		fastest = std::max(fastest, Norm(tank.VelocityOf(i)));
		if (std::fabs(p.x) > 0.11 || std::fabs(p.y) > 0.11 || std::fabs(p.z - 0.16) > 0.11)
			continue;
		mean += density;
		++count;
	}
	EXPECT_NEAR(mean / count, 1, 5e-4);
	EXPECT_LT(densest, 1.001);
	// Nothing is faster than what falls freely; nor later, while the block falls onto the floor and its foot begins to spread.
	EXPECT_LT(fastest, 1.01 * 9.81 * step);
	for (int k = 1; k < 8; ++k)
	{
		tank.world->Step(step, *tank.tasks);
		fastest = 0;
		for (std::size_t i = 0; i < tank.Count(); ++i)
			fastest = std::max(fastest, Norm(tank.VelocityOf(i)));
		EXPECT_LT(fastest, 1.2 * 9.81 * tank.world->Time()) << "after " << tank.world->Time() << " s";
	}
}

TEST(Fluid, PressureNextToAWallIsWithinATenthOfTheColumn)
{
	Tank tank({0.3, 0.3, 1.0}, 0.01);
	tank.world->AddFluidBlock(tank.water, {{-0.15, -0.15, 0}, {0.15, 0.15, 0.4}}).Value();
	tank.Run(2);
	// By distance from the nearest side wall: the first layer, the second, and all others.
	std::array<double, 3> pressure{}, expected{};
	for (int k = 0; k < 25; ++k)
	{
		tank.Run(0.02);
		const FluidView view = tank.world->Fluid();
		for (std::size_t i = 0; i < view.position.size(); ++i)
		{
			const Vec3d p = tank.PlaceOf(i);
			if (p.z < 0.1 || p.z > 0.3)
				continue;
			const double gap = 0.15 - std::max(std::fabs(p.x), std::fabs(p.y));
			const std::size_t layer = std::min<std::size_t>(2, static_cast<std::size_t>(std::max(gap, 0.0) / 0.02));
			pressure[layer] += static_cast<double>(view.pressure[i] + view.divergencePressure[i]);
			expected[layer] += 1000 * 9.81 * (0.4 - p.z);
		}
	}
	EXPECT_NEAR(pressure[0] / expected[0], 1, 0.1);
	EXPECT_NEAR(pressure[1] / expected[1], 1, 0.05);
	EXPECT_NEAR(pressure[2] / expected[2], 1, 0.02);
}

TEST(Fluid, ATankAtRestCalmsDownWhateverTheStep)
{
	for (const double step : {0.005, 0.002})
	{
		WorldDef def;
		def.time.maxStep = step;
		Tank tank({0.2, 0.2, 1.0}, 0.0125, def);
		tank.world->AddFluidBlock(tank.water, {{-0.1, -0.1, 0}, {0.1, 0.1, 0.3}}).Value();
		tank.Run(1);
		const double early = tank.RootMeanSquareSpeed();
		tank.Run(3);
		EXPECT_LT(tank.RootMeanSquareSpeed(), 0.012) << "with steps of " << step << " s; after one second " << early;
	}
}

TEST(Fluid, WallsCarryTheWeightOfTheFluid)
{
	Tank tank({0.2, 0.2, 1.0}, 0.0125);
	const double particles = static_cast<double>(tank.world->AddFluidBlock(tank.water, {{-0.1, -0.1, 0}, {0.1, 0.1, 0.2}}).Value());
	tank.Run(2);
	Vec3d impulse;
	for (int k = 0; k < 50; ++k)
	{
		tank.world->Step(0.02, *tank.tasks);
		impulse += tank.world->WrenchOf(tank.walls).impulse;
	}
	const double weight = particles * 1000 * std::pow(0.025, 3) * 9.81;
	EXPECT_NEAR(-impulse.z, weight, 0.01 * weight);
	EXPECT_NEAR(impulse.x, 0, 0.01 * weight);
}

TEST(Fluid, VolumeIsKeptAndWallsHoldOverTenSecondsOfSloshing)
{
	Tank tank({0.3, 0.3, 1.0}, 0.0125);
	const double particles = static_cast<double>(tank.world->AddFluidBlock(tank.water, {{-0.15, -0.15, 0}, {0.0, 0.15, 0.4}}).Value());
	double worstResidual = 0, worstDivergence = 0, deepest = -1;
	for (int k = 0; k < 500; ++k)
	{
		const StepReport report = tank.world->Step(0.02, *tank.tasks);
		worstResidual = std::max(worstResidual, report.density.residual);
		worstDivergence = std::max(worstDivergence, report.divergence.residual);
		for (std::size_t i = 0; i < tank.Count(); ++i)
		{
			const Vec3d p = tank.PlaceOf(i);
			deepest = std::max({deepest, std::fabs(p.x) - 0.15, std::fabs(p.y) - 0.15, -p.z});
		}
	}
	EXPECT_LT(worstResidual, 1e-3);
	EXPECT_LT(worstDivergence, 1.001e-3);
	EXPECT_LT(deepest, 0) << "no particle's centre may be beyond a wall";
	ASSERT_EQ(tank.Count(), static_cast<std::size_t>(particles));
	double density = 0, inside = 0, mean = 0;
	for (std::size_t i = 0; i < tank.Count(); ++i)
	{
		const double z = tank.PlaceOf(i).z;
		mean += z / particles;
		if (z < 0.12)
		{
			density += static_cast<double>(tank.world->Fluid().density[i]);
			++inside;
		}
	}
	EXPECT_NEAR(density / inside, 1, 0.001);
	// Twice the mean height of a level pool is its depth.
	const double depth = particles * std::pow(0.025, 3) / (0.3 * 0.3);
	EXPECT_NEAR(2 * mean, depth, 0.01 * depth);
}

TEST(Fluid, DamBreakFrontFollowsMartinAndMoyce)
{
	// Ours is let go at once and everywhere, theirs by a diaphragm that has to get out of the way: one shift of time stands for that, 13 ms
	// of their column (Docs/validation.md says why it is no fault of ours). What is compared is the shape and the speed of the front.
	const double release = 0.25;
	DamBreak dam(FluidDef{});
	std::vector<double> fronts;
	for (const auto& [T, expected] : MartinAndMoyce)
	{
		fronts.push_back(dam.FrontAt(T - release));
		EXPECT_NEAR(fronts.back(), expected, 0.05 * expected) << "at T = " << T;
	}
	const double speed = (fronts.back() - fronts[1]) / (MartinAndMoyce.back()[0] - MartinAndMoyce[1][0]);
	const double measuredSpeed = (MartinAndMoyce.back()[1] - MartinAndMoyce[1][1]) / (MartinAndMoyce.back()[0] - MartinAndMoyce[1][0]);
	EXPECT_NEAR(speed, measuredSpeed, 0.06 * measuredSpeed);
}

TEST(Fluid, SameBitsForAnyNumberOfWorkers)
{
	FluidDef syrup;
	syrup.viscosity = 1;
	syrup.boundaryViscosity = 1;
	syrup.surfaceTension = 0.07;
	syrup.vorticity = 0.2;
	for (const FluidDef& fluid : {FluidDef{}, syrup})
	{
		std::vector<std::uint64_t> hashes;
		for (const int workers : {1, 2, 3, 8})
		{
			Tank tank({0.4, 0.2, 1.0}, 0.01, {}, fluid);
			tank.tasks = MakeParallelTaskRunner(workers);
			tank.world->AddFluidBlock(tank.water, {{-0.2, -0.1, 0}, {0.0, 0.1, 0.3}}).Value();
			tank.Run(0.1);
			hashes.push_back(tank.world->StateHash());
		}
		for (const std::uint64_t hash : hashes)
			EXPECT_EQ(hash, hashes.front());
	}
}

TEST(Fluid, TwoDropsHalfAKilometreApartMoveAsEachAlone)
{
	// Both are in one run of the lists, whose sums are taken relative to its middle.
	const auto spreadOf = [](const std::vector<double>& places)
	{
		FreeFluid free(FluidDef{});
		for (const double x : places)
		{
			// Compressed to nine tenths in one direction: it swells.
			std::vector<Vec3d> drop;
			for (int k = 0; k < 216; ++k)
				drop.push_back({x + 0.018 * (k % 6), 0.02 * (k / 6 % 6), 0.02 * (k / 36)});
			free.world->AddFluidParticles(free.fluid, drop, {}).Value();
		}
		for (int k = 0; k < 5; ++k)
			free.world->Step(0.02, *free.tasks);
		double motion = 0, count = 0;
		Vec3d momentum;
		for (std::size_t i = 0; i < free.Count(); ++i)
			if (std::fabs(free.PlaceOf(i).x) < 10)
			{
				motion += Norm(free.VelocityOf(i));
				momentum += free.VelocityOf(i);
				++count;
			}
		EXPECT_EQ(count, 216);
		EXPECT_LT(Norm(momentum), 0.01 * motion);
		return motion / count;
	};
	const double alone = spreadOf({0}), apart = spreadOf({0, 500});
	EXPECT_GT(alone, 0.01);
	EXPECT_NEAR(apart, alone, 0.05 * alone);
}

TEST(Fluid, EnergyNeverGrowsInASlosh)
{
	Tank tank({0.5, 0.1, 1.0}, 0.0125);
	tank.world->AddFluidBlock(tank.water, {{-0.25, -0.05, 0}, {0.0, 0.05, 0.3}}).Value();
	tank.Run(0.04); // the layer at the walls finds its place
	double before = 1e9;
	for (int k = 0; k < 100; ++k)
	{
		tank.Run(0.02);
		double energy = 0;
		for (std::size_t i = 0; i < tank.Count(); ++i)
			energy += SquaredNorm(tank.VelocityOf(i)) / 2 + 9.81 * tank.PlaceOf(i).z;
		energy /= static_cast<double>(tank.Count());
		EXPECT_LT(energy, before + 1e-3 * 9.81 * 0.15);
		before = energy;
	}
}

TEST(Fluid, ALightFluidStaysOnAHeavyOneOfAHundredTimesItsDensity)
{
	Tank tank({0.2, 0.2, 1.0}, 0.0125);
	FluidDef light;
	light.name = "light";
	light.density = 10;
	light.particleRadius = 0.0125;
	const FluidId foam = tank.world->AddFluid(light).Value();
	tank.world->AddFluidBlock(tank.water, {{-0.1, -0.1, 0}, {0.1, 0.1, 0.15}}).Value();
	tank.world->AddFluidBlock(foam, {{-0.1, -0.1, 0.15}, {0.1, 0.1, 0.3}}).Value();
	tank.Run(2);
	std::size_t astray = 0;
	const FluidView view = tank.world->Fluid();
	for (std::size_t i = 0; i < tank.Count(); ++i)
	{
		const bool isLight = view.fluid[i] == foam.index;
		const double z = tank.PlaceOf(i).z;
		astray += isLight ? z < 0.15 - 0.02 : z > 0.15 + 0.03;
	}
	EXPECT_EQ(tank.Count(), 8u * 8 * 12);
	EXPECT_LE(astray, tank.Count() / 100);
	EXPECT_LT(tank.RootMeanSquareSpeed(), 0.1);
}

TEST(Fluid, AHeavyFluidFallsThroughLightOnesAndCrushesNone)
{
	for (const double density : {100.0, 10.0})
	{
		Tank tank({0.15, 0.15, 1.0}, 0.0125);
		tank.tasks = MakeSerialTaskRunner(); // too few particles for two
		FluidDef light;
		light.name = "foam";
		light.density = density;
		light.particleRadius = 0.0125;
		const FluidId foam = tank.world->AddFluid(light).Value();
		tank.world->AddFluidBlock(foam, {{-0.075, -0.075, 0}, {0.075, 0.075, 0.15}}).Value();
		tank.world->AddFluidBlock(tank.water, {{-0.075, -0.075, 0.15}, {0.075, 0.075, 0.3}}).Value();
		const auto energy = [&]
		{
			double sum = 0;
			for (std::size_t i = 0; i < tank.Count(); ++i)
				sum += (tank.world->Fluid().fluid[i] == foam.index ? density / 1000 : 1)
					* (SquaredNorm(tank.VelocityOf(i)) / 2 + 9.81 * tank.PlaceOf(i).z);
			return sum / static_cast<double>(tank.Count());
		};
		tank.Run(0.04); // the layer at the walls finds its place
		const double start = energy();
		double before = start, densest = 0;
		for (int k = 0; k < 98; ++k)
		{
			tank.Run(0.02);
			// Energy comes of the fall of the water alone.
			const double now = energy();
			EXPECT_LT(now, before + 0.01 * start) << density << " kg/m^3, after " << tank.world->Time() << " s";
			before = now;
			for (const float inRestDensity : tank.world->Fluid().density)
				densest = std::max(densest, static_cast<double>(inRestDensity));
		}
		EXPECT_LT(densest, 1.5) << density << " kg/m^3"; // a single one that spray meets
		double heavy = 0, count = 0;
		for (std::size_t i = 0; i < tank.Count(); ++i)
			if (tank.world->Fluid().fluid[i] == tank.water.index)
			{
				heavy += tank.PlaceOf(i).z;
				++count;
			}
		// It lay at 0.225 in the mean; 0.075 were all below. Some of the light one stays caught below it.
		EXPECT_GT(heavy / count, 0.074) << density << " kg/m^3";
		EXPECT_LT(heavy / count, 0.11) << density << " kg/m^3";
		RecordProperty("densest " + std::to_string(density), std::to_string(densest));
		RecordProperty("heavy " + std::to_string(density), std::to_string(heavy / count));
		EXPECT_LT(tank.RootMeanSquareSpeed(), 0.1) << density << " kg/m^3";
	}
}

TEST(Fluid, AHeavyFluidOnALightOneSinksToTheFloor)
{
	Tank tank({0.2, 0.2, 1.0}, 0.0125);
	FluidDef light;
	light.name = "oil";
	light.density = 250;
	light.particleRadius = 0.0125;
	const FluidId oil = tank.world->AddFluid(light).Value();
	tank.world->AddFluidBlock(oil, {{-0.1, -0.1, 0}, {0.1, 0.1, 0.1}}).Value();
	tank.world->AddFluidBlock(tank.water, {{-0.1, -0.1, 0.1}, {0.0, 0.1, 0.2}}).Value();
	tank.Run(3);
	double heavy = 0, heavyCount = 0, all = 0;
	for (std::size_t i = 0; i < tank.Count(); ++i)
	{
		all += tank.PlaceOf(i).z / static_cast<double>(tank.Count());
		if (tank.world->Fluid().fluid[i] == tank.water.index)
		{
			heavy += tank.PlaceOf(i).z;
			++heavyCount;
		}
	}
	// A third of the volume lies below: its mean height is a third of the mean of all.
	EXPECT_LT(heavy / heavyCount, 0.5 * all);
}
