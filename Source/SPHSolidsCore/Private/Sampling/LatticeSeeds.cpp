#include "LatticeSeeds.h"

#include <SPHSolids/Base/Random.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace SPHSolids
{
namespace
{

using LatticeNode = FillField::LatticeNode;

// Depths that differ by less than this are decided by chance, d.
constexpr double DepthBlur = 0.2;
constexpr float FullCell = 0.999f;

/// The nodes of the lattice for which the measure is least; of equals the first.
template <class Measure>
std::vector<LatticeNode> BestLattice(const FillField& field, const Measure& measure)
{
	std::vector<LatticeNode> best;
	double least = 0;
	for (int lattice = 0; lattice < FillField::LatticeCount; ++lattice)
	{
		std::vector<LatticeNode> nodes = field.LatticeNodes(lattice);
		const double value = measure(nodes);
		if (lattice == 0 || value < least)
		{
			best = std::move(nodes);
			least = value;
		}
	}
	return best;
}

std::vector<LatticeNode> LatticeOfCount(const FillField& field, std::size_t wantedCount)
{
	return BestLattice(field,
		[&](const std::vector<LatticeNode>& nodes)
		{
			const auto within = std::count_if(nodes.begin(), nodes.end(), [](const LatticeNode& node) { return node.distance < 0; });
			return std::abs(static_cast<double>(within) - static_cast<double>(wantedCount));
		});
}

/// Whether a node gets a seed without asking: its cube is full, or it is the one in its column across a thin part.
bool IsSurelySeed(const LatticeNode& node)
{
	return node.fill > FullCell || (node.isThin && node.distance < 0);
}
/// Part of a seed that an undecided node should get.
double PartOfSeed(const LatticeNode& node)
{
	return IsSurelySeed(node) || node.isThin ? 0 : static_cast<double>(node.fill);
}

/// In [0, 1), from the place alone.
double ChanceAt(const Vec3d& place)
{
	const auto half = [](double value) { return static_cast<std::uint64_t>(std::llround(value * FillField::NodesPerDiameter)); };
	return Random(half(place.x) | half(place.y) << 21 | half(place.z) << 42).NextUnit();
}

std::vector<Vec3d> DeepestNodes(const std::vector<LatticeNode>& nodes, std::size_t wantedCount)
{
	struct Ranked
	{
		double depth;
		std::uint32_t node;
	};
	std::vector<Ranked> ranking(nodes.size());
	for (std::size_t k = 0; k < nodes.size(); ++k)
	{
		const double depth = static_cast<double>(nodes[k].distance) + DepthBlur * ChanceAt(nodes[k].place);
		ranking[k] = {depth, static_cast<std::uint32_t>(k)};
	}
	const std::size_t count = std::min(wantedCount, nodes.size());
	std::nth_element(ranking.begin(), ranking.begin() + static_cast<std::ptrdiff_t>(count), ranking.end(),
		[](const Ranked& a, const Ranked& b) { return a.depth != b.depth ? a.depth < b.depth : a.node < b.node; });
	ranking.resize(count);
	// Back into the order of the grid, where near ones follow each other.
	std::sort(ranking.begin(), ranking.end(), [](const Ranked& a, const Ranked& b) { return a.node < b.node; });
	std::vector<Vec3d> seeds;
	seeds.reserve(count);
	for (const Ranked& ranked : ranking)
		seeds.push_back(nodes[ranked.node].place);
	return seeds;
}

}

std::vector<Vec3d> NaturalSeeds(const FillField& field, std::size_t wantedCount)
{
	std::vector<Vec3d> seeds;
	for (const LatticeNode& node : LatticeOfCount(field, wantedCount))
		if (node.distance < 0)
			seeds.push_back(node.place);
	return seeds;
}

std::vector<Vec3d> DeepestSeeds(const FillField& field, std::size_t wantedCount)
{
	return DeepestNodes(LatticeOfCount(field, wantedCount), wantedCount);
}

std::vector<Vec3d> BalancedSeeds(const FillField& field, std::size_t wantedCount)
{
	const std::vector<LatticeNode> nodes = BestLattice(field,
		[](const std::vector<LatticeNode>& candidates)
		{
			double doubt = 0;
			for (const LatticeNode& node : candidates)
				doubt += PartOfSeed(node) * (1 - PartOfSeed(node));
			return doubt;
		});
	double sure = 0, parts = 0;
	for (const LatticeNode& node : nodes)
	{
		sure += IsSurelySeed(node) ? 1 : 0;
		parts += PartOfSeed(node);
	}
	const double scale = (static_cast<double>(wantedCount) - sure) / parts;
	if (parts > 0 && !(scale > 0.5 && scale < 1.5))
		return DeepestNodes(nodes, wantedCount);

	// What a node gets too much or too little is passed on to the next one, which lies beside it.
	std::vector<Vec3d> seeds;
	double owed = 0;
	for (const LatticeNode& node : nodes)
	{
		bool isSeed = IsSurelySeed(node);
		if (!isSeed && parts > 0)
		{
			owed += PartOfSeed(node) * scale;
			isSeed = owed >= 0.5 && PartOfSeed(node) > 0;
			owed -= isSeed ? 1 : 0;
		}
		if (isSeed)
			seeds.push_back(node.place);
	}
	return seeds;
}

}
