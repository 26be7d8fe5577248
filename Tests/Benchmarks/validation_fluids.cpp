// Remakes figures and plots of the fluids in Docs/validation.md.
//   validation_fluids [--out DIR]

#include "WritePlot.h"

#include <Fluid/DamBreak.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>

using namespace SPHSolids;
using namespace SPHSolids::Tests;
using SPHSolids::Tools::PlotLine;
using SPHSolids::Tools::SvgPlot;
using SPHSolids::Tools::WritePlot;

namespace
{

void DamBreakFront(const std::string& directory)
{
	SvgPlot plot{"Dam break: front of the water", "T = t sqrt(2 g / a)", "x / a", false, false, {}};
	PlotLine measured{"Martin and Moyce 1952", {}, {}};
	for (const auto& [T, front] : MartinAndMoyce)
	{
		measured.x.push_back(T);
		measured.y.push_back(front);
	}
	FluidDef rough;
	rough.boundaryFriction = 0.1;
	PlotLine free{"ours", {}, {}}, rubbed{"ours, dry friction 0.1", {}, {}};
	DamBreak freeDam(FluidDef{}), roughDam(rough);
	PlotLine later{"ours, 0.25 later", {}, {}, true};
	for (int k = 0; k <= 26; ++k)
	{
		const double T = 0.1 * k;
		free.x.push_back(T);
		free.y.push_back(freeDam.FrontAt(T));
		later.x.push_back(T + 0.25);
		later.y.push_back(free.y.back());
		rubbed.x.push_back(T);
		rubbed.y.push_back(roughDam.FrontAt(T));
	}
	plot.lines = {measured, free, later, rubbed};
	WritePlot(plot, directory, "dam_break");
}

void PressureSolversAtRest()
{
	for (const PressureSolverInfo& solver : PressureSolvers())
	{
		WorldDef def;
		def.pressure.solver = std::string(solver.name);
		def.time.maxStep = 0.004;
		FluidDef fluid;
		fluid.xsph = 0.05;
		Tank tank({0.2, 0.2, 1.0}, 0.0125, def, fluid);
		tank.tasks = MakeSerialTaskRunner();
		tank.world->AddFluidBlock(tank.water, {{-0.1, -0.1, 0}, {0.1, 0.1, 0.3}}).Value();
		const std::clock_t start = std::clock();
		double substeps = 0, iterations = 0;
		const auto run = [&]
		{
			const StepReport report = tank.world->Step(0.02, *tank.tasks);
			substeps += report.substeps;
			iterations += report.density.iterations;
		};
		for (int k = 0; k < 75; ++k)
			run();
		constexpr std::size_t Layers = 6;
		std::array<double, Layers> pressure{}, height{}, count{};
		double compression = 0, densest = 0, depth = 0, speed = 0;
		for (int k = 0; k < 25; ++k)
		{
			run();
			speed += tank.RootMeanSquareSpeed() / 25;
			const FluidView view = tank.world->Fluid();
			for (std::size_t i = 0; i < tank.Count(); ++i)
			{
				const double over = std::max(0.0, static_cast<double>(view.density[i]) - 1), z = tank.PlaceOf(i).z;
				compression += over / static_cast<double>(25 * tank.Count());
				densest = std::max(densest, over);
				depth += 2 * z / static_cast<double>(25 * tank.Count());
				const std::size_t layer = std::min(Layers - 1, static_cast<std::size_t>(std::max(z, 0.0) / 0.05));
				pressure[layer] += static_cast<double>(view.pressure[i] + view.divergencePressure[i]);
				height[layer] += z;
				++count[layer];
			}
		}
		std::printf(
			"  %-6s mean compression %.4f %%, densest %.3f %%, depth %.4f m, %.4f m/s, %.0f substeps and %.2f s of processor a second, "
			"%.1f iterations each; pressure over the column",
			def.pressure.solver.c_str(), 100 * compression, 100 * densest, depth, speed, substeps / 2,
			static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / 2, iterations / substeps);
		for (std::size_t k = 0; k + 1 < Layers; ++k)
			std::printf(" %.3f", pressure[k] / count[k] / (1000 * 9.81 * (depth - height[k] / count[k])));
		std::printf("\n");
	}
}

void VolumeOverTenSeconds(const std::string& directory)
{
	Tank tank({0.3, 0.3, 1.0}, 0.0125);
	const double particles = static_cast<double>(tank.world->AddFluidBlock(tank.water, {{-0.15, -0.15, 0}, {0.0, 0.15, 0.4}}).Value());
	const double filled = particles * std::pow(0.025, 3) / (0.3 * 0.3);
	PlotLine depth{"twice the mean height", {}, {}}, full{"what was filled in", {0, 10}, {filled, filled}, true};
	for (int k = 1; k <= 500; ++k)
	{
		tank.Run(0.02);
		double mean = 0;
		for (std::size_t i = 0; i < tank.Count(); ++i)
			mean += tank.PlaceOf(i).z / particles;
		depth.x.push_back(0.02 * k);
		depth.y.push_back(2 * mean);
	}
	std::printf("  depth after 10 s: %.4f of %.4f m\n", depth.y.back(), filled);
	WritePlot({"Ten seconds of sloshing: depth of the pool", "t [s]", "depth [m]", false, false, {depth, full}}, directory, "slosh_depth");
}

}

int main(int argc, char** argv)
{
	std::string directory = ".";
	if (argc == 3 && std::strcmp(argv[1], "--out") == 0)
		directory = argv[2];
	else if (argc != 1)
	{
		std::fprintf(stderr, "usage: validation_fluids [--out DIR]\n");
		return 1;
	}
	DamBreakFront(directory);
	PressureSolversAtRest();
	VolumeOverTenSeconds(directory);
	return 0;
}
