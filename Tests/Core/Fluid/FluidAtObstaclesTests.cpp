#include "FluidTank.h"

#include <gtest/gtest.h>

using namespace SPHSolids;
using namespace SPHSolids::Tests;

namespace
{

constexpr double WallHalfThickness = 0.002; // of walls thinner than a particle

FreeFluid BlockOfWater(const Box3d& box, const Vec3d& velocity, double radius)
{
	FreeFluid water({}, radius);
	EXPECT_GT(water.world->AddFluidBlock(water.fluid, box, velocity).Value(), 0u);
	return water;
}

BoundaryDef ThinWall(const Vec3d& place)
{
	BoundaryDef wall;
	wall.shape = Shape::Box({WallHalfThickness, 0.5, 0.5}).Value();
	wall.pose.position = place;
	return wall;
}

}

TEST(FluidAtObstacles, WaterAtFiftyMetresASecondDoesNotPassAWallThinnerThanAParticle)
{
	FreeFluid water = BlockOfWater({{-0.16, -0.04, -0.04}, {-0.08, 0.04, 0.04}}, {50, 0, 0}, 0.005);
	water.world->AddBoundary(ThinWall({0, 0, 0})).Value();
	for (int k = 0; k < 3; ++k)
		water.world->Step(1.0 / 60, *water.tasks);
	for (std::size_t i = 0; i < water.Count(); ++i)
		ASSERT_LT(water.PlaceOf(i).x, -WallHalfThickness) << "particle " << i;
}

TEST(FluidAtObstacles, APlateAtFiftyMetresASecondLeavesNoWaterBehind)
{
	for (const double radius : {0.005, 0.0125})
	{
		FreeFluid water = BlockOfWater({{0.3, -0.05, -0.05}, {0.4, 0.05, 0.05}}, {}, radius);
		const BoundaryId plate = water.world->AddBoundary(ThinWall({0, 0, 0})).Value();
		for (int k = 1; k <= 2; ++k)
		{
			Pose pose;
			pose.position.x = 50.0 / 60 * k;
			ASSERT_TRUE(water.world->SetBoundaryTransform(plate, pose).IsOk());
			water.world->Step(1.0 / 60, *water.tasks);
			for (std::size_t i = 0; i < water.Count(); ++i)
				ASSERT_GT(water.PlaceOf(i).x, pose.position.x) << "particle " << i << " of radius " << radius << " after call " << k;
		}
	}
}

TEST(FluidAtObstacles, ARigidPlateThatFallsFastTakesTheWaterWithIt)
{
	FreeFluid water = BlockOfWater({{-0.05, -0.05, 0}, {0.05, 0.05, 0.1}}, {}, 0.01);
	RigidDef plate;
	plate.shape = Shape::Box({0.3, 0.3, WallHalfThickness}).Value();
	plate.pose.position.z = 0.5;
	plate.velocity.z = -50;
	plate.density = 1e5;
	const RigidId id = water.world->AddRigid(plate).Value();
	water.world->Step(1.0 / 60, *water.tasks);
	const RigidState& state = *water.world->Find(id);
	ASSERT_LT(state.pose.position.z, -0.1);
	for (std::size_t i = 0; i < water.Count(); ++i)
		ASSERT_LT((Transpose(state.pose.rotation) * (water.PlaceOf(i) - state.pose.position)).z, 0) << "particle " << i;
}

TEST(FluidAtObstacles, AFloorOfManySmallTilesHoldsWaterLikeOneFloor)
{
	constexpr double Tile = 0.01, Radius = 0.01; // more than eight tiles within reach of a particle
	Tank tank({0.16, 0.16, 1}, Radius);
	for (int i = -8; i < 8; ++i)
		for (int j = -8; j < 8; ++j)
		{
			BoundaryDef tile;
			tile.shape = Shape::Box(Vec3d{0.5, 0.5, 0.5} * Tile).Value();
			tile.pose.position = Vec3d{i + 0.5, j + 0.5, 10} * Tile;
			tank.world->AddBoundary(tile).Value();
		}
	tank.world->AddFluidBlock(tank.water, {{-0.08, -0.08, 0.11}, {0.08, 0.08, 0.2}}).Value();
	tank.Run(1);
	for (std::size_t i = 0; i < tank.Count(); ++i)
		ASSERT_GT(tank.PlaceOf(i).z, 0.105) << "particle " << i;
}
