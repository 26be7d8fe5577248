#include "PressureSolve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace SPHSolids
{
namespace
{

constexpr Real Relaxation = Real(0.25);
/// Share of rest density that one step, and one second, may take out of a compressed particle: what was made too dense expands gently.
constexpr Real LargestCorrection = Real(0.05);
constexpr Real LargestExpansion = Real(10);
/// Time over which the mean pressure that a step starts with is taken, s; and the largest weight of one step in it.
constexpr Real MeanTime = Real(0.05);
constexpr Real LargestShare = Real(0.1);

// Sums with gradients V_j gradW_ij = w_ij (x_i - x_j) / h^2 over a run, from one number a pair: with o amid the run,
//
//   sum_j V_j gradW_ij . v_j = ((x_i - o) . sum_j w_ij v_j  -  sum_j w_ij (x_j - o) . v_j) / h^2
//   sum_j V_j gradW_ij p_j   = ((x_i - o)   sum_j w_ij p_j  -  sum_j w_ij (x_j - o) p_j) / h^2

/// Entries (v_j, (x_j - o) . v_j).
void FillWithMotion(const FluidSystem& system, const FluidRun& run, FluidWindow& window)
{
	const PaddedVec3 *position = system.Position(), *velocity = system.Velocity(), lastLane({}, 1);
	const Float8 origin = LoadHalves(run.origin.Data(), run.origin.Data()), last = LoadHalves(lastLane.Data(), lastLane.Data());
	window.FillTwoByTwo(
		[=](std::size_t a, std::size_t b)
		{
			const Float8 move = LoadHalves(velocity[a].Data(), velocity[b].Data());
			const Float8 products = (LoadHalves(position[a].Data(), position[b].Data()) - origin) * move;
			return MulAdd((SplatInHalves<0>(products) + SplatInHalves<1>(products)) + SplatInHalves<2>(products), last, move);
		},
		[=](std::size_t j)
		{
			Prefetch(position + j);
			Prefetch(velocity + j);
		});
}

/// Entries ((x_j - o) p_j, p_j).
void FillWithPush(const FluidSystem& system, const FluidRun& run, FluidWindow& window)
{
	const PaddedVec3* position = system.Position();
	const float* pressure = system.pressureChange.data();
	const Float8 origin = LoadHalves(run.origin.Data(), run.origin.Data());
	window.FillTwoByTwo(
		[=](std::size_t a, std::size_t b)
		{
			const Float8 push = b == a ? Float8(pressure[a]) : SplatTwo(pressure + a);
			return (LoadHalves(position[a].Data(), position[b].Data()) - origin) * push;
		},
		[=](std::size_t j)
		{
			Prefetch(position + j);
			Prefetch(pressure + j);
		});
}

/// sum_j V_j gradW_ij p_j of a window filled with push.
SPHS_FORCE_INLINE Vec3 PushOf(const FluidRun& run, std::size_t particle, const Vec3& fromOrigin, const float* window, Real perSupport2)
{
	float total[4];
	StoreSumOfHalves(run.WeighedSum(particle, window), total);
	return (fromOrigin * total[3] - Vec3{total[0], total[1], total[2]}) * perSupport2;
}

/// d delta/dt of all particles of a run, given to visit(particle, rate).
template <class Visit>
void VisitDensityRates(const FluidSystem& system, FluidRun& run, const FluidSystem::Range& range, Visit&& visit)
{
	FluidWindow window(run);
	FillWithMotion(system, run, window);
	const Real perSupport2 = 1 / (system.support * system.support);
	const Vec3 origin = run.origin.Xyz();
	for (std::size_t i = range.begin; i < range.end; ++i)
	{
		float total[4];
		StoreSumOfHalves(run.WeighedSum(i - range.begin, window.Values()), total);
		const Real others = Dot(system.Position()[i].Xyz() - origin, Vec3{total[0], total[1], total[2]}) - total[3];
		visit(i, Dot(system.pull[i].Xyz(), system.Velocity()[i].Xyz()) - system.pull[i].w - others * perSupport2);
	}
}

}

PressureReport PressureSolve::Run(
	const Settings& settings, FluidSystem& system, AlignedArray<float>& meanPressure, MovingWalls* walls, TaskRunner& tasks)
{
	PressureReport report;
	if (system.fluidCount == 0)
	{
		report.converged = true;
		return report;
	}
	if (settings.isPositionBased)
		std::fill(meanPressure.begin(), meanPressure.end(), 0.0f);
	pressure.assign(meanPressure.begin(), meanPressure.end());
	previous.assign(meanPressure.begin(), meanPressure.end());
	std::copy(pressure.begin(), pressure.end(), system.pressureChange.begin());
	std::fill(system.pressureChange.begin() + static_cast<std::ptrdiff_t>(system.fluidCount), system.pressureChange.end(), 0.0f);
	ApplyChanges(settings.step, system, walls, tasks);
	double lastSum = std::numeric_limits<double>::max();
	float t = 1; // of Nesterov's sequence
	int growths = 0;
	relaxation = Relaxation;
	for (bool isLast = false; !isLast;)
	{
		const double sum = MeasureErrors(settings, system, tasks);
		report.residual = sum / static_cast<double>(system.fluidCount);
		report.converged = report.residual <= settings.maxError;
		++report.iterations;
		isLast = (report.converged && report.iterations > settings.minIterations) || report.iterations >= settings.maxIterations;
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
		ChangePressures(settings, isLast || settings.isPositionBased ? 0 : (t - 1) / next, system, tasks);
		t = next;
		ApplyChanges(settings.step, system, walls, tasks);
	}
	const float share = settings.isPositionBased ? 1.0f : std::min(LargestShare, settings.step / MeanTime);
	for (std::size_t i = 0; i < system.fluidCount; ++i)
		meanPressure[i] += share * (pressure[i] - meanPressure[i]);
	return report;
}

void PressureSolve::RunExplicit(const StateEquation& equation, Real step, FluidSystem& system, AlignedArray<float>& shownPressure,
	MovingWalls* walls, TaskRunner& tasks)
{
	pressure.resize(system.fluidCount);
	std::fill(system.pressureChange.begin(), system.pressureChange.end(), 0.0f);
	for (std::size_t i = 0; i < system.fluidCount; ++i)
	{
		const Real stiffness = equation.stiffness > 0
			? equation.stiffness
			: equation.soundSpeed * equation.soundSpeed / (StateEquation::Exponent * system.inverseDensity[i]);
		const Real compression = std::max(system.particles->density[i], Real(1));
		pressure[i] = stiffness * (std::pow(compression, static_cast<Real>(StateEquation::Exponent)) - 1);
		system.pressureChange[i] = shownPressure[i] = pressure[i];
	}
	ApplyChanges(step, system, walls, tasks);
}

double PressureSolve::MeasureErrors(const Settings& settings, FluidSystem& system, TaskRunner& tasks)
{
	const std::span<const float> density = system.particles->density;
	const std::span<float> error = system.pressureChange; // whose changes have been made
	const Real largest = settings.kind == Kind::Density ? std::min(LargestCorrection, LargestExpansion * settings.step) : Real(0);
	sums.Reset(system.FluidRunCount());
	auto measureRun = [&](std::size_t runIndex)
	{
		double sum = 0;
		VisitDensityRates(system, system.runs[runIndex], system.RunRange(runIndex),
			[&](std::size_t i, Real rate)
			{
				error[i] = std::min(density[i] - 1, largest) + settings.step * rate;
				// A particle that its pressure throws apart is as wrong as one that is compressed.
				sum += static_cast<double>(pressure[i] > 0 ? std::fabs(error[i]) : std::max(error[i], Real(0)));
			});
		sums[runIndex] = sum;
	};
	tasks.Run(system.FluidRunCount(), measureRun);
	return sums.Total();
}

void PressureSolve::ChangePressures(const Settings& settings, float momentum, FluidSystem& system, TaskRunner& tasks)
{
	const Real gain = relaxation / (settings.step * settings.step);
	ParallelFor(tasks, system.fluidCount, 8 * FluidSystem::ParticlesPerRun,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				const float found = std::max(0.0f, pressure[i] + gain * system.pressureChange[i] * system.inverseDiagonal[i]);
				const float next = std::max(0.0f, found + momentum * (found - previous[i]));
				system.pressureChange[i] = next - pressure[i];
				pressure[i] = next;
				previous[i] = found;
			}
		});
}

