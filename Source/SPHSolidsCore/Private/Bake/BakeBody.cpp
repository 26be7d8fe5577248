#include <SPHSolids/Bake/BakeBody.h>

#include "Bake/BodyFindings.h"

#include <SPHSolids/Bake/RestStateBuilder.h>
#include <SPHSolids/Bake/VolumeShares.h>
#include <SPHSolids/Base/Hash.h>
#include <SPHSolids/Neighbour/NeighbourSearch.h>
#include <SPHSolids/Sampling/SamplingQuality.h>

#include <algorithm>
#include <chrono>
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

/// Floats must be able to tell places apart that differ by this part of a particle radius, or the body gets an origin of its own.
constexpr double PlacePrecision = 1e-3;

std::string Metres(double length)
{
	char text[32];
	std::snprintf(text, sizeof text, "%.3g m", length);
	return text;
}

/// Two particles nearer than this part of a radius are one and the same.
constexpr double SamePlaceShare = 0.05;

/// Keeps the first of any particles in one place: two there would have no direction to push each other apart.
Status RemoveCoincidentParticles(ParticleSampling& sampling, TaskRunner& tasks)
{
	Box3d box;
	for (const Vec3d& p : sampling.positions)
		box.Include(p);
	std::vector<Vec3> places;
	places.reserve(sampling.positions.size());
	for (const Vec3d& p : sampling.positions)
		places.push_back(((p - box.Centre()) / sampling.particleRadius).Cast<Real>());
	NeighbourSearch search;
	NeighbourLists lists;
	if (Status status = search.FindAll(places, static_cast<Real>(SamePlaceShare), tasks, lists); !status.IsOk())
		return status;
	std::vector<bool> isKept(places.size(), true);
	for (std::size_t i = 0; i < places.size(); ++i)
		for (const std::uint32_t j : lists.Of(i))
			isKept[i] = isKept[i] && !(j < i && isKept[j]);
	std::size_t next = 0;
	for (std::size_t i = 0; i < places.size(); ++i)
		if (isKept[i])
			sampling.positions[next++] = sampling.positions[i];
	sampling.positions.resize(next);
	return {};
}

/// The steps of one bake and what they hand to each other.
class BodyBaker
{
public:
	BodyBaker(const RenderMesh& renderMesh, const BakeSettings& bakeSettings, TaskRunner& runner, Progress* observer, BakeReport& notes)
		: mesh(renderMesh)
		, settings(bakeSettings)
		, tasks(runner)
		, progress(observer)
		, report(notes)
	{
	}
	Result<BakedBody> Run();

private:
	/// Runs one step between two places of the progress bar and notes its time.
	template <class Step>
	Status Timed(const char* name, double first, double last, Step step)
	{
		SubProgress part(progress, first, last);
		const auto start = std::chrono::steady_clock::now();
		Status status = step(part);
		report.stages.push_back({name, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()});
		return status;
	}
	Status Sample(Progress& part);
	Status Diagnose(Progress& part);
	Status ShareVolume(Progress& part);
	Status BuildRest(Progress& part);
	Status BindMesh(Progress& part);
	Status MeasureQuality(Progress& part);

	double BodyVolume() const;
	void PlaceOrigin();

	const RenderMesh& mesh;
	const BakeSettings& settings;
	TaskRunner& tasks;
	Progress* progress;
	BakeReport& report;

	std::optional<MeshDistance> distance;
	ParticleSampling sampling;
	VolumeShares shares;
	std::vector<std::uint32_t> order; // of the body's particles in the sampling
	BoundSkin skin;
	BakedBody body;
};

Status BodyBaker::Sample(Progress& part)
{
	if (!part.Report("Reading the mesh", 0))
		return Error{CancelledMessage};
	auto built = MeshDistance::Build(mesh.View(), tasks);
	if (!built.IsOk())
		return built.TakeError();
	distance.emplace(built.TakeValue());

	// Even a sheet of two faces needs a particle for every two squares of its surface: what cannot fit is refused before any work.
	const double fewest = distance->Area() / (8 * settings.particleRadius * settings.particleRadius);
	if (settings.particleRadius > 0 && fewest > settings.maxParticles)
		return Error{"A particle radius of " + Metres(settings.particleRadius) + " needs more than the "
			+ std::to_string(settings.maxParticles) + " particles that are allowed. Use a larger radius, or check the unit of the mesh."};

	SamplingSettings wanted;
	wanted.method = settings.method;
	wanted.sheet = settings.sheet;
	wanted.particleRadius = settings.particleRadius;
	wanted.particleCount = settings.particleCount;
	wanted.maxParticles = settings.maxParticles;
	wanted.seed = settings.seed;
	auto sampled = SampleMesh(*distance, wanted, tasks, &part);
	if (!sampled.IsOk())
		return sampled.TakeError();
	sampling = sampled.TakeValue();
	if (Status status = RemoveCoincidentParticles(sampling, tasks); !status.IsOk())
		return status;
	if (sampling.positions.empty())
		return Error{"No particle fits into the mesh. Use a smaller particle radius, or let thin parts be sampled as sheets."};
	report.samplingIterations = sampling.iterations;
	report.isSheet = sampling.isSheet;
	return {};
}

