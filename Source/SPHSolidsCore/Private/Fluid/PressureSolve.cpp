#include "PressureSolve.h"

#include <algorithm>

namespace SPHSolids
{
namespace
{

constexpr Real Relaxation = Real(0.5);
/// Share of the last step's pressure that a solve starts with.
constexpr float WarmShare = 0.5f;
/// Particles below this density have too few neighbours to say where their fluid flows to.
constexpr Real LeastDivergenceDensity = Real(0.7);

/// sum_j V_j gradW_ij . (v_i - v_j) + grad lambda . (v_i - v_wall)
SPHS_FORCE_INLINE Real DensityRate(
	const float* places, const float* velocities, const PaddedVec3& wall, std::size_t i, const FluidCouple* begin, const FluidCouple* end)
{
	const Float8 x = LoadHalves(places + 4 * i, places + 4 * i), v = LoadHalves(velocities + 4 * i, velocities + 4 * i);
	Float8 sum(0.0f);
	for (const FluidCouple* c = begin; c != end; ++c)
	{
		const Float8 offset = x - LoadHalves(places + c->offset[0], places + c->offset[1]);
		const Float8 difference = v - LoadHalves(velocities + c->offset[0], velocities + c->offset[1]);
		sum = MulAdd(SplatTwo(c->weight), offset * difference, sum);
	}
	const Vec3 own = {velocities[4 * i], velocities[4 * i + 1], velocities[4 * i + 2]};
	return Sum(sum) + Dot(wall.Xyz(), own) - wall.w;
}

/// sum_j V_j p_j gradW_ij
SPHS_FORCE_INLINE Vec3 PressurePush(const float* pressurePlaces, std::size_t i, const FluidCouple* begin, const FluidCouple* end)
{
	const Float8 x = LoadHalves(pressurePlaces + 4 * i, pressurePlaces + 4 * i);
	Float8 sum(0.0f);
	for (const FluidCouple* c = begin; c != end; ++c)
	{
		const Float8 other = LoadHalves(pressurePlaces + c->offset[0], pressurePlaces + c->offset[1]);
		sum = MulAdd(SplatTwo(c->weight) * SplatInHalves<3>(other), x - other, sum);
	}
	float total[4];
	StoreSumOfHalves(sum, total);
	return {total[0], total[1], total[2]};
}

}

PressureReport PressureSolve::Run(
	const Settings& settings, FluidSystem& system, AlignedArray<float>& pressure, MovingWalls* walls, TaskRunner& tasks)
{
	PressureReport report;
	if (system.fluidCount == 0)
	{
		report.converged = true;
		return report;
	}
	StartWarm(system, pressure, tasks);
	for (float& p : pressure)
		p *= WarmShare;
	ApplyChanges(settings.step, system, tasks);
	if (walls != nullptr)
		walls->React(system, settings.step);
	for (;;)
	{
		report.residual = ChangePressures(settings, system, pressure, tasks) / static_cast<double>(system.fluidCount);
		report.converged = report.residual <= settings.maxError;
		const bool enough = report.converged && report.iterations >= settings.minIterations;
		// The changes of a last, unneeded iteration cost one more sweep and are better than none.
		ApplyChanges(settings.step, system, tasks);
		if (walls != nullptr)
			walls->React(system, settings.step);
		++report.iterations;
		if (enough || report.iterations >= settings.maxIterations)
			return report;
	}
}

void PressureSolve::StartWarm(FluidSystem& system, std::span<const float> pressure, TaskRunner& tasks) const
{
	ParallelFor(tasks, system.Count(), 8 * FluidSystem::ParticlesPerRun,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				system.pressurePlace[i] = {system.particles->position[i].Xyz(), i < system.fluidCount ? WarmShare * pressure[i] : 0};
		});
}

double PressureSolve::ChangePressures(const Settings& settings, FluidSystem& system, std::span<float> pressure, TaskRunner& tasks)
{
	const float* places = system.Position()->Data();
	const float* velocities = system.Velocity()->Data();
	const std::span<const float> density = system.particles->density;
	const bool isDensity = settings.kind == Kind::Density;
	const Real h = settings.step, gain = Relaxation / (h * h);
	errors.Reset(system.FluidRunCount());
	auto changeRun = [&](std::size_t runIndex)
	{
		const FluidRun& run = system.runs[runIndex];
		const FluidSystem::Range range = system.RunRange(runIndex);
		double sum = 0;
		for (std::size_t i = range.begin; i < range.end; ++i)
		{
			const FluidCouple* couples = run.couples.data();
			const Real rate = DensityRate(
				places, velocities, system.wall[i], i, couples + run.first[i - range.begin], couples + run.first[i - range.begin + 1]);
			const Real error = isDensity ? density[i] - 1 + h * rate : h * rate;
			const bool takesPart = isDensity || density[i] > LeastDivergenceDensity;
			const float next = takesPart ? std::max(0.0f, pressure[i] + gain * error * system.pull[i].w) : 0.0f;
			system.pressurePlace[i].w = next - pressure[i];
			pressure[i] = next;
			if (takesPart)
				sum += static_cast<double>(std::max(error, Real(0)));
		}
		errors[runIndex] = sum;
	};
	tasks.Run(system.FluidRunCount(), changeRun);
	return errors.Total();
}

void PressureSolve::ApplyChanges(Real step, FluidSystem& system, TaskRunner& tasks) const
{
	const float* pressurePlaces = system.pressurePlace[0].Data();
	PaddedVec3* velocity = system.Velocity();
	auto applyRun = [&](std::size_t runIndex)
	{
		const FluidRun& run = system.runs[runIndex];
		const FluidSystem::Range range = system.RunRange(runIndex);
		const bool isFluid = range.begin < system.fluidCount;
		for (std::size_t i = range.begin; i < range.end; ++i)
		{
			const FluidCouple* couples = run.couples.data();
			Vec3 push = PressurePush(pressurePlaces, i, couples + run.first[i - range.begin], couples + run.first[i - range.begin + 1]);
			if (isFluid)
				push += system.pull[i].Xyz() * system.pressurePlace[i].w;
			else
				push *= Real(2); // the fluid's pressure, mirrored
			velocity[i].SetXyz(velocity[i].Xyz() - push * (step * system.inverseDensity[i]));
		}
	};
	tasks.Run(system.RunCount(), applyRun);
}

void PressureSolve::DensityRates(const FluidSystem& system, TaskRunner& tasks, std::span<float> rates) const
{
	auto rateRun = [&](std::size_t runIndex)
	{
		const FluidRun& run = system.runs[runIndex];
		const FluidSystem::Range range = system.RunRange(runIndex);
		for (std::size_t i = range.begin; i < range.end; ++i)
			rates[i] = DensityRate(system.Position()->Data(), system.Velocity()->Data(), system.wall[i], i,
				run.couples.data() + run.first[i - range.begin], run.couples.data() + run.first[i - range.begin + 1]);
	};
	tasks.Run(system.FluidRunCount(), rateRun);
}

}
