#include <SPHSolids/World/World.h>

#include <cstdio>
#include <cstdlib>
#include <string>

using namespace SPHSolids;

/// The scene double_dam_break of the world's figures: world_table [seconds] [workers]
int main(int argc, char** argv)
{
	const double seconds = argc > 1 ? std::atof(argv[1]) : 0.3;
	const int workers = argc > 2 ? std::atoi(argv[2]) : 2;
	WorldDef def;
	def.gravity = {0, -9.81, 0};
	def.time.maxStep = 0.005;
	def.time.cfl = 0.4;
	auto world = World::Create(def).TakeValue();
	auto tasks = MakeParallelTaskRunner(workers);
	BoundaryDef box;
	box.shape = Shape::Box({1.55, 1.55, 1.55}).Value().Inverted();
	box.pose.position = {0, 1.5, 0};
	world->AddBoundary(box).Value();
	FluidDef water;
	water.particleRadius = 0.01;
	water.xsph = 0.01;
	const FluidId id = world->AddFluid(water).Value();
	world->AddFluidBlock(id, {{-1.5, 0, -1.5}, {-0.8, 0.75, -0.8}}).Value();
	world->AddFluidBlock(id, {{0.8, 0, 0.8}, {1.5, 0.75, 1.5}}).Value();
	int steps = 0, density = 0, divergence = 0;
	StageMilliseconds ms;
	while (world->Time() < seconds)
	{
		const StepReport r = world->Step(0.01, *tasks);
		steps += r.substeps;
		density += r.density.iterations;
		divergence += r.divergence.iterations;
		ms.neighbours += r.milliseconds.neighbours;
		ms.pressure += r.milliseconds.pressure;
		ms.viscosity += r.milliseconds.viscosity;
		ms.boundary += r.milliseconds.boundary;
		ms.other += r.milliseconds.other;
		ms.total += r.milliseconds.total;
	}
	const auto view = world->Fluid();
	std::printf("%zu particles %d steps, %.1f + %.1f iterations\n", view.position.size(), steps, double(density) / steps,
		double(divergence) / steps);
	std::printf("ms per step: total %.2f neighbours %.2f pressure %.2f viscosity %.2f boundary %.2f other %.2f\n", ms.total / steps,
		ms.neighbours / steps, ms.pressure / steps, ms.viscosity / steps, ms.boundary / steps, ms.other / steps);
	std::printf("us per particle and iteration %.4f, bytes per particle %.0f\n",
		ms.pressure * 1000 / (density + divergence) / double(view.position.size()), double(world->Bytes()) / double(view.position.size()));
}
