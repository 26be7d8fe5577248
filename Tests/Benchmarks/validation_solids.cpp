// Runs the experiments of Docs/validation.md in full size, prints their figures and writes their plots.
//   validation_solids [--out DIR] [EXPERIMENT ...]     without names: all of them

#include "WritePlot.h"

#include <Scenes/MassSpringCloth.h>
#include <Scenes/SolidMeasures.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;
using SPHSolids::Tools::PlotLine;
using SPHSolids::Tools::SvgPlot;
using SPHSolids::Tools::WritePlot;

namespace
{

struct Experiment
{
	const char* name;
	void (*run)(const std::string& directory);
};

SolidScene With(SolidScene scene, const char* solver, int iterations)
{
	scene.solver.name = solver;
	scene.solver.minimiser.iterations = iterations;
	return scene;
}

/// Plays a scene and records one number after each step.
template <class Measure>
PlotLine Record(const std::string& name, SolidPlayer& player, int steps, Measure&& measure)
{
	PlotLine line{name, {}, {}};
	for (int k = 0; k < steps; ++k)
	{
		player.Run(1);
		line.x.push_back(player.time);
		line.y.push_back(measure(player));
	}
	return line;
}

void BeamTheory(const std::string& directory)
{
	SvgPlot plot{"Cantilever under its own weight: error against beam theory", "particles across", "|sag / theory - 1|", true, true, {}};
	for (const double alpha : {0.1, 1.0})
	{
		PlotLine line{"alpha " + std::string(alpha < 1 ? "0.1" : "1"), {}, {}};
		for (const int across : {4, 6, 8, 12, 16})
		{
			const CantileverSag sag = MeasureCantileverSag(across, alpha);
			std::printf("  %2d across, alpha %.1f: sag %.5f m, Euler-Bernoulli %.5f (ratio %.4f), with shear %.5f (ratio %.4f)\n", across,
				alpha, sag.measured, sag.eulerBernoulli, sag.measured / sag.eulerBernoulli, sag.timoshenko, sag.measured / sag.timoshenko);
			line.x.push_back(across);
			line.y.push_back(std::fabs(sag.measured / sag.timoshenko - 1));
		}
		plot.lines.push_back(line);
	}
	PlotLine second{"second order", {4, 16}, {0.3, 0.3 / 16}, true};
	plot.lines.push_back(second);
	WritePlot(plot, directory, "beam_theory");
}

/// Every model, and what can be added to one.
std::vector<std::pair<std::string, Material>> EveryLaw()
{
	std::vector<std::pair<std::string, Material>> laws;
	for (const MaterialModelInfo& info : MaterialModels())
		laws.emplace_back(std::string(info.name), MaterialOf(info.model, 1e6, 0.3, 1000, 1));
	for (const SplinePreset& preset : SplinePresets())
		if (preset.name == "tissue")
		{
			laws.emplace_back("spline, tissue", MaterialOf(MaterialModel::Spline, 1e6, 0.3, 1000, 1));
			laws.back().second.curves = preset.curves;
		}
	laws.emplace_back("fibres along", MaterialOf(MaterialModel::StableNeoHookean, 1e6, 0.3, 1000, 1));
	laws.back().second.fibreStiffness = 1e6;
	laws.back().second.fibreDirection = {1, 0, 0};
	return laws;
}

void Stress(const std::string& directory)
{
	SvgPlot plot{
		"Uniaxial tension of a bar, nu 0.3: measured, and the closed form (dashed)", "stretch", "force / (area E)", false, false, {}};
	PlotLine closedForms{"closed forms", {}, {}, true};
	for (const auto& [name, material] : EveryLaw())
	{
		PlotLine measured{name, {}, {}};
		for (const double stretch : {1.01, 1.1, 1.2, 1.3, 1.4})
		{
			const BarTension bar = MeasureBarTension(material, stretch, 6);
			std::printf("  tension %-17s stretch %.4f: stress %9.1f Pa, law %9.1f (ratio %.4f); lateral %.5f, law %.5f\n", name.c_str(),
				bar.stretch, bar.stress, bar.expected, bar.stress / bar.expected, bar.lateral, bar.expectedLateral);
			if (stretch < 1.02 && material.model != MaterialModel::Arap)
				std::printf("  Poisson %-17s measured %.4f, given 0.3\n", name.c_str(), (1 - bar.lateral) / (bar.stretch - 1));
			measured.x.push_back(bar.stretch);
			measured.y.push_back(bar.stress / 1e6);
			closedForms.x.push_back(bar.stretch);
			closedForms.y.push_back(bar.expected / 1e6);
		}
		closedForms.x.push_back(1);
		closedForms.y.push_back(NAN); // a gap before the next law
		plot.lines.push_back(measured);
	}
	plot.lines.push_back(closedForms);
	WritePlot(plot, directory, "uniaxial");
}

void Shear(const std::string& directory)
{
	SvgPlot plot{"Shear of a slab by 0.2: error against the closed form", "layers of particles", "stress / law - 1", false, false, {}};
	for (const auto& [name, material] : EveryLaw())
	{
		if (material.fibreStiffness > 0)
			continue; // along what is sheared fibres do not stretch
		PlotLine line{name, {}, {}};
		for (const int layers : {4, 5, 6})
		{
			const SlabShear slab = MeasureSlabShear(material, 0.2, layers);
			std::printf("  shear %-17s %d layers: stress %9.1f Pa, law %9.1f (ratio %.4f)\n", name.c_str(), layers, slab.stress,
				slab.expected, slab.stress / slab.expected);
			line.x.push_back(layers);
			line.y.push_back(slab.stress / slab.expected - 1);
		}
		plot.lines.push_back(line);
	}
	WritePlot(plot, directory, "shear");
}

void Frequency(const std::string& directory)
{
	SvgPlot plot{"First frequency of a bar: error against sqrt(E/rho)/(4L)", "particles across", "1 - f / theory", true, true, {}};
	for (const double poisson : {0.0, 0.3})
	{
		PlotLine line{poisson > 0 ? "nu 0.3" : "nu 0", {}, {}};
		for (const int across : {3, 4, 6, 8})
		{
			const BarFrequency frequency = MeasureBarFrequency(across, poisson);
			std::printf("  bar, %d across, nu %.1f: %.3f Hz, sqrt(E/rho)/(4L) = %.3f (ratio %.4f)\n", across, poisson, frequency.measured,
				frequency.expected, frequency.measured / frequency.expected);
			line.x.push_back(across);
			line.y.push_back(1 - frequency.measured / frequency.expected);
		}
		plot.lines.push_back(line);
	}
	plot.lines.push_back({"first order", {3, 8}, {0.03, 0.03 * 3 / 8}, true});
	WritePlot(plot, directory, "frequency");
}

/// A free bar that flies, spins and bends.
void MomentumOfAFreeBar(const std::string& directory)
{
	SvgPlot plot{"Free bar that spins and bends: angular momentum lost", "t [s]", "|L - L0| / |L0|", false, true, {}};
	const struct
	{
		const char* name;
		const char* solver;
		int iterations;
		Integrator integrator;
	} runs[] = {{"L-BFGS 3 it., Euler", "lbfgs", 3, Integrator::ImplicitEuler},
		{"L-BFGS 10 it., Euler", "lbfgs", 10, Integrator::ImplicitEuler}, {"L-BFGS 10 it., BDF2", "lbfgs", 10, Integrator::Bdf2},
		{"L-BFGS 10 it., midpoint", "lbfgs", 10, Integrator::ImplicitMidpoint},
		{"splitting, Euler", "splitting", 1, Integrator::ImplicitEuler}, {"explicit", "explicit", 1, Integrator::ImplicitEuler}};
	for (const auto& run : runs)
	{
		SolidScene scene = With(Cantilever(5, 1, 1e6), run.solver, run.iterations);
		scene.pins.clear();
		scene.gravity = {};
		scene.step = 0.002;
		scene.body.integrator = run.integrator;
		scene.body.velocity = {1, 2, -0.5};
		scene.body.angularVelocity = {0, 0, 3};
		SolidPlayer player(scene);
		for (std::size_t i = 0; i < player.body.ParticleCount(); ++i)
			player.body.velocity[i].y += std::cos(3 * player.body.position[i].x);
		const Vec3d momentum = player.body.Momentum();
		const auto spinOf = [](const SolidBody& body) { return body.AngularMomentum() - Cross(body.CentreOfMass(), body.Momentum()); };
		const Vec3d spin = spinOf(player.body);
		double mostLost = 0;
		const PlotLine line = Record(run.name, player, 1000,
			[&](const SolidPlayer& p)
			{
				mostLost = std::max(mostLost, Norm(p.body.Momentum() - momentum) / Norm(momentum));
				return Norm(spinOf(p.body) - spin) / Norm(spin);
			});
		std::printf("  %-24s 1000 steps: momentum within %.1e, angular momentum %.1e off at the end\n", run.name, mostLost, line.y.back());
		plot.lines.push_back(line);
	}
	WritePlot(plot, directory, "momentum");
}

void ReferenceBeamSwing(const std::string& directory)
{
	SvgPlot plot{"Reference beam, 4,000 particles: height of the tip", "t [s]", "y [m]", false, false, {}};
	for (const char* solver : {"lbfgs", "splitting", "peer"})
	{
		SolidPlayer player(With(ReferenceBeam(10), solver, 10));
		const Box3d tip{{1.95, -1e9, -1e9}, {3, 1e9, 1e9}};
		const PlotLine line = Record(solver, player, 500, [&](const SolidPlayer& p) { return MeanPosition(p.body, tip).y; });
		const auto lowest = std::min_element(line.y.begin(), line.y.end());
		std::printf("  %s: lowest at y %.3f m, t %.3f s\n", solver, *lowest, line.x[static_cast<std::size_t>(lowest - line.y.begin())]);
		plot.lines.push_back(line);
	}
	WritePlot(plot, directory, "reference_beam");
}

void ObjectiveOverIterations(const std::string& directory)
{
	SvgPlot plot{"Twisting beam, frame 60: objective above its minimum", "iterations", "(g - g*) / (g(y) - g*)", false, true, {}};
	const std::vector<ObjectiveCurve> curves = MeasureObjectiveCurves(TwistingBeam(), 60, 30);
	double minimum = curves.front().objective.back();
	for (const ObjectiveCurve& curve : curves)
		minimum = std::min(minimum, *std::min_element(curve.objective.begin(), curve.objective.end()));
	for (const ObjectiveCurve& curve : curves)
	{
		PlotLine line{curve.solver, {}, {}};
		const double gap = curve.objective.front() - minimum;
		for (std::size_t n = 0; n < std::min<std::size_t>(curve.objective.size(), 31); ++n)
		{
			line.x.push_back(static_cast<double>(n));
			line.y.push_back((curve.objective[n] - minimum) / gap);
		}
		const auto reaches = [&](double share)
		{ return std::find_if(line.y.begin(), line.y.end(), [&](double y) { return y <= share; }) - line.y.begin(); };
		std::printf("  %-24s to 1e-1 in %2td, 1e-2 in %2td, 1e-3 in %2td, 1e-4 in %2td iterations\n", curve.solver.c_str(), reaches(1e-1),
			reaches(1e-2), reaches(1e-3), reaches(1e-4));
		plot.lines.push_back(line);
	}
	WritePlot(plot, directory, "objective_over_iterations");
}

double RatioNow(const SolidPlayer& player)
{
	return VolumeRatio(player.body, *player.tasks);
}

void ReportRatio(const PlotLine& line, SvgPlot& plot)
{
	const std::size_t last = std::min<std::size_t>(20, line.y.size());
	const auto [low, high] = std::minmax_element(line.y.end() - static_cast<std::ptrdiff_t>(last), line.y.end());
	const auto [lowest, highest] = std::minmax_element(line.y.begin(), line.y.end());
	std::printf("  %-28s ends at %.3f, between %.3f and %.3f over its last %zu steps, %.3f and %.3f over all\n", line.name.c_str(),
		line.y.back(), *low, *high, last, *lowest, *highest);
	plot.lines.push_back(line);
}

void StretchingCubeVolume(const std::string& directory)
{
	SvgPlot plot{"Stretching cube: deformed volume over rest volume", "t [s]", "volume ratio", false, false, {}};
	const SolidScene scene = StretchingCube();
	{
		SolidPlayer player(With(scene, "lbfgs", 1));
		PlotLine line = Record("L-BFGS, 1 then 2 it.", player, 80, RatioNow);
		SolidScene two = With(scene, "lbfgs", 2);
		player.solver = MakeElasticSolver(two.solver, player.body).TakeValue();
		const PlotLine rest = Record("", player, 80, RatioNow);
		line.x.insert(line.x.end(), rest.x.begin(), rest.x.end());
		line.y.insert(line.y.end(), rest.y.begin(), rest.y.end());
		ReportRatio(line, plot);
	}
	SolidPlayer converged(With(scene, "lbfgs", 60));
	ReportRatio(Record("L-BFGS, 60 iterations", converged, 160, RatioNow), plot);
	SolidPlayer splitting(With(scene, "splitting", 1));
	ReportRatio(Record("splitting, h = 30 ms", splitting, 160, RatioNow), plot);
	SolidScene fine = With(scene, "splitting", 1);
	fine.step /= 10;
	SolidPlayer splittingFine(fine);
	ReportRatio(Record("splitting, h = 3 ms", splittingFine, 1600, RatioNow), plot);
	WritePlot(plot, directory, "stretching_cube");
}

/// The same cube, smaller, drawn out farther: how far, the paper does not say.
void StretchingCubeFar(const std::string& directory)
{
	SvgPlot plot{
		"Stretching cube of 1,728 particles, twice as long: deformed volume over rest volume", "t [s]", "volume ratio", false, false, {}};
	for (const int iterations : {1, 2, 60})
	{
		SolidPlayer player(With(StretchingCube(12, 2), "lbfgs", iterations));
		ReportRatio(Record("L-BFGS, " + std::to_string(iterations) + " it.", player, 160, RatioNow), plot);
	}
	for (const int finer : {1, 10})
	{
		SolidScene scene = With(StretchingCube(12, 2), "splitting", 1);
		scene.step /= finer;
		SolidPlayer player(scene);
		ReportRatio(Record(finer > 1 ? "splitting, h = 3 ms" : "splitting, h = 30 ms", player, 160 * finer, RatioNow), plot);
	}
	WritePlot(plot, directory, "stretching_cube_far");
}

void TwistingBeamInversion(const std::string& directory)
{
	SvgPlot plot{"Twisting beam: inverted particles of 8,928", "full turns", "particles with J <= 0", false, false, {}};
	for (const MaterialModel model : {MaterialModel::StableNeoHookean, MaterialModel::NeoHookean, MaterialModel::Corotated})
	{
		const SolidScene scene = With(TwistingBeam(model), "lbfgs", 10);
		SolidPlayer player(scene);
		std::string name;
		for (const MaterialModelInfo& info : MaterialModels())
			if (info.model == model)
				name = info.name;
		PlotLine line = Record(
			name, player, scene.steps, [](const SolidPlayer& p) { return static_cast<double>(InvertedParticles(p.body, *p.tasks)); });
		for (double& t : line.x)
			t *= 2 / (scene.step * scene.steps);
		const auto first = std::find_if(line.y.begin(), line.y.end(), [](double y) { return y > 0; });
		std::printf("  %-17s inverted: most %.0f, at the end %.0f, first at %.2f turns\n", name.c_str(),
			*std::max_element(line.y.begin(), line.y.end()), line.y.back(),
			first == line.y.end() ? NAN : line.x[static_cast<std::size_t>(first - line.y.begin())]);
		plot.lines.push_back(line);
	}
	WritePlot(plot, directory, "twisting_beam");
}

/// Why splitting swings: on a smaller sheet, with and without the volume term that it solves apart.
void SplittingWithoutVolume(const std::string&)
{
	for (const double poisson : {0.0, 0.2})
		for (const double alpha : {0.1, 10.0, 100.0})
		{
			SolidScene scene = With(SwingingCloth(alpha, 40), "splitting", 1);
			scene.body.material.poisson = poisson;
			SolidPlayer player(scene);
			OscillationMeter meter;
			std::vector<double> shares;
			for (int k = 0; k < 300; ++k)
			{
				player.Run(1);
				meter.Add(player.body);
				if (k >= 50)
					shares.push_back(meter.Share());
			}
			std::sort(shares.begin(), shares.end());
			std::printf("  splitting, nu %.1f, alpha %5.1f oscillation: median %.2e, largest %.2e\n", poisson, alpha,
				shares[shares.size() / 2], shares.back());
		}
}

/// The same sheet as masses and springs, beside ours.
void MassSpringComparison(const std::string& directory)
{
	SvgPlot plot{"Swinging cloth: height of its free edge", "t [s]", "z [m]", false, false, {}};
	const Box3d edge = {{-1e9, 1.0, -1e9}, {1e9, 1e9, 1e9}};
	const SolidScene scene = With(SwingingCloth(0.1), "lbfgs", 10);
	{
		SolidPlayer player(scene);
		plot.lines.push_back(
			Record("ours, E 80 kPa, nu 0.2", player, 300, [&](const SolidPlayer& p) { return MeanPosition(p.body, edge).z; }));
	}
	MassSpringCloth cloth(scene);
	PlotLine springs{"masses and springs", {}, {}};
	for (int k = 0; k < 300; ++k)
	{
		cloth.Step();
		double sum = 0, count = 0;
		for (std::size_t i = 0; i < cloth.Positions().size(); ++i)
			if (edge.Contains(cloth.RestPositions()[i]))
			{
				sum += cloth.Positions()[i].z;
				++count;
			}
		springs.x.push_back(cloth.Time());
		springs.y.push_back(sum / count);
	}
	plot.lines.push_back(springs);
	for (const PlotLine& line : plot.lines)
		std::printf("  %-26s lowest %.3f m, at the end %.3f m\n", line.name.c_str(), *std::min_element(line.y.begin(), line.y.end()),
			line.y.back());
	WritePlot(plot, directory, "mass_spring_cloth");
}

void SwingingClothOscillation(const std::string& directory)
{
	SvgPlot plot{"Swinging cloth: share of motion that turns round from step to step", "t [s]", "oscillation", false, true, {}};
	const struct
	{
		const char* name;
		const char* solver;
		int iterations;
		double alpha;
	} runs[] = {{"L-BFGS 1 it., alpha 0.1", "lbfgs", 1, 0.1}, {"L-BFGS 2 it., alpha 0.1", "lbfgs", 2, 0.1},
		{"L-BFGS 10 it., alpha 0.1", "lbfgs", 10, 0.1}, {"L-BFGS 60 it., alpha 0.1", "lbfgs", 60, 0.1},
		{"splitting, alpha 0.1", "splitting", 1, 0.1}, {"L-BFGS 2 it., alpha 10", "lbfgs", 2, 10},
		{"splitting, alpha 10", "splitting", 1, 10}};
	for (const auto& run : runs)
	{
		SolidPlayer player(With(SwingingCloth(run.alpha), run.solver, run.iterations));
		OscillationMeter meter;
		const PlotLine line = Record(run.name, player, 300,
			[&](const SolidPlayer& p)
			{
				meter.Add(p.body);
				return meter.Share();
			});
		std::vector<double> sorted(line.y.begin() + 50, line.y.end());
		std::sort(sorted.begin(), sorted.end());
		const double lowest = MeanPosition(player.body, {{-1e9, 1.0, -1e9}, {1e9, 1e9, 1e9}}).z;
		std::printf("  %-26s oscillation: median %.2e, largest %.2e; free edge at z %.3f m after 3 s\n", run.name,
			sorted[sorted.size() / 2], sorted.back(), lowest);
		plot.lines.push_back(line);
	}
	WritePlot(plot, directory, "swinging_cloth");
}

void ScrambledSolid(const std::string& directory)
{
	SvgPlot plot{"Scrambled block: distance from the rest shape", "t [s]", "largest error / size", false, true, {}};
	for (const double alpha : {0.0, 1.0})
	{
		const SolidScene scene = With(Scrambled(alpha), "lbfgs", 10);
		SolidPlayer player(scene);
		const PlotLine line =
			Record(alpha == 0 ? "alpha 0" : "alpha 1", player, scene.steps, [](const SolidPlayer& p) { return ShapeError(p.body); });
		std::printf("  alpha %.0f: error %.4f after %.1f s\n", alpha, line.y.back(), player.time);
		plot.lines.push_back(line);
	}
	WritePlot(plot, directory, "scrambled");
}

void CantileverAlpha(const std::string& directory)
{
	SvgPlot plot{"Cantilever swinging under gravity", "t [s]", "tip y [m]", false, false, {}};
	for (const double alpha : {0.0, 0.01, 0.1, 1.0})
	{
		SolidScene scene = With(Cantilever(6, alpha, 1e6), "lbfgs", 20);
		SolidPlayer player(scene);
		const Box3d tip{{1.95, -1e9, -1e9}, {3, 1e9, 1e9}};
		char name[32];
		std::snprintf(name, sizeof(name), "alpha %g", alpha);
		const PlotLine line = Record(name, player, 400, [&](const SolidPlayer& p) { return MeanPosition(p.body, tip).y; });
		const auto lowest = std::min_element(line.y.begin(), line.y.end());
		std::printf("  %s: lowest tip at y %.3f m, t %.3f s\n", name, *lowest, line.x[static_cast<std::size_t>(lowest - line.y.begin())]);
		plot.lines.push_back(line);
	}
	WritePlot(plot, directory, "cantilever_alpha");
}

void ExplicitControl(const std::string& directory)
{
	SvgPlot plot{"Twisted stiff beam: fastest particle", "t [s]", "speed [m/s]", false, true, {}};
	const auto fastest = [](const SolidPlayer& p)
	{
		double most = 0;
		for (const Vec3& v : p.body.velocity)
			most = std::max(most, static_cast<double>(Norm(v)));
		return most;
	};
	const struct
	{
		const char* name;
		const char* solver;
		double alpha;
	} runs[] = {{"L-BFGS, alpha 10", "lbfgs", 10}, {"splitting, alpha 10", "splitting", 10}, {"explicit, alpha 0.1", "peer", 0.1},
		{"explicit, alpha 1", "peer", 1}, {"explicit, alpha 10", "peer", 10}};
	for (const auto& run : runs)
	{
		SolidScene scene = With(TwistedStiffBeam(10), run.solver, 10);
		scene.body.material.alpha = run.alpha;
		SolidPlayer player(scene);
		const PlotLine line = Record(run.name, player, 500, fastest);
		std::printf("  %-31s fastest particle %.3g m/s at the end, %.3g at most; the held ends turn at 0.6 m/s\n", run.name, line.y.back(),
			*std::max_element(line.y.begin(), line.y.end()));
		plot.lines.push_back(line);
	}
	WritePlot(plot, directory, "explicit_control");
}

constexpr Experiment Experiments[] = {
	{"beam_theory", BeamTheory},
	{"stress", Stress},
	{"shear", Shear},
	{"frequency", Frequency},
	{"momentum", MomentumOfAFreeBar},
	{"reference_beam", ReferenceBeamSwing},
	{"objective", ObjectiveOverIterations},
	{"stretching_cube", StretchingCubeVolume},
	{"stretching_cube_far", StretchingCubeFar},
	{"twisting_beam", TwistingBeamInversion},
	{"mass_spring_cloth", MassSpringComparison},
	{"swinging_cloth", SwingingClothOscillation},
	{"splitting_without_volume", SplittingWithoutVolume},
	{"scrambled", ScrambledSolid},
	{"cantilever", CantileverAlpha},
	{"explicit_control", ExplicitControl},
};

}

