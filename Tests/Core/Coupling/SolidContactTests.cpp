#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

constexpr double Spacing = 0.025;
/// A tenth of a radius, and a hair for rounding.
constexpr double DeepestAllowed = 0.101 * Spacing / 2;

struct Place
{
	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner(2);

	explicit Place(double elasticStep = 0.004, const Vec3d& gravity = {0, 0, -9.81}, int iterations = 10)
	{
		WorldDef def;
		def.solver.minimiser.iterations = iterations;
		def.gravity = gravity;
		def.time.elasticStep = elasticStep;
		def.time.maxStep = elasticStep;
		def.solver.refactorAtOnce = true;
		world = World::Create(def).TakeValue();
	}
	BoundaryId Floor(double friction = 0.5, const Mat3d& rotation = Mat3d::Identity())
	{
		BoundaryDef floor;
		floor.friction = friction;
		floor.pose.rotation = rotation;
		return world->AddBoundary(floor).Value();
	}
	BodyId Block(int across, const Vec3d& corner, double young = 3e4, double poisson = 0.4, const BodyContactDef& contact = {})
	{
		SolidBodyDef def =
			LatticeBody(across, across, across, Spacing, MaterialOf(MaterialModel::StableNeoHookean, young, poisson, 1000, 1));
		def.position = corner;
		return world->AddBody(def, contact).Value();
	}
	BodyId Sheet(int across, const Vec3d& corner)
	{
		SolidBodyDef def = LatticeBody(across, across, 1, Spacing, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.3, 1000, 1));
		def.position = corner;
		return world->AddBody(def, {}).Value();
	}
	void Run(double seconds)
	{
		for (int k = 0; k < static_cast<int>(std::round(seconds * 50)); ++k)
			world->Step(0.02, *tasks);
	}
	/// How far the body gets into walls and rigid bodies, m.
	double Deepest(BodyId id, int steps, double step)
	{
		double deepest = 0;
		for (int k = 0; k < steps; ++k)
		{
			world->Step(step, *tasks);
			deepest = std::max(deepest, world->Penetration(id));
		}
		return deepest;
	}
	double Fastest(BodyId id) const
	{
		double fastest = 0;
		for (const Vec3& v : world->Find(id)->velocity)
			fastest = std::max(fastest, static_cast<double>(Norm(v)));
		return fastest;
	}
	/// Of motion, deformation and weight.
	double Energy(BodyId id) const
	{
		const SolidBody& body = *world->Find(id);
		ElasticObjective objective(body.Rest().elastic, body.Stiffness());
		objective.SetReference(body.position, *tasks);
		const std::vector<float> noInertia(body.ParticleCount(), 0.0f);
		std::vector<Vec3> gradient(body.ParticleCount());
		const double elastic = objective.Evaluate(body.position, {noInertia, body.position, {}, 0}, *tasks, gradient).Total();
		return body.KineticEnergy() + elastic - body.Mass() * Dot(world->Def().gravity, body.CentreOfMass());
	}
	double Lowest(BodyId id) const
	{
		const SolidBody& body = *world->Find(id);
		double low = 1e9;
		for (const Vec3& p : body.position)
			low = std::min(low, body.origin.z + static_cast<double>(p.z));
		return low;
	}
};

}

TEST(SolidContact, AColumnOfBlocksBouncesWithFourIterationsNearlyAsWithMany)
{
	// Held by many contacts, each as stiff as a particle, a block by itself is as light as its inertia. What steps it without knowing that
	// lets a column fall and bounce as if through honey: 13 mm off in the mean.
	const auto heights = [](int iterations)
	{
		Place place(0.008, {0, 0, -9.81}, iterations);
		place.Floor();
		std::vector<BodyId> blocks;
		for (int k = 0; k < 8; ++k)
			blocks.push_back(place.Block(4, {0, 0, 0.0225 + 0.11 * k}, 5e4, 0.45));
		std::vector<double> result;
		for (int frame = 0; frame < 16; ++frame)
		{
			place.world->Step(0.032, *place.tasks);
			double sum = 0;
			for (const BodyId id : blocks)
				sum += place.world->Find(id)->CentreOfMass().z;
			result.push_back(sum / 8);
		}
		return result;
	};
	const std::vector<double> few = heights(4), many = heights(100);
	double sum = 0;
	for (std::size_t k = 0; k < few.size(); ++k)
		sum += std::fabs(few[k] - many[k]);
	EXPECT_LT(sum / static_cast<double>(few.size()), 0.005);
}

