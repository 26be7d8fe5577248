#include <SPHSolids/Bake/RestStateBuilder.h>

#include <SPHSolids/Kernel/GradientCorrection.h>
#include <SPHSolids/Kernel/Kernels.h>
#include <SPHSolids/Neighbour/KdOrder.h>

#include <algorithm>
#include <string>

namespace SPHSolids
{
namespace
{

constexpr std::size_t RestChunk = 512;

/// Two particles closer than this part of a radius are taken for one and the same.
constexpr double CoincidentShare = 1e-3;

Status CheckInput(const RestStateInput& input)
{
	if (input.positions.empty())
		return Error{"There are no particles to make a body of. Use smaller particles or check that the mesh encloses a volume."};
	if (!(input.particleRadius > 0) || !std::isfinite(input.particleRadius))
		return Error{"The particle radius must be a positive number of metres."};
	if (!input.volumes.empty() && input.volumes.size() != input.positions.size())
		return Error{"There must be one volume for each particle, or none at all."};
	for (std::size_t i = 0; i < input.positions.size(); ++i)
		if (!IsFinite(input.positions[i]))
			return Error{"Particle " + std::to_string(i) + " has a position that is not a finite number."};
	for (std::size_t i = 0; i < input.volumes.size(); ++i)
		if (!(input.volumes[i] > 0) || !std::isfinite(input.volumes[i]))
			return Error{"Particle " + std::to_string(i) + " has a volume that is not a positive number."};
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

}

Result<RestState> BuildRestState(const RestStateInput& input, TaskRunner& tasks, std::vector<std::uint32_t>* order)
{
	if (Status status = CheckInput(input); !status.IsOk())
		return Error{status.Message()};

	RestState rest;
	rest.particleRadius = static_cast<Real>(input.particleRadius);
	rest.supportRadius = static_cast<Real>(SupportPerParticleRadius * input.particleRadius);
	const std::size_t count = input.positions.size();

	const std::vector<std::uint32_t> kdOrder = KdOrder(input.positions);
	rest.position.resize(count);
	for (std::size_t i = 0; i < count; ++i)
		rest.position[i] = input.positions[kdOrder[i]].Cast<Real>();

	NeighbourSearch search;
	// A hair beyond the support, where the kernel is zero: lattices put whole shells of neighbours exactly on the rim, and rounding
	// must not decide which of them are listed.
	const Real listRadius = rest.supportRadius * Real(1.0001);
	if (Status status = search.FindAll(rest.position, listRadius, tasks, rest.neighbours); !status.IsOk())
		return Error{status.Message()};
	if (Status status = CheckDistances(rest, kdOrder); !status.IsOk())
		return Error{status.Message()};

	const CubicSpline<double> kernel(SupportPerParticleRadius * input.particleRadius);
	rest.kernelVolume.resize(count);
	ParallelFor(tasks, count, RestChunk,
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

	const double cube = std::pow(2 * input.particleRadius, 3);
	rest.volume.resize(count);
	for (std::size_t i = 0; i < count; ++i)
		rest.volume[i] =
			static_cast<Real>(input.volumes.empty() ? std::min(static_cast<double>(rest.kernelVolume[i]), cube) : input.volumes[kdOrder[i]]);

	rest.correction.resize(count);
	rest.rank.resize(count);
	ParallelFor(tasks, count, RestChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				// sum_j V_j gradW_ij X_ji^T = sum_j V_j |W'|/r X_ji X_ji^T: symmetric, positive semi-definite (8)
				Mat3d moment;
				for (const std::uint32_t j : rest.neighbours.Of(i))
				{
					const Vec3d toOther = (rest.position[j] - rest.position[i]).Cast<double>();
					const double distance = Norm(toOther);
					moment += Mat3d::Outer(toOther, toOther)
						* (-static_cast<double>(rest.kernelVolume[j]) * kernel.Derivative(distance) / distance);
				}
				const GradientCorrection correction = InvertMoment(moment);
				rest.correction[i] = correction.inverse.Cast<Real>();
				rest.rank[i] = correction.rank;
			}
		});
	if (order != nullptr)
		*order = kdOrder;
	return rest;
}

}
