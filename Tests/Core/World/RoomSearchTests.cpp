#include <World/RoomSearch.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <deque>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

/// A block of 12 cm that stands on a floor, in a box that has come to lie there, 20 cm wide and 14 cm high.
struct CaughtBlock
{
	SolidBody body;
	std::deque<Shape> shapes;
	std::vector<Obstacle> boundaries, others;

	CaughtBlock()
		: body(SolidBody::Create(LatticeBody(4, 4, 4, 0.03, MaterialOf(MaterialModel::StableNeoHookean, 1e5, 0.4, 1000, 1))).TakeValue())
	{
		Vec3 least = body.position[0], most = least;
		for (const Vec3& place : body.position)
		{
			least = Min(least, place);
			most = Max(most, place);
		}
		const Real radius = body.Rest().state.particleRadius;
		for (Vec3& place : body.position)
			place -= Vec3{(least.x + most.x) / 2, (least.y + most.y) / 2, least.z - radius};
		Add(boundaries, Shape::Plane(), {});
		Add(others, Shape::Box({0.1, 0.1, 0.07}).Value(), {0, 0, 0.07f});
		others[0].inverseMass = 1;
	}
	void Add(std::vector<Obstacle>& to, const Shape& shape, const Vec3& place)
	{
		shapes.push_back(shape);
		Obstacle obstacle;
		obstacle.shape = &shapes.back();
		obstacle.position = obstacle.pivot = place;
		obstacle.rotation = Mat3::Identity();
		to.push_back(obstacle);
	}
	/// A wall of 4 mm on each of the four sides.
	void AddWalls(double away)
	{
		for (const double side : {-away, away})
		{
			Add(boundaries, Shape::Box({0.002, 1, 1}).Value(), {static_cast<Real>(side), 0, 0});
			Add(boundaries, Shape::Box({1, 0.002, 1}).Value(), {0, static_cast<Real>(side), 0});
		}
	}
	Vec3 Way() const
	{
		std::vector<Obstacle> all = boundaries;
		all.insert(all.end(), others.begin(), others.end());
		return WayToRoom(body, {}, all, boundaries.size());
	}
	/// Nearest that a particle's middle is to anything after such a way.
	Real NearestAfter(const Vec3& way) const
	{
		Real nearest = 1e30f;
		for (const auto* obstacles : {&boundaries, &others})
			for (const Obstacle& obstacle : *obstacles)
				for (const Vec3& place : body.position)
					nearest = std::min(nearest, obstacle.Distance(place + way).distance);
		return nearest;
	}
};

}

TEST(RoomSearch, ABodyInABoxOnTheFloorGoesOverOrBesideItAndNoFartherThanItMust)
{
	const CaughtBlock block;
	const Vec3 way = block.Way();
	EXPECT_GE(block.NearestAfter(way), 0.9f * block.body.Rest().state.particleRadius);
	EXPECT_GE(Norm(way), 0.14f - 0.002f) << "out of the top, the nearest";
	EXPECT_LE(Norm(way), 0.14f + 0.03f);
}

TEST(RoomSearch, ThinWallsAreNotPassed)
{
	CaughtBlock block;
	block.AddWalls(0.16);
	block.Add(block.boundaries, Shape::Box({1, 1, 0.002}).Value(), {0, 0, 0.2f}); // a roof: no room above the box either
	EXPECT_EQ(block.Way(), Vec3{});
	block.boundaries.pop_back();
	const Vec3 way = block.Way();
	EXPECT_GT(way.z, 0.13f) << "over the box, between the walls";
	EXPECT_EQ(way.x, 0);
	EXPECT_EQ(way.y, 0);
}

TEST(RoomSearch, WhatIsFreeStays)
{
	CaughtBlock block;
	block.others.clear();
	EXPECT_EQ(block.Way(), Vec3{});
}
