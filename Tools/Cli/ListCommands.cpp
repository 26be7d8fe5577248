#include "Command.h"

#include <SPHSolids/Fluid/FluidDef.h>
#include <SPHSolids/Solid/ElasticSolver.h>
#include <SPHSolids/Solid/Material.h>

#include <cstdio>

namespace SPHSolids::Tools
{
namespace
{

void PrintItem(std::string_view name, std::string_view description)
{
	std::printf("  %-18.*s %.*s\n", static_cast<int>(name.size()), name.data(), static_cast<int>(description.size()), description.data());
}

int ListSolvers()
{
	std::printf("Solvers of elasticity (--solver NAME)\n");
	for (const ElasticSolverInfo& info : ElasticSolvers())
		PrintItem(info.name, info.description);
	std::printf("Preconditioners of lbfgs and quasinewton\n");
	for (const ElasticSolverInfo& info : Preconditioners())
		PrintItem(info.name, info.description);
	std::printf("Pressure solvers of fluids (--set pressure.solver=NAME)\n");
	for (const PressureSolverInfo& info : PressureSolvers())
		PrintItem(info.name, info.description);
	return 0;
}

int ListMaterials()
{
	std::printf("Models\n");
	for (const MaterialModelInfo& info : MaterialModels())
		PrintItem(info.name, info.description);
	std::printf("Presets\n");
	for (const MaterialPreset& preset : MaterialPresets())
		PrintItem(preset.name, preset.description);
	std::printf("Curves of the spline model\n");
	for (const SplinePreset& preset : SplinePresets())
		PrintItem(preset.name, preset.description);
	return 0;
}

}

void AddMaterialsCommand(CLI::App& app, Action& action)
{
	CLI::App* command = app.add_subcommand("materials", "List the material models and presets by name");
	command->callback([&action] { action = ListMaterials; });
}

void AddSolversCommand(CLI::App& app, Action& action)
{
	CLI::App* command = app.add_subcommand("solvers", "List the solvers and preconditioners by name");
	command->callback([&action] { action = ListSolvers; });
}

}
