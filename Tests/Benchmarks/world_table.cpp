#include <SPHSolids/World/World.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace SPHSolids;

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
	const FluidId id = world->AddFluid(water).Value();
	world->AddFluidBlock(id, {{-1.5, 0, -1.5}, {-0.8, 0.75, -0.8}}).Value();
	world->AddFluidBlock(id, {{0.8, 0, 0.8}, {1.5, 0.75, 1.5}}).Value();
	int steps = 0, density = 0, divergence = 0;
	StageMilliseconds ms;
	while (world->Time() < seconds)
	{
		const StepReport r = world->Step(0.01, *tasks);
		if (std::getenv("TRACE"))
		{
			const auto v = world->Fluid();
			double energy = 0, fast = 0, dens = 0, maxd = 0, p = 0, low = 1e9;
			std::size_t who = 0;
			for (std::size_t i = 0; i < v.position.size(); ++i)
			{
				const double s = std::sqrt(double(SquaredNorm(v.velocity[i].Xyz())));
				if (s > fast)
				{
					fast = s;
					who = i;
				}
				energy += double(SquaredNorm(v.velocity[i].Xyz())) / 2 + 9.81 * double(v.position[i].y + 0.05f);
				dens += double(v.density[i]);
				maxd = std::max(maxd, double(v.density[i]));
				p = std::max(p, double(v.pressure[i]));
				low = std::min(low, double(v.position[i].y));
			}
			std::printf("t %.3f sub %d h %.4f vmax %.2f at (%.3f %.3f %.3f) dens %.4f rho mean %.4f max %.3f p %.0f low %.4f it %d+%d res "
						"%.5f %.5f E %.5f\n",
				world->Time(), r.substeps, r.smallestSubstep, fast, double(v.position[who].x), double(v.position[who].y),
				double(v.position[who].z), double(v.density[who]), dens / double(v.position.size()), maxd, p, low, r.density.iterations,
				r.divergence.iterations, r.density.residual, r.divergence.residual, energy / double(v.position.size()));
		}
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
