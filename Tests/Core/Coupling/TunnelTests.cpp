#include <SPHSolids/Geometry/DistanceGrid.h>
#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

constexpr double Frame = 1.0 / 60, Spacing = 0.025;
constexpr double Thin = 0.002; // of the thickness of a thin wall, m: a third of a particle's radius

Shape GridBox(const Vec3d& half, double cellSize)
{
	const auto distance = [&](const Vec3d& p)
	{
		const Vec3d out = {std::fabs(p.x) - half.x, std::fabs(p.y) - half.y, std::fabs(p.z) - half.z};
		const double outside = Norm(Vec3d{std::max(out.x, 0.0), std::max(out.y, 0.0), std::max(out.z, 0.0)});
		return outside + std::min(0.0, std::max({out.x, out.y, out.z}));
	};
	DistanceGridSettings settings;
	settings.cellSize = cellSize;
	settings.margin = 2 * cellSize;
	const auto tasks = MakeSerialTaskRunner();
	return Shape::Grid(
		std::make_shared<const DistanceGrid>(BuildDistanceGrid({half * -1.0, half}, distance, settings, *tasks, nullptr).TakeValue()))
		.TakeValue();
}

Shape ConvexBox(const Vec3d& half)
{
	std::vector<Vec3d> corners;
	for (int k = 0; k < 8; ++k)
		corners.push_back({(k & 1 ? 1 : -1) * half.x, (k & 2 ? 1 : -1) * half.y, (k & 4 ? 1 : -1) * half.z});
	return Shape::Convex(corners).TakeValue();
}

/// How deep something round of 10 cm may dip between touch points that are 6 cm apart.
constexpr double Dip = 0.006;

struct Thing
{
	const char* name;
	Shape shape;
	Pose pose;
	bool isRound = false;
	Vec3d halfSize = {}; // of what has corners
	double round = 0;    // and how far what is round reaches from its axis

	/// Points of a rigid shape that is somewhere; it reaches `round` beyond them.
	std::vector<Vec3d> PointsAt(const Pose& at) const
	{
		std::vector<Vec3d> points;
		for (int x = -1; x <= 1; ++x)
			for (int y = -1; y <= 1; ++y)
				for (int z = -1; z <= 1; ++z)
					points.push_back(at.ToWorld({x * halfSize.x, y * halfSize.y, z * halfSize.z}));
		return points;
	}
};

/// What stands in the way of things that come along the x axis from the left, with its middle at the origin.
std::vector<Thing> InTheWay()
{
	return {{"plane", Shape::Plane(), {{}, AxisAngleRotation(Vec3d{0, 1, 0}, -Pi / 2)}}, {"box", Shape::Box({Thin, 0.5, 0.5}).Value(), {}},
		{"convex", ConvexBox({Thin, 0.5, 0.5}), {}}, {"mesh", GridBox({Thin, 0.2, 0.2}, Thin), {}},
		{"ball", Shape::Sphere(0.1).Value(), {}, true}, {"capsule", Shape::Capsule(0.1, 0.2).Value(), {}, true}};
}

std::vector<Thing> RigidShapes()
{
	const Vec3d half = {0.05, 0.04, 0.03};
	const Mat3d askew = AxisAngleRotation(Vec3d{0.6, 0, 0.8}, 0.4);
	return {{"box", Shape::Box(half).Value(), {{}, askew}, false, half}, {"ball", Shape::Sphere(0.03).Value(), {}, true, {}, 0.03},
		{"capsule", Shape::Capsule(0.02, 0.05).Value(), {{}, askew}, true, {0, 0, 0.05}, 0.02},
		{"convex", ConvexBox(half), {{}, askew}, false, half}, {"mesh", GridBox(half, 0.005), {{}, askew}, false, half}};
}

std::unique_ptr<World> EmptySpace()
{
	WorldDef def;
	def.gravity = {};
	def.solver.refactorAtOnce = true;
	return World::Create(def).TakeValue();
}

BodyId AddBlock(World& world, const Vec3d& centre, const Vec3d& velocity)
{
	SolidBodyDef def = LatticeBody(5, 5, 5, Spacing, MaterialOf(MaterialModel::StableNeoHookean, 1e5, 0.4, 1000, 1));
	def.position = centre - Vec3d{2.5, 2.5, 2.5} * Spacing;
	def.velocity = velocity;
	return world.AddBody(def).Value();
}