TEST(SolidContact, ABlockComesToRestOnTheFloorAndSleeps)
{
	for (const double step : {0.002, 0.008})
	{
		Place place(step);
		place.Floor();
		const BodyId id = place.Block(6, {0, 0, 0.1});
		place.Run(3);
		EXPECT_EQ(place.world->StateOf(id), BodyState::Sleeping) << "step " << step << " speed " << place.Fastest(id);
		EXPECT_LT(place.world->Penetration(id), 0.1 * Spacing / 2) << "step " << step;
		EXPECT_NEAR(place.Lowest(id), Spacing / 2, 0.1 * Spacing / 2) << "step " << step;
	}
}

TEST(SolidContact, ASoftBlockSinksAsItsWeightSays)
{
	// Layers a distance d apart, each gap carrying the layers above it: layer k sinks by rho g d^2 / E sum_{i<k} (n - 1 - i).
	const int across = 8;
	const double young = 4e4, unit = 1000 * 9.81 * Spacing * Spacing / young;
	double expected = 0;
	for (int k = 0; k < across; ++k)
		for (int i = 0; i < k; ++i)
			expected += unit * (across - 1 - i) / across;
	for (const double step : {0.001, 0.002, 0.004, 0.008})
	{
		Place place(step);
		place.Floor(0);
		const BodyId id = place.Block(across, {0, 0, 0.0005}, young, 0.3);
		const double before = place.world->Find(id)->CentreOfMass().z - 0.0005;
		place.Run(3);
		EXPECT_NEAR(before - place.world->Find(id)->CentreOfMass().z, expected, 0.1 * expected) << "step " << step;
	}
}

TEST(SolidContact, ABlockOnASlopeSlidesWhenTheSlopeExceedsTheFrictionAngle)
{
	const double friction = 0.4, angle = std::atan(friction);
	for (const double share : {0.9, 1.1})
	{
		Place place(0.004);
		const Mat3d turn = AxisAngleRotation(Vec3d{0, 1, 0}, share * angle);
		place.Floor(friction, turn);
		SolidBodyDef def = LatticeBody(6, 6, 4, Spacing, MaterialOf(MaterialModel::StableNeoHookean, 2e5, 0.3, 1000, 1));
		def.rotation = turn;
		const BodyId id = place.world->AddBody(def, {friction}).Value();
		place.Run(0.5);
		const Vec3d start = place.world->Find(id)->CentreOfMass();
		place.Run(0.5);
		const double slid = Norm(place.world->Find(id)->CentreOfMass() - start);
		if (share < 1)
			EXPECT_LT(slid, 0.0005);
		else
		{
			// a = g (sin - mu cos), from rest for 0.5 s to 1 s.
			const double a = 9.81 * (std::sin(share * angle) - friction * std::cos(share * angle));
			EXPECT_NEAR(slid, a * (1 - 0.25) / 2, 0.15 * slid);
		}
	}
}

TEST(SolidContact, FastBodiesDoNotPassThroughAWallThinnerThanAParticle)
{
	Place place(1.0 / 60, {});
	BoundaryDef wall;
	wall.shape = Shape::Box({0.002, 1, 1}).Value();
	wall.pose.position = {0.5, 0, 0};
	place.world->AddBoundary(wall).Value();
	SolidBodyDef def = LatticeBody(5, 5, 5, Spacing, MaterialOf(MaterialModel::StableNeoHookean, 1e5, 0.4, 1000, 1));
	def.position = {-0.6, -0.06, -0.06};
	def.velocity = {50, 0, 0};
	const BodyId id = place.world->AddBody(def).Value();
	for (int k = 0; k < 30; ++k)
	{
		place.world->Step(1.0 / 60, *place.tasks);
		const SolidBody& body = *place.world->Find(id);
		for (const Vec3& p : body.position)
			ASSERT_LT(body.origin.x + static_cast<double>(p.x), 0.498) << "frame " << k;
	}
}

