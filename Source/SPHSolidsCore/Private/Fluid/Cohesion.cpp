#include "Cohesion.h"

#include <algorithm>

namespace SPHSolids
{
namespace
{

/// int q^4 c(q) dq
constexpr double CohesionMoment = 0.047727;

}

void FluidCohesion::Apply(FluidSystem& system, std::span<const float> tensionOfFluid, Real step, TaskRunner& tasks)
{
	if (std::all_of(tensionOfFluid.begin(), tensionOfFluid.end(), [](float tension) { return tension == 0; }))
		return;
	const FluidParticles& particles = *system.particles;
	const double h = static_cast<double>(system.support), number = 1 / static_cast<double>(system.volume);
	// k for one newton per metre, times what makes a velocity of it: step / (V rho).
	const Real perTension = static_cast<Real>(8 / (Pi * number * number * h * h * h * h * h * CohesionMoment) * number) * step;
	auto pullRun = [&](std::size_t runIndex)
	{
		FluidRun& run = system.runs[runIndex];
		const FluidSystem::Range range = system.RunRange(runIndex);
		const auto placeOf = [&](std::size_t j)
		{ return PaddedVec3(particles.position[j].Xyz(), j < system.fluidCount ? static_cast<float>(particles.fluid[j]) : -1.0f); };
		FluidWindow places(run);
		places.Fill(placeOf, {Vec3{FarAway, FarAway, FarAway}, -1.0f});
		const Float8 one(1.0f), half(0.5f), inverseSupport(1 / system.support), tiny(1e-12f);
		for (std::size_t i = range.begin; i < range.end; ++i)
		{
			const Real tension = tensionOfFluid[particles.fluid[i]];
			if (tension == 0)
				continue;
			const PaddedVec3 own = placeOf(i);
			const Float8 place = LoadHalves(own.Data(), own.Data());
			Float8 sum(0.0f);
			const auto pullByTwo = [&](std::size_t low, std::size_t high, Float8)
			{
				const Float8 other = LoadHalves(places.Values() + low, places.Values() + high);
				const Float8 offset = place - other, squares = offset * offset;
				const Float8 squared = (SplatInHalves<0>(squares) + SplatInHalves<1>(squares)) + SplatInHalves<2>(squares);
				const Float8 r = Sqrt(squared + tiny), q = Min(r * inverseSupport, one);
				const Float8 product = q * (one - q), cube = Float8(64.0f) * product * product * product;
				Float8 force = Select(q > half, cube, cube + cube - one);
				// Only particles of the same fluid attract each other.
				force = Select(Abs(SplatInHalves<3>(offset)) < half, force, Float8(0.0f));
				sum = sum - force / r * offset;
			};
			run.VisitCouples(i - range.begin, pullByTwo);
			float total[4];
			StoreSumOfHalves(sum, total);
			PaddedVec3& velocity = system.Velocity()[i];
			velocity.SetXyz(velocity.Xyz() + Vec3{total[0], total[1], total[2]} * (perTension * tension * system.inverseDensity[i]));
		}
	};
	tasks.Run(system.FluidRunCount(), pullRun);
}

}
