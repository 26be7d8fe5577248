#pragma once

#include "FluidSystem.h"

namespace SPHSolids
{

struct PressureReport
{
	int iterations = 0;
	double residual = 0; // mean compression that would be left, as a share of rest density
	bool converged = false;
};

/// Things with a velocity of their own that fluid touches: rigid bodies.
class MovingWalls
{
public:
	virtual ~MovingWalls() = default;
	/// Takes the impulse h V p grad lambda of each particle's change of pressure, moves on, and writes its new velocity into pull.w.
	virtual void React(FluidSystem& system, Real step) = 0;
};

/// Pressure by density alone, as weakly compressible SPH has it: p = B (delta^7 - 1), never negative, with B = rho c^2 / 7.
struct StateEquation
{
	static constexpr int Exponent = 7;
	Real stiffness = 0;  // B, Pa; 0: by the speed of sound
	Real soundSpeed = 0; // c, m/s
};

/// One of the two solves of DFSPH [BK17]: finds pressures p >= 0 so that particles that would be compressed are not.
///
///   divergence  min(delta_i - 1, 0) + h d delta_i/dt <= 0     before forces; a particle may come as close as rest density, no closer
///   density          delta_i - 1    + h d delta_i/dt <= 0     after forces
///
/// Relaxed Jacobi on the pressures with Nesterov's momentum, which is taken out whenever the error grows; velocities are kept up to date, so
/// that an iteration takes two sweeps over the lists. Pressures may fall again within a solve, down to zero; so a warm start that was too
/// strong is taken back.
///
/// A solve starts with the mean pressure of the last steps, not the last pressure: what tolerance leaves of error differs from step to step,
/// and would otherwise be fed back until a pool at rest breathes (Docs/decisions/0021-pressure-iteration.md).
///
/// Reads    lists, density, pull, wall
/// Writes   velocity of fluids and solids; mean pressure
/// Threads  parallel over runs; each particle writes its own slot and sums its neighbours in list order
class PressureSolve
{
public:
	enum class Kind
	{
		Divergence,
		Density,
	};
	struct Settings
	{
		Kind kind = Kind::Density;
		Real step = 0; // h, s
		double maxError = 0;
		int minIterations = 0;
		int maxIterations = 0;
		/// In the manner of position based fluids (Macklin 2013): every step starts without pressure, plain Jacobi without momentum. The
		/// constraints are taken at the start of the step, not anew in each iteration.
		bool isPositionBased = false;
	};

	/// @param meanPressure Of the last steps: read and brought up to date.
	PressureReport Run(
		const Settings& settings, FluidSystem& system, AlignedArray<float>& meanPressure, MovingWalls* walls, TaskRunner& tasks);
	/// No solve: each particle's pressure follows from its density. @param shownPressure Set.
	void RunExplicit(const StateEquation& equation, Real step, FluidSystem& system, AlignedArray<float>& shownPressure, MovingWalls* walls,
		TaskRunner& tasks);
	/// Of the last solve.
	std::span<const float> Pressure() const { return pressure; }

	/// Force of these pressures on a cubic metre of each solid particle, N/m^3. Writes pressureChange.
	void PushOnSolids(FluidSystem& system, std::span<const float> fluidPressure, std::span<PaddedVec3> push, TaskRunner& tasks) const;

	/// d delta_i/dt of all fluid particles, 1/s: for tests.
	void DensityRates(FluidSystem& system, TaskRunner& tasks, std::span<float> rates) const;

	std::size_t Bytes() const { return (pressure.capacity() + previous.capacity()) * sizeof(float); }

private:
	/// Errors of all particles at the present velocities, into pressureChange. @return The sum of their sizes, expansion without pressure left out.
	double MeasureErrors(const Settings& settings, FluidSystem& system, TaskRunner& tasks);
	/// Sets the next change of every pressure.
	void ChangePressures(const Settings& settings, float momentum, FluidSystem& system, TaskRunner& tasks);
	/// What the changes of pressure do to velocities, and to walls that move.
	void ApplyChanges(Real step, FluidSystem& system, MovingWalls* walls, TaskRunner& tasks) const;

	Real relaxation = 0; // of the solve that runs
	RunSums sums;
	AlignedArray<float> pressure;
	AlignedArray<float> previous; // pressures before momentum, of the last iteration
};

}
