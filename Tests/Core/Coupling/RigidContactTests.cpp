#include <SPHSolids/World/World.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace SPHSolids;

namespace
{

struct RigidPlace
{
	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();

	explicit RigidPlace(const Vec3d& gravity = {0, 0, -9.81})
	{
		WorldDef def;
		def.gravity = gravity;
		def.time.maxStep = 0.004;
		world = World::Create(def).TakeValue();
	}
	void Floor(double friction = 0.5, double slope = 0)
	{
		BoundaryDef floor;
		floor.friction = friction;
		floor.pose.rotation = AxisAngleRotation(Vec3d{0, 1, 0}, slope);
		world->AddBoundary(floor).Value();
	}
	RigidId Add(const Shape& shape, const Vec3d& position, const Vec3d& velocity = {}, double friction = 0.5,
		const Mat3d& rotation = Mat3d::Identity())
	{
		RigidDef def;
		def.shape = shape;
		def.pose = {position, rotation};
		def.velocity = velocity;
		def.friction = friction;
		return world->AddRigid(def).Value();
	}
	void Run(double seconds)
	{
		for (int k = 0; k < static_cast<int>(std::round(seconds * 50)); ++k)
			world->Step(0.02, *tasks);
	}
};

const Vec3d HalfSide = {0.05, 0.05, 0.05};

}

TEST(RigidContact, ABoxComesToRestFlatOnTheFloor)
{
	RigidPlace place;
	place.Floor();
	const RigidId box = place.Add(Shape::Box(HalfSide).Value(), {0, 0, 0.2}, {}, 0.5, AxisAngleRotation(Vec3d{0.6, 0.8, 0}, 0.4));
	place.Run(3);
	const RigidState& state = *place.world->Find(box);
	EXPECT_NEAR(state.pose.position.z, 0.05, 0.001);
	EXPECT_LT(Norm(state.velocity), 0.005);
	EXPECT_LT(Norm(state.angularVelocity), 0.05);
	double upright = 0; // one of its axes points up
	for (int axis = 0; axis < 3; ++axis)
		upright = std::max(upright, std::fabs(state.pose.rotation(2, axis)));
	EXPECT_GT(upright, 0.9995);
}

TEST(RigidContact, ThreeBoxesStackAndStay)
{
	RigidPlace place;
	place.Floor();
	std::vector<RigidId> boxes;
	for (int k = 0; k < 3; ++k)
		boxes.push_back(place.Add(Shape::Box(HalfSide).Value(), {0.004 * k, 0, 0.051 + 0.101 * k}));
	place.Run(3);
	for (int k = 0; k < 3; ++k)
	{
		EXPECT_NEAR(place.world->Find(boxes[static_cast<std::size_t>(k)])->pose.position.z, 0.05 + 0.1 * k, 0.002) << "box " << k;
		EXPECT_NEAR(place.world->Find(boxes[static_cast<std::size_t>(k)])->pose.position.x, 0.004 * k, 0.002) << "box " << k;
	}
}

TEST(RigidContact, ABoxOnASlopeSlidesWhenTheSlopeExceedsTheFrictionAngle)
{
	const double friction = 0.4, angle = std::atan(friction);
	for (const double share : {0.9, 1.2})
	{
		RigidPlace place;
		place.Floor(friction, share * angle);
		const Mat3d turn = AxisAngleRotation(Vec3d{0, 1, 0}, share * angle);
		const RigidId box = place.Add(Shape::Box(HalfSide).Value(), turn * Vec3d{0, 0, 0.05}, {}, friction, turn);
		place.Run(1);
		const double slid = Norm(place.world->Find(box)->pose.position - turn * Vec3d{0, 0, 0.05});
		const double a = 9.81 * (std::sin(share * angle) - friction * std::cos(share * angle));
		if (share < 1)
		{
			EXPECT_LT(slid, 0.002);
		}
		else
		{
			EXPECT_NEAR(slid, a / 2, 0.1 * a / 2);
		}
	}
}

TEST(RigidContact, BallsThatCollideKeepTheirMomentum)
{
	RigidPlace place(Vec3d{});
	const RigidId a = place.Add(Shape::Sphere(0.05).Value(), {0, 0, 0}, {2, 0, 0});
	const RigidId b = place.Add(Shape::Sphere(0.05).Value(), {0.2, 0.02, 0});
	place.Run(0.4);
	const Vec3d sum = place.world->Find(a)->velocity + place.world->Find(b)->velocity; // of equal mass
	EXPECT_LT(Norm(sum - Vec3d{2, 0, 0}), 1e-5);
	EXPECT_GT(place.world->Find(b)->velocity.x, 0.8);
	EXPECT_GT(Norm(place.world->Find(b)->pose.position - place.world->Find(a)->pose.position), 0.0995);
}

TEST(RigidContact, ABoxThatTumblesFreelyKeepsItsAngularMomentumAndEnergy)
{
	// About the axis of its middle moment, which no spin stays about: it turns over again and again.
	RigidPlace place(Vec3d{});
	const Shape shape = Shape::Box({0.02, 0.05, 0.1}).Value();
	RigidDef def;
	def.shape = shape;
	def.angularVelocity = {0.1, 8, 0.1};
	const RigidId box = place.world->AddRigid(def).Value();
	const Mat3d inertia = shape.ComputeMass().Value().inertia * def.density;
	const auto momentum = [&]
	{
		const RigidState& state = *place.world->Find(box);
		return state.pose.rotation * (inertia * (Transpose(state.pose.rotation) * state.angularVelocity));
	};
	const Vec3d first = momentum();
	const double energy = Dot(first, def.angularVelocity) / 2;
	double least = 1, most = 0;
	for (int k = 0; k < 250; ++k)
	{
		place.Run(0.02);
		const RigidState& state = *place.world->Find(box);
		EXPECT_LT(Norm(momentum() - first), 1e-9 * Norm(first));
		EXPECT_NEAR(Dot(momentum(), state.angularVelocity) / 2, energy, 0.01 * energy);
		least = std::min(least, state.pose.rotation(1, 1));
		most = std::max(most, state.pose.rotation(1, 1));
	}
	EXPECT_LT(least, -0.9);
	EXPECT_GT(most, 0.9);
}
