#include <SPHSolids/Bake/RestStateBuilder.h>

#include <SPHSolids/Kernel/GradientCorrection.h>
#include <SPHSolids/Kernel/Kernels.h>
#include <SPHSolids/Neighbour/KdOrder.h>

#include <algorithm>
#include <numeric>
#include <string>

namespace SPHSolids
{
namespace
{

constexpr std::size_t RestChunk = 512;

/// Cubes of radii beyond these leave the range of float.
constexpr double SmallestRadius = 1e-9, LargestRadius = 1e9;

/// Two particles closer than this part of a radius are taken for one and the same.
constexpr double CoincidentShare = 1e-3;

Status CheckInput(const RestStateInput& input)
{
	if (input.positions.empty())
		return Error{"There are no particles to make a body of. Use smaller particles or check that the mesh encloses a volume."};
	if (!(input.particleRadius >= SmallestRadius && input.particleRadius <= LargestRadius))
		return Error{"The particle radius must be a number of metres between 1e-9 and 1e9. Check the unit of the mesh."};
	if (!input.volumes.empty() && input.volumes.size() != input.positions.size())
		return Error{"There must be one volume for each particle, or none at all."};
	for (std::size_t i = 0; i < input.positions.size(); ++i)
		if (!IsFinite(input.positions[i].Cast<Real>()))
			return Error{"Particle " + std::to_string(i) + " has a position that is not a finite number. Remove it."};
	for (std::size_t i = 0; i < input.volumes.size(); ++i)
		if (!(static_cast<Real>(input.volumes[i]) > 0) || !std::isfinite(static_cast<Real>(input.volumes[i])))
			return Error{"Particle " + std::to_string(i) + " has a volume that is not a positive number. Remove it or give it one."};
	return {};
}

Status CheckDistances(const RestState& rest, std::span<const std::uint32_t> order)
{
	const Real tooNear = static_cast<Real>(CoincidentShare) * rest.particleRadius;
	for (std::size_t i = 0; i < rest.ParticleCount(); ++i)
		for (const std::uint32_t j : rest.neighbours.Of(i))
			if (Norm(rest.position[i] - rest.position[j]) < tooNear)
				return Error{"Particles " + std::to_string(order[i]) + " and " + std::to_string(order[j])
					+ " lie in the same place. Remove one of them."};
	return {};
}

/// Finds the pairs and puts every list into ascending order: a reader can then check or merge lists in one pass.
Status FindRestNeighbours(RestState& rest, TaskRunner& tasks)
{
	NeighbourSearch search;
	// A hair beyond the support, where the kernel is zero: lattices put whole shells of neighbours exactly on the rim, and rounding
	// must not decide which of them are listed.
	const Real listRadius = rest.supportRadius * Real(1.0001);
	if (Status status = search.FindAll(rest.position, listRadius, tasks, rest.neighbours); !status.IsOk())
		return status;
	NeighbourLists& lists = rest.neighbours;
	ParallelFor(tasks, rest.ParticleCount(), RestChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				std::sort(lists.index.begin() + lists.first[i], lists.index.begin() + lists.first[i + 1]);
		});
	return {};
}

/// Puts particles with equally many neighbours side by side within their leaves: the solver works on eight particles at a time, and
/// the longest list of the eight decides how long it takes.
std::vector<std::uint32_t> SortedByNeighbourCount(const NeighbourLists& lists, std::span<const std::uint32_t> kdOrder)
{
	std::vector<std::uint32_t> sorted(kdOrder.size());
	std::iota(sorted.begin(), sorted.end(), 0u);
	for (std::size_t first = 0; first < sorted.size(); first += KdLeafSize)
	{
		const auto begin = sorted.begin() + static_cast<std::ptrdiff_t>(first);
		const auto end = sorted.begin() + static_cast<std::ptrdiff_t>(std::min(first + KdLeafSize, sorted.size()));
		std::sort(begin, end,
			[&](std::uint32_t a, std::uint32_t b)
			{
				const std::size_t countA = lists.Of(a).size(), countB = lists.Of(b).size();
				return countA != countB ? countA > countB : a < b;
			});
	}
	for (std::uint32_t& place : sorted)
		place = kdOrder[place];
	return sorted;
}

/// V_i = 1 / sum_j W_ij (5)
void ComputeKernelVolumes(RestState& rest, const CubicSpline<double>& kernel, TaskRunner& tasks)
{
	rest.kernelVolume.resize(rest.ParticleCount());
	ParallelFor(tasks, rest.ParticleCount(), RestChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				double sum = kernel.Value(0);
				for (const std::uint32_t j : rest.neighbours.Of(i))
					sum += kernel.Value(Norm((rest.position[i] - rest.position[j]).Cast<double>()));
				rest.kernelVolume[i] = static_cast<Real>(1 / sum);
			}
		});
}

