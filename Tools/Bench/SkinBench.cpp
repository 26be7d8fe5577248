#include "SkinBench.h"

#include <Lab/BodyMaker.h>
#include <SPHSolids/Skin/SkinEvaluator.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <numeric>

namespace SPHSolids::Tools
{
namespace
{

constexpr int SkinRepeats = 101;

template <class Work>
double MedianMilliseconds(int repeats, Work&& work)
{
	std::vector<double> ms;
	for (int k = 0; k < repeats; ++k)
	{
		const auto start = std::chrono::steady_clock::now();
		work();
		ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
	}
	std::nth_element(ms.begin(), ms.begin() + repeats / 2, ms.end());
	return ms[static_cast<std::size_t>(repeats / 2)];
}

/// Bytes per second that all workers read from memory together.
double ReadBandwidth(TaskRunner& tasks)
{
	constexpr std::size_t Count = std::size_t(32) << 20, Chunk = std::size_t(1) << 18; // 256 MB, far beyond any cache
	const std::vector<std::uint64_t> memory(Count, 1);
	std::vector<std::uint64_t> sums(Count / Chunk);
	const double ms = MedianMilliseconds(7,
		[&]
		{
			ParallelFor(tasks, Count, Chunk,
				[&](std::size_t begin, std::size_t end)
				{
					sums[begin / Chunk] = std::accumulate(memory.begin() + static_cast<std::ptrdiff_t>(begin),
						memory.begin() + static_cast<std::ptrdiff_t>(end), std::uint64_t(0));
				});
		});
	// Without this the sums would not be needed.
	return std::accumulate(sums.begin(), sums.end(), std::uint64_t(0)) == Count ? 8.0 * Count / (ms / 1000) : 0;
}

}

void RunSkinFigures(const SolidBenchOptions& options, BenchPrinter& printer)
{
	const auto tasks = MakeParallelTaskRunner(options.threads);
	Lab::BodyDescription bunny;
	bunny.name = "bunny";
	bunny.shape.kind = Lab::BodyShapeKind::Model;
	bunny.shape.name = "bunny";
	bunny.shape.triangles = 200000;
	bunny.bake.particleCount = 5000;
	Lab::BodyMaker maker(*tasks);
	const auto made = maker.Make(bunny, nullptr);
	if (!made.IsOk())
		return printer.Note("skin", nullptr, made.Message());
	const SkinBinding& binding = *made.Value()->skin;
	const RestState& rest = made.Value()->rest->state;
	const SkinEvaluator evaluator(rest, binding);
	std::vector<Vec3> particles(rest.position.begin(), rest.position.end()), positions(binding.VertexCount()),
		normals(binding.normals.size());
	std::vector<RenderTangent> tangents(binding.tangents.size());
	const std::vector<Mat3> gradients(particles.size(), Mat3::Identity());
	SkinEvaluator::Scratch scratch;
	const std::clock_t processorStart = std::clock();
	const double ms =
		MedianMilliseconds(SkinRepeats, [&] { evaluator.Evaluate(particles, gradients, *tasks, scratch, {positions, normals, tangents}); });
	const double processorMs = 1000.0 * static_cast<double>(std::clock() - processorStart) / CLOCKS_PER_SEC / SkinRepeats;
	const double perVertex = 12 + 4 + 4 + 12 + (normals.empty() ? 0 : 24) + (tangents.empty() ? 0 : 32); // read and written
	const double bytes = static_cast<double>(binding.VertexCount()) * perVertex + 8.0 * static_cast<double>(binding.weight.size())
		+ static_cast<double>(particles.size()) * (12 + 36 + 12 + 2 * sizeof(SkinEvaluator::ParticleMap));
	const double memoryMs = 1000 * bytes / ReadBandwidth(*tasks);
	char sentence[300];
	std::snprintf(sentence, sizeof sentence,
		"Skin of %zu vertices (%.1f influences each; positions%s%s) over %zu particles: %.2f ms (median of %d; %.2f ms of processor time) "
		"on %d threads; its "
		"%.1f MB would take %.2f ms at the bandwidth measured beside it, so it takes %.1f times what memory needs.",
		binding.VertexCount(), static_cast<double>(binding.weight.size()) / static_cast<double>(binding.PointCount()),
		normals.empty() ? "" : ", normals", tangents.empty() ? "" : ", tangents", particles.size(), ms, SkinRepeats, processorMs,
		tasks->WorkerCount(), 1e-6 * bytes, memoryMs, ms / memoryMs);
	printer.Note("skin",
		{{"vertices", binding.VertexCount()}, {"medianMs", ms}, {"processorMs", processorMs}, {"goalMs", 2}, {"memoryMs", memoryMs}},
		sentence);
}

}
