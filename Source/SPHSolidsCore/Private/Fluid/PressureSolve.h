#pragma once

#include "FluidSystem.h"

namespace SPHSolids
{

struct PressureReport
{
	int iterations = 0;
	double residual = 0; // mean error of density, or mean gain of density within the step, as shares of rest density
	bool converged = false;
};

/// Things with a velocity of their own that fluid touches: rigid bodies.
class MovingWalls
{
public:
	virtual ~MovingWalls() = default;
	/// Takes the impulse 2 h V p grad lambda of each particle's change of pressure (pressurePlace.w), moves on, and writes its new
	/// velocity into wall.w.
	virtual void React(FluidSystem& system, Real step) = 0;
};

/// One of the two solves of DFSPH [BK17]: finds pressures p >= 0 so that particles that would be compressed are not.
///
///   density     delta_i + h d delta_i/dt <= 1
///   divergence          h d delta_i/dt <= 0     for particles with enough neighbours
///
/// Relaxed Jacobi on the pressures, with velocities kept up to date: two sweeps over the lists an iteration. Unlike in [BK17] pressures
/// may fall again within a solve, down to zero; so a warm start that was too strong is taken back.
///
/// Reads    lists, density, pull, wall
/// Writes   velocity of fluids and solids; pressure, kept as warm start for the next step
/// Threads  parallel over runs; each particle writes its own slot and sums its neighbours in list order
class PressureSolve
{
public:
	enum class Kind
	{
		Density,
		Divergence,
	};
	struct Settings
	{
		Kind kind = Kind::Density;
		Real step = 0; // h, s
		double maxError = 0;
		int minIterations = 0;
		int maxIterations = 0;
	};

	PressureReport Run(const Settings& settings, FluidSystem& system, AlignedArray<float>& pressure, MovingWalls* walls, TaskRunner& tasks);

	/// d delta_i/dt of all fluid particles, 1/s: for tests.
	void DensityRates(const FluidSystem& system, TaskRunner& tasks, std::span<float> rates) const;

private:
	void StartWarm(FluidSystem& system, std::span<const float> pressure, TaskRunner& tasks) const;
	/// Sets the next change of every pressure. @return Sum of errors.
	double ChangePressures(const Settings& settings, FluidSystem& system, std::span<float> pressure, TaskRunner& tasks);
	void ApplyChanges(Real step, FluidSystem& system, TaskRunner& tasks) const;

	RunSums errors;
};

}
