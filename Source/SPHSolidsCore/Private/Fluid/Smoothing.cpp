#include "Smoothing.h"

#include <algorithm>
#include <limits>

namespace SPHSolids
{
namespace
{

/// (1 - q^2)^3 summed over the neighbours of a lattice is 4.1; this makes it the 0.68 of the cubic spline.
constexpr Real SmoothingScale = Real(0.166);

}

void VelocitySmoothing::Apply(FluidSystem& system, std::span<const float> shareOfFluid, TaskRunner& tasks)
{
	if (std::all_of(shareOfFluid.begin(), shareOfFluid.end(), [](float share) { return share == 0; }))
		return;
	change.resize(system.fluidCount);
	auto smoothRun = [&](std::size_t runIndex)
	{
		if (system.isMixed)
			SmoothRun<true>(system, shareOfFluid, runIndex);
		else
			SmoothRun<false>(system, shareOfFluid, runIndex);
	};
	tasks.Run(system.FluidRunCount(), smoothRun);
	PaddedVec3* velocity = system.Velocity();
	ParallelFor(tasks, system.fluidCount, 8 * FluidSystem::ParticlesPerRun,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				velocity[i].SetXyz(velocity[i].Xyz() + change[i].Xyz());
		});
}

template <bool IsMixed>
void VelocitySmoothing::SmoothRun(FluidSystem& system, std::span<const float> shareOfFluid, std::size_t runIndex)
{
	FluidRun& run = system.runs[runIndex];
	const FluidSystem::Range range = system.RunRange(runIndex);
	const FluidParticles& particles = *system.particles;
	const std::size_t fluidCount = system.fluidCount;
	constexpr float infinity = std::numeric_limits<float>::infinity();
	// Places carry 1/rho, infinite for solids, which then weigh nothing; velocities carry the share.
	const auto placeOf = [&](std::size_t j)
	{ return PaddedVec3(particles.position[j].Xyz(), IsMixed ? (j < fluidCount ? system.inverseDensity[j] : infinity) : 0.0f); };
	const auto velocityOf = [&](std::size_t j)
	{ return PaddedVec3(particles.velocity[j].Xyz(), j < fluidCount ? shareOfFluid[particles.fluid[j]] : 0.0f); };
	FluidWindow places(run, 0), velocities(run, 1);
	places.Fill(placeOf, {Vec3{FarAway, FarAway, FarAway}, 1});
	velocities.Fill(velocityOf, {});
	const Float8 one(1.0f), zero(0.0f), perSupport(1 / (system.support * system.support));
	for (std::size_t i = range.begin; i < range.end; ++i)
	{
		const PaddedVec3 ownPlace = placeOf(i), ownVelocity = velocityOf(i);
		const Float8 place = LoadHalves(ownPlace.Data(), ownPlace.Data()), velocity = LoadHalves(ownVelocity.Data(), ownVelocity.Data());
		Float8 sum = zero;
		const auto smoothTwo = [&](std::size_t low, std::size_t high, Float8)
		{
			const Float8 otherPlace = LoadHalves(places.Values() + low, places.Values() + high);
			const Float8 otherVelocity = LoadHalves(velocities.Values() + low, velocities.Values() + high);
			const Float8 offset = place - otherPlace, squares = offset * offset;
			const Float8 squared = (SplatInHalves<0>(squares) + SplatInHalves<1>(squares)) + SplatInHalves<2>(squares);
			const Float8 fall = Max(NegMulAdd(squared, perSupport, one), zero);
			Float8 weight = fall * fall * fall;
			if constexpr (IsMixed)
			{
				const Float8 lightness = SplatInHalves<3>(place); // 2 rho_j / (rho_i + rho_j) in terms of 1/rho
				weight = weight * (lightness + lightness) / (lightness + SplatInHalves<3>(otherPlace));
				weight = weight * Float8(0.5f) * (SplatInHalves<3>(velocity) + SplatInHalves<3>(otherVelocity));
			}
			sum = MulAdd(weight, otherVelocity - velocity, sum);
		};
		run.VisitCouples(i - range.begin, smoothTwo);
		float total[4];
		StoreSumOfHalves(sum, total);
		change[i] = Vec3{total[0], total[1], total[2]} * (SmoothingScale * (IsMixed ? 1 : ownVelocity.w));
	}
}

}