int main(int argc, char** argv)
{
	std::string directory = "out/validation";
	std::vector<std::string_view> chosen;
	for (int k = 1; k < argc; ++k)
	{
		if (std::string_view(argv[k]) == "--out" && k + 1 < argc)
			directory = argv[++k];
		else
			chosen.push_back(argv[k]);
	}
	for (const std::string_view name : chosen)
		if (std::none_of(std::begin(Experiments), std::end(Experiments), [&](const Experiment& e) { return e.name == name; }))
		{
			std::fprintf(stderr, "There is no experiment named '%s'; known are", std::string(name).c_str());
			for (const Experiment& experiment : Experiments)
				std::fprintf(stderr, " %s", experiment.name);
			std::fprintf(stderr, ".\n");
			return 1;
		}
	std::error_code failed;
	std::filesystem::create_directories(directory, failed);
	if (failed)
	{
		std::fprintf(stderr, "The folder %s cannot be made: %s.\n", directory.c_str(), failed.message().c_str());
		return 1;
	}
	for (const Experiment& experiment : Experiments)
	{
		if (!chosen.empty() && std::find(chosen.begin(), chosen.end(), experiment.name) == chosen.end())
			continue;
		const auto start = std::chrono::steady_clock::now();
		std::printf("%s\n", experiment.name);
		experiment.run(directory);
		std::printf("  %.1f s\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
		std::fflush(stdout);
	}
	return 0;
}
