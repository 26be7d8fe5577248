#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

constexpr double Spacing = 0.025, Frame = 0.016;

std::unique_ptr<World> MakeWorld(const Vec3d& gravity, bool sleeps = false)
{
	WorldDef def;
	def.gravity = gravity;
	def.time.elasticStep = def.time.maxStep = 0.004;
	def.solver.refactorAtOnce = true;
	def.sleep.enabled = sleeps;
	return World::Create(def).TakeValue();
}

SolidBodyDef Jelly(int across, int layers, double young = 2e5)
{
	SolidBodyDef def = LatticeBody(across, across, layers, Spacing, MaterialOf(MaterialModel::StableNeoHookean, young, 0.3, 1000, 1));
	def.damping.viscosity = 500;
	return def;
}

double FastestOf(const SolidBody& body)
{
	double fastest = 0;
	for (const Vec3& v : body.velocity)
		fastest = std::max(fastest, static_cast<double>(Norm(v)));
	return fastest;
}

/// What lies on what, when the tangent of a slope is looked for at which it slides.
enum class Pair
{
	JellyOnFloor,
	JellyOnJelly,
	RigidOnJelly,
};

/// What the upper of the two gains in speed on a slope of this share of the friction angle, over what it would gain without friction. Once it
/// has moved by some part of a particle, jelly on jelly meets the layers of particles of the other (Docs/validation.md): only its start counts.
double SlideOn(Pair pair, double share, double friction)
{
	// The slope is in the direction of gravity, so that everything else is the same.
	const double angle = share * std::atan(friction);
	auto world = MakeWorld(Vec3d{std::sin(angle), 0, -std::cos(angle)} * 9.81);
	const auto tasks = MakeParallelTaskRunner(2);
	BoundaryDef floor;
	floor.friction = pair == Pair::JellyOnFloor ? friction : 5;
	world->AddBoundary(floor).Value();
	const bool isOnJelly = pair != Pair::JellyOnFloor;
	BodyId upper;
	RigidId rigid;
	double height = 0;
	if (isOnJelly)
	{
		// A wide mat that does not slide itself.
		SolidBodyDef mat = Jelly(16, 2);
		mat.position = {-0.05, -0.05, 0};
		world->AddBody(mat, {friction}).Value();
		height = 2 * Spacing;
	}
	if (pair == Pair::RigidOnJelly)
	{
		RigidDef box;
		box.shape = Shape::Box({0.06, 0.06, 0.03}).Value();
		box.friction = friction;
		box.pose.position = {0.06, 0.15, height + 0.03};
		rigid = world->AddRigid(box).Value();
	}
	else
	{
		SolidBodyDef block = Jelly(5, 3);
		block.position = {0, isOnJelly ? 0.09 : 0.0, height};
		upper = world->AddBody(block, {friction}).Value();
	}
	const auto speed = [&]
	{ return upper.IsSet() ? world->Find(upper)->Momentum().x / world->Find(upper)->Mass() : world->Find(rigid)->velocity.x; };
	const auto run = [&](double seconds)
	{
		for (int k = 0; k < static_cast<int>(std::round(seconds / Frame)); ++k)
			world->Step(Frame, *tasks);
	};
	const double first = pair == Pair::JellyOnJelly ? 0 : 0.16, seconds = pair == Pair::JellyOnJelly ? 0.08 : 0.16;
	run(first);
	const double before = speed();
	run(seconds);
	return (speed() - before) / (seconds * 9.81 * std::sin(angle));
}

}

TEST(Standing, SlidingBeginsAtTheFrictionAngleWhateverLiesOnWhat)
{
	const double friction = 0.4;
	for (const Pair pair : {Pair::JellyOnFloor, Pair::JellyOnJelly, Pair::RigidOnJelly})
		for (const double share : {0.8, 0.95, 1.05, 1.3})
		{
			const double angle = share * std::atan(friction);
			const double expected = std::max(0.0, 1 - friction / std::tan(angle));
			const double found = SlideOn(pair, share, friction);
			if (share < 1)
				EXPECT_LT(found, 0.002) << "pair " << static_cast<int>(pair) << ", share " << share;
			else
				EXPECT_NEAR(found, expected, pair == Pair::JellyOnFloor ? 0.002 : 0.02)
					<< "pair " << static_cast<int>(pair) << ", share " << share;
		}
}