TEST(SolidContact, TwoBodiesThatCollideKeepTheirMomentum)
{
	Place place(0.002, {});
	const BodyId a = place.Block(5, {0, 0, 0}), b = place.Block(5, {0.16, 0.03, 0.01});
	ASSERT_TRUE(place.world->SetVelocity(a, {2, 0, 0}).IsOk());
	const Vec3d before = place.world->Find(a)->Momentum() + place.world->Find(b)->Momentum();
	place.Run(0.4);
	const Vec3d after = place.world->Find(a)->Momentum() + place.world->Find(b)->Momentum();
	EXPECT_LT(Norm(after - before), 1e-4 * Norm(before));
	EXPECT_GT(place.world->Find(b)->Momentum().x, 0.2 * before.x);
	// They have not passed through each other.
	EXPECT_GT(place.world->Find(b)->CentreOfMass().x, place.world->Find(a)->CentreOfMass().x + 0.08);
}

TEST(SolidContact, ASqueezedBlockShowsItsOwnPoissonRatio)
{
	for (const double poisson : {0.1, 0.4})
	{
		Place place(0.004, {});
		const int across = 10;
		const double side = across * Spacing;
		BoundaryDef plate;
		plate.friction = 0;
		plate.pose.position = {side / 2, side / 2, -0.05};
		plate.shape = Shape::Box({1, 1, 0.05}).Value();
		place.world->AddBoundary(plate).Value();
		plate.pose.position.z = side + 0.05;
		plate.motion = PinMotion::Linear({0, 0, -0.05 * side}, 0, 1);
		place.world->AddBoundary(plate).Value();
		SolidBodyDef def = LatticeBody(across, across, across, Spacing, MaterialOf(MaterialModel::Corotated, 1e5, poisson, 1000, 1));
		def.damping.drag = 10;
		const BodyId id = place.world->AddBody(def).Value();
		place.Run(1.4);
		// Strain across the middle, away from the plates.
		const SolidBody& body = *place.world->Find(id);
		double sum = 0, squares = 0, up = 0, upSquares = 0;
		const auto& rest = body.Rest().state.position;
		for (std::size_t i = 0; i < rest.size(); ++i)
		{
			const double X = static_cast<double>(rest[i].x) - side / 2, Z = static_cast<double>(rest[i].z) - side / 2;
			sum += X * (body.origin.x + static_cast<double>(body.position[i].x) - side / 2);
			squares += X * X;
			up += Z * (body.origin.z + static_cast<double>(body.position[i].z));
			upSquares += Z * Z;
		}
		const double across2 = sum / squares - 1, along = up / upSquares - 1;
		// The plates move by 5 % of the side: of the distance between the outermost particles a little more.
		EXPECT_NEAR(along, -0.05 * across / (across - 1), 0.004);
		EXPECT_NEAR(-across2 / along, poisson, 0.03) << "nu " << poisson;
	}
}

TEST(SolidContact, OverlappingBodiesPartGently)
{
	Place place(0.004, {});
	const BodyId a = place.Block(5, {0, 0, 0}), b = place.Block(5, {0.09, 0.01, 0});
	double fastest = 0;
	for (int k = 0; k < 100; ++k)
	{
		place.world->Step(0.02, *place.tasks);
		fastest = std::max({fastest, place.Fastest(a), place.Fastest(b)});
	}
	EXPECT_LT(fastest, 2.0);
	EXPECT_GT(place.world->Find(b)->CentreOfMass().x - place.world->Find(a)->CentreOfMass().x, 5 * Spacing * 0.9);
}

TEST(SolidContact, StackedSlabsComeToRestAndSleep)
{
	// Slabs, not cubes: a tower of soft cubes buckles under its own weight, as (7.84 E I / (rho g A))^(1/3) says it must.
	Place place(0.004);
	place.Floor(0.6);
	std::vector<BodyId> blocks;
	const double thickness = 3 * Spacing;
	for (int k = 0; k < 10; ++k)
	{
		SolidBodyDef def = LatticeBody(7, 7, 3, Spacing, MaterialOf(MaterialModel::StableNeoHookean, 3e5, 0.4, 1000, 1));
		def.position = {0.006 * (k % 3), 0.006 * (k % 2), 0.001 + k * (thickness + 0.001)};
		def.damping.viscosity = 1000;
		blocks.push_back(place.world->AddBody(def, {0.6}).Value());
	}
	place.Run(6); // a tower of 0.7 m that sways
	std::vector<Vec3d> before;
	for (const BodyId id : blocks)
	{
		EXPECT_LT(place.Fastest(id), 0.001);
		before.push_back(place.world->Find(id)->CentreOfMass());
	}
	place.Run(0.6);
	for (std::size_t k = 0; k < blocks.size(); ++k)
	{
		EXPECT_EQ(place.world->StateOf(blocks[k]), BodyState::Sleeping);
		EXPECT_LT(Norm(place.world->Find(blocks[k])->CentreOfMass() - before[k]), 0.0005) << "block " << k;
		EXPECT_GT(place.world->Find(blocks[k])->CentreOfMass().z, (static_cast<double>(k) + 0.4) * thickness * 0.95) << "block " << k;
	}
	// Asleep, a step costs next to nothing: no elastic solve.
	EXPECT_EQ(place.world->Step(0.02, *place.tasks).elastic.solves, 0);
}