void PressureSolve::ApplyChanges(Real step, FluidSystem& system, MovingWalls* walls, TaskRunner& tasks) const
{
	PaddedVec3* velocity = system.Velocity();
	auto applyRun = [&](std::size_t runIndex)
	{
		FluidRun& run = system.runs[runIndex];
		const FluidSystem::Range range = system.RunRange(runIndex);
		const bool isFluid = range.begin < system.fluidCount;
		FluidWindow window(run);
		FillWithPush(system, run, window);
		const Real perSupport2 = 1 / (system.support * system.support);
		const Vec3 origin = run.origin.Xyz();
		for (std::size_t i = range.begin; i < range.end; ++i)
		{
			Vec3 push = PushOf(run, i - range.begin, system.Position()[i].Xyz() - origin, window.Values(), perSupport2);
			if (isFluid)
				push += system.pull[i].Xyz() * system.pressureChange[i];
			velocity[i].SetXyz(velocity[i].Xyz() - push * (step * system.inverseDensity[i]));
		}
	};
	tasks.Run(system.RunCount(), applyRun);
	if (walls != nullptr)
		walls->React(system, step);
}

void PressureSolve::PushOnSolids(
	FluidSystem& system, std::span<const float> fluidPressure, std::span<PaddedVec3> push, TaskRunner& tasks) const
{
	std::copy(fluidPressure.begin(), fluidPressure.end(), system.pressureChange.begin());
	auto pushRun = [&](std::size_t solidRun)
	{
		const std::size_t runIndex = system.FluidRunCount() + solidRun;
		FluidRun& run = system.runs[runIndex];
		const FluidSystem::Range range = system.RunRange(runIndex);
		FluidWindow window(run);
		FillWithPush(system, run, window);
		const Real perSupport2 = 1 / (system.support * system.support);
		for (std::size_t i = range.begin; i < range.end; ++i)
		{
			const Vec3 fromOrigin = system.Position()[i].Xyz() - run.origin.Xyz();
			push[i - system.fluidCount] = -PushOf(run, i - range.begin, fromOrigin, window.Values(), perSupport2);
		}
	};
	if (system.solidCount > 0)
		tasks.Run(system.SolidRunCount(), pushRun);
}

void PressureSolve::DensityRates(FluidSystem& system, TaskRunner& tasks, std::span<float> rates) const
{
	auto rateRun = [&](std::size_t runIndex)
	{ VisitDensityRates(system, system.runs[runIndex], system.RunRange(runIndex), [&](std::size_t i, Real rate) { rates[i] = rate; }); };
	tasks.Run(system.FluidRunCount(), rateRun);
}

}
