#include <SPHSolids/Fluid/FluidDef.h>

namespace SPHSolids
{
namespace
{

constexpr PressureSolverInfo PressureSolverTable[] = {
	{"dfsph", "Divergence and density solved with warm start [BK17]; the default"},
	{"wcsph", "Pressure follows from density by an equation of state: short substeps, water gives in by half a percent; for comparison"},
	{"pbf", "Density alone, each step from nothing, in the manner of position based fluids (Macklin 2013); for comparison"},
};

}

std::span<const PressureSolverInfo> PressureSolvers()
{
	return PressureSolverTable;
}

}