TEST(SolidContact, ContactWithTheFloorIsToldWithItsImpulse)
{
	Place place(0.004);
	const BoundaryId floor = place.Floor();
	const BodyId id = place.Block(4, {0, 0, 0.01});
	bool began = false;
	Vec3d impulse;
	for (int k = 0; k < 50; ++k)
	{
		place.world->Step(0.02, *place.tasks);
		for (const ContactEvent& event : place.world->Contacts())
		{
			EXPECT_EQ(event.body, id);
			EXPECT_EQ(event.boundary, floor);
			began = began || event.began;
			impulse += event.impulse;
			EXPECT_NEAR(event.place.z, Spacing / 2, Spacing);
		}
		if (place.world->StateOf(id) == BodyState::Sleeping)
			break;
	}
	EXPECT_TRUE(began);
	const double expected = place.world->Find(id)->Mass() * 9.81 * place.world->Time();
	EXPECT_NEAR(impulse.z, expected, 0.03 * expected);
}

TEST(SolidContact, SameBitsForAnyNumberOfWorkers)
{
	std::vector<std::uint64_t> hashes;
	for (const int workers : {1, 2, 3, 8})
	{
		Place place(0.004);
		place.tasks = MakeParallelTaskRunner(workers);
		place.Floor();
		place.Block(6, {0, 0, 0.02});
		place.Block(6, {0.05, 0.03, 0.2});
		place.Run(0.3);
		hashes.push_back(place.world->StateHash());
	}
	for (const std::uint64_t hash : hashes)
		EXPECT_EQ(hash, hashes.front());
}

TEST(SolidContact, AThinPlateDroppedOnItsEdgeGainsNoEnergy)
{
	for (const int iterations : {2, 10})
	{
		Place place(0.008, {0, 0, -9.81}, iterations);
		place.Floor();
		SolidBodyDef def = LatticeBody(10, 10, 2, Spacing, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1));
		def.position = {0, 0, 0.3};
		def.rotation = AxisAngleRotation(Vec3d{0.8, 0.6, 0}, 1.0);
		const BodyId id = place.world->AddBody(def).Value();
		const double start = place.Energy(id);
		for (int k = 0; k < 120; ++k)
		{
			place.world->Step(0.016, *place.tasks);
			ASSERT_LT(place.Energy(id), 1.01 * start) << "frame " << k << ", " << iterations << " iterations";
		}
		EXPECT_LT(place.Fastest(id), 0.5);
	}
}

TEST(SolidContact, AFoldingStripDoesNotPassThroughItself)
{
	Place place(0.004);
	place.Floor(0.8);
	SolidBodyDef def = LatticeBody(4, 2, 32, Spacing, MaterialOf(MaterialModel::StableNeoHookean, 6e4, 0.3, 1000, 1));
	def.position = {0, 0, 0.02};
	def.rotation = AxisAngleRotation(Vec3d{1, 0, 0}, 0.03);
	const BodyId id = place.world->AddBody(def, {0.8}).Value();
	double folded = 1e9;
	for (int k = 0; k < 75; ++k)
	{
		place.world->Step(0.02, *place.tasks);
		const SolidBody& body = *place.world->Find(id);
		const auto& rest = body.Rest().state.position;
		double nearest = 1e9;
		for (std::size_t i = 0; i < rest.size(); ++i)
			for (std::size_t j = 0; j < i; ++j)
				if (Norm(rest[i] - rest[j]) > Real(4 * Spacing))
					nearest = std::min(nearest, static_cast<double>(Norm(body.position[i] - body.position[j])));
		ASSERT_GT(nearest, 0.6 * Spacing) << "frame " << k;
		folded = std::min(folded, nearest);
	}
	EXPECT_LT(folded, 2 * Spacing) << "The strip should have fallen onto itself.";
}

