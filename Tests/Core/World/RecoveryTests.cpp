#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

constexpr double Side = 0.12, Wall = 0.14, BoxHeight = 0.4;

/// What is left of a block of 12 cm, flat on the floor under a box of 20 cm that is 40 cm high, between thin walls or not.
struct FlatBlock
{
	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	BodyId block;
	RigidId box;

	explicit FlatBlock(bool withWalls)
	{
		WorldDef def;
		def.solver.refactorAtOnce = true;
		world = World::Create(def).TakeValue();
		world->AddBoundary({}).Value();
		for (const double side : {-Wall, Wall})
			for (int axis = 0; axis < 2 && withWalls; ++axis)
			{
				BoundaryDef wall;
				wall.shape = Shape::Box(axis == 0 ? Vec3d{0.002, 1, 1} : Vec3d{1, 0.002, 1}).Value();
				wall.pose.position[axis] = side;
				world->AddBoundary(wall).Value();
			}
		SolidBodyDef body = LatticeBody(4, 4, 4, Side / 4, MaterialOf(MaterialModel::StableNeoHookean, 1e5, 0.4, 1000, 1));
		block = world->AddBody(body).Value();
		std::vector<Vec3> places, velocities(world->Find(block)->ParticleCount());
		for (const Vec3& place : world->Find(block)->Rest().state.position)
			places.push_back({place.x - static_cast<Real>(Side / 2), place.y - static_cast<Real>(Side / 2), 0});
		(void)world->SetState(block, {0, 0, Side / 8}, places, velocities);
		RigidDef rigid;
		rigid.shape = Shape::Box({0.1, 0.1, BoxHeight / 2}).Value();
		rigid.pose.position = {0, 0, Side / 4 + 0.001 + BoxHeight / 2};
		box = world->AddRigid(rigid).Value();
	}
	const SolidBody& Block() const { return *world->Find(block); }
	/// @return Whether the block was given its shape back.
	bool Run(double seconds)
	{
		StepIssue issues = StepIssue::None;
		for (int frame = 0; frame < static_cast<int>(seconds * 60); ++frame)
			issues |= world->Step(1.0 / 60, *tasks).issues;
		return Has(issues, StepIssue::BodyRecovered);
	}
};

}

TEST(Recovery, ABodyFlatUnderABoxIsGivenItsShapeBesideIt)
{
	FlatBlock flat(false);
	EXPECT_TRUE(flat.Run(4));
	EXPECT_LT(FitRigidly(flat.Block()).rootMeanSquare, 0.01);
	const Vec3d centre = flat.Block().CentreOfMass();
	EXPECT_GT(std::max(std::fabs(centre.x), std::fabs(centre.y)), 0.1) << "beside";
	EXPECT_LT(centre.z, 0.1) << "on the floor";
	EXPECT_LT(flat.world->Penetration(flat.block), 0.001);
}

TEST(Recovery, BetweenThinWallsItIsGivenItAboveTheBoxAndNotBeyondThem)
{
	FlatBlock flat(true);
	EXPECT_TRUE(flat.Run(4));
	EXPECT_LT(FitRigidly(flat.Block()).rootMeanSquare, 0.01);
	for (const Vec3& place : flat.Block().position)
	{
		const Vec3d at = flat.Block().origin + place.Cast<double>();
		EXPECT_LT(std::max(std::fabs(at.x), std::fabs(at.y)), Wall);
	}
	EXPECT_GT(flat.Block().CentreOfMass().z, BoxHeight);
}
