#include "BodyHeat.h"

#include <SPHSolids/Kernel/Kernels.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace SPHSolids
{
namespace
{

constexpr std::size_t HeatChunk = ElasticRest::ChunkSize;
/// A particle with this share of the longest list of neighbours is inside the body.
constexpr double InsideShare = 0.8;
/// Of a particle inside a body; a lattice has 26.
constexpr std::uint32_t LeastNeighbours = 22;
/// Surfaces smaller than this, in faces of a particle, are unevenness of the sampling inside a body.
constexpr double LeastSurface = 0.2;
/// Of the limit that Gershgorin's circles give.
constexpr double StableHeatShare = 0.95;
/// Reach of the kernel of conduction, in distances of particles.
constexpr double ConductionReach = 1.45;

}

template <class Visit>
void BodyHeat::ForEachExchange(const ElasticRest& rest, std::size_t i, Visit&& visit) const
{
	const std::size_t lane = i % SimdWidth;
	const std::uint32_t* particle = &rest.placeParticle[rest.firstPlace[i / HeatChunk]];
	for (std::uint32_t r = rest.firstRow[i / SimdWidth]; r < rest.firstRow[i / SimdWidth + 1]; ++r)
	{
		const ElasticRest::PairRow& row = rest.rows[r];
		if (!row.HasPair(lane))
			continue;
		const std::uint32_t j = particle[row.Place(lane)];
		visit(j, static_cast<double>(weight[r * SimdWidth + lane]), (rest.position[i] - rest.position[j]).Cast<double>());
	}
}

double BodyHeat::MeasureLaplacian(const ElasticRest& rest) const
{
	// Mean over the particles inside of rank vol_i / sum_j vol_i vol_j |W'| r.
	std::vector<std::uint32_t> count(rest.particleCount, 0);
	std::uint32_t most = 0;
	for (std::size_t i = 0; i < rest.particleCount; ++i)
	{
		rest.ForEachPair(i, [&](std::size_t, float, const Vec3&) { ++count[i]; });
		most = std::max(most, count[i]);
	}
	double volumes = 0, sums = 0;
	if (most < LeastNeighbours && !rest.hasFlatParticles)
		return 1 / LatticeLaplacian(ConductionReach); // too thin a body to have an inside
	for (std::size_t i = 0; i < rest.particleCount; ++i)
	{
		if (static_cast<double>(count[i]) < InsideShare * most)
			continue;
		volumes += rest.rank[i] * static_cast<double>(rest.blocks[i / SimdWidth].volume[i % SimdWidth]);
		ForEachExchange(rest, i, [&](std::size_t, double pair, const Vec3d& offset) { sums += pair * SquaredNorm(offset); });
	}
	return sums > 0 ? volumes / sums : 1;
}

BodyHeat::BodyHeat(const SolidBody& body, const HeatMaterial& heatMaterial, double startTemperature)
{
	const ElasticRest& rest = body.Rest().elastic;
	const RestState& state = body.Rest().state;
	const std::size_t count = body.ParticleCount();
	const CubicSpline<double> kernel(ConductionReach * 2 * static_cast<double>(state.particleRadius));
	weight.assign(rest.rows.size() * SimdWidth, 0.0f);
	for (std::size_t i = 0; i < count; ++i)
		for (std::uint32_t r = rest.firstRow[i / SimdWidth]; r < rest.firstRow[i / SimdWidth + 1]; ++r)
		{
			const ElasticRest::PairRow& row = rest.rows[r];
			const std::size_t lane = i % SimdWidth;
			const std::uint32_t j = rest.placeParticle[rest.firstPlace[i / HeatChunk] + row.Place(lane)];
			const double distance = Norm((rest.position[i] - rest.position[j]).Cast<double>());
			if (distance > 0)
				weight[r * SimdWidth + lane] = static_cast<float>(
					static_cast<double>(state.volume[i]) * static_cast<double>(state.volume[j]) * -kernel.Derivative(distance) / distance);
		}
	laplacianScale = MeasureLaplacian(rest);
	for (AlignedArray<double>* array : {&enthalpy, &rate, &celsius, &previous})
		array->resize(count);
	temperature.resize(count);
	area.resize(count);
	SetMaterial(body, heatMaterial);
	for (std::size_t i = 0; i < count; ++i)
		SetEnthalpy(i, material.EnthalpyOf(startTemperature));
}

void BodyHeat::SetMaterial(const SolidBody& body, const HeatMaterial& heatMaterial)
{
	material = heatMaterial;
	for (std::size_t i = 0; i < enthalpy.size(); ++i)
		SetEnthalpy(i, material.EnthalpyOf(static_cast<double>(temperature[i])));
	explicitLimit = std::numeric_limits<double>::infinity();
	for (std::size_t i = 0; i < enthalpy.size(); ++i)
	{
		// As the body was made: what melts takes conductance away.
		double sum = 0;
		ForEachExchange(body.Rest().elastic, i, [&](std::size_t, double pair, const Vec3d&) { sum += pair; });
		const double conductance = 2 * material.conductivity * laplacianScale * sum;
		if (conductance > 0)
			explicitLimit =
				std::min(explicitLimit, StableHeatShare * static_cast<double>(body.FullMass()[i]) * material.capacity / conductance);
	}
	UpdateSurface(body);
}

float BodyHeat::SurfaceOf(const SolidBody& body, std::size_t i) const
{
	// The gradient of the share of the kernel that is filled points outward, and its integral through a surface is one half inside it.
	Vec3d outward;
	ForEachExchange(body.PresentRest(), i, [&](std::size_t, double pair, const Vec3d& offset) { outward += offset * pair; });
	const double found = 2 * laplacianScale * Norm(outward), side = std::cbrt(static_cast<double>(body.Rest().state.volume[i]));
	return found > LeastSurface * side * side ? static_cast<float>(found) : 0.0f;
}

void BodyHeat::UpdateSurface(const SolidBody& body, std::span<const std::uint32_t> particles)
{
	for (const std::uint32_t i : particles)
		area[i] = SurfaceOf(body, i);
}

void BodyHeat::UpdateSurface(const SolidBody& body)
{
	for (std::size_t i = 0; i < area.size(); ++i)
		area[i] = SurfaceOf(body, i);
}

void BodyHeat::Rates(const SolidBody& body, std::span<const double> H, double slowing, TaskRunner& tasks)
{
	const ElasticRest& rest = body.PresentRest();
	const double scale = 2 * material.conductivity * laplacianScale * slowing;
	ParallelFor(tasks, H.size(), HeatChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				celsius[i] = material.TemperatureOf(H[i]);
		});
	ParallelFor(tasks, H.size(), HeatChunk,
		[&](std::size_t begin, std::size_t end)
		{
			const std::uint32_t* particle = &rest.placeParticle[rest.firstPlace[begin / HeatChunk]];
			for (std::size_t first = begin; first < end; first += SimdWidth)
			{
				const std::size_t lanes = std::min<std::size_t>(SimdWidth, end - first);
				double sum[SimdWidth] = {};
				for (std::uint32_t r = rest.firstRow[first / SimdWidth]; r < rest.firstRow[first / SimdWidth + 1]; ++r)
				{
					const ElasticRest::PairRow& row = rest.rows[r];
					for (std::size_t lane = 0; lane < lanes; ++lane)
					{
						const std::uint32_t j = particle[row.Place(lane)];
						const float pair = row.HasPair(lane) ? weight[r * SimdWidth + lane] : 0.0f;
						sum[lane] += static_cast<double>(pair) * (celsius[j] - celsius[first + lane]);
					}
				}
				for (std::size_t lane = 0; lane < lanes; ++lane)
				{
					const double mass = static_cast<double>(body.mass[first + lane]);
					rate[first + lane] = mass > 0 ? scale * sum[lane] / mass : 0;
				}
			}
		});
}

