#include "BudgetWorlds.h"

#include <Scenes/SolidScenes.h>

#include <cmath>

namespace SPHSolids::Tools
{
namespace
{

constexpr double HalfPit = 0.35; // m

std::unique_ptr<World> MakePit(const WorldDef& def)
{
	auto world = World::Create(def).TakeValue();
	BoundaryDef pit;
	pit.shape = Shape::Box({HalfPit, HalfPit, 4}).Value().Inverted();
	pit.pose.position = {0, 0, 4};
	world->AddBoundary(pit).Value();
	return world;
}

/// In layers of sixteen.
void AddBlocks(World& world, int blocks, double density, double bottom)
{
	SolidBodyDef body = Scenes::LatticeBody(5, 5, 5, 0.025, Scenes::MaterialOf(MaterialModel::StableNeoHookean, 5e4, 0.4, density, 1));
	for (int k = 0; k < blocks; ++k)
	{
		const int row = k / 4 % 4, layer = k / 16;
		body.position = {-0.3 + 0.16 * (k % 4), -0.3 + 0.16 * row, bottom + 0.16 * layer};
		body.rotation = AxisAngleRotation(Vec3d{0.6, 0, 0.8}, 0.1 * k);
		world.AddBody(body).Value();
	}
}

}

std::unique_ptr<World> MakePile(const WorldDef& def, int blocks)
{
	auto world = MakePit(def);
	AddBlocks(*world, blocks, 1000, 0.1);
	return world;
}

std::unique_ptr<World> MakeTank(const WorldDef& def, int thousandParticles)
{
	auto world = MakePit(def);
	FluidDef water;
	const double spacing = 2 * water.particleRadius;
	const double depth = 1000 * thousandParticles * spacing * spacing * spacing / (4 * HalfPit * HalfPit);
	const FluidId id = world->AddFluid(water).Value();
	world->AddFluidBlock(id, {{-HalfPit, -HalfPit, 0}, {HalfPit, HalfPit, depth}}).Value();
	AddBlocks(*world, 8, 400, depth + 0.1);
	return world;
}

}