Status BodyBaker::Diagnose(Progress& part)
{
	MeshDiagnosisSettings wanted;
	wanted.thinBelow = 2 * sampling.particleRadius;
	auto diagnosed = DiagnoseMesh(mesh.View(), wanted, tasks, &part);
	if (!diagnosed.IsOk())
		return diagnosed.TakeError();
	report.mesh = diagnosed.TakeValue();
	return {};
}

/// The true volume: of the mesh where it encloses one, of its area times a thickness where it is cloth.
double BodyBaker::BodyVolume() const
{
	const MeshDiagnosis& found = report.mesh;
	const double thickness = settings.sheetThickness > 0 ? settings.sheetThickness : 2 * sampling.particleRadius;
	if (sampling.isSheet)
	{
		// Cloth modelled with two faces: both count towards the area.
		const bool hasTwoFaces = found.enclosesVolume && found.medianThickness < 2 * sampling.particleRadius;
		if (hasTwoFaces)
			return settings.sheetThickness > 0 ? found.area / 2 * thickness : found.volume;
		return found.area * thickness;
	}
	return found.volume;
}

Status BodyBaker::ShareVolume(Progress& part)
{
	VolumeSharesInput input;
	input.positions = sampling.positions;
	input.particleRadius = sampling.particleRadius;
	input.totalVolume = BodyVolume();
	// Nothing enclosed although particles were placed, as by a mesh that is mostly holes: they count as a lattice would.
	if (!(input.totalVolume > 0) || !std::isfinite(input.totalVolume))
		input.totalVolume = static_cast<double>(sampling.positions.size()) * std::pow(2 * sampling.particleRadius, 3);
	auto shared = sampling.isSheet ? ShareSheetVolume(mesh.View(), input, tasks, &part) : ShareSolidVolume(*distance, input, tasks, &part);
	if (!shared.IsOk())
		return shared.TakeError();
	shares = shared.TakeValue();
	return {};
}

void BodyBaker::PlaceOrigin()
{
	Box3d box;
	for (const Vec3d& p : sampling.positions)
		box.Include(p);
	const Vec3d reach = Max(Max(box.max, -box.min), Vec3d{});
	const double largest = std::max({reach.x, reach.y, reach.z});
	const Vec3d size = box.Size();
	const double fromCentre = std::max({size.x, size.y, size.z}) / 2;
	const double neededPlaces = PlacePrecision * sampling.particleRadius / static_cast<double>(std::numeric_limits<Real>::epsilon());
	if (largest > neededPlaces && fromCentre < largest / 2)
		body.origin = box.Centre();
}

Status BodyBaker::BuildRest(Progress& part)
{
	if (!part.Report("Finding rest neighbours", 0))
		return Error{CancelledMessage};
	PlaceOrigin();
	std::vector<Vec3d> positions = sampling.positions;
	for (Vec3d& p : positions)
		p -= body.origin;
	RestStateInput input;
	input.positions = positions;
	input.particleRadius = sampling.particleRadius;
	input.volumes = shares.volumes;
	input.oneLayer = sampling.isSheet;
	auto built = BuildRestState(input, tasks, &order);
	if (!built.IsOk())
		return built.TakeError();
	body.rest = built.TakeValue();
	return {};
}

Status BodyBaker::BindMesh(Progress& part)
{
	if (!part.Report("Binding the mesh", 0))
		return Error{CancelledMessage};
	if (settings.skin)
		skin = BindSkin(mesh, body.origin, body.rest, {}, tasks);
	return {};
}

