#pragma once

#include <SPHSolids/Base/Math.h>

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace SPHSolids
{

struct PressureSolverInfo
{
	std::string_view name;
	std::string_view description;
};
SPHSOLIDSCORE_API std::span<const PressureSolverInfo> PressureSolvers();

/// How the two solves of DFSPH [BK17] end.
struct PressureSettings
{
	std::string solver = "dfsph";  ///< one of PressureSolvers
	double densityError = 5e-4;    ///< Stop at this mean compression, as a share of rest density.
	double divergenceError = 1e-3; ///< Stop at this mean gain of density within one step, as a share of rest density.
	int minIterations = 2;
	int maxDensityIterations = 100; ///< A safety net: reaching it sets StepIssue::DensityNotConverged.
	int maxDivergenceIterations = 100;
	/// Stiffness of the equation of state of `wcsph`, Pa. 0: chosen so that sound is ten times as fast as the fluid falls.
	double stateStiffness = 0;
};

/// A fluid: what its particles are made of. All fluids of a world have particles of one size.
struct FluidDef
{
	std::string name = "water";
	double density = 1000;          ///< kg/m^3. Fluids of a world may differ by a factor of a hundred.
	double particleRadius = 0.0125; ///< m; particles stand 2 r apart
	/// Share of the difference to its neighbours' mean velocity that a particle loses per step (XSPH), 0 to 1. Cheap; 0.01 is water.
	double xsph = 0.02;
	/// Dynamic viscosity, Pa s, solved implicitly (Weiler 2018): water 0.001, oil 0.1, honey 10. 0: none.
	double viscosity = 0;
	double boundaryViscosity = 0; ///< Pa s between fluid and boundaries or solids, in the same solve
	/// Cohesion between particles of the fluid, N/m: 0.07 is water. Drops round themselves, streams hold together.
	double surfaceTension = 0;
	double vorticity = 0;        ///< Transfer of the micropolar model (Bender 2019), 0 to 0.5: keeps small eddies alive. 0: none.
	double drag = 0;             ///< Slows all motion, 1/s
	double boundaryFriction = 0; ///< Coefficient of friction on boundaries and solids, 0: slips freely
	std::array<float, 3> colour = {0.1f, 0.35f, 0.7f}; ///< linear red, green, blue; for those who draw
};

}
