#include "Vorticity.h"

#include <algorithm>

namespace SPHSolids
{
namespace
{

constexpr Real Transfer = Real(1.5);      // of h^2, 1/s
constexpr Real MicroInertia = Real(0.25); // of h^2

Vec3 ThreeOf(const float* values)
{
	return {values[0], values[1], values[2]};
}

}

void FluidVorticity::Apply(FluidSystem& system, std::span<const float> shareOfFluid, Real step, TaskRunner& tasks)
{
	if (std::all_of(shareOfFluid.begin(), shareOfFluid.end(), [](float share) { return share == 0; }))
		return;
	FluidParticles& particles = *system.particles;
	particles.spin.resize(particles.Count());
	spinChange.resize(system.fluidCount);
	velocityChange.resize(system.fluidCount);
	auto turnRun = [&](std::size_t runIndex)
	{
		FluidRun& run = system.runs[runIndex];
		const FluidSystem::Range range = system.RunRange(runIndex);
		FluidWindow velocities(run, 0), spins(run, 1), places(run, 2);
		// Fourth: the fluid. Solids have no spin, and other fluids another density: neither takes part.
		const auto velocityOf = [&](std::size_t j)
		{ return PaddedVec3(system.Velocity()[j].Xyz(), j < system.fluidCount ? static_cast<float>(particles.fluid[j]) : -1.0f); };
		velocities.Fill(velocityOf, PaddedVec3({}, -1));
		spins.Fill([&](std::size_t j) { return j < system.fluidCount ? particles.spin[j] : PaddedVec3(); }, {});
		places.Copy(system.Position());
		const Real perSupport2 = 1 / (system.support * system.support);
		for (std::size_t i = range.begin; i < range.end; ++i)
		{
			const Vec3 velocity = system.Velocity()[i].Xyz(), spin = particles.spin[i].Xyz();
			const Real share = shareOfFluid[particles.fluid[i]];
			Vec3 curlOfVelocity, curlOfSpin;
			const Vec3 place = particles.position[i].Xyz();
			const auto turnBy = [&](std::size_t at, float weight)
			{
				if (velocities.Values()[at + 3] != static_cast<float>(particles.fluid[i]))
					return;
				const Vec3 gradient = (place - ThreeOf(places.Values() + at)) * (share * weight * perSupport2);
				curlOfVelocity += Cross(velocity - ThreeOf(velocities.Values() + at), gradient);
				curlOfSpin -= Cross(spin + ThreeOf(spins.Values() + at), gradient);
			};
			run.VisitNeighbours(i - range.begin, turnBy);
			// A wall takes part as if spin went on behind it; its gradient counts twice already (Coupling/Coverage.h).
			curlOfSpin -= Cross(spin * share, system.wall[i].Xyz());
			const Real squared = system.support * system.support;
			// Implicit in its own spin: cannot overshoot.
			const Real rate = Transfer * step / MicroInertia;
			const Vec3 next = (spin + curlOfVelocity * rate) / (1 + 2 * rate * share);
			spinChange[i] = next - spin;
			velocityChange[i] = curlOfSpin * (Transfer * step * squared);
		}
	};
	tasks.Run(system.FluidRunCount(), turnRun);
	for (std::size_t i = 0; i < system.fluidCount; ++i)
	{
		particles.spin[i].SetXyz(particles.spin[i].Xyz() + spinChange[i].Xyz());
		system.Velocity()[i].SetXyz(system.Velocity()[i].Xyz() + velocityChange[i].Xyz());
	}
}

}
