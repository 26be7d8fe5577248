#include <Lab/Measures.h>

#include <SPHSolids/Body/DeformationGradients.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace SPHSolids::Lab
{
namespace
{

double SurfaceHeight(const FluidView& view, std::uint32_t fluid, double radius)
{
	const double width = 4 * radius;
	std::unordered_map<std::uint64_t, double> columns;
	for (std::size_t i = 0; i < view.position.size(); ++i)
	{
		if (view.fluid[i] != fluid)
			continue;
		const Vec3d place = view.origin + view.position[i].Xyz().Cast<double>();
		const auto cell = [&](double x) { return static_cast<std::uint32_t>(static_cast<std::int64_t>(std::floor(x / width))); };
		const std::uint64_t key = (static_cast<std::uint64_t>(cell(place.x)) << 32) | cell(place.y);
		const auto [entry, isNew] = columns.try_emplace(key, place.z);
		entry->second = std::max(entry->second, place.z);
	}
	if (columns.empty())
		return std::numeric_limits<double>::quiet_NaN();
	std::vector<double> tops;
	tops.reserve(columns.size());
	for (const auto& [key, top] : columns)
		tops.push_back(top);
	std::nth_element(tops.begin(), tops.begin() + static_cast<std::ptrdiff_t>(tops.size() / 2), tops.end());
	return tops[tops.size() / 2] + radius;
}

FluidFigures MeasureFluid(const ScenePlayer& player, const PlayedFluid& fluid)
{
	const FluidView view = player.GetWorld().Fluid();
	FluidFigures figures;
	double compression = 0;
	float fastest = 0;
	for (std::size_t i = 0; i < view.position.size(); ++i)
	{
		if (view.fluid[i] != fluid.id.index)
			continue;
		++figures.particles;
		fastest = std::max(fastest, SquaredNorm(view.velocity[i].Xyz()));
		if (i < view.density.size())
			compression += std::max(0.0, static_cast<double>(view.density[i]) - 1);
	}
	figures.maxSpeed = std::sqrt(static_cast<double>(fastest));
	figures.densityError = figures.particles > 0 ? compression / static_cast<double>(figures.particles) : 0;
	figures.surfaceHeight = SurfaceHeight(view, fluid.id.index, fluid.particleRadius);
	return figures;
}

ProbeFigures MeasureProbe(const ScenePlayer& player, const PlayedProbe& probe)
{
	ProbeFigures figures;
	if (probe.fluidProbe.IsSet())
	{
		const ProbeReading reading = player.GetWorld().Read(probe.fluidProbe);
		return {reading.particles, reading.position, reading.velocity, reading.pressure};
	}
	for (const PlayedProbe::Selection& selection : probe.selections)
	{
		const SolidBody& body = player.BodyAt(selection.body);
		for (const std::uint32_t i : selection.particles)
		{
			figures.position += body.origin + body.position[i].Cast<double>();
			figures.velocity += body.velocity[i].Cast<double>();
		}
		figures.particles += selection.particles.size();
	}
	const double share = 1 / static_cast<double>(std::max<std::size_t>(1, figures.particles));
	figures.position *= share;
	figures.velocity *= share;
	return figures;
}

}

BodyFigures FrameMeter::MeasureBody(const ScenePlayer& player, std::size_t index, TaskRunner& tasks)
{
	const SolidBody& body = player.BodyAt(index);
	const RestState& rest = body.Rest().state;
	BodyFigures figures;
	std::vector<Mat3>& F = gradients[index];
	F.resize(body.ParticleCount());
	ComputeDeformationGradients(rest, body.position, tasks, F);
	double deformed = 0, atRest = 0;
	float fastest = 0;
	figures.minJ = std::numeric_limits<double>::infinity();
	figures.maxJ = -figures.minJ;
	const Vec3d gravity = player.GetWorld().Def().gravity;
	for (std::size_t i = 0; i < F.size(); ++i)
	{
		if (body.IsMelted(i))
			continue;
		const double J = Determinant(F[i].Cast<double>()), volume = static_cast<double>(rest.volume[i]);
		deformed += volume * J;
		atRest += volume;
		figures.minJ = std::min(figures.minJ, J);
		figures.maxJ = std::max(figures.maxJ, J);
		figures.inverted += !(J > 0);
		fastest = std::max(fastest, SquaredNorm(body.velocity[i]));
		figures.energy.gravity -= static_cast<double>(body.mass[i]) * Dot(gravity, body.origin + body.position[i].Cast<double>());
	}
	figures.volumeRatio = atRest > 0 ? deformed / atRest : 1;
	if (atRest == 0)
		figures.minJ = figures.maxJ = 1; // all of it has melted
	figures.maxSpeed = std::sqrt(static_cast<double>(fastest));
	figures.penetration = player.GetWorld().Penetration(player.bodies[index].id);
	figures.centreOfMass = body.CentreOfMass();
	figures.momentum = body.Momentum();
	figures.angularMomentum = body.AngularMomentum();
	figures.energy.kinetic = body.KineticEnergy();

	auto& objective = objectives[index];
	if (objective == nullptr)
		objective = std::make_unique<ElasticObjective>(body.Rest().elastic, body.Stiffness());
	objective->SetRest(body.PresentRest());
	objective->SetStiffness(body.PresentStiffness());
	scratch.resize(body.ParticleCount());
	const std::vector<float> noInertia(body.ParticleCount(), 0.0f);
	objective->SetReference(body.position, tasks);
	const ElasticEnergies energies = objective->Evaluate(body.position, {noInertia, body.position, {}, 0}, tasks, scratch);
	figures.energy.elastic = energies.elastic;
	figures.energy.zeroEnergy = energies.zeroEnergy;
	return figures;
}

FrameFigures FrameMeter::Measure(const ScenePlayer& player, TaskRunner& tasks)
{
	gradients.resize(player.bodies.size());
	objectives.resize(player.bodies.size());
	FrameFigures frame;
	frame.time = player.GetWorld().Time();
	for (std::size_t k = 0; k < player.bodies.size(); ++k)
		frame.bodies.push_back(MeasureBody(player, k, tasks));
	for (const PlayedFluid& fluid : player.fluids)
		frame.fluids.push_back(MeasureFluid(player, fluid));
	for (const PlayedProbe& probe : player.probes)
		frame.probes.push_back(MeasureProbe(player, probe));
	return frame;
}

}
