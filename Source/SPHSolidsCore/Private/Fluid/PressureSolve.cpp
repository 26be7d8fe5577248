#include "PressureSolve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace SPHSolids
{
namespace
{

constexpr Real Relaxation = Real(0.25);
/// Share of rest density that one step may take out of a compressed particle: what was made too dense expands gently.
constexpr Real LargestCorrection = Real(0.05);
/// Share of the last step's pressure that a solve starts with.
constexpr float WarmShare = 0.9f;

/// d delta_i/dt of FluidSystem.h
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
	ApplyChanges(settings, system, tasks);
	if (walls != nullptr)
		walls->React(system, settings.step);
	previous.assign(pressure.begin(), pressure.end());
	double lastSum = std::numeric_limits<double>::max();
	float t = 1; // of Nesterov's sequence
	int growths = 0;
	relaxation = Relaxation;
	for (;;)
	{
		const double sum = MeasureErrors(settings, system, pressure, tasks);
		report.residual = sum / static_cast<double>(system.fluidCount);
		report.converged = report.residual <= settings.maxError;
		++report.iterations;
		const bool isLast = (report.converged && report.iterations > settings.minIterations) || report.iterations >= settings.maxIterations;
		if (sum > lastSum)
		{
			t = 1;
			// An error that grows without momentum says that the step itself is too long for this arrangement of particles.
			if (++growths > 2)
				relaxation = std::max(relaxation * Real(0.7), Relaxation / 8);
		}
		lastSum = sum;
		const float next = (1 + std::sqrt(1 + 4 * t * t)) / 2;
		// The errors are known, so the changes they ask for are made even when they are small enough; but without momentum.
		ChangePressures(settings, isLast ? 0 : (t - 1) / next, system, pressure, tasks);
		t = next;
		ApplyChanges(settings, system, tasks);
		if (walls != nullptr)
			walls->React(system, settings.step);
		if (isLast)
			return report;
	}
}

void PressureSolve::StartWarm(FluidSystem& system, std::span<float> pressure, TaskRunner& tasks) const
{
	ParallelFor(tasks, system.Count(), 8 * FluidSystem::ParticlesPerRun,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				float start = 0;
				if (i < system.fluidCount)
					start = pressure[i] *= WarmShare;
				system.pressurePlace[i] = {system.particles->position[i].Xyz(), start};
			}
		});
}

double PressureSolve::MeasureErrors(const Settings& settings, const FluidSystem& system, std::span<const float> pressure, TaskRunner& tasks)
{
	const float* places = system.Position()->Data();
	const float* velocities = system.Velocity()->Data();
	const std::span<const float> density = system.particles->density;
	const bool isDensity = settings.kind == Kind::Density;
	error.resize(system.fluidCount);
	sums.Reset(system.FluidRunCount());
	auto measureRun = [&](std::size_t runIndex)
	{
		const FluidRun& run = system.runs[runIndex];
		const FluidSystem::Range range = system.RunRange(runIndex);
		double sum = 0;
		for (std::size_t i = range.begin; i < range.end; ++i)
		{
			const FluidCouple* couples = run.couples.data();
			const Real rate = DensityRate(
				places, velocities, system.wall[i], i, couples + run.first[i - range.begin], couples + run.first[i - range.begin + 1]);
			const Real excess = density[i] - 1;
			error[i] = std::min(excess, isDensity ? LargestCorrection : Real(0)) + settings.step * rate;
			// A particle that its pressure throws apart is as wrong as one that is compressed.
			sum += static_cast<double>(pressure[i] > 0 ? std::fabs(error[i]) : std::max(error[i], Real(0)));
		}
		sums[runIndex] = sum;
	};
	tasks.Run(system.FluidRunCount(), measureRun);
	return sums.Total();
}

void PressureSolve::ChangePressures(
	const Settings& settings, float momentum, FluidSystem& system, std::span<float> pressure, TaskRunner& tasks)
{
	const Real gain = relaxation / (settings.step * settings.step);
	ParallelFor(tasks, system.fluidCount, 8 * FluidSystem::ParticlesPerRun,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				const float found = std::max(0.0f, pressure[i] + gain * error[i] * system.pull[i].w);
				const float next = std::max(0.0f, found + momentum * (found - previous[i]));
				system.pressurePlace[i].w = next - pressure[i];
				pressure[i] = next;
				previous[i] = found;
			}
		});
}

void PressureSolve::ApplyChanges(const Settings& settings, FluidSystem& system, TaskRunner& tasks) const
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
			velocity[i].SetXyz(velocity[i].Xyz() - push * (settings.step * system.inverseDensity[i]));
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
