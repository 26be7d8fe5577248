#include <SPHSolids/World/World.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace SPHSolids;

namespace
{

struct Tank
{
	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner(2);
	FluidId water;
	BoundaryId walls;

	Tank(const Vec3d& size, double radius, const WorldDef& def = {})
		: world(World::Create(def).TakeValue())
	{
		BoundaryDef box;
		box.shape = Shape::Box(size * 0.5).Value().Inverted();
		box.pose.position = {0, 0, size.z / 2};
		walls = world->AddBoundary(box).Value();
		FluidDef fluid;
		fluid.particleRadius = radius;
		water = world->AddFluid(fluid).Value();
	}
	StepReport Run(double seconds)
	{
		StepReport last;
		const int calls = static_cast<int>(std::round(seconds * 50));
		for (int k = 0; k < calls; ++k)
			last = world->Step(0.02, *tasks);
		return last;
	}
};

}

TEST(Fluid, PressureAtRestIsThatOfTheColumnAbove)
{
	Tank tank({0.3, 0.3, 1.0}, 0.01);
	ASSERT_EQ(tank.world->AddFluidBlock(tank.water, {{-0.15, -0.15, 0}, {0.15, 0.15, 0.4}}).Value(), 15u * 15 * 20);
	tank.Run(2);
	// Mean over half a second: what is left of sloshing goes out of it.
	std::array<double, 4> pressure{}, depth{};
	std::array<int, 4> count{};
	double surface = 0;
	for (int k = 0; k < 25; ++k)
	{
		tank.Run(0.02);
		const FluidView view = tank.world->Fluid();
		// Twice the mean height of a level pool is its depth.
		double mean = 0;
		for (const PaddedVec3& p : view.position)
			mean += view.origin.z + static_cast<double>(p.z);
		surface += 2 * mean / static_cast<double>(view.position.size()) / 25;
		for (std::size_t i = 0; i < view.position.size(); ++i)
		{
			const double z = view.origin.z + static_cast<double>(view.position[i].z);
			const int layer = static_cast<int>(z / 0.1);
			// The layer at a wall carries more pressure than the fluid behind it (Docs/decisions/0020-walls-without-a-mirror.md).
			const double x = view.origin.x + static_cast<double>(view.position[i].x),
						 y = view.origin.y + static_cast<double>(view.position[i].y);
			if (layer > 3 || z < 0.05 || std::max(std::fabs(x), std::fabs(y)) > 0.1)
				continue;
			pressure[static_cast<std::size_t>(layer)] += static_cast<double>(view.pressure[i] + view.divergencePressure[i]);
			depth[static_cast<std::size_t>(layer)] += z;
			++count[static_cast<std::size_t>(layer)];
		}
	}
	EXPECT_NEAR(surface, 0.4, 0.006);
	for (std::size_t layer = 0; layer < 3; ++layer)
	{
		const double z = depth[layer] / count[layer], p = pressure[layer] / count[layer];
		EXPECT_NEAR(p, 1000 * 9.81 * (0.4 - z), 0.05 * 1000 * 9.81 * 0.4) << "at height " << z;
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

TEST(Fluid, VolumeIsKeptWithinOnePercentOverTenSeconds)
{
	Tank tank({0.3, 0.3, 1.0}, 0.0125);
	const double particles = static_cast<double>(tank.world->AddFluidBlock(tank.water, {{-0.15, -0.15, 0}, {0.0, 0.15, 0.4}}).Value());
	double worstResidual = 0;
	for (int k = 0; k < 500; ++k)
		worstResidual = std::max(worstResidual, tank.world->Step(0.02, *tank.tasks).density.residual);
	EXPECT_LT(worstResidual, 1e-3);
	const FluidView view = tank.world->Fluid();
	ASSERT_EQ(view.position.size(), static_cast<std::size_t>(particles));
	double inside = 0;
	std::size_t full = 0;
	std::vector<double> heights;
	for (std::size_t i = 0; i < view.position.size(); ++i)
	{
		heights.push_back(view.origin.z + static_cast<double>(view.position[i].z));
		if (heights.back() < 0.12)
		{
			inside += static_cast<double>(view.density[i]);
			++full;
		}
	}
	EXPECT_NEAR(inside / static_cast<double>(full), 1, 0.01);
	// Twice the mean height of a level pool is its depth.
	double mean = 0;
	for (const double z : heights)
		mean += z / particles;
	const double depth = particles * std::pow(0.025, 3) / (0.3 * 0.3);
	EXPECT_NEAR(2 * mean, depth, 0.01 * depth + 0.002);
}

TEST(Fluid, DamBreakFrontFollowsMartinAndMoyce)
{
	// Column of width a and height 2a; front x/a against T = t sqrt(2 g / a), Martin and Moyce 1952, their n^2 = 2 series.
	const double a = 0.2;
	const std::vector<std::array<double, 2>> measured = {
		{0.84, 1.22}, {1.19, 1.44}, {1.43, 1.67}, {1.63, 1.89}, {1.83, 2.11}, {1.98, 2.33}, {2.20, 2.56}, {2.32, 2.78}, {2.51, 3.00}};
	Tank tank({2.0, 0.12, 1.0}, 0.005);
	tank.world->AddFluidBlock(tank.water, {{-1.0, -0.06, 0}, {-1.0 + a, 0.06, 2 * a}}).Value();
	double worst = 0;
	for (const auto& [T, expected] : measured)
	{
		const double t = T / std::sqrt(2 * 9.81 / a);
		while (tank.world->Time() < t - 1e-9)
			tank.world->Step(std::min(0.005, t - tank.world->Time()), *tank.tasks);
		const FluidView view = tank.world->Fluid();
		// Drops that run ahead of the front have few neighbours.
		double front = 0;
		for (std::size_t i = 0; i < view.position.size(); ++i)
			if (view.density[i] > 0.6f)
				front = std::max(front, view.origin.x + static_cast<double>(view.position[i].x) + 1.0 + 0.005);
		worst = std::max(worst, std::fabs(front / a / expected - 1));
		std::printf("T %.2f front %.3f measured %.2f\n", T, front / a, expected);
	}
	EXPECT_LT(worst, 0.25);
}

TEST(Fluid, SameBitsForAnyNumberOfWorkers)
{
	std::vector<std::uint64_t> hashes;
	for (const int workers : {1, 2, 3, 8})
	{
		Tank tank({0.4, 0.2, 1.0}, 0.01);
		tank.tasks = MakeParallelTaskRunner(workers);
		tank.world->AddFluidBlock(tank.water, {{-0.2, -0.1, 0}, {0.0, 0.1, 0.3}}).Value();
		tank.Run(0.2);
		hashes.push_back(tank.world->StateHash());
	}
	for (const std::uint64_t hash : hashes)
		EXPECT_EQ(hash, hashes.front());
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
		const FluidView view = tank.world->Fluid();
		double energy = 0;
		for (std::size_t i = 0; i < view.position.size(); ++i)
			energy += static_cast<double>(SquaredNorm(view.velocity[i].Xyz())) / 2
				+ 9.81 * (view.origin.z + static_cast<double>(view.position[i].z));
		energy /= static_cast<double>(view.position.size());
		EXPECT_LT(energy, before + 1e-3 * 9.81 * 0.15);
		before = energy;
	}
}