TEST(SolidContact, ARigidBoxThrownAtJellyKeepsTheMomentumOfBoth)
{
	Place place(0.004, {});
	const BodyId jelly = place.Block(6, {0, 0, 0});
	RigidDef box;
	box.shape = Shape::Box({0.04, 0.04, 0.04}).Value();
	box.pose.position = {-0.08, 0.09, 0.07};
	box.velocity = {3, 0, 0};
	box.density = 700;
	const RigidId rigid = place.world->AddRigid(box).Value();
	const double mass = 700 * 0.08 * 0.08 * 0.08;
	const auto momentum = [&] { return place.world->Find(jelly)->Momentum() + place.world->Find(rigid)->velocity * mass; };
	const Vec3d before = momentum();
	place.Run(0.3);
	EXPECT_LT(Norm(momentum() - before), 2e-3 * Norm(before));
	EXPECT_GT(place.world->Find(jelly)->Momentum().x, 0.3 * before.x);
	EXPECT_LT(place.world->Find(rigid)->velocity.x, 1.5);
}

TEST(SolidContact, WhatRidesOnARigidBodyStaysOnItWhenThatHitsTheFloor)
{
	// The plate is stopped within one step by a floor that the block does not touch, on one of its corners first.
	for (const double tilt : {0.0, 0.3})
	{
		Place place(0.002);
		place.Floor();
		const BodyId block = place.Block(4, {0.02, 0.02, 0.15});
		RigidDef plate;
		plate.shape = Shape::Box({0.12, 0.12, 0.02}).Value();
		plate.pose.position = {0.06, 0.06, 0.11};
		plate.pose.rotation = AxisAngleRotation(Vec3d{0.6, 0.8, 0}, tilt);
		plate.velocity = {0, 0, -4};
		place.world->AddRigid(plate).Value();
		ASSERT_TRUE(place.world->SetVelocity(block, plate.velocity).IsOk());
		EXPECT_LT(place.Deepest(block, 300, 0.002), DeepestAllowed) << "tilted by " << tilt;
	}
}

TEST(SolidContact, WhatIsCaughtBetweenAWallAndAHeavyBoxStaysOnItsSide)
{
	// The box has more momentum than the block can stop, so that particles are pressed on both at once.
	Place place(0.002);
	place.Floor();
	const BodyId block = place.Block(5, {0, 0, 0});
	RigidDef box;
	box.shape = Shape::Box({0.2, 0.2, 0.1}).Value();
	box.density = 1e5;
	box.pose.position = {0.06, 0.06, 0.3};
	box.velocity = {0, 0, -15};
	place.world->AddRigid(box).Value();
	double lowest = 1;
	for (int k = 0; k < 250; ++k)
	{
		place.world->Step(0.002, *place.tasks);
		lowest = std::min(lowest, place.Lowest(block));
	}
	EXPECT_GT(lowest, 0.899 * Spacing / 2); // a tenth of a radius
}

TEST(SolidContact, ASheetBetweenAFloorAndAHeavyBoxKeepsThemApart)
{
	// One layer of particles cannot give way to anything that comes down flat on it.
	Place place(0.002);
	place.Floor();
	const BodyId sheet = place.Sheet(8, {0, 0, 0.51 * Spacing});
	RigidDef box;
	box.shape = Shape::Box({0.08, 0.08, 0.05}).Value();
	box.density = 1e4;
	box.pose.position = {0.09, 0.09, 0.2};
	box.velocity = {0, 0, -4};
	const RigidId rigid = place.world->AddRigid(box).Value();
	EXPECT_LT(place.Deepest(sheet, 250, 0.002), DeepestAllowed);
	EXPECT_LT(place.world->Find(rigid)->pose.position.z, 0.05 + 1.1 * Spacing) << "It should lie on the sheet.";
}

