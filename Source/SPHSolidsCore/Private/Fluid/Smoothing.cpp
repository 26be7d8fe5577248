#include "Smoothing.h"

#include <algorithm>

namespace SPHSolids
{
namespace
{

constexpr Real SmoothingScale = Real(0.077);

}

void VelocitySmoothing::Apply(FluidSystem& system, std::span<const float> shareOfFluid, TaskRunner& tasks)
{
	if (std::all_of(shareOfFluid.begin(), shareOfFluid.end(), [](float share) { return share == 0; }))
		return;
	change.resize(system.fluidCount);
	const FluidParticles& particles = *system.particles;
	const float* velocities = particles.velocity[0].Data();
	const std::span<const float> inverseDensity = system.inverseDensity;
	const std::size_t fluidCount = system.fluidCount;
	auto smoothRun = [&](std::size_t runIndex)
	{
		const FluidRun& run = system.runs[runIndex];
		const FluidSystem::Range range = system.RunRange(runIndex);
		for (std::size_t i = range.begin; i < range.end; ++i)
		{
			const Float8 own = LoadHalves(velocities + 4 * i, velocities + 4 * i);
			Float8 sum(0.0f);
			for (std::uint32_t c = run.first[i - range.begin]; c < run.first[i - range.begin + 1]; ++c)
			{
				const FluidCouple& couple = run.couples[c];
				float factor[2];
				for (int half = 0; half < 2; ++half)
				{
					const std::size_t j = couple.offset[half] / 4;
					// 2 rho_j / (rho_i + rho_j) in terms of 1/rho
					factor[half] =
						j < fluidCount ? couple.weight[half] * 2 * inverseDensity[i] / (inverseDensity[i] + inverseDensity[j]) : 0.0f;
				}
				sum = MulAdd(SplatTwo(factor), own - LoadHalves(velocities + couple.offset[0], velocities + couple.offset[1]), sum);
			}
			float total[4];
			StoreSumOfHalves(sum, total);
			const Real scale = shareOfFluid[particles.fluid[i]] * SmoothingScale * system.support * system.support;
			change[i] = Vec3{total[0], total[1], total[2]} * scale;
		}
	};
	tasks.Run(system.FluidRunCount(), smoothRun);
	ParallelFor(tasks, fluidCount, 8 * FluidSystem::ParticlesPerRun,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				system.particles->velocity[i].SetXyz(particles.velocity[i].Xyz() + change[i].Xyz());
		});
}

}
