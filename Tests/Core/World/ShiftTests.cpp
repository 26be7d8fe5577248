#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <limits>

#include <gtest/gtest.h>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

struct ShiftScene
{
	std::unique_ptr<World> world;
	BodyId lying, pinned;
	RigidId ball;
	BoundaryId floor;

	/// A body on a floor, a pinned one that turns, a ball, water in a basin.
	ShiftScene()
	{
		WorldDef def;
		def.solver.refactorAtOnce = true;
		world = World::Create(def).TakeValue();
		floor = world->AddBoundary({}).Value();
		SolidBodyDef body = LatticeBody(4, 4, 4, 0.02, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1));
		body.position = {0, 0, 0.05};
		lying = world->AddBody(body).Value();
		body.position = {1, 0, 0.5};
		pinned = world->AddBody(body).Value();
		const PinMotion turn = PinMotion::Rotate({1, 0, 0.5}, {0, 0, 1}, 2.0, 0, 10).TakeValue();
		world->Pin(pinned, {{-1, -1, -1}, {1, 1, 0.01}}, turn).Value();
		RigidDef sphere;
		sphere.shape = Shape::Sphere(0.05).Value();
		sphere.pose.position = {2, 0, 0.06};
		ball = world->AddRigid(sphere).Value();
		BoundaryDef basin;
		basin.shape = Shape::Box({0.2, 0.2, 0.2}).Value().Inverted();
		basin.pose.position = {0, 3, 0.2};
		world->AddBoundary(basin).Value();
		FluidDef water;
		water.particleRadius = 0.02;
		world->AddFluidBlock(world->AddFluid(water).Value(), {{-0.2, 2.8, 0}, {0.2, 3.2, 0.12}}).Value();
	}
	void Play(int frames) const
	{
		auto tasks = MakeSerialTaskRunner();
		for (int k = 0; k < frames; ++k)
			world->Step(1.0 / 60, *tasks);
	}
	Vec3d MeanOfWater() const
	{
		const FluidView view = world->Fluid();
		Vec3d sum;
		for (const PaddedVec3& p : view.position)
			sum += view.origin + p.Xyz().Cast<double>();
		return sum / static_cast<double>(view.position.size());
	}
};

}

TEST(Shift, AWorldThatIsTakenElsewhereGoesOnAsIfNothingHadHappened)
{
	const Vec3d offset{4096, -512, 64};
	const ShiftScene straight, shifted;
	straight.Play(10);
	shifted.Play(10);
	ASSERT_TRUE(shifted.world->Shift(offset).IsOk());
	straight.Play(30);
	shifted.Play(30);
	for (const BodyId ShiftScene::* id : {&ShiftScene::lying, &ShiftScene::pinned})
	{
		const SolidBody &a = *straight.world->Find(straight.*id), &b = *shifted.world->Find(shifted.*id);
		double largest = 0;
		for (std::size_t i = 0; i < a.ParticleCount(); ++i)
			largest = std::max(largest, Norm(b.origin + b.position[i].Cast<double>() - offset - a.origin - a.position[i].Cast<double>()));
		EXPECT_LT(largest, 1e-3);
	}
	EXPECT_LT(Norm(shifted.world->Find(shifted.ball)->pose.position - offset - straight.world->Find(straight.ball)->pose.position), 1e-4);
	EXPECT_EQ(shifted.world->Fluid().position.size(), straight.world->Fluid().position.size());
	EXPECT_LT(Norm(shifted.MeanOfWater() - offset - straight.MeanOfWater()), 2e-3);
	EXPECT_EQ(shifted.world->Find(shifted.floor)->pose.position, offset);
}

TEST(Shift, AShiftByNoNumberIsRefused)
{
	const ShiftScene scene;
	EXPECT_FALSE(scene.world->Shift({std::numeric_limits<double>::quiet_NaN(), 0, 0}).IsOk());
	EXPECT_EQ(scene.world->Find(scene.floor)->pose.position, Vec3d{});
}
