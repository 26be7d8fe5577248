#pragma once

#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <cmath>

namespace SPHSolids::Fuzz
{

/// One of everything, as small as it gets.
inline std::unique_ptr<World> MakeSmallWorld(std::uint32_t recordedSteps = 0)
{
	WorldDef def;
	def.solver.refactorAtOnce = true;
	def.recordedSteps = recordedSteps;
	def.limits.maxFluidParticles = 1000;
	auto world = World::Create(def).TakeValue();
	world->AddBoundary({}).Value();
	Material material;
	material.young = 3e4;
	for (int k = 0; k < 2; ++k)
	{
		SolidBodyDef body = Scenes::LatticeBody(2, 2, 2 + k, 0.03, material);
		body.position = {0, 0, 0.01 + 0.06 * k};
		world->AddBody(body).Value();
	}
	RigidDef box;
	box.shape = Shape::Box({0.03, 0.03, 0.03}).Value();
	box.pose.position = {0.1, 0, 0.03};
	world->AddRigid(box).Value();
	FluidDef water;
	water.particleRadius = 0.015;
	const FluidId id = world->AddFluid(water).Value();
	world->AddFluidBlock(id, {{0.2, 0, 0}, {0.26, 0.06, 0.06}}).Value();
	EmitterDef emitter;
	emitter.fluid = id;
	emitter.radius = 0.02;
	emitter.pose.position = {0.3, 0, 0.3};
	emitter.lifetime = 0.1;
	world->AddEmitter(emitter).Value();
	return world;
}

inline bool IsSound(const World& world)
{
	bool sound = true;
	for (const BodyId id : world.Bodies())
		for (const Vec3& p : world.Find(id)->position)
			sound = sound && IsFinite(p);
	for (const PaddedVec3& p : world.Fluid().position)
		sound = sound && IsFinite(p.Xyz());
	return sound;
}

}
