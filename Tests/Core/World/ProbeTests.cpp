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

std::unique_ptr<World> MakeWorld(const Vec3d& gravity = {0, 0, -9.81})
{
	WorldDef def;
	def.gravity = gravity;
	def.time.elasticStep = def.time.maxStep = 0.004;
	def.solver.refactorAtOnce = true;
	def.sleep.enabled = false;
	return World::Create(def).TakeValue();
}

BodyId AddBlock(World& world, const Vec3d& corner, const Vec3d& velocity = {}, double density = 1000)
{
	SolidBodyDef def = LatticeBody(5, 5, 5, Spacing, MaterialOf(MaterialModel::StableNeoHookean, 5e4, 0.4, density, 1));
	def.position = corner;
	def.velocity = velocity;
	return world.AddBody(def).Value();
}

/// A pool with a block of jelly and a rigid ball in it, of several fluids if wanted.
struct Pool
{
	std::unique_ptr<World> world = MakeWorld();
	std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner(2);
	BoundaryId walls;
	BodyId block;
	RigidId ball;
	std::vector<FluidId> fluids;
	std::vector<double> particleMass; // by index of the fluid

	explicit Pool(int fluidCount)
	{
		BoundaryDef box;
		box.shape = Shape::Box({0.2, 0.2, 0.5}).Value().Inverted();
		box.pose.position = {0, 0, 0.5};
		walls = world->AddBoundary(box).Value();
		block = AddBlock(*world, {-0.16, -0.06, 0.26}, {}, 600);
		RigidDef rigid;
		rigid.shape = Shape::Sphere(0.06).Value();
		rigid.density = 600;
		rigid.pose.position = {0.1, 0, 0.33};
		rigid.velocity = {0, 0, -1};
		ball = world->AddRigid(rigid).Value();
		for (int k = 0; k < fluidCount; ++k)
		{
			FluidDef fluid;
			fluid.particleRadius = Spacing / 2;
			fluid.density = 1000 - 300 * k;
			fluid.viscosity = fluid.boundaryViscosity = 2 * k;
			fluid.boundaryFriction = 0.2 * k;
			fluids.push_back(world->AddFluid(fluid).Value());
			particleMass.push_back(fluid.density * std::pow(Spacing, 3));
			const double floor = 0.25 / fluidCount * k, top = 0.25 / fluidCount * (k + 1);
			world->AddFluidBlock(fluids.back(), {{-0.2, -0.2, floor}, {0.2, 0.2, top}}).Value();
		}
	}
	double FluidMass() const
	{
		double sum = 0;
		for (const std::uint8_t fluid : world->Fluid().fluid)
			sum += particleMass[fluid];
		return sum;
	}
	Vec3d FluidMomentum() const
	{
		Vec3d sum;
		const FluidView view = world->Fluid();
		for (std::size_t i = 0; i < view.velocity.size(); ++i)
			sum += view.velocity[i].Xyz().Cast<double>() * particleMass[view.fluid[i]];
		return sum;
	}
};

}

TEST(Probe, TheWrenchOnABodyIsWhatItsMomentumChangesByBesidesItsWeight)
{
	// Dropped askew on a floor with friction, beside another that it falls against.
	auto world = MakeWorld();
	auto tasks = MakeParallelTaskRunner(2);
	world->AddBoundary({}).Value();
	const BodyId falling = AddBlock(*world, {0, 0, 0.2}, {0.5, 0, -1}), standing = AddBlock(*world, {0.08, 0.03, 0.005});
	const SolidBody& body = *world->Find(falling);
	const double mass = body.Mass();
	Vec3d sum;
	const Vec3d then = body.Momentum();
	for (int k = 0; k < 30; ++k)
	{
		const Vec3d before = body.Momentum();
		world->Step(Frame, *tasks);
		const Vec3d impulse = world->WrenchOf(falling).impulse;
		EXPECT_LT(Norm(body.Momentum() - before - world->Def().gravity * (mass * Frame) - impulse), 0.002 * mass) << "frame " << k;
		sum += impulse;
	}
	EXPECT_LT(Norm(sum - (body.Momentum() - then - world->Def().gravity * (mass * 30 * Frame))), 0.001 * mass);
	EXPECT_GT(world->WrenchOf(standing).impulse.z, 0);
	EXPECT_EQ(Norm(world->WrenchOf(BodyId{}).impulse), 0);
}