/// How far the nearest particle of fluid is from the surface of a shape; negative: in it.
double NearestFluid(const World& world, const Shape& shape, const Pose& pose)
{
	double nearest = 1e9;
	const FluidView view = world.Fluid();
	for (const PaddedVec3& p : view.position)
		nearest = std::min(
			nearest, static_cast<double>(shape.Distance(pose.ToLocal(view.origin + p.Xyz().Cast<double>()).Cast<Real>()).distance));
	return nearest;
}

}

TEST(Tunnel, SoftBodiesAtFiftyMetresASecondStayOnTheirSideOfEveryShape)
{
	for (const Thing& obstacle : InTheWay())
		for (const double start : {-0.7, -0.95, -1.2})
		{
			auto world = EmptySpace();
			const auto tasks = MakeSerialTaskRunner();
			BoundaryDef wall;
			wall.shape = obstacle.shape;
			wall.pose = obstacle.pose;
			world->AddBoundary(wall).Value();
			const BodyId id = AddBlock(*world, {start, 0, 0}, {50, 0, 0});
			for (int k = 0; k < 12; ++k)
			{
				world->Step(Frame, *tasks);
				ASSERT_LE(world->Penetration(id), 0.101 * Spacing / 2) << obstacle.name << " from " << start << ", frame " << k;
				const SolidBody& body = *world->Find(id);
				for (const Vec3& p : body.position)
					ASSERT_LT(body.origin.x + static_cast<double>(p.x), obstacle.isRound ? 0.05 : -Thin)
						<< obstacle.name << " from " << start << ", frame " << k;
			}
		}
}

TEST(Tunnel, RigidBodiesAtFiftyMetresASecondStayOnTheirSideOfEveryShape)
{
	for (const Thing& obstacle : InTheWay())
		for (const Thing& thrown : RigidShapes())
			for (const double start : {-0.7, -0.8, -0.95})
			{
				auto world = EmptySpace();
				const auto tasks = MakeSerialTaskRunner();
				BoundaryDef wall;
				wall.shape = obstacle.shape;
				wall.pose = obstacle.pose;
				world->AddBoundary(wall).Value();
				RigidDef rigid;
				rigid.shape = thrown.shape;
				rigid.pose = thrown.pose;
				rigid.pose.position = {start, 0, 0};
				rigid.velocity = {50, 0, 0};
				const RigidId id = world->AddRigid(rigid).Value();
				for (int k = 0; k < 12; ++k)
				{
					world->Step(Frame, *tasks);
					for (const Vec3d& point : thrown.PointsAt(world->Find(id)->pose))
					{
						const DistanceSample at = obstacle.shape.Distance(obstacle.pose.ToLocal(point).Cast<Real>());
						ASSERT_GT(static_cast<double>(at.distance), thrown.round - Dip)
							<< thrown.name << " at " << obstacle.name << " from " << start << ", frame " << k;
						ASSERT_TRUE(point.x < Dip || obstacle.isRound)
							<< thrown.name << " at " << obstacle.name << " from " << start << ", frame " << k;
					}
				}
			}
}

TEST(Tunnel, RigidBodiesOfEveryShapeThatMeetHeadOnDoNotPassThroughEachOther)
{
	for (const Thing& left : RigidShapes())
		for (const Thing& right : RigidShapes())
		{
			auto world = EmptySpace();
			const auto tasks = MakeSerialTaskRunner();
			std::vector<RigidId> ids;
			for (const double side : {-1.0, 1.0})
			{
				RigidDef rigid;
				rigid.shape = side < 0 ? left.shape : right.shape;
				rigid.pose = side < 0 ? left.pose : right.pose;
				rigid.pose.position = {side * 0.63, 0, 0};
				rigid.mass = 1;
				rigid.velocity = {-25 * side, 0, 0};
				ids.push_back(world->AddRigid(rigid).Value());
			}
			for (int k = 0; k < 6; ++k)
			{
				world->Step(Frame, *tasks);
				ASSERT_LT(world->CentreOfMass(ids[0]).x, world->CentreOfMass(ids[1]).x)
					<< left.name << " and " << right.name << ", frame " << k;
			}
		}
}

