#include "FluidTank.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

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

/// A room as it would be if its walls were of another shape than Box.
Shape RoomOf(const Vec3d& half, ShapeKind kind, double cellSize)
{
	if (kind == ShapeKind::Convex)
	{
		std::vector<Vec3d> corners;
		for (const double x : {-half.x, half.x})
			for (const double y : {-half.y, half.y})
				for (const double z : {-half.z, half.z})
					corners.push_back({x, y, z});
		return Shape::Convex(corners).Value().Inverted();
	}
	const auto distance = [&](const Vec3d& p)
	{
		const Vec3d q = {std::fabs(p.x) - half.x, std::fabs(p.y) - half.y, std::fabs(p.z) - half.z};
		return Norm(Max(q, Vec3d{})) + std::min(std::max({q.x, q.y, q.z}), 0.0);
	};
	const auto tasks = MakeParallelTaskRunner(2);
	DistanceGridSettings settings;
	settings.cellSize = cellSize;
	settings.margin = 0.03;
	DistanceGrid grid = BuildDistanceGrid({half * -1.0, half}, distance, settings, *tasks, nullptr).TakeValue();
	return Shape::Grid(std::make_shared<DistanceGrid>(std::move(grid))).Value().Inverted();
}

}

TEST(FluidAtObstacles, WaterComesToRestInRoomsOfAnyShape)
{
	constexpr double Radius = 0.01;
	struct Room
	{
		ShapeKind kind;
		double cellSize;
	};
	for (const Room& room : {Room{ShapeKind::Grid, Radius}, Room{ShapeKind::Grid, Radius / 2}, Room{ShapeKind::Convex, 0}})
	{
		const std::string what = room.kind == ShapeKind::Convex ? "convex" : "mesh of cells of " + std::to_string(room.cellSize);
		Tank tank({0.2, 0.2, 0.5}, Radius);
		tank.world->Remove(tank.walls);
		BoundaryDef walls;
		walls.shape = RoomOf({0.1, 0.1, 0.25}, room.kind, room.cellSize);
		walls.pose.position = {0, 0, 0.25};
		tank.walls = tank.world->AddBoundary(walls).Value();
		ASSERT_EQ(tank.world->AddFluidBlock(tank.water, {{-0.1, -0.1, 0}, {0.1, 0.1, 0.3}}).Value(), 1500u) << what;
		tank.Run(2);
		EXPECT_LT(tank.RootMeanSquareSpeed(), 0.03) << what; // a room that is a Box: 0.016; before there were volume maps: 0.07 to 0.16
		double depth = 0, pressure = 0, column = 0;
		Vec3d push;
		constexpr int Calls = 25;
		for (int k = 0; k < Calls; ++k)
		{
			tank.world->Step(0.02, *tank.tasks);
			push += tank.world->WrenchOf(tank.walls).impulse / (0.02 * Calls);
			for (std::size_t i = 0; i < tank.Count(); ++i)
			{
				const Vec3d p = tank.PlaceOf(i);
				depth += 2 * p.z / static_cast<double>(tank.Count()) / Calls;
				if (p.z < 0.05 || p.z > 0.25 || std::max(std::fabs(p.x), std::fabs(p.y)) > 0.08)
					continue;
				const FluidView view = tank.world->Fluid();
				pressure += static_cast<double>(view.pressure[i] + view.divergencePressure[i]);
				column += 1000 * 9.81 * (0.3 - p.z);
			}
		}
		EXPECT_NEAR(depth, 0.3, 0.004) << what;
		EXPECT_NEAR(pressure / column, 1, 0.02) << what;
		const double weight = static_cast<double>(tank.Count()) * tank.ParticleMass() * 9.81;
		EXPECT_NEAR(-push.z, weight, 0.02 * weight) << what;
	}
}

TEST(FluidAtObstacles, WaterComesToRestInAHollowBallAndOnACapsule)
{
	constexpr double Radius = 0.01;
	FreeFluid water({}, Radius);
	ASSERT_TRUE(water.world->SetGravity({0, 0, -9.81}).IsOk());
	BoundaryDef ball, capsule;
	ball.shape = Shape::Sphere(0.15).Value().Inverted();
	capsule.shape = Shape::Capsule(0.04, 0.05).Value();
	capsule.pose.position.z = -0.1;
	capsule.pose.rotation = AxisAngleRotation(Vec3d{0, 1, 0}, Pi / 2);
	for (const BoundaryDef& boundary : {ball, capsule})
		water.world->AddBoundary(boundary).Value();
	const double poured = static_cast<double>(water.world->AddFluidBlock(water.fluid, {{-0.13, -0.13, -0.13}, {0.13, 0.13, 0}}).Value());
	for (int k = 0; k < 150; ++k)
		water.world->Step(0.02, *water.tasks);
	ASSERT_EQ(static_cast<double>(water.Count()), poured);
	double sum = 0, top = -1;
	for (std::size_t i = 0; i < water.Count(); ++i)
	{
		sum += SquaredNorm(water.VelocityOf(i));
		top = std::max(top, water.PlaceOf(i).z);
	}
	EXPECT_LT(std::sqrt(sum / poured), 0.03);
	// Of a level pool: the volume of the ball below the surface, less the capsule.
	const double volume = poured * std::pow(2 * Radius, 3) + Pi * 0.04 * 0.04 * 0.1 + 4 * Pi / 3 * std::pow(0.04, 3);
	double level = -0.15;
	for (double height = 0; Pi * height * height * (0.15 - height / 3) < volume; level = height - 0.15)
		height += 1e-4;
	EXPECT_NEAR(top + Radius, level, Radius);
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