TEST(Probe, TheWrenchOnABodyHoldsWhatPushesItOver)
{
	// Pushed sideways at its upper edge, too little to slip or fall: floor, or a wall beside it, answer with the opposite force and moment.
	for (const bool isOnTable : {false, true})
	{
		auto world = MakeWorld();
		auto tasks = MakeParallelTaskRunner(2);
		if (isOnTable)
		{
			RigidDef table;
			table.shape = Shape::Box({0.3, 0.3, 0.1}).Value();
			table.pose.position = {0, 0, -0.1};
			table.hostDriven = true;
			world->AddRigid(table).Value();
		}
		else
			world->AddBoundary({}).Value();
		const BodyId id = AddBlock(*world, {});
		const SolidBody& body = *world->Find(id);
		const Vec3d force = {0.3 * body.Mass() * 9.81, 0, 0};
		const double radius = 0.04;
		Wrench sum;
		Vec3d moment;
		for (int k = 0; k < 125; ++k)
		{
			const Vec3d place = body.CentreOfMass() + Vec3d{-0.05, 0.02, 0.05};
			world->ApplyForce(id, place, radius, force);
			// Where the push works: it is shared by nearness.
			Vec3d at;
			double weight = 0;
			for (const Vec3& p : body.position)
			{
				const Vec3d particle = body.origin + p.Cast<double>();
				const double share = std::max(0.0, 1 - Norm(particle - place) / radius);
				at += particle * share;
				weight += share;
			}
			const Vec3d arm = at / weight - body.CentreOfMass();
			world->Step(Frame, *tasks);
			if (k < 100)
				continue;
			sum.impulse += world->WrenchOf(id).impulse;
			sum.angularImpulse += world->WrenchOf(id).angularImpulse;
			moment += Cross(arm, force) * Frame;
		}
		const Vec3d expected = (force + world->Def().gravity * body.Mass()) * (-25 * Frame);
		EXPECT_LT(Norm(sum.impulse - expected), 0.01 * Norm(expected));
		EXPECT_LT(Norm(sum.angularImpulse + moment), 0.03 * Norm(moment));
	}
}

TEST(Probe, EventsAndWrenchesOfFluidBodiesAndWallsAddUpToWhatEachOfThemGained)
{
	for (const int fluidCount : {1, 2})
	{
		Pool pool(fluidCount);
		World& world = *pool.world;
		const SolidBody& block = *world.Find(pool.block);
		const double ballMass = world.MassOf(pool.ball);
		Vec3d onFluid, onBlockByFluid, onBall, onBlock;
		bool metBall = false, metBlock = false;
		int pairs = 0;
		const Vec3d fluidThen = pool.FluidMomentum(), blockThen = block.Momentum(), ballThen = world.Find(pool.ball)->velocity * ballMass;
		constexpr int frames = 25;
		for (int k = 0; k < frames; ++k)
		{
			world.Step(Frame, *pool.tasks);
			onBlock += world.WrenchOf(pool.block).impulse;
			for (const ContactEvent& event : world.Contacts())
			{
				if (!event.fluid.IsSet())
				{
					// Of the ball with the block, if they meet.
					onBall -= event.other == ContactEvent::Other::Rigid ? event.impulse : Vec3d{};
					continue;
				}
				EXPECT_GT(event.particles, 0u);
				EXPECT_LT(std::max({std::fabs(event.place.x), std::fabs(event.place.y)}), 0.21);
				EXPECT_NE(world.Find(event.fluid), nullptr);
				++pairs;
				if (event.other == ContactEvent::Other::Fluid)
				{
					EXPECT_EQ(event.body, pool.block);
					onBlockByFluid += event.impulse;
					onFluid -= event.impulse;
					EXPECT_TRUE(metBlock || event.fluid == pool.fluids.back()) << "It falls into the upper one.";
					metBlock = metBlock || event.began;
					EXPECT_LT(Norm(event.place - block.CentreOfMass()), 0.15);
				}
				else
				{
					EXPECT_FALSE(event.body.IsSet());
					onFluid += event.impulse;
					if (event.other == ContactEvent::Other::Boundary)
					{
						EXPECT_EQ(event.boundary, pool.walls);
					}
					else
					{
						EXPECT_EQ(event.rigid, pool.ball);
						onBall -= event.impulse;
						EXPECT_LT(Norm(event.place - world.CentreOfMass(pool.ball)), 0.1);
						EXPECT_TRUE(metBall || event.normalSpeed > 0.5) << "It came at more than a metre a second.";
						metBall = true;
					}
				}
			}
		}
		EXPECT_TRUE(metBall);
		EXPECT_TRUE(metBlock);
		EXPECT_GT(pairs, frames * fluidCount);
		const double time = world.Time(), all = pool.FluidMass() * 9.81 * time;
		const Vec3d gravity = world.Def().gravity;
		EXPECT_LT(Norm(pool.FluidMomentum() - fluidThen - gravity * (pool.FluidMass() * time) - onFluid), 0.002 * all);
		EXPECT_LT(Norm(world.Find(pool.ball)->velocity * ballMass - ballThen - gravity * (ballMass * time) - onBall), 0.01 * ballMass);
		EXPECT_LT(Norm(block.Momentum() - blockThen - gravity * (block.Mass() * time) - onBlock), 0.01 * block.Mass());
		EXPECT_LT(Norm(onBlock - onBlockByFluid), 0.1 * block.Mass());
	}
}

TEST(Probe, EventsBetweenSolidsAddUpToTheirMomentum)
{
	auto world = MakeWorld({});
	auto tasks = MakeParallelTaskRunner(2);
	const BodyId a = AddBlock(*world, {0, 0, 0}, {2, 0, 0}), b = AddBlock(*world, {0.15, 0.04, 0.01});
	const Vec3d before = world->Find(b)->Momentum();
	Vec3d sum;
	for (int k = 0; k < 20; ++k)
	{
		world->Step(Frame, *tasks);
		for (const ContactEvent& event : world->Contacts())
			if (event.other == ContactEvent::Other::Body)
				sum += event.impulse * (event.body == b ? 1.0 : -1.0);
	}
	const Vec3d gained = world->Find(b)->Momentum() - before;
	EXPECT_GT(gained.x, 0.5 * world->Find(a)->Mass());
	EXPECT_LT(Norm(sum - gained), 0.01 * Norm(gained));
}