TEST(Tunnel, AThinPlateAtFiftyMetresASecondTakesSoftAndRigidBodiesAlong)
{
	for (int kind = 0; kind < 6; ++kind)
	{
		auto world = EmptySpace();
		const auto tasks = MakeSerialTaskRunner();
		BoundaryDef plate;
		plate.shape = Shape::Box({Thin, 0.5, 0.5}).Value();
		plate.pose.position = {-1, 0, 0};
		plate.motion = PinMotion::Linear({50, 0, 0}, 0, 10);
		const BoundaryId boundary = world->AddBoundary(plate).Value();
		BodyId soft;
		RigidId hard;
		if (kind == 5)
			soft = AddBlock(*world, {}, {});
		else
		{
			RigidDef rigid;
			rigid.shape = RigidShapes()[static_cast<std::size_t>(kind)].shape;
			rigid.pose = RigidShapes()[static_cast<std::size_t>(kind)].pose;
			hard = world->AddRigid(rigid).Value();
		}
		for (int k = 0; k < 8; ++k)
		{
			world->Step(Frame, *tasks);
			const double ahead =
				(kind == 5 ? world->Find(soft)->CentreOfMass().x : world->CentreOfMass(hard).x) - world->Find(boundary)->pose.position.x;
			ASSERT_GT(ahead, 0) << "kind " << kind << ", frame " << k;
		}
	}
}

TEST(Tunnel, AWallAtAHundredMetresASecondIsReportedAndNothingIsInItAfterwards)
{
	for (const bool isThick : {false, true})
	{
		auto world = EmptySpace();
		const auto tasks = MakeParallelTaskRunner(2);
		BoundaryDef wall;
		wall.shape = Shape::Box({isThick ? 0.2 : Thin, 0.6, 0.6}).Value();
		wall.pose.position = {-1.5, 0, 0};
		wall.motion = PinMotion::Linear({100, 0, 0}, 0, 2 * Frame); // 3.3 m
		const BoundaryId boundary = world->AddBoundary(wall).Value();
		const BodyId block = AddBlock(*world, {-0.3, 0, 0}, {});
		FluidDef water;
		water.particleRadius = 0.01;
		const FluidId fluid = world->AddFluid(water).Value();
		const std::size_t particles = world->AddFluidBlock(fluid, {{0, -0.1, -0.1}, {0.2, 0.1, 0.1}}).Value();
		RigidDef ball;
		ball.shape = Shape::Sphere(0.05).Value();
		ball.pose.position = {-0.6, 0.35, 0};
		const RigidId rigid = world->AddRigid(ball).Value();
		bool isReported = false;
		for (int k = 0; k < 4; ++k)
		{
			const StepReport report = world->Step(Frame, *tasks);
			isReported = isReported || Has(report.issues, StepIssue::BoundaryTooFast);
			const Pose& pose = world->Find(boundary)->pose;
			EXPECT_EQ(world->Fluid().position.size() + report.removed, particles) << "frame " << k;
			EXPECT_GT(NearestFluid(*world, wall.shape, pose), 0) << "frame " << k;
			EXPECT_LE(world->Penetration(block), 0.101 * Spacing / 2) << "frame " << k;
			EXPECT_GT(wall.shape.Distance(pose.ToLocal(world->CentreOfMass(rigid)).Cast<Real>()).distance, Real(0.045)) << "frame " << k;
			for (const Vec3& v : world->Find(block)->velocity)
				ASSERT_TRUE(IsFinite(v));
		}
		EXPECT_TRUE(isReported);
		EXPECT_NEAR(world->Time(), 4 * Frame, 0.005);
		EXPECT_NEAR(world->Find(boundary)->pose.position.x, -1.5 + 100 * 2 * Frame, 1e-9);
		EXPECT_GT(world->Find(block)->CentreOfMass().x, world->Find(boundary)->pose.position.x);
		EXPECT_GT(world->CentreOfMass(rigid).x, world->Find(boundary)->pose.position.x);
	}
}
