#include "FluidBench.h"

#include <Lab/SceneLibrary.h>
#include <Lab/ScenePlayer.h>

#include <cmath>
#include <cstdio>

namespace SPHSolids::Tools
{
namespace
{

/// What the steps of a world cost, in the mean.
struct FluidBenchResult
{
	std::string scene;
	StepReport last;
	int steps = 0;
	double seconds = 0; ///< of simulated time
	int densityIterations = 0, divergenceIterations = 0;
	StageMilliseconds milliseconds; ///< of all steps
	std::size_t bytes = 0;
	std::uint64_t hash = 0;

	void Add(const StepReport& report)
	{
		last = report;
		steps += report.substeps;
		densityIterations += report.density.iterations;
		divergenceIterations += report.divergence.iterations;
		milliseconds.neighbours += report.milliseconds.neighbours;
		milliseconds.elasticity += report.milliseconds.elasticity;
		milliseconds.pressure += report.milliseconds.pressure;
		milliseconds.viscosity += report.milliseconds.viscosity;
		milliseconds.boundary += report.milliseconds.boundary;
		milliseconds.other += report.milliseconds.other;
		milliseconds.total += report.milliseconds.total;
	}
	double PerStep(double value) const { return value / std::max(steps, 1); }
	/// Microseconds for one iteration of a pressure solve (two sweeps) and one particle.
	double PerIteration() const
	{
		const double visits = static_cast<double>(densityIterations + divergenceIterations) * static_cast<double>(last.fluidParticles);
		return visits > 0 ? 1000 * milliseconds.pressure / visits : 0;
	}
	double BytesPerParticle() const { return static_cast<double>(bytes) / std::max<double>(last.fluidParticles, 1); }
};

void PrintFluidHeader()
{
	std::printf("%-18s %8s %6s %6s %7s %9s %9s %9s %9s %9s %9s %11s %11s %7s %18s\n", "scene", "fluid", "solid", "steps", "dt ms",
		"ms/step", "neighb.", "pressure", "elastic", "viscos.", "boundary", "iterations", "us/part/it", "B/part", "hash");
}

void PrintFluidRow(const FluidBenchResult& r, double goalMs, BenchPrinter& printer)
{
	const StageMilliseconds& ms = r.milliseconds;
	char row[400];
	std::snprintf(row, sizeof(row), "%-18s %8u %6u %6d %7.2f %9.2f %9.2f %9.2f %9.2f %9.2f %9.2f %5.1f+%5.1f %11.4f %7.0f   %016llx",
		r.scene.c_str(), r.last.fluidParticles, r.last.solidParticles, r.steps, 1000 * r.PerStep(r.seconds), r.PerStep(ms.total),
		r.PerStep(ms.neighbours), r.PerStep(ms.pressure), r.PerStep(ms.elasticity), r.PerStep(ms.viscosity), r.PerStep(ms.boundary),
		r.PerStep(r.densityIterations), r.PerStep(r.divergenceIterations), r.PerIteration(), r.BytesPerParticle(),
		static_cast<unsigned long long>(r.hash));
	std::string sentence = row;
	if (goalMs > 0)
		sentence += r.PerStep(ms.total) <= goalMs ? "  goal reached" : "  goal NOT reached";
	printer.Note(r.scene + " " + std::to_string(r.last.fluidParticles),
		{{"fluidParticles", r.last.fluidParticles}, {"solidParticles", r.last.solidParticles}, {"steps", r.steps},
			{"msPerStep", r.PerStep(ms.total)}, {"neighboursMs", r.PerStep(ms.neighbours)}, {"pressureMs", r.PerStep(ms.pressure)},
			{"densityIterations", r.PerStep(r.densityIterations)}, {"divergenceIterations", r.PerStep(r.divergenceIterations)},
			{"usPerParticleAndIteration", r.PerIteration()}, {"bytesPerParticle", r.BytesPerParticle()}, {"goalMs", goalMs}},
		sentence);
	std::fflush(stdout);
}

/// Plays a scene of the library for a time, in calls of this length.
void BenchLibraryScene(
	const char* name, double seconds, double call, double goalMs, const SolidBenchOptions& options, BenchPrinter& printer)
{
	auto tasks = MakeParallelTaskRunner(options.threads);
	const auto scene = Lab::LoadScene(name, {});
	if (!scene.IsOk())
	{
		printer.Note(name, nullptr, scene.Message());
		return;
	}
	const auto player = Lab::ScenePlayer::Create(scene.Value().description, *tasks, nullptr);
	if (!player.IsOk())
	{
		printer.Note(name, nullptr, player.Message());
		return;
	}
	World& world = player.Value()->GetWorld();
	FluidBenchResult result;
	result.scene = name;
	while (world.Time() < seconds - 1e-9)
		result.Add(world.Step(call, *tasks));
	result.seconds = world.Time();
	result.bytes = world.Bytes();
	result.hash = world.StateHash();
	PrintFluidRow(result, goalMs, printer);
}

}

void RunFluidFigures(const SolidBenchOptions& options, BenchPrinter& printer)
{
	PrintFluidHeader();
	BenchLibraryScene("double_dam_break", 0.3, 0.01, 75, options, printer);
	BenchLibraryScene("cube_on_water", 0.3, 0.002, 28, options, printer);
}

void RunFluidScaling(const SolidBenchOptions& options, BenchPrinter& printer)
{
	PrintFluidHeader();
	auto tasks = MakeParallelTaskRunner(options.threads);
	for (const double particles : {1e4, 3e4, 1e5, 3e5, 1e6})
	{
		// A cube of water that falls over in a tank twice as wide.
		constexpr double radius = 0.01;
		const double side = std::round(std::cbrt(particles)) * 2 * radius;
		auto world = World::Create({}).TakeValue();
		BoundaryDef tank;
		tank.shape = Shape::Box({side, side / 2, side}).TakeValue().Inverted();
		tank.pose.position = {side, side / 2, side};
		world->AddBoundary(tank).TakeValue();
		FluidDef water;
		water.particleRadius = radius;
		world->AddFluidBlock(world->AddFluid(water).TakeValue(), {{0, 0, 0}, {side, side, side}}).TakeValue();
		for (int k = 0; k < 4; ++k)
			world->Step(0.005, *tasks); // lists find their size
		FluidBenchResult result;
		result.scene = "falling_cube";
		for (int k = 0; k < 10; ++k)
			result.Add(world->Step(0.005, *tasks));
		result.seconds = 0.05;
		result.bytes = world->Bytes();
		result.hash = world->StateHash();
		PrintFluidRow(result, 0, printer);
	}
}

}
