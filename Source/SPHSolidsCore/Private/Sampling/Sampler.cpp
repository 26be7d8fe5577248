#include <SPHSolids/Sampling/Sampler.h>

#include "BlueNoiseRelaxation.h"
#include "EvenRelaxation.h"
#include "FillField.h"
#include "LatticeSeeds.h"
#include "ParticleCloud.h"
#include "SolidBoundary.h"

#include <SPHSolids/Neighbour/NeighbourSearch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace SPHSolids
{
namespace
{

constexpr double GridCountTolerance = 0.02;
constexpr double GridTrialStep = 0.005; // of the diameter
constexpr int MaxGridTrials = 12;       // up and down
constexpr std::size_t MaxGridBuilds = 3;
// The radius for a wanted count is good enough when the filled space holds the count within this share; the seeds make it exact.
constexpr double RadiusTolerance = 0.01;
constexpr int MaxRadiusTrials = 8;
constexpr double CoarseLength = 24;     // diameters along the longest side, for a first look at the volume
constexpr double BlueNoiseJitter = 0.1; // d
constexpr double SheetConfinedShare = 0.99;
// Nearer than this, one of two particles gives way, d: lattice nodes that were moved into a thin part, and relaxed particles
// that were jammed together in a corner.
constexpr double LeastGridDistance = 0.5, LeastDistance = 0.1;
constexpr std::uint64_t SpareBlocks = 4000;

struct NamedMethod
{
	SamplingMethod method;
	std::string_view name;
};
constexpr std::array<NamedMethod, 3> NamedMethods = {
	{{SamplingMethod::Relaxed, "relaxed"}, {SamplingMethod::Grid, "grid"}, {SamplingMethod::BlueNoise, "bluenoise"}}};

std::string ToText(double value)
{
	char text[32];
	std::snprintf(text, sizeof text, "%.3g", value);
	return text;
}

std::string ToCountText(double count)
{
	char text[32];
	std::snprintf(text, sizeof text, count < 1e6 ? "%.0f" : "%.3g", count);
	return text;
}

Status CheckSamplingSettings(const SamplingSettings& settings)
{
	if (settings.particleRadius == 0 && settings.particleCount == 0)
		return Error{"Neither a particle radius nor a particle count is given. Give one of the two."};
	if (settings.particleRadius != 0 && settings.particleCount != 0)
		return Error{"Both a particle radius and a particle count are given. Give only one: the other follows from it."};
	if (settings.particleCount == 0 && (!(settings.particleRadius > 0) || !std::isfinite(settings.particleRadius)))
		return Error{"The particle radius must be a positive number of metres."};
	if (settings.particleRadius == 0 && settings.particleCount < MinSampledParticles)
		return Error{"A body needs at least " + std::to_string(MinSampledParticles) + " particles, but "
			+ std::to_string(settings.particleCount) + " are wanted. Ask for more."};
	if (settings.particleCount > settings.maxParticles)
		return Error{"The wanted " + std::to_string(settings.particleCount) + " particles are more than the allowed "
			+ std::to_string(settings.maxParticles) + ". Ask for fewer or raise the limit."};
	const auto isShare = [](double value, double most) { return value >= 0 && value <= most; };
	if (!isShare(settings.cohesion, 10))
		return Error{"The cohesion of the sampling must lie between 0 and 10; 4 is usual."};
	if (!isShare(settings.adhesion, 10))
		return Error{"The adhesion of the sampling must lie between 0 and 10; 0.2 is usual."};
	if (!isShare(settings.stepShare, 1) || settings.stepShare == 0)
		return Error{"The step share of the sampling must lie above 0 and at most at 1; 0.25 is usual."};
	if (!isShare(settings.stillness, 1))
		return Error{"The stillness of the sampling must lie between 0 and 1; 0.004 is usual."};
	if (settings.maxIterations < 0 || settings.maxIterations > 100'000)
		return Error{"The sampling may take 0 to 100000 iterations; 400 is usual."};
	return {};
}

/// The steps from a mesh to particles, and what they pass on to each other.
class MeshSampler
{
public:
	MeshSampler(const MeshDistance& meshDistance, const SamplingSettings& samplingSettings, TaskRunner& runner, Progress* report)
		: mesh(meshDistance)
		, settings(samplingSettings)
		, tasks(runner)
		, progress(report)
	{
		const Vec3d size = mesh.Bounds().Size();
		longestSide = std::max({size.x, size.y, size.z});
	}

	Result<ParticleSampling> Run()
	{
		Status status = ChooseBoundary();
		if (status.IsOk())
			status = ChooseField();
		if (status.IsOk())
			status = CheckCount();
		if (status.IsOk())
			status = settings.method == SamplingMethod::Grid ? PlaceOnGrid() : Relax();
		if (!status.IsOk())
			return Error{status.Message()};
		FillReport();
		return std::move(sampling);
	}

private:
	bool IsCountWanted() const { return settings.particleCount > 0; }

	Status ChooseBoundary()
	{
		if (progress != nullptr && !progress->Report("Looking at the surface", 0))
			return Error{CancelledMessage};
		const auto kind = settings.sheet == SheetMode::Always ? SolidBoundary::Kind::Sheet
			: settings.sheet == SheetMode::Never              ? SolidBoundary::Kind::Solid
															  : SolidBoundary::Kind::Guess;
		diameter = 2 * settings.particleRadius;
		if (IsCountWanted())
		{
			// A first guess, for how finely to look: most things fill about a quarter of their bounds.
			const Vec3d size = mesh.Bounds().Size();
			diameter = DiameterFor(settings.particleCount, 0.25 * size.x * size.y * size.z, 0.5 * mesh.Area());
		}
		// Even one layer over the surface may be far too many: found out before the surface is looked at that finely.
		else if (const double layer = 0.25 * mesh.Area() / (diameter * diameter); layer > 2.0 * settings.maxParticles)
			return TooMany(layer);
		Result<SolidBoundary> built = SolidBoundary::Build(mesh, kind, diameter, tasks);
		if (!built.IsOk())
			return Error{built.Message()};
		boundary.emplace(built.TakeValue());
		return MeasureVolume();
	}

	Status MeasureVolume()
	{
		if (boundary->IsSheet())
			return {};
		if (boundary->IsTidy())
		{
			meshVolume = boundary->EnclosedVolume();
			return {};
		}
		// What a soup encloses cannot be summed over its triangles, but is measured on a coarse grid.
		const FillField::Settings coarse{0.5 * longestSide / CoarseLength, false, SpareBlocks};
		Result<FillField> built = FillField::Build(*boundary, coarse, tasks, nullptr);
		if (!built.IsOk())
			return Error{built.Message()};
		meshVolume = built.Value().SolidVolume() * std::pow(built.Value().Diameter(), 3);
		return {};
	}

	/// Spacing at which so many particles fill a volume, or form one layer on an area if that takes larger ones.
	static double DiameterFor(double count, double volume, double layerArea)
	{
		return std::max(std::cbrt(volume / count), std::sqrt(layerArea / count));
	}

	/// Area of the single layer that the body would be if all of it were thin, m^2.
	double LayerArea() const { return boundary->IsSheet() ? boundary->Area() : 0.5 * boundary->Area(); }

	Status ChooseField()
	{
		if (IsCountWanted())
			diameter = DiameterFor(settings.particleCount, meshVolume, settings.sheet == SheetMode::Never ? 0 : LayerArea());
		if (!(diameter > 0))
			return Error{"The mesh encloses no volume. Close its holes or sample it as a sheet."};
		if (!(diameter < longestSide))
			return Error{"The particle radius of " + ToText(0.5 * diameter) + " m is larger than the body, which is " + ToText(longestSide)
				+ " m long. Use a radius below " + ToText(longestSide / 16) + " m."};
		if (IsCountWanted())
			return SearchDiameter();
		const double expected = std::max(meshVolume / std::pow(diameter, 3), LayerArea() / (diameter * diameter));
		if (expected > 1.2 * settings.maxParticles)
			return TooMany(expected);
		SubProgress part(progress, 0.05, 0.35);
		return BuildField(expected, part);
	}

	/// @param expected Number of particles.
	Status BuildField(double expected, Progress& part)
	{
		// A block for every particle is more than any body takes.
		const FillField::Settings fine{
			0.5 * diameter, settings.sheet != SheetMode::Never, SpareBlocks + static_cast<std::uint64_t>(std::max(expected, 0.0))};
		field.reset();
		Result<FillField> built = FillField::Build(*boundary, fine, tasks, &part);
		if (!built.IsOk())
			return Error{built.Message()};
		field.emplace(built.TakeValue());
		return {};
	}

	/// Finds the diameter at which the filled space holds the wanted count: secant method on logarithms.
	Status SearchDiameter()
	{
		const double count = settings.particleCount;
		double exponent = -3; // of the diameter in the count; -2 for a sheet, -1 for a string
		double lastDiameter = 0, lastHeld = 0;
		for (int trial = 0; trial < MaxRadiusTrials; ++trial)
		{
			SubProgress part(progress, 0.05 + 0.3 * trial / MaxRadiusTrials, 0.05 + 0.3 * (trial + 1) / MaxRadiusTrials);
			if (Status status = BuildField(count, part); !status.IsOk())
			{
				if (status.Message() == CancelledMessage || trial + 1 == MaxRadiusTrials)
					return status;
				diameter = std::min(4 * diameter, 0.999 * longestSide);
				continue;
			}
			const double held = std::max(field->FilledVolume(), 0.1);
			if (std::abs(held / count - 1) < RadiusTolerance)
				return {};
			if (lastHeld > 0 && lastDiameter != diameter)
				exponent = std::clamp(std::log(held / lastHeld) / std::log(diameter / lastDiameter), -4.0, -0.8);
			lastDiameter = diameter;
			lastHeld = held;
			if (trial + 1 < MaxRadiusTrials)
				diameter = std::min(diameter * std::pow(count / held, 1 / exponent), 0.999 * longestSide);
		}
		return {};
	}

	Status TooMany(double expected) const
	{
		const double share = expected / settings.maxParticles;
		return Error{"Particles of radius " + ToText(settings.particleRadius) + " m would number about " + ToCountText(expected)
			+ ", more than the allowed " + std::to_string(settings.maxParticles) + ". Use a radius of at least "
			+ ToText(settings.particleRadius * std::sqrt(share)) + " m or raise the limit."};
	}

	Status CheckCount()
	{
		wanted = IsCountWanted() ? settings.particleCount : static_cast<std::size_t>(std::llround(field->FilledVolume()));
		if (wanted > settings.maxParticles)
			return TooMany(static_cast<double>(wanted));
		if (wanted < MinSampledParticles && field->FilledVolume() > 0.5)
			return Error{"Only " + std::to_string(wanted) + " particles of radius " + ToText(settings.particleRadius)
				+ " m fit into the body, which is too few to deform. Use a radius below " + ToText(longestSide / 16) + " m."};
		if (field->FilledVolume() <= 0.5)
			return Error{"The mesh encloses no volume that a particle fits into. Close its holes, use smaller particles or sample it as a "
						 "sheet."};
		return {};
	}

	Status PlaceOnGrid()
	{
		std::vector<Vec3d> seeds = NaturalSeeds(*field, wanted);
		if (IsCountWanted())
			if (Status status = MatchCountOnGrid(seeds); !status.IsOk())
				return status;
		std::vector<Vec3d> places(seeds.size());
		std::vector<std::uint8_t> isMoved(seeds.size()), isDropped(seeds.size()), isThin(seeds.size());
		ParallelFor(tasks, seeds.size(), ParticleCloud::ParticlesPerChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
				{
					places[i] = field->ToMesh(seeds[i]);
					const ClosestPoint closest = boundary->FindClosest(places[i]);
					const bool isInside = boundary->IsInside(places[i], closest);
					if (isInside && closest.distance >= 0.5 * diameter)
						continue;
					const RestingPlace rest = boundary->FindRest(places[i], closest, isInside, 0.5 * diameter);
					isThin[i] = rest.isConfined;
					if (isInside)
						continue;
					isMoved[i] = 1;
					isDropped[i] = !rest.isFound;
					places[i] = rest.place;
				}
			});
		std::vector<Vec3> inField;
		inField.reserve(places.size());
		for (const Vec3d& place : places)
			inField.push_back(field->ToField(place).Cast<float>());
		if (Status status = DropCrowding(inField, LeastGridDistance, isMoved, isDropped); !status.IsOk())
			return status;
		double thin = 0;
		for (std::size_t i = 0; i < places.size(); ++i)
			if (isDropped[i] == 0)
			{
				sampling.positions.push_back(places[i]);
				thin += isThin[i];
			}
		sampling.thinShare = thin / std::max(1.0, static_cast<double>(sampling.positions.size()));
		sampling.peakBytes = field->MemoryBytes() + seeds.size() * 2 * sizeof(Vec3d);
		return {};
	}

	/// A lattice cannot have any number of nodes: changes the diameter a little until it has, or thins it out.
	Status MatchCountOnGrid(std::vector<Vec3d>& seeds)
	{
		GridTrial best{diameter, CostOfCount(seeds.size(), wanted)};
		const std::vector<GridTrial> trials = best.cost > GridCountTolerance ? PromisingTrials() : std::vector<GridTrial>{};
		for (std::size_t k = 0; k < trials.size() && best.cost > GridCountTolerance; ++k)
		{
			diameter = trials[k].diameter;
			SubProgress part(progress, 0.4 + 0.15 * double(k), 0.4 + 0.15 * double(k + 1));
			if (Status status = BuildField(static_cast<double>(wanted), part); !status.IsOk())
				return status;
			const double cost = CostOfCount(NaturalSeeds(*field, wanted).size(), wanted);
			if (cost < best.cost)
				best = {diameter, cost};
		}
		if (best.diameter != diameter)
		{
			diameter = best.diameter;
			SubProgress part(progress, 0.85, 1);
			if (Status status = BuildField(static_cast<double>(wanted), part); !status.IsOk())
				return status;
		}
		seeds = NaturalSeeds(*field, wanted);
		if (best.cost > GridCountTolerance)
			ThinOutSeeds(seeds, wanted);
		return {};
	}
	struct GridTrial
	{
		double diameter; // m
		double cost;
	};
	/// The few diameters near the present one whose lattices come nearest to the wanted count.
	std::vector<GridTrial> PromisingTrials() const
	{
		std::vector<GridTrial> trials;
		for (int k = 1; k <= MaxGridTrials; ++k)
			for (const double spacing : {1 - k * GridTrialStep, 1 + k * GridTrialStep})
			{
				GridTrial trial{diameter * spacing, std::numeric_limits<double>::infinity()};
				for (const std::size_t count : field->EstimateLatticeCounts(spacing, tasks))
					trial.cost = std::min(trial.cost, CostOfCount(count, wanted));
				trials.push_back(trial);
			}
		const auto kept = std::min<std::size_t>(trials.size(), MaxGridBuilds);
		std::partial_sort(trials.begin(), trials.begin() + static_cast<std::ptrdiff_t>(kept), trials.end(),
			[](const GridTrial& a, const GridTrial& b) { return a.cost != b.cost ? a.cost < b.cost : a.diameter < b.diameter; });
		trials.resize(kept);
		return trials;
	}

	/// Of two that are nearer than a distance (d), one that may give way does.
	Status DropCrowding(const std::vector<Vec3>& inField, double leastDistance, const std::vector<std::uint8_t>& mayGiveWay,
		std::vector<std::uint8_t>& isDropped)
	{
		NeighbourSearch search;
		NeighbourLists lists;
		if (Status status = search.FindAll(inField, static_cast<Real>(leastDistance), tasks, lists); !status.IsOk())
			return status;
		for (std::size_t i = 0; i < inField.size(); ++i)
			for (const std::uint32_t j : lists.Of(i))
				if (mayGiveWay[i] != 0 && isDropped[j] == 0)
					isDropped[i] = 1;
		return {};
	}

	Status Relax()
	{
		const LatticeSeeds seeds = BalancedSeeds(*field, wanted);
		const bool isBlueNoise = settings.method == SamplingMethod::BlueNoise;
		ParticleCloud cloud(*boundary, *field);
		cloud.SetSeeds(seeds.places, isBlueNoise ? BlueNoiseJitter : 0, settings.seed, tasks);
		if (cloud.Count() < MinSampledParticles)
			return Error{"No room for particles was found in the mesh. Use smaller particles or check that the mesh encloses a volume."};

		if (seeds.isExact && !isBlueNoise)
			return TakeParticles(cloud);
		SubProgress part(progress, 0.35, 1);
		const Result<RelaxationReport> report = isBlueNoise ? RunBlueNoise(cloud, part) : RunEvenly(cloud, part);
		if (!report.IsOk())
			return Error{report.Message()};
		sampling.iterations = report.Value().iterations;
		sampling.isStill = report.Value().isStill;
		sampling.peakBytes = field->MemoryBytes() + cloud.MemoryBytes() + report.Value().memoryBytes;
		return TakeParticles(cloud);
	}
	Status TakeParticles(const ParticleCloud& cloud)
	{
		sampling.thinShare = cloud.ConfinedShare();
		sampling.peakBytes = std::max(sampling.peakBytes, field->MemoryBytes() + cloud.MemoryBytes());
		std::vector<Vec3> places;
		places.reserve(cloud.Count());
		for (std::size_t i = 0; i < cloud.Count(); ++i)
			places.push_back(cloud.Position(i));
		std::vector<std::uint8_t> isDropped(places.size());
		const std::vector<std::uint8_t> mayGiveWay(places.size(), 1);
		if (Status status = DropCrowding(places, LeastDistance, mayGiveWay, isDropped); !status.IsOk())
			return status;
		for (std::size_t i = 0; i < places.size(); ++i)
			if (isDropped[i] == 0)
				sampling.positions.push_back(field->ToMesh(places[i].Cast<double>()));
		return {};
	}
	Result<RelaxationReport> RunEvenly(ParticleCloud& cloud, Progress& part)
	{
		field->IntegrateKernel(tasks);
		EvenRelaxationSettings relaxation;
		relaxation.cohesion = static_cast<float>(settings.cohesion);
		relaxation.adhesion = static_cast<float>(settings.adhesion);
		relaxation.stepShare = static_cast<float>(settings.stepShare);
		relaxation.stillness = static_cast<float>(settings.stillness);
		relaxation.maxIterations = settings.maxIterations;
		return RelaxEvenly(cloud, *field, relaxation, tasks, &part);
	}
	Result<RelaxationReport> RunBlueNoise(ParticleCloud& cloud, Progress& part)
	{
		BlueNoiseSettings relaxation;
		relaxation.stillness = static_cast<float>(settings.stillness);
		relaxation.maxIterations = settings.maxIterations;
		return RelaxToBlueNoise(cloud, relaxation, tasks, &part);
	}

	void FillReport()
	{
		sampling.particleRadius = 0.5 * diameter;
		sampling.isSheet = boundary->IsSheet() || sampling.thinShare > SheetConfinedShare;
		const double cube = diameter * diameter * diameter;
		sampling.solidVolume = boundary->IsSheet() ? 0 : field->SolidVolume() * cube;
		sampling.filledVolume = field->FilledVolume() * cube;
	}

	const MeshDistance& mesh;
	const SamplingSettings& settings;
	TaskRunner& tasks;
	Progress* progress;
	double longestSide = 0; // m
	double meshVolume = 0;  // m^3
	double diameter = 0;    // m
	std::size_t wanted = 0;
	std::optional<SolidBoundary> boundary;
	std::optional<FillField> field;
	ParticleSampling sampling;
};

}

std::string_view SamplingMethodName(SamplingMethod method)
{
	for (const NamedMethod& named : NamedMethods)
		if (named.method == method)
			return named.name;
	return "unknown";
}

Result<SamplingMethod> FindSamplingMethod(std::string_view name)
{
	for (const NamedMethod& named : NamedMethods)
		if (named.name == name)
			return named.method;
	return Error{"There is no sampling method '" + std::string(name) + "'. Use relaxed, grid or bluenoise."};
}

Result<ParticleSampling> SampleMesh(const MeshDistance& mesh, const SamplingSettings& settings, TaskRunner& tasks, Progress* progress)
{
	if (Status status = CheckSamplingSettings(settings); !status.IsOk())
		return Error{status.Message()};
	return MeshSampler(mesh, settings, tasks, progress).Run();
}

}
