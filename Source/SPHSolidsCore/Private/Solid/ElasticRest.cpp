#include <SPHSolids/Solid/ElasticRest.h>

#include <SPHSolids/Kernel/GradientCorrection.h>
#include <SPHSolids/Kernel/Kernels.h>

namespace SPHSolids
{
namespace
{

constexpr std::size_t ElasticRestChunk = 256; // particles; whole blocks

/// Pair weights below this share of the largest are dropped: lattices have whole shells on the rim of the support, where the kernel
/// is zero up to rounding.
constexpr double NegligibleWeight = 1e-6;

double PairWeight(const RestState& rest, const CubicSpline<double>& kernel, std::size_t i, std::size_t j)
{
	const double distance = Norm((rest.position[j] - rest.position[i]).Cast<double>());
	return static_cast<double>(rest.kernelVolume[i]) * static_cast<double>(rest.kernelVolume[j]) * -kernel.Derivative(distance) / distance;
}

void FillBlockLane(
	const RestState& rest, const ElasticRest& elastic, std::size_t i, ElasticRest::Block& block, float* weightedOffset, std::uint8_t& rank)
{
	const std::size_t lane = i % SimdWidth;
	Mat3d moment;
	Vec3d offset;
	for (std::uint32_t c = elastic.firstCouple[i]; c < elastic.firstCouple[i + 1]; ++c)
		for (int half = 0; half < 2; ++half)
		{
			// From the rounded weights that the step will use, so that affine maps come out exact.
			const double weight = static_cast<double>(elastic.couples[c].weight[half]);
			const Vec3d toOther = (rest.position[elastic.couples[c].Other(half)] - rest.position[i]).Cast<double>();
			moment += Mat3d::Outer(toOther, toOther) * weight;
			offset += toOther * weight;
		}
	const GradientCorrection correction = InvertMoment(moment, rest.rank[i]);
	rank = correction.rank;
	const Mat3d& K = correction.inverse;
	const double entries[6] = {K(0, 0), K(0, 1), K(0, 2), K(1, 1), K(1, 2), K(2, 2)};
	for (int e = 0; e < 6; ++e)
		block.correction[e][lane] = static_cast<float>(entries[e]);
	block.volume[lane] = rest.volume[i];
	const Vec3d normal = rank == 2 ? correction.axes.Column(2) : (rank == 1 ? correction.axes.Column(0) : Vec3d{});
	for (int axis = 0; axis < 3; ++axis)
	{
		block.normal[axis][lane] = static_cast<float>(normal[axis]);
		weightedOffset[axis] = static_cast<float>(offset[axis]);
	}
	weightedOffset[3] = -1;
}

}

std::size_t ElasticRest::Bytes() const
{
	return blocks.size() * sizeof(Block) + (position.size() + weightedOffset.size() + inverseKernelVolume.size()) * sizeof(float)
		+ firstCouple.size() * sizeof(std::uint32_t) + couples.size() * sizeof(NeighbourCouple) + rank.size();
}

ElasticRest BuildElasticRest(const RestState& rest, TaskRunner& tasks)
{
	const std::size_t count = rest.ParticleCount();
	const CubicSpline<double> kernel(static_cast<double>(rest.supportRadius));
	const double spacing = 2 * static_cast<double>(rest.particleRadius);
	const double typicalWeight = std::pow(spacing, 6) * -kernel.Derivative(spacing) / spacing;
	const double smallestWeight = NegligibleWeight * typicalWeight;

	ElasticRest elastic;
	elastic.particleCount = count;
	elastic.firstCouple.resize(count + 1);
	elastic.rank.resize(count);
	ParallelFor(tasks, count, ElasticRestChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				std::uint32_t pairs = 0;
				for (const std::uint32_t j : rest.neighbours.Of(i))
					pairs += PairWeight(rest, kernel, i, j) > smallestWeight;
				elastic.firstCouple[i + 1] = pairs;
			}
		});
	for (std::size_t i = 0; i < count; ++i)
	{
		elastic.pairCount += elastic.firstCouple[i + 1];
		elastic.firstCouple[i + 1] = elastic.firstCouple[i] + (elastic.firstCouple[i + 1] + 1) / 2;
	}

	elastic.couples.resize(elastic.firstCouple[count]);
	elastic.blocks.assign((count + SimdWidth - 1) / SimdWidth, ElasticRest::Block{});
	elastic.position.assign(4 * count, 0.0f);
	elastic.weightedOffset.assign(4 * count, 0.0f);
	elastic.inverseKernelVolume.resize(count);
	ParallelFor(tasks, count, ElasticRestChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				std::size_t slot = 2 * std::size_t(elastic.firstCouple[i]);
				for (const std::uint32_t j : rest.neighbours.Of(i))
					if (const double weight = PairWeight(rest, kernel, i, j); weight > smallestWeight)
					{
						elastic.couples[slot / 2].offset[slot % 2] = j * NeighbourCouple::OffsetUnit;
						elastic.couples[slot / 2].weight[slot % 2] = static_cast<float>(weight);
						++slot;
					}
				if (slot % 2 == 1)
				{
					elastic.couples[slot / 2].offset[1] = static_cast<std::uint32_t>(i) * NeighbourCouple::OffsetUnit;
					elastic.couples[slot / 2].weight[1] = 0;
				}
				for (int axis = 0; axis < 3; ++axis)
					elastic.position[4 * i + static_cast<std::size_t>(axis)] = rest.position[i][axis];
				elastic.inverseKernelVolume[i] = 1 / rest.kernelVolume[i];
				FillBlockLane(rest, elastic, i, elastic.blocks[i / SimdWidth], &elastic.weightedOffset[4 * i], elastic.rank[i]);
			}
		});
	for (const std::uint8_t rank : elastic.rank)
		elastic.hasFlatParticles |= rank < 3;
	return elastic;
}

}
