#include "FluidHeat.h"

#include <SPHSolids/Kernel/Kernels.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

/// The share of the smaller heat capacity that a pair exchanges in a step is at most one over this: more neighbours than a list holds.
constexpr float MostExchanges = 128;

}

void FluidHeat::Run(FluidSystem& system, std::span<const FluidHeatRow> rows, std::span<const SolidEntry> solids,
	const HeatSurroundings& surroundings, const Vec3d& frame, double seconds, TaskRunner& tasks)
{
	FluidParticles& particles = *system.particles;
	fluidCount = system.fluidCount;
	heat.resize(system.Count());
	const float step = static_cast<float>(seconds), support = system.support;
	const CubicSpline<float> kernel(support);
	const float scale = static_cast<float>(2 / LatticeLaplacian(SupportPerParticleRadius / 2));
	const auto rowOf = [&](std::size_t j)
	{
		if (j < fluidCount)
			return SolidEntry{particles.temperature[j], rows[particles.fluid[j]].conductivity, rows[particles.fluid[j]].heatCapacity};
		return solids[j - fluidCount];
	};
	const auto volumeOf = [&](std::size_t j) { return j < fluidCount ? system.volume : system.solidVolume[j - fluidCount]; };
	auto conductRun = [&](std::size_t runIndex)
	{
		FluidRun& run = system.runs[runIndex];
		const FluidSystem::Range range = system.RunRange(runIndex);
		FluidWindow places(run, 0), states(run, 1);
		places.Fill([&](std::size_t j) { return PaddedVec3(particles.position[j].Xyz(), volumeOf(j)); },
			PaddedVec3({FarAway, FarAway, FarAway}, 0));
		states.Fill(
			[&](std::size_t j)
			{
				const SolidEntry entry = rowOf(j);
				return PaddedVec3({entry.temperature, entry.conductivity, entry.heatCapacity}, 0);
			},
			{});
		for (std::size_t i = range.begin; i < range.end; ++i)
		{
			const SolidEntry own = rowOf(i);
			const Vec3 place = particles.position[i].Xyz();
			const float volume = volumeOf(i);
			float sum = 0;
			const auto exchangeWith = [&](std::size_t at, float)
			{
				const float *other = places.Values() + at, *state = states.Values() + at;
				if (!(state[1] > 0))
					return;
				const float r = Norm(place - Vec3{other[0], other[1], other[2]});
				const float conductivity = 2 * (own.conductivity * state[1]) / (own.conductivity + state[1]);
				const float conductance = scale * conductivity * (volume * other[3]) * -kernel.Derivative(r) / std::max(r, 1e-9f);
				const float most = std::min(own.heatCapacity, state[2]) / (MostExchanges * step);
				sum += std::min(conductance, most) * (state[0] - own.temperature);
			};
			if (own.conductivity > 0)
				run.VisitNeighbours(i - range.begin, exchangeWith);
			heat[i] = sum * step;
		}
	};
	tasks.Run(system.RunCount(), conductRun);
	// Surfaces: 2 V |sum_j V_j gradW_ij + grad lambda| is the free area of a particle, and a face of it meets a wall.
	const float side = 2 * system.radius;
	ParallelFor(tasks, fluidCount, 8 * FluidSystem::ParticlesPerRun,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				const FluidHeatRow& row = rows[particles.fluid[i]];
				if (!(row.heatCapacity > 0))
					continue;
				double received = static_cast<double>(heat[i]);
				if (!surroundings.IsEmpty())
				{
					const double area = static_cast<double>(2 * system.volume * Norm(system.pull[i].Xyz()));
					const HeatLink link = LinkOf(surroundings, frame + particles.position[i].Xyz().Cast<double>(),
						static_cast<double>(system.radius), area, static_cast<double>(side * side));
					received +=
						HeatThrough(link, static_cast<double>(particles.temperature[i]), static_cast<double>(row.heatCapacity), seconds);
				}
				particles.temperature[i] += static_cast<float>(received / static_cast<double>(row.heatCapacity));
			}
		});
}

}