TEST(SolidContact, ASheetBetweenTwoHeavyBoxesKeepsThemApartAndTheyKeepTheirMomentum)
{
	Place place(0.002, {});
	const BodyId sheet = place.Sheet(8, {0, 0, 0});
	RigidDef box;
	box.shape = Shape::Box({0.08, 0.08, 0.05}).Value();
	box.density = 1e4;
	std::vector<RigidId> boxes;
	for (const double side : {-1.0, 1.0})
	{
		box.pose.position = {0.09, 0.09, side * 0.12};
		box.velocity = {0, 0, side > 0 ? -4.0 : 2.0};
		boxes.push_back(place.world->AddRigid(box).Value());
	}
	const auto momentum = [&]
	{
		Vec3d sum = place.world->Find(sheet)->Momentum();
		for (const RigidId id : boxes)
			sum += place.world->Find(id)->velocity * place.world->MassOf(id);
		return sum;
	};
	const Vec3d before = momentum();
	EXPECT_LT(place.Deepest(sheet, 250, 0.002), DeepestAllowed);
	EXPECT_LT(Norm(momentum() - before), 0.02 * Norm(before));
	EXPECT_LT(std::fabs(place.world->Find(boxes[0])->velocity.z - place.world->Find(boxes[1])->velocity.z), 0.5) << "They should have met.";
}

TEST(SolidContact, ABlockThrownIntoACornerStaysInTheRoom)
{
	constexpr double half = 0.3;
	for (const Vec3d& velocity : {Vec3d{-30, -30, -30}, Vec3d{-40, -5, 0}, Vec3d{0, 0, -45}})
	{
		Place place(0.008);
		BoundaryDef room;
		room.shape = Shape::Box({half, half, half}).Value().Inverted();
		place.world->AddBoundary(room).Value();
		const BodyId block = place.Block(4, {-0.29, -0.29, -0.25});
		ASSERT_TRUE(place.world->SetVelocity(block, velocity).IsOk());
		double farthest = 0;
		for (int k = 0; k < 100; ++k)
		{
			place.world->Step(0.008, *place.tasks);
			const SolidBody& body = *place.world->Find(block);
			for (const Vec3& p : body.position)
				for (int axis = 0; axis < 3; ++axis)
					farthest = std::max(farthest, std::fabs(body.origin[axis] + static_cast<double>(p[axis])));
		}
		EXPECT_LT(farthest, half - 0.899 * Spacing / 2) << velocity.x << " " << velocity.y << " " << velocity.z;
	}
}

TEST(SolidContact, ABodyThatIsGivenItsShapeBackAtAWallStaysOnItsSide)
{
	Place place;
	place.Floor();
	const BodyId block = place.Block(5, {0, 0, 0});
	const SolidBody& body = *place.world->Find(block);
	std::vector<Vec3> places(body.position.begin(), body.position.end()), velocities(places.size());
	for (Vec3& p : places)
		p.z = static_cast<Real>(Spacing / 2 - body.origin.z);
	ASSERT_TRUE(place.world->SetState(block, body.origin, places, velocities).IsOk());
	double lowest = 1;
	for (int k = 0; k < 500; ++k)
	{
		place.world->Step(0.004, *place.tasks);
		lowest = std::min(lowest, place.Lowest(block));
	}
	EXPECT_GT(lowest, 0.899 * Spacing / 2); // a tenth of a radius
	EXPECT_EQ(place.world->StateOf(block), BodyState::Sleeping);
}

TEST(SolidContact, TenKilometresFromTheOriginABlockSettlesAsNearIt)
{
	double heights[2];
	for (const int far : {0, 1})
	{
		const Vec3d origin = Vec3d{1e4, -1e4, 2e3} * far;
		Place place(0.004);
		BoundaryDef floor;
		floor.pose.position = origin;
		place.world->AddBoundary(floor).Value();
		const BodyId id = place.Block(6, origin + Vec3d{0, 0, 0.03});
		place.Run(2);
		EXPECT_EQ(place.world->StateOf(id), BodyState::Sleeping);
		heights[far] = place.world->Find(id)->CentreOfMass().z - origin.z;
	}
	EXPECT_NEAR(heights[0], heights[1], 2e-4);
}

TEST(SolidContact, ASleepingBlockWakesWhenSomethingFallsOnIt)
{
	Place place(0.004);
	place.Floor();
	const BodyId sleeper = place.Block(6, {0, 0, 0.0005});
	place.Run(2);
	ASSERT_EQ(place.world->StateOf(sleeper), BodyState::Sleeping);
	place.Block(4, {0.02, 0.02, 0.3});
	bool woke = false;
	for (int k = 0; k < 40 && !woke; ++k)
	{
		place.world->Step(0.02, *place.tasks);
		woke = place.world->StateOf(sleeper) == BodyState::Awake;
	}
	EXPECT_TRUE(woke);
}
