#include "Linear/BeamHessian.h"

#include <SPHSolids/Linear/NestedDissection.h>
#include <SPHSolids/Linear/SparseCholesky.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace SPHSolids;

namespace
{

/// A grid of n x n points, each coupled to the four beside it.
SparsityGraph GridGraph(std::uint32_t n, std::vector<Vec3>& positions)
{
	std::vector<SymmetricTriplet> triplets;
	for (std::uint32_t i = 0; i < n; ++i)
		for (std::uint32_t j = 0; j < n; ++j)
		{
			positions.push_back({static_cast<Real>(i), static_cast<Real>(j), 0});
			if (i + 1 < n)
				triplets.push_back({i * n + j, (i + 1) * n + j, 1});
			if (j + 1 < n)
				triplets.push_back({i * n + j, i * n + j + 1, 1});
		}
	return MakeSparsityGraph(MakeSparseSymmetric<Real>(n * n, triplets).Value());
}

bool IsPermutation(std::vector<std::uint32_t> order, std::size_t size)
{
	std::sort(order.begin(), order.end());
	for (std::size_t k = 0; k < order.size(); ++k)
		if (order[k] != k)
			return false;
	return order.size() == size;
}

std::size_t FactorEntries(const SparsityGraph& graph, std::span<const std::uint32_t> order)
{
	return CholeskyPlan::Make(graph, order).Size(FactorStorage::Float, 1).factorEntries;
}

}

TEST(NestedDissection, NamesEveryRowOnceWhateverTheGraph)
{
	const std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	Random random(1);
	for (const std::uint32_t size : {0u, 1u, 2u, 33u, 200u, 1000u})
		for (const int edgesPerRow : {0, 1, 3, 40})
		{
			std::vector<SymmetricTriplet> triplets;
			for (std::uint32_t k = 0; k < size * static_cast<std::uint32_t>(edgesPerRow); ++k)
				triplets.push_back(
					{static_cast<std::uint32_t>(random.NextBits() % size), static_cast<std::uint32_t>(random.NextBits() % size), 1});
			const SparsityGraph graph = MakeSparsityGraph(MakeSparseSymmetric<Real>(size, triplets).Value());
			EXPECT_TRUE(IsPermutation(NestedDissection(graph, {}, *tasks), size)) << size << " rows, " << edgesPerRow << " edges a row";
			const std::vector<Vec3> samePlace(size);
			EXPECT_TRUE(IsPermutation(NestedDissection(graph, samePlace, *tasks), size));
		}
}

// Lipton, Rose and Tarjan: dissection of an n x n grid fills 31/4 n^2 log2 n + O(n^2); a band fills n^3.
TEST(NestedDissection, FillsAGridAsTheoryAllowsWithAndWithoutPositions)
{
	const std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	const std::uint32_t n = 100;
	std::vector<Vec3> positions;
	const SparsityGraph graph = GridGraph(n, positions);
	const double bound = 31.0 / 4 * n * n * std::log2(n);
	const std::size_t withPositions = FactorEntries(graph, NestedDissection(graph, positions, *tasks));
	const std::size_t without = FactorEntries(graph, NestedDissection(graph, {}, *tasks));
	EXPECT_LT(static_cast<double>(withPositions), 0.7 * bound);
	EXPECT_LT(static_cast<double>(without), 0.9 * bound);
}

TEST(NestedDissection, FillsACubeOfParticlesFarLessThanSweepingItWould)
{
	const std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner();
	Scenes::BlockHessianSettings settings;
	settings.countX = settings.countY = settings.countZ = 16;
	settings.heldLayers = 0;
	for (const double jitter : {0.0, 0.1})
	{
		settings.jitter = jitter;
		const Scenes::BlockHessian block = Scenes::MakeBlockHessian(settings, *tasks);
		const SparsityGraph graph = MakeSparsityGraph(block.matrix);
		std::vector<std::uint32_t> sweep(graph.Size());
		std::iota(sweep.begin(), sweep.end(), 0u);
		std::sort(sweep.begin(), sweep.end(),
			[&](std::uint32_t a, std::uint32_t b) { return block.rest.position[a].x < block.rest.position[b].x; });
		const std::size_t dissected = FactorEntries(graph, NestedDissection(graph, block.rest.position, *tasks));
		EXPECT_LT(static_cast<double>(dissected), 0.75 * static_cast<double>(FactorEntries(graph, sweep)));
	}
}

TEST(NestedDissection, GivesTheSameOrderForAnyNumberOfWorkers)
{
	const std::unique_ptr<TaskRunner> serial = MakeSerialTaskRunner();
	const Scenes::BlockHessian block = Scenes::MakeBlockHessian(Scenes::ReferenceBeam(7), *serial);
	const SparsityGraph graph = MakeSparsityGraph(block.matrix);
	const std::vector<std::uint32_t> expected = NestedDissection(graph, block.rest.position, *serial);
	for (const int workers : {2, 3, 8})
		EXPECT_EQ(NestedDissection(graph, block.rest.position, *MakeParallelTaskRunner(workers)), expected);
}

TEST(NestedDissection, PartsAThousandSeparatePiecesAndOneHubInAMoment)
{
	const std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	std::vector<SymmetricTriplet> pairs, star;
	for (std::uint32_t k = 0; k < 20000; ++k)
	{
		pairs.push_back({2 * k, 2 * k + 1, 1});
		star.push_back({0, k + 1, 1});
	}
	const SparsityGraph pieces = MakeSparsityGraph(MakeSparseSymmetric<Real>(40000, pairs).Value());
	EXPECT_EQ(FactorEntries(pieces, NestedDissection(pieces, {}, *tasks)), 60000u); // a diagonal and one entry for each pair
	const SparsityGraph hub = MakeSparsityGraph(MakeSparseSymmetric<Real>(20001, star).Value());
	EXPECT_EQ(FactorEntries(hub, NestedDissection(hub, {}, *tasks)), 40001u); // no fill if the hub comes last
}