Status BodyBaker::MeasureQuality(Progress& part)
{
	auto measured = MeasureSampling(*distance, sampling, tasks, &part);
	if (!measured.IsOk())
		return measured.TakeError();
	const SamplingQuality& found = measured.Value();
	BodyQuality& quality = body.diagnosis.quality;
	quality.densityErrorMean = found.densityErrorMean;
	quality.densityErrorMax = found.densityErrorMax;
	quality.neighboursMin = found.neighbourMin;
	quality.neighboursMean = found.neighbourMean;
	quality.fewNeighboursShare = found.fewNeighboursShare;
	quality.smallestMoment = found.momentWorst;
	quality.flatShare = found.flatShare;
	quality.surfaceCoverage = found.coverage;
	quality.volumeError = found.volumeError;
	quality.volumeReached = shares.reached;
	const double cell = std::pow(2 * sampling.particleRadius, 3);
	const auto [smallest, largest] = std::minmax_element(shares.volumes.begin(), shares.volumes.end());
	quality.smallestShare = *smallest / cell;
	quality.largestShare = *largest / cell;
	for (const std::uint32_t source : order)
	{
		report.density.push_back(found.density[source]);
		report.moment.push_back(found.moment[source]);
	}
	return {};
}

Result<BakedBody> BodyBaker::Run()
{
	using Step = Status (BodyBaker::*)(Progress&);
	struct NamedStep
	{
		const char* name;
		double last; // place on the progress bar, by the time a step takes at 32k particles
		Step step;
	};
	constexpr NamedStep steps[] = {{"sample", 0.65, &BodyBaker::Sample}, {"diagnose", 0.75, &BodyBaker::Diagnose},
		{"volumes", 0.88, &BodyBaker::ShareVolume}, {"rest", 0.9, &BodyBaker::BuildRest}, {"skin", 0.95, &BodyBaker::BindMesh},
		{"quality", 1, &BodyBaker::MeasureQuality}};
	double first = 0;
	for (const NamedStep& named : steps)
	{
		if (Status status = Timed(named.name, first, named.last, [&](Progress& part) { return (this->*named.step)(part); }); !status.IsOk())
			return Error{status.Message()};
		first = named.last;
	}
	if (progress != nullptr && !progress->Report("Done", 1))
		return Error{CancelledMessage};

	const FindingSources sources = {report.mesh, body.rest, body.origin, skin, sampling.isSheet, shares.reached};
	body.diagnosis.findings = CollectFindings(sources);
	body.skin = std::move(skin.binding);
	body.settings = settings;
	body.sourceHash = HashRenderMesh(mesh);
	if (Status status = CheckBody(body); !status.IsOk())
		return Error{"The bake made a body that is not sound. " + status.Message() + " Please report this with the mesh."};
	return std::move(body);
}

}

Status CheckBakeSettings(const BakeSettings& settings)
{
	if ((settings.particleRadius != 0) == (settings.particleCount != 0))
		return Error{"Give either a particle radius or a number of particles, not both and not neither."};
	if (settings.particleCount == 0 && !(settings.particleRadius > 0 && std::isfinite(settings.particleRadius)))
		return Error{"The particle radius must be a positive number of metres."};
	if (!(settings.sheetThickness >= 0) || !std::isfinite(settings.sheetThickness))
		return Error{"The thickness of a sheet must be a positive number of metres, or 0 to find it from the mesh."};
	if (settings.maxParticles == 0)
		return Error{"At least one particle must be allowed. Raise the largest number of particles."};
	if (settings.particleCount > settings.maxParticles)
		return Error{"More particles are asked for (" + std::to_string(settings.particleCount) + ") than are allowed ("
			+ std::to_string(settings.maxParticles) + "). Ask for fewer or raise the limit."};
	return {};
}

std::uint64_t HashRenderMesh(const RenderMesh& mesh)
{
	Hash64 hash;
	const auto add = [&]<class T>(const std::vector<T>& values)
	{
		hash.AddValue(std::uint64_t(values.size()));
		hash.AddSpan(std::span<const T>(values));
	};
	add(mesh.positions);
	add(mesh.normals);
	add(mesh.tangents);
	add(mesh.uvs);
	add(mesh.triangles);
	add(mesh.sections);
	return hash.Value();
}

Result<BakedBody> BakeBody(const RenderMesh& mesh, const BakeSettings& settings, TaskRunner& tasks, Progress* progress, BakeReport* report)
{
	if (Status status = CheckBakeSettings(settings); !status.IsOk())
		return Error{status.Message()};
	BakeReport unread;
	BakeReport& notes = report != nullptr ? *report : unread;
	notes = {};
	return BodyBaker(mesh, settings, tasks, progress, notes).Run();
}

}
