// Sparse Cholesky on A0 of the reference beam: ours in float and half, ordered by dissection and by METIS, beside Eigen's simplicial
// factorisation, which is what the papers use. Prints one table a beam.
//
//   linear_table [k ...] [--workers W] [--jitter J] [--eigen K]
//
// k        the beams, 4k x k x k particles; 10 13 16 20 unless given
// W        workers of the parallel column, 2 unless given
// J        random displacement of the particles, in spacings
// K        largest k that Eigen is run for, 16 unless given: it takes a minute at 20

#include "Core/Linear/BeamHessian.h"

#include <SPHSolids/Base/Simd.h>
#include <SPHSolids/Linear/NestedDissection.h>
#include <SPHSolids/Linear/SparseCholesky.h>

#include <Eigen/Sparse>
#if defined(SPHSOLIDS_WITH_METIS)
#include <metis.h>
#endif

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>

using namespace SPHSolids;

namespace
{

struct Options
{
	std::vector<int> beams;
	int workers = 2;
	double jitter = 0;
	int largestForEigen = 16;
};

Options ReadOptions(int count, char** arguments)
{
	Options options;
	for (int k = 1; k < count; ++k)
	{
		const auto isNamed = [&](const char* name) { return std::strcmp(arguments[k], name) == 0 && k + 1 < count; };
		if (isNamed("--workers"))
			options.workers = std::atoi(arguments[++k]);
		else if (isNamed("--jitter"))
			options.jitter = std::atof(arguments[++k]);
		else if (isNamed("--eigen"))
			options.largestForEigen = std::atoi(arguments[++k]);
		else
			options.beams.push_back(std::atoi(arguments[k]));
	}
	if (options.beams.empty())
		options.beams = {10, 13, 16, 20};
	return options;
}

double Now()
{
	return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double SecondsOf(const std::function<void()>& work)
{
	const double start = Now();
	work();
	return Now() - start;
}

/// Median and fastest of some runs, s. The fastest tells what the machine can do when nobody else uses it.
struct Timing
{
	double median = 0, fastest = 0;
};
Timing TimeRepeated(int runs, const std::function<void()>& work)
{
	std::vector<double> seconds;
	for (int run = 0; run < runs; ++run)
		seconds.push_back(SecondsOf(work));
	std::sort(seconds.begin(), seconds.end());
	return {seconds[seconds.size() / 2], seconds.front()};
}

#if defined(SPHSOLIDS_WITH_METIS)
std::vector<std::uint32_t> MetisOrder(const SparsityGraph& graph)
{
	auto size = static_cast<idx_t>(graph.Size());
	std::vector<idx_t> first(graph.first.begin(), graph.first.end()), neighbour(graph.neighbour.begin(), graph.neighbour.end());
	std::vector<idx_t> order(graph.Size()), place(graph.Size());
	METIS_NodeND(&size, first.data(), neighbour.data(), nullptr, nullptr, order.data(), place.data());
	return {order.begin(), order.end()};
}
#endif

std::vector<Vec3> RandomRightSides(const SparsityGraph& graph)
{
	Random random(3);
	std::vector<Vec3> b(graph.Size());
	for (std::size_t i = 0; i < b.size(); ++i)
		if (!graph.Of(i).empty()) // zero at held particles
			b[i] = random.NextInBox({-1, -1, -1}, {1, 1, 1}).Cast<Real>();
	return b;
}

/// |A x - b| / |b|
double RelativeResidual(const SparseSymmetric& matrix, std::span<const Vec3> x, std::span<const Vec3> b)
{
	std::vector<Vec3d> exact(x.size()), product(x.size());
	for (std::size_t i = 0; i < x.size(); ++i)
		exact[i] = x[i].Cast<double>();
	SparseSymmetricd precise;
	precise.first = matrix.first;
	precise.row = matrix.row;
	precise.value.assign(matrix.value.begin(), matrix.value.end());
	Multiply<double, Vec3d>(precise, exact, product);
	double residual = 0, norm = 0;
	for (std::size_t i = 0; i < x.size(); ++i)
	{
		residual += SquaredNorm(product[i] - b[i].Cast<double>());
		norm += SquaredNorm(b[i].Cast<double>());
	}
	return std::sqrt(residual / norm);
}

/// GB/s of reading so many bytes once with nothing else to do: what a sweep of a factor of that size is to be measured by.
double ReadBandwidth(std::size_t bytes, TaskRunner& tasks)
{
	AlignedArray<float> data(bytes / sizeof(float), 1.0f);
	constexpr std::size_t FloatsPerChunk = 16 * 1024;
	std::vector<float> sums(data.size() / FloatsPerChunk + 1);
	const Timing timing = TimeRepeated(15,
		[&]
		{
			ParallelFor(tasks, data.size() / 64 * 64, FloatsPerChunk,
				[&](std::size_t begin, std::size_t end)
				{
					Float8 sum[8];
					for (Float8& s : sum)
						s = 0.0f;
					for (std::size_t k = begin; k < end; k += 64)
						for (std::size_t lane = 0; lane < 8; ++lane)
							sum[lane] += Float8::Load(data.data() + k + 8 * lane);
					sums[begin / FloatsPerChunk] = Sum(((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7])));
				});
		});
	return static_cast<double>(bytes) / timing.fastest / 1e9;
}

void RunOurs(const char* ordering, const Scenes::BlockHessian& block, const SparsityGraph& graph, std::span<const std::uint32_t> order,
	double orderSeconds, TaskRunner& serial, TaskRunner& parallel)
{
	CholeskyPlan plan;
	const double planSeconds = SecondsOf([&] { plan = CholeskyPlan::Make(graph, order); });
	const std::vector<Vec3> b = RandomRightSides(graph);
	for (const FactorStorage storage : {FactorStorage::Float, FactorStorage::Half})
	{
		CholeskySettings settings;
		settings.storage = storage;
		settings.memoryLimit = std::size_t(8) << 30;
		SparseCholesky factor;
		const double factorSeconds =
			SecondsOf([&] { factor = SparseCholesky::Factorise(block.matrix, plan, settings, parallel).TakeValue(); });
		const CholeskySize size = plan.Size(storage, parallel.WorkerCount());
		AlignedArray<Real> scratch(factor.ScratchSize());
		std::vector<Vec3> x;
		const auto solve = [&](TaskRunner& tasks)
		{
			return TimeRepeated(size.rows > 20000 ? 40 : 150,
				[&]
				{
					x = b;
					factor.Solve(x, scratch, tasks);
				});
		};
		const Timing one = solve(serial), several = solve(parallel);
		const std::size_t streamed = 2 * size.storedEntries * (storage == FactorStorage::Half ? 2 : 4); // each sweep reads all panels
		std::printf("| ours, %s, %s | %.2f | %.2f | %.1f | %.3f + %.3f + %.3f | %.2f (%.2f) | %.2f (%.2f) | %.1f | %.1f | %.0e |\n",
			storage == FactorStorage::Half ? "half" : "float", ordering, static_cast<double>(size.factorEntries) / 1e6,
			static_cast<double>(size.storedEntries) / 1e6, static_cast<double>(size.factorBytes) / 1e6, orderSeconds, planSeconds,
			factorSeconds, one.median * 1e3, one.fastest * 1e3, several.median * 1e3, several.fastest * 1e3,
			static_cast<double>(streamed) / several.fastest / 1e9, ReadBandwidth(streamed / 2, parallel),
			RelativeResidual(block.matrix, x, b));
		std::fflush(stdout);
	}
}

void RunEigen(const Scenes::BlockHessian& block, const SparsityGraph& graph)
{
	const auto size = static_cast<Eigen::Index>(block.matrix.Size());
	std::vector<Eigen::Triplet<float>> triplets;
	for (std::size_t c = 0; c < block.matrix.Size(); ++c)
		for (std::size_t e = block.matrix.first[c]; e < block.matrix.first[c + 1]; ++e)
			triplets.emplace_back(static_cast<int>(block.matrix.row[e]), static_cast<int>(c), block.matrix.value[e]);
	Eigen::SparseMatrix<float> matrix(size, size);
	matrix.setFromTriplets(triplets.begin(), triplets.end());

	Eigen::SimplicialLLT<Eigen::SparseMatrix<float>> factor;
	const double analyseSeconds = SecondsOf([&] { factor.analyzePattern(matrix); });
	const double factorSeconds = SecondsOf([&] { factor.factorize(matrix); });
	const std::vector<Vec3> b = RandomRightSides(graph);
	Eigen::Matrix<float, Eigen::Dynamic, 3> sides(size, 3), solution(size, 3);
	for (std::size_t i = 0; i < b.size(); ++i)
		sides.row(static_cast<Eigen::Index>(i)) << b[i].x, b[i].y, b[i].z;
	const Timing timing = TimeRepeated(7, [&] { solution = factor.solve(sides); });
	std::vector<Vec3> x(b.size());
	for (std::size_t i = 0; i < x.size(); ++i)
		for (int axis = 0; axis < 3; ++axis)
			x[i][axis] = solution(static_cast<Eigen::Index>(i), axis);
	const Eigen::SparseMatrix<float> lower = factor.matrixL();
	const auto entries = static_cast<double>(lower.nonZeros());
	std::printf("| Eigen simplicial, float, AMD | %.2f | %.2f | %.1f | %.3f + %.3f | %.2f (%.2f) | | | | %.0e |\n", entries / 1e6,
		entries / 1e6, entries * 8 / 1e6, analyseSeconds, factorSeconds, timing.median * 1e3, timing.fastest * 1e3,
		RelativeResidual(block.matrix, x, b));
	std::fflush(stdout);
}

void RunBeam(int k, const Options& options)
{
	const std::unique_ptr<TaskRunner> serial = MakeSerialTaskRunner(), parallel = MakeParallelTaskRunner(options.workers);
	Scenes::BlockHessianSettings settings = Scenes::ReferenceBeam(k);
	settings.jitter = options.jitter;
	Scenes::BlockHessian block;
	const double buildSeconds = SecondsOf([&] { block = Scenes::MakeBlockHessian(settings, *parallel); });
	const SparsityGraph graph = MakeSparsityGraph(block.matrix);
	std::printf("\n## %zu particles (k = %d), %.1f entries a row; rest state and A0 in %.3f s; %s, %d workers\n\n", graph.Size(), k,
		2.0 * static_cast<double>(block.matrix.EntryCount()) / static_cast<double>(graph.Size()) - 1, buildSeconds, SimdName,
		options.workers);
	std::printf("| factor | nnz, M | stored, M | MB | order + plan + factor, s | solve 1 worker, ms median (min) | solve %d workers "
				"| GB/s (min) | reading alone | residual |\n|---|---|---|---|---|---|---|---|---|---|\n",
		options.workers);

	std::vector<std::uint32_t> order;
	double seconds = SecondsOf([&] { order = NestedDissection(graph, block.rest.position, *parallel); });
	RunOurs("dissection", block, graph, order, seconds, *serial, *parallel);
#if defined(SPHSOLIDS_WITH_METIS)
	seconds = SecondsOf([&] { order = MetisOrder(graph); });
	RunOurs("METIS", block, graph, order, seconds, *serial, *parallel);
#endif
	if (k <= options.largestForEigen)
		RunEigen(block, graph);
}

}

int main(int count, char** arguments)
{
	const Options options = ReadOptions(count, arguments);
	for (const int k : options.beams)
		RunBeam(k, options);
	return 0;
}
