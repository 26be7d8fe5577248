#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Neighbour/NeighbourSearch.h>

#include <benchmark/benchmark.h>

using namespace SPHSolids;

/// All pairs of a random cloud with about 30 neighbours a point: the cost of one rebuild.
static void FindAllPairs(benchmark::State& state)
{
	const std::size_t count = static_cast<std::size_t>(state.range(0));
	auto tasks = MakeParallelTaskRunner(static_cast<int>(state.range(1)));
	Random random(1);
	std::vector<Vec3> points(count);
	for (Vec3& point : points)
		point = random.NextInBox({0, 0, 0}, {1, 1, 1}).Cast<Real>();
	const Real radius = static_cast<Real>(std::cbrt(30 / (4.19 * static_cast<double>(count))));
	NeighbourSearch search;
	NeighbourLists lists;
	for (auto _ : state)
		if (!search.FindAll(points, radius, *tasks, lists).IsOk())
			state.SkipWithError("crowded");
	state.SetItemsProcessed(static_cast<std::int64_t>(count) * state.iterations());
	state.counters["neighbours"] = static_cast<double>(lists.index.size()) / static_cast<double>(count);
}
BENCHMARK(FindAllPairs)
	->Args({85'500, 1})
	->Args({85'500, 2})
	->Args({1'000'000, 1})
	->Args({1'000'000, 2})
	->Unit(benchmark::kMillisecond)
	->UseRealTime();