TEST(Standing, TenBlocksOfJellyStandWithoutSleepAndWithoutDrift)
{
	// Slabs, not cubes: a tower of soft cubes buckles under its own weight (SolidContactTests).
	auto world = MakeWorld({0, 0, -9.81});
	const auto tasks = MakeParallelTaskRunner(2);
	BoundaryDef floor;
	floor.friction = 0.6;
	world->AddBoundary(floor).Value();
	std::vector<BodyId> blocks;
	const double thickness = 2 * Spacing;
	for (int k = 0; k < 10; ++k)
	{
		SolidBodyDef def = LatticeBody(5, 5, 2, Spacing, MaterialOf(MaterialModel::StableNeoHookean, 3e5, 0.4, 1000, 1));
		def.damping.viscosity = 2000;
		def.position = {0.004 * (k % 3), 0.004 * (k % 2), k * thickness};
		blocks.push_back(world->AddBody(def, {0.6}).Value());
	}
	const auto run = [&](double seconds)
	{
		double fastest = 0;
		for (int k = 0; k < static_cast<int>(std::round(seconds / Frame)); ++k)
		{
			world->Step(Frame, *tasks);
			for (const BodyId id : blocks)
				fastest = std::max(fastest, FastestOf(*world->Find(id)));
		}
		return fastest;
	};
	run(4);
	std::vector<Vec3d> before;
	for (const BodyId id : blocks)
		before.push_back(world->Find(id)->CentreOfMass());
	const double fastest = run(10);
	EXPECT_LT(fastest, 0.001);
	for (std::size_t k = 0; k < blocks.size(); ++k)
		EXPECT_LT(Norm(world->Find(blocks[k])->CentreOfMass() - before[k]), 0.0001) << "block " << k;
}

TEST(Standing, ASqueezedBlockShowsThePoissonRatioOfItsLaw)
{
	for (const MaterialModel model : {MaterialModel::Corotated, MaterialModel::NeoHookean, MaterialModel::StableNeoHookean})
		for (const double poisson : {0.2, 0.4})
		{
			auto world = MakeWorld({});
			const auto tasks = MakeParallelTaskRunner(2);
			const int across = 8;
			const double side = across * Spacing;
			BoundaryDef plate;
			plate.friction = 0;
			plate.shape = Shape::Box({1, 1, 0.05}).Value();
			plate.pose.position = {side / 2, side / 2, -0.05};
			world->AddBoundary(plate).Value();
			plate.pose.position.z = side + 0.05;
			plate.motion = PinMotion::Linear({0, 0, -0.04 * side}, 0, 0.5);
			world->AddBoundary(plate).Value();
			SolidBodyDef def = LatticeBody(across, across, across, Spacing, MaterialOf(model, 1e5, poisson, 1000, 1));
			def.damping.drag = 10;
			const BodyId id = world->AddBody(def).Value();
			for (int k = 0; k < 60; ++k)
				world->Step(Frame, *tasks);
			// Stretches of the inside, by least squares: at faces there is less than a neighbourhood of each particle.
			const SolidBody& body = *world->Find(id);
			double stretch[3] = {};
			for (int axis = 0; axis < 3; ++axis)
			{
				double sum = 0, squares = 0;
				for (std::size_t i = 0; i < body.ParticleCount(); ++i)
				{
					const Vec3 rest = body.Rest().state.position[i];
					const double half = side / 2, inner = half - 1.6 * Spacing;
					if (std::max({std::fabs(double(rest.x) - half), std::fabs(double(rest.y) - half), std::fabs(double(rest.z) - half)})
						> inner)
						continue;
					const double X = static_cast<double>(rest[axis]) - half;
					sum += X * (body.origin[axis] + static_cast<double>(body.position[i][axis]) - side / 2);
					squares += X * X;
				}
				stretch[axis] = sum / squares;
			}
			const double along = 1 - stretch[2], across2 = (stretch[0] + stretch[1]) / 2 - 1;
			EXPECT_NEAR(along, 0.021, 0.002);
			EXPECT_NEAR(across2 / along, poisson, 0.01) << "law " << static_cast<int>(model);
		}
}