/// L_i = (sum_j V_j gradW_ij X_ji^T)^-1 (8)
void ComputeCorrections(RestState& rest, const CubicSpline<double>& kernel, int maxRank, TaskRunner& tasks)
{
	rest.correction.resize(rest.ParticleCount());
	rest.rank.resize(rest.ParticleCount());
	ParallelFor(tasks, rest.ParticleCount(), RestChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				// sum_j V_j |W'|/r X_ji X_ji^T: symmetric, positive semi-definite
				Mat3d moment;
				for (const std::uint32_t j : rest.neighbours.Of(i))
				{
					const Vec3d toOther = (rest.position[j] - rest.position[i]).Cast<double>();
					const double distance = Norm(toOther);
					moment += Mat3d::Outer(toOther, toOther)
						* (-static_cast<double>(rest.kernelVolume[j]) * kernel.Derivative(distance) / distance);
				}
				const GradientCorrection correction = InvertMoment(moment, maxRank);
				rest.correction[i] = correction.inverse.Cast<Real>();
				rest.rank[i] = correction.rank;
			}
		});
}

}

Result<RestState> BuildRestState(const RestStateInput& input, TaskRunner& tasks, std::vector<std::uint32_t>* order)
{
	if (Status status = CheckInput(input); !status.IsOk())
		return Error{status.Message()};

	RestState rest;
	rest.particleRadius = static_cast<Real>(input.particleRadius);
	rest.supportRadius = static_cast<Real>(SupportPerParticleRadius * input.particleRadius);
	const std::size_t count = input.positions.size();

	std::vector<std::uint32_t> kdOrder = KdOrder(input.positions);
	rest.position.resize(count);
	const auto placeAndFind = [&]
	{
		for (std::size_t i = 0; i < count; ++i)
			rest.position[i] = input.positions[kdOrder[i]].Cast<Real>();
		return FindRestNeighbours(rest, tasks);
	};
	if (Status status = placeAndFind(); !status.IsOk())
		return Error{status.Message()};
	kdOrder = SortedByNeighbourCount(rest.neighbours, kdOrder);
	if (Status status = placeAndFind(); !status.IsOk())
		return Error{status.Message()};
	if (Status status = CheckDistances(rest, kdOrder); !status.IsOk())
		return Error{status.Message()};

	const CubicSpline<double> kernel(SupportPerParticleRadius * input.particleRadius);
	ComputeKernelVolumes(rest, kernel, tasks);
	ComputeCorrections(rest, kernel, input.oneLayer ? 2 : 3, tasks);

	const double cube = std::pow(2 * input.particleRadius, 3);
	rest.volume.resize(count);
	for (std::size_t i = 0; i < count; ++i)
		rest.volume[i] = static_cast<Real>(
			input.volumes.empty() ? std::min(static_cast<double>(rest.kernelVolume[i]), cube) : input.volumes[kdOrder[i]]);
	if (order != nullptr)
		*order = kdOrder;
	return rest;
}

}