bool BodyHeat::Conduct(const SolidBody& body, double seconds, TaskRunner& tasks)
{
	if (!(explicitLimit < std::numeric_limits<double>::infinity()))
		return true;
	const double needed = seconds / explicitLimit;
	int stages = 1;
	while (stages < MaxStages && stages * (stages + 1) < 2 * needed)
		++stages;
	const double reach = stages * (stages + 1) / 2.0, slowing = std::min(1.0, reach / needed);
	previous = enthalpy; // Y_0
	for (int j = 1; j <= stages; ++j)
	{
		// Y_j = mu_j Y_(j-1) + nu_j Y_(j-2) + mu_j (2 / (n (n + 1))) dt M(Y_(j-1))
		Rates(body, enthalpy, slowing, tasks);
		const double mu = j == 1 ? 1.0 : (2.0 * j - 1) / j, nu = 1 - mu, factor = mu * seconds / reach;
		ParallelFor(tasks, enthalpy.size(), HeatChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
				{
					// The difference form changes nothing where nothing flows.
					const double next = enthalpy[i] + (nu * (previous[i] - enthalpy[i]) + factor * rate[i]);
					previous[i] = enthalpy[i];
					enthalpy[i] = next;
				}
			});
	}
	for (std::size_t i = 0; i < enthalpy.size(); ++i)
		temperature[i] = static_cast<float>(material.TemperatureOf(enthalpy[i]));
	return slowing == 1;
}