TEST(Standing, AngularMomentumOfSoftAndRigidBodiesThatCollideOffCentreIsKept)
{
	const auto ledger =
		[](World& world, const std::vector<BodyId>& bodies, const std::vector<RigidId>& rigids, const std::vector<Mat3d>& inertia)
	{
		std::pair<Vec3d, Vec3d> sum; // linear, angular about the origin
		for (const BodyId id : bodies)
		{
			const SolidBody& body = *world.Find(id);
			for (std::size_t i = 0; i < body.ParticleCount(); ++i)
			{
				const Vec3d p = body.velocity[i].Cast<double>() * static_cast<double>(body.mass[i]);
				sum.first += p;
				sum.second += Cross(body.origin + body.position[i].Cast<double>(), p);
			}
		}
		for (std::size_t k = 0; k < rigids.size(); ++k)
		{
			const RigidState& state = *world.Find(rigids[k]);
			const Vec3d p = state.velocity * world.MassOf(rigids[k]);
			const Mat3d& R = state.pose.rotation;
			sum.first += p;
			sum.second += Cross(world.CentreOfMass(rigids[k]), p) + R * (inertia[k] * (Transpose(R) * state.angularVelocity));
		}
		return sum;
	};
	for (const double friction : {0.0, 0.5})
		for (int kind = 0; kind < 3; ++kind)
		{
			auto world = MakeWorld({});
			const auto tasks = MakeParallelTaskRunner(2);
			std::vector<BodyId> bodies;
			std::vector<RigidId> rigids;
			std::vector<Mat3d> inertia;
			for (int side = 0; side < 2; ++side)
			{
				const Vec3d place = {side == 0 ? -0.12 : 0.12, side == 0 ? -0.03 : 0.03, 0.01 * side},
							velocity = {side == 0 ? 1.0 : -1.0, 0, 0};
				if (kind == 0 || (kind == 1 && side == 0))
				{
					SolidBodyDef def = Jelly(5, 5, 1e5);
					def.position = place - Vec3d{2.5, 2.5, 2.5} * Spacing;
					def.velocity = velocity;
					bodies.push_back(world->AddBody(def, {friction}).Value());
				}
				else
				{
					RigidDef box;
					box.shape = Shape::Box({0.06, 0.05, 0.04}).Value();
					box.pose.position = place;
					box.velocity = velocity;
					box.friction = friction;
					inertia.push_back(box.shape.ComputeMass().Value().inertia * box.density);
					rigids.push_back(world->AddRigid(box).Value());
				}
			}
			const auto before = ledger(*world, bodies, rigids, inertia);
			for (int k = 0; k < 30; ++k)
				world->Step(Frame, *tasks);
			const auto after = ledger(*world, bodies, rigids, inertia);
			const double linear =
				world->MassOf(rigids.empty() ? RigidId{} : rigids[0]) + (bodies.empty() ? 0 : world->Find(bodies[0])->Mass());
			EXPECT_LT(Norm(after.first - before.first), 2e-3 * linear) << "friction " << friction << ", kind " << kind;
			// A particle meets a surface that others carry, half a layer away: friction turns by that arm what it should not.
			const double allowed = kind == 2 ? 1e-6 : friction > 0 ? 0.07 : 0.03;
			EXPECT_LT(Norm(after.second - before.second), allowed * Norm(before.second)) << "friction " << friction << ", kind " << kind;
		}
}

TEST(Standing, BodiesInOneAnotherPartWithBoundedSpeedAndEnergy)
{
	// By all, most and some of their size; in empty space, and upon each other on a floor.
	for (const bool hasFloor : {false, true})
		for (const double apart : {0.0, 0.03, 0.08})
		{
			auto world = MakeWorld(hasFloor ? Vec3d{0, 0, -9.81} : Vec3d{});
			const auto tasks = MakeParallelTaskRunner(2);
			if (hasFloor)
				world->AddBoundary({}).Value();
			std::vector<BodyId> ids;
			for (int k = 0; k < 2; ++k)
			{
				SolidBodyDef def = Jelly(5, 5, 3e4);
				def.damping.viscosity = 0;
				def.position = Vec3d{0.003 * k, 0.002 * k, 0.001 * k} + Vec3d{hasFloor ? 0.0 : 1.0, 0, hasFloor ? 1.0 : 0.0} * (apart * k);
				ids.push_back(world->AddBody(def).Value());
			}
			const SolidBody &a = *world->Find(ids[0]), &b = *world->Find(ids[1]);
			const double speed = world->Def().contact.separationSpeed;
			double fastest = 0, most = 0, deepest = 0;
			bool isReported = false;
			for (int k = 0; k < 100; ++k)
			{
				isReported = Has(world->Step(Frame, *tasks).issues, StepIssue::BodiesOverlapped) || isReported;
				fastest = std::max({fastest, FastestOf(a), FastestOf(b)});
				most = std::max(most, a.KineticEnergy() + b.KineticEnergy());
				deepest = std::max({deepest, world->Penetration(ids[0]), world->Penetration(ids[1])});
			}
			EXPECT_TRUE(isReported) << apart;
			EXPECT_GT(Norm(b.CentreOfMass() - a.CentreOfMass()), 0.9 * 5 * Spacing) << apart;
			EXPECT_LT(fastest, 8 * speed) << apart;
			EXPECT_LT(most, 2 * a.Mass() / 2 * std::pow(2 * speed, 2)) << apart; // as if both moved twice as fast as they are parted
			EXPECT_LE(deepest, 0.101 * Spacing / 2) << apart;
		}
}
