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
constexpr float FullCell = 0.99f;
constexpr double CountTolerance = 0.015;
constexpr double ExactDoubt = 1e-3; // for each seed

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
			return CostOfCount(static_cast<std::size_t>(within), wantedCount);
		});
}

/// Part of a seed that a node should get. Across a thin part the nearer of the two nodes of a column gets it all, unless both are
/// equally far.
double PartOfSeed(const LatticeNode& node)
{
	constexpr float evenDistance = 0.05f;
	if (node.isThin && std::abs(node.distance) > evenDistance)
		return node.distance < 0 ? 1 : 0;
	return node.fill > FullCell ? 1 : static_cast<double>(node.fill);
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

double CostOfCount(std::size_t count, std::size_t wantedCount)
{
	const double miss = static_cast<double>(count) / static_cast<double>(wantedCount) - 1;
	return miss > 0 ? miss : -2 * miss;
}

std::vector<Vec3d> NaturalSeeds(const FillField& field, std::size_t wantedCount)
{
	std::vector<Vec3d> seeds;
	for (const LatticeNode& node : LatticeOfCount(field, wantedCount))
		if (node.distance < 0)
			seeds.push_back(node.place);
	return seeds;
}

LatticeSeeds BalancedSeeds(const FillField& field, std::size_t wantedCount)
{
	const auto doubtOf = [](const std::vector<LatticeNode>& nodes)
	{
		double doubt = 0;
		for (const LatticeNode& node : nodes)
			doubt += static_cast<double>(node.fill * (1 - node.fill));
		return doubt;
	};
	const std::vector<LatticeNode> nodes = BestLattice(field, doubtOf);
	double sure = 0, parts = 0;
	for (const LatticeNode& node : nodes)
	{
		const double part = PartOfSeed(node);
		(part == 1 ? sure : parts) += part;
	}
	const double scale = parts > 0 ? std::clamp((static_cast<double>(wantedCount) - sure) / parts, 0.0, 2.0) : 0;

	// What a node gets too much or too little is passed on to the next one, which lies beside it.
	LatticeSeeds seeds;
	double owed = 0;
	for (const LatticeNode& node : nodes)
	{
		const double part = PartOfSeed(node);
		owed += part < 1 ? scale * part : 0;
		const bool isSeed = part == 1 || (part > 0 && owed >= 0.5);
		owed -= isSeed && part < 1 ? 1 : 0;
		if (isSeed)
			seeds.places.push_back(node.place);
	}
	const double miss = std::abs(static_cast<double>(seeds.places.size()) - static_cast<double>(wantedCount));
	if (miss > CountTolerance * static_cast<double>(wantedCount))
		seeds.places = DeepestNodes(nodes, wantedCount);
	else
		seeds.isExact = doubtOf(nodes) < ExactDoubt * sure;
	return seeds;
}

void ThinOutSeeds(std::vector<Vec3d>& seeds, std::size_t wantedCount)
{
	if (seeds.size() <= wantedCount)
		return;
	std::vector<double> chances;
	chances.reserve(seeds.size());
	for (const Vec3d& seed : seeds)
		chances.push_back(ChanceAt(seed));
	std::vector<double> sorted = chances;
	std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(wantedCount), sorted.end());
	const double limit = sorted[wantedCount];
	std::size_t kept = 0;
	for (std::size_t k = 0; k < seeds.size(); ++k)
		if (chances[k] < limit)
			seeds[kept++] = seeds[k];
	seeds.resize(kept);
}

}