void BodyHeat::Exchange(const SolidBody& body, const HeatSurroundings& surroundings, double seconds, TaskRunner& tasks)
{
	if (surroundings.IsEmpty())
		return;
	const RestState& rest = body.Rest().state;
	const double radius = static_cast<double>(rest.particleRadius);
	const bool noWalls = surroundings.walls.empty();
	ParallelFor(tasks, enthalpy.size(), HeatChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				if (body.IsMelted(i) || (noWalls && area[i] == 0))
					continue;
				const double side = std::cbrt(static_cast<double>(rest.volume[i])), mass = static_cast<double>(body.mass[i]);
				const HeatLink link =
					LinkOf(surroundings, body.origin + body.position[i].Cast<double>(), radius, static_cast<double>(area[i]), side * side);
				if (link.conductance == 0)
					continue;
				const double there = link.target / link.conductance;
				double next =
					enthalpy[i] + HeatThrough(link, static_cast<double>(temperature[i]), mass * material.capacity, seconds) / mass;
				// A particle that comes out of melting in this step goes no farther than what it meets.
				if (there > static_cast<double>(temperature[i]))
					next = std::min(
						next, std::max(enthalpy[i], material.capacity * there + (there >= material.meltsAt ? material.latentHeat : 0)));
				else
					next = std::max(next, std::min(enthalpy[i], material.EnthalpyOf(there)));
				SetEnthalpy(i, next);
			}
		});
}

bool BodyHeat::WriteWeights(std::span<float> weights) const
{
	bool isSofter = false;
	for (std::size_t i = 0; i < weights.size(); ++i)
	{
		weights[i] = material.WeightAt(static_cast<double>(temperature[i]));
		isSofter = isSofter || weights[i] < 1;
	}
	return isSofter;
}

void BodyHeat::ListMolten(const SolidBody& body, std::vector<std::uint32_t>& particles) const
{
	particles.clear();
	if (!material.Melts())
		return;
	const double molten = material.MoltenFrom();
	for (std::uint32_t i = 0; i < enthalpy.size(); ++i)
		if (enthalpy[i] >= molten && !body.IsMelted(i))
			particles.push_back(i);
}

std::size_t BodyHeat::Bytes() const
{
	return enthalpy.size() * (4 * sizeof(double) + 2 * sizeof(float)) + weight.size() * sizeof(float);
}

}
