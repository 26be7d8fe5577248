#include <SPHSolids/Base/Random.h>
#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

constexpr double RoomHalf = 0.5;
constexpr MaterialModel Models[] = {MaterialModel::Corotated, MaterialModel::FixedCorotated, MaterialModel::Arap,
	MaterialModel::StVenantKirchhoff, MaterialModel::NeoHookean, MaterialModel::StableNeoHookean, MaterialModel::MooneyRivlin};

/// A closed room with three blocks of one material and a rigid box, and someone who means them no good.
class AbusedRoom
{
public:
	explicit AbusedRoom(std::uint64_t seed)
		: random(seed)
	{
		WorldDef def;
		def.time.elasticStep = def.time.maxStep = Between(0.001, 0.012);
		def.solver.refactorAtOnce = true;
		def.solver.minimiser.iterations = 2 + static_cast<int>(Between(0, 9));
		world = World::Create(def).TakeValue();
		BoundaryDef room;
		room.shape = Shape::Box({RoomHalf, RoomHalf, RoomHalf}).Value().Inverted();
		world->AddBoundary(room).Value();
		material = MaterialOf(Models[seed % std::size(Models)], std::pow(10, Between(4, 6)), Between(0, 0.45), 1000, 1);
		for (int k = 0; k < 3; ++k)
		{
			SolidBodyDef body = LatticeBody(5, 5, 5, 0.03, material);
			body.position = {-0.4 + 0.25 * k, -0.07, -0.45};
			bodies.push_back(world->AddBody(body).Value());
		}
		RigidDef box;
		box.shape = Shape::Box({0.05, 0.05, 0.05}).Value();
		box.pose.position = {0, 0, 0.3};
		world->AddRigid(box).Value();
	}

	void Abuse()
	{
		const BodyId id = bodies[static_cast<std::size_t>(Between(0, 2.999))];
		switch (static_cast<int>(Between(0, 7.999)))
		{
		case 0: world->ApplyImpulse(id, Direction() * std::pow(10, Between(-1, 4))); break;
		case 1: world->ApplyImpulse(id, Place(), 0.2, Direction() * std::pow(10, Between(0, 6))); break;
		case 2: (void)world->Teleport(id, {Place(), AxisAngleRotation(Direction(), Between(0, 6))}); break;
		case 3: Scramble(id); break;
		case 4:
			material.young = std::pow(10, Between(2, 8));
			(void)world->SetMaterial(id, material);
			break;
		case 5: (void)world->SetGravity(Direction() * Between(0, 30)); break;
		case 6: world->ApplyRadialImpulse(Place(), 0.5, Between(0, 100)); break;
		default: Flatten(id);
		}
	}
	StepReport Step() { return world->Step(1.0 / 60, *tasks); }

	bool IsSound() const
	{
		for (const BodyId id : bodies)
		{
			const SolidBody& body = *world->Find(id);
			for (std::size_t i = 0; i < body.ParticleCount(); ++i)
				if (!IsFinite(body.position[i]) || !IsFinite(body.velocity[i]))
					return false;
		}
		return true;
	}
	/// How far beyond a wall the farthest particle is, m.
	double Outside() const
	{
		double farthest = -1;
		for (const BodyId id : bodies)
		{
			const SolidBody& body = *world->Find(id);
			for (const Vec3& p : body.position)
			{
				const Vec3d at = body.origin + p.Cast<double>();
				farthest = std::max({farthest, std::fabs(at.x) - RoomHalf, std::fabs(at.y) - RoomHalf, std::fabs(at.z) - RoomHalf});
			}
		}
		return farthest;
	}
	/// Largest relative difference of a body's distances from its centre to those at rest, in the mean of squares.
	double OutOfShape() const
	{
		double worst = 0;
		for (const BodyId id : bodies)
		{
			const SolidBody& body = *world->Find(id);
			const auto& rest = body.Rest().state.position;
			Vec3d centre, restCentre;
			for (std::size_t i = 0; i < rest.size(); ++i)
			{
				centre += body.position[i].Cast<double>() / static_cast<double>(rest.size());
				restCentre += rest[i].Cast<double>() / static_cast<double>(rest.size());
			}
			double now = 0, then = 0;
			for (std::size_t i = 0; i < rest.size(); ++i)
			{
				now += SquaredNorm(body.position[i].Cast<double>() - centre);
				then += SquaredNorm(rest[i].Cast<double>() - restCentre);
			}
			worst = std::max(worst, std::fabs(std::sqrt(now / then) - 1));
		}
		return worst;
	}
	/// Ends the abuse: a stiffness that stands its own weight, ordinary gravity, and bodies that were thrown into each other apart, in
	/// whatever shape they are.
	void MakePeace()
	{
		material.young = 3e5;
		(void)world->SetGravity({0, 0, -9.81});
		for (std::size_t k = 0; k < bodies.size(); ++k)
		{
			(void)world->SetMaterial(bodies[k], material);
			const SolidBody& body = *world->Find(bodies[k]);
			std::vector<Vec3> places(body.position.begin(), body.position.end()), velocities(body.ParticleCount());
			Vec3d centre;
			for (const Vec3& place : places)
				centre += place.Cast<double>() / static_cast<double>(places.size());
			for (Vec3& place : places)
				place = (place.Cast<double>() - centre).Cast<Real>();
			(void)world->SetState(bodies[k], {-0.3 + 0.3 * static_cast<double>(k), 0, -0.1}, places, velocities);
		}
	}

	std::unique_ptr<World> world;
	std::vector<BodyId> bodies;

private:
	double Between(double low, double high) { return random.NextIn(low, high); }
	Vec3d Place() { return {Between(-0.4, 0.4), Between(-0.4, 0.4), Between(-0.4, 0.4)}; }
	Vec3d Direction() { return NormalizedOr(Vec3d{Between(-1, 1), Between(-1, 1), Between(-1, 1)}, Vec3d{0, 0, 1}); }
	void Scramble(BodyId id)
	{
		const SolidBody& body = *world->Find(id);
		std::vector<Vec3> places(body.ParticleCount()), velocities(body.ParticleCount());
		for (Vec3& place : places)
			place = (Direction() * Between(0, 0.1)).Cast<Real>();
		(void)world->SetState(id, {0, 0, 0}, places, velocities);
	}
	void Flatten(BodyId id)
	{
		const SolidBody& body = *world->Find(id);
		std::vector<Vec3> places(body.position.begin(), body.position.end()), velocities(body.ParticleCount());
		const int axes = static_cast<int>(Between(1, 3.999)); // to a plane, a line, a point
		for (Vec3& place : places)
			for (int axis = 0; axis < axes; ++axis)
				place[axis] = 0;
		(void)world->SetState(id, body.origin, places, velocities);
	}

	Random random;
	Material material;
	std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
};

}

TEST(Abuse, BodiesStayFiniteAndInTheirRoomAndComeBackToTheirShape)
{
	for (std::uint64_t seed = 0; seed < 42; ++seed)
	{
		AbusedRoom room(seed);
		for (int frame = 0; frame < 40; ++frame)
		{
			room.Abuse();
			room.Step();
			ASSERT_TRUE(room.IsSound()) << "seed " << seed << " frame " << frame;
		}
		room.MakePeace();
		for (int frame = 0; frame < 180; ++frame)
			room.Step();
		ASSERT_TRUE(room.IsSound()) << "seed " << seed;
		EXPECT_LT(room.Outside(), 0) << "seed " << seed;
		EXPECT_LT(room.OutOfShape(), 0.01) << "seed " << seed;
	}
}
