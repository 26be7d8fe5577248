#pragma once

#include <SPHSolids/World/World.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace SPHSolids::Tests
{

/// A box of walls with its floor at z = 0, centred in x and y, and one fluid.
struct Tank
{
	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner(2);
	FluidId water;
	BoundaryId walls;
	double radius;

	Tank(const Vec3d& size, double particleRadius, const WorldDef& def = {}, FluidDef fluid = {})
		: world(World::Create(def).TakeValue())
		, radius(particleRadius)
	{
		BoundaryDef box;
		box.shape = Shape::Box(size * 0.5).Value().Inverted();
		box.pose.position = {0, 0, size.z / 2};
		walls = world->AddBoundary(box).Value();
		fluid.particleRadius = particleRadius;
		water = world->AddFluid(fluid).Value();
	}
	StepReport Run(double seconds, double call = 0.02)
	{
		StepReport last;
		const int calls = static_cast<int>(std::round(seconds / call));
		for (int k = 0; k < calls; ++k)
			last = world->Step(call, *tasks);
		return last;
	}
	Vec3d PlaceOf(std::size_t i) const { return world->Fluid().origin + world->Fluid().position[i].Xyz().Cast<double>(); }
	Vec3d VelocityOf(std::size_t i) const { return world->Fluid().velocity[i].Xyz().Cast<double>(); }
	std::size_t Count() const { return world->Fluid().position.size(); }
	double ParticleMass(double density = 1000) const { return density * std::pow(2 * radius, 3); }
	double RootMeanSquareSpeed() const
	{
		double sum = 0;
		for (std::size_t i = 0; i < Count(); ++i)
			sum += SquaredNorm(VelocityOf(i));
		return std::sqrt(sum / static_cast<double>(Count()));
	}
};

/// Fluid in empty space without gravity.
struct FreeFluid
{
	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner(2);
	FluidId fluid;
	double radius;

	explicit FreeFluid(FluidDef def, double particleRadius = 0.01, WorldDef worldDef = {})
		: radius(particleRadius)
	{
		worldDef.gravity = {};
		world = World::Create(worldDef).TakeValue();
		def.particleRadius = particleRadius;
		fluid = world->AddFluid(def).Value();
	}
	std::size_t Count() const { return world->Fluid().position.size(); }
	Vec3d PlaceOf(std::size_t i) const { return world->Fluid().origin + world->Fluid().position[i].Xyz().Cast<double>(); }
	Vec3d VelocityOf(std::size_t i) const { return world->Fluid().velocity[i].Xyz().Cast<double>(); }
	/// Of a unit of particle mass.
	Vec3d Momentum() const
	{
		Vec3d sum;
		for (std::size_t i = 0; i < Count(); ++i)
			sum += VelocityOf(i);
		return sum;
	}
	Vec3d AngularMomentum() const
	{
		Vec3d sum;
		for (std::size_t i = 0; i < Count(); ++i)
			sum += Cross(PlaceOf(i), VelocityOf(i));
		return sum;
	}
	/// Sum of the speeds: what momentum is small against.
	double Motion() const
	{
		double sum = 0;
		for (std::size_t i = 0; i < Count(); ++i)
			sum += Norm(VelocityOf(i));
		return sum;
	}
};

}
