// Compares the sampling methods on the sample models and prints a table in Markdown.
//
//   sampling_table [--models gear,hand,bunny] [--counts 2000,8000,32000] [--methods grid,bluenoise,relaxed]
//                  [--triangles 50000] [--stillness 0.004] [--threads 2]

#include <Scenes/Models.h>

#include <SPHSolids/Sampling/Sampler.h>
#include <SPHSolids/Sampling/SamplingQuality.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

using namespace SPHSolids;

namespace
{

struct Options
{
	std::vector<std::string> models = {"gear", "hand", "bunny"};
	std::vector<std::string> counts = {"2000", "8000", "32000"};
	std::vector<std::string> methods = {"grid", "bluenoise", "relaxed"};
	std::size_t triangles = 50'000;
	double stillness = SamplingSettings().stillness;
	int threads = 2;
};

std::vector<std::string> SplitAtCommas(const std::string& text)
{
	std::vector<std::string> parts;
	for (std::size_t begin = 0; begin <= text.size();)
	{
		const std::size_t end = std::min(text.find(',', begin), text.size());
		parts.push_back(text.substr(begin, end - begin));
		begin = end + 1;
	}
	return parts;
}

bool ReadOptions(int argumentCount, char** arguments, Options& options)
{
	for (int k = 1; k + 1 < argumentCount; k += 2)
	{
		const std::string name = arguments[k], value = arguments[k + 1];
		if (name == "--models")
			options.models = SplitAtCommas(value);
		else if (name == "--counts")
			options.counts = SplitAtCommas(value);
		else if (name == "--methods")
			options.methods = SplitAtCommas(value);
		else if (name == "--triangles")
			options.triangles = std::strtoull(value.c_str(), nullptr, 10);
		else if (name == "--stillness")
			options.stillness = std::strtod(value.c_str(), nullptr);
		else if (name == "--threads")
			options.threads = std::atoi(value.c_str());
		else
			return false;
	}
	return argumentCount % 2 == 1;
}

/// Of all threads: on a machine that does other work as well, half of it is what two quiet cores would take.
double ProcessorSeconds()
{
	return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

void PrintHeader()
{
	std::printf(
		"| model | wanted | method | particles | density: mean | mean error | max error | spread | smallest singular value: worst | "
		"1 %% | mean | flat | < 12 neighbours | fewest | coverage | widest gap | volume error | nearest | iterations | "
		"processor s | MB |\n");
	std::printf("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
}

void PrintRow(const std::string& model, const std::string& count, const std::string& method, const ParticleSampling& sampling,
	const SamplingQuality& q, double seconds)
{
	std::printf("| %s | %s | %s | %zu | %.3f | %.2f %% | %.1f %% | %.2f %% | %.3f | %.3f | %.3f | %.2f %% | %.2f %% | %u | %.2f %% | "
				"%.2f r | %+.2f %% | %.2f d | %d | %.2f | %.1f |\n",
		model.c_str(), count.c_str(), method.c_str(), sampling.positions.size(), q.densityMean, 100 * q.densityErrorMean,
		100 * q.densityErrorMax, 100 * q.densitySpread, q.momentWorst, q.momentQuantile, q.momentMean, 100 * q.flatShare,
		100 * q.fewNeighboursShare, q.neighbourMin, 100 * q.coverage, q.surfaceGapMax, 100 * q.volumeError, q.nearestMin,
		sampling.iterations, seconds, static_cast<double>(sampling.peakBytes) / 1e6);
	std::fflush(stdout);
}

bool PrintModel(const std::string& model, const Options& options, TaskRunner& tasks)
{
	const Result<RenderMesh> mesh = Scenes::BuildModel(model, options.triangles);
	if (!mesh.IsOk())
		return std::fprintf(stderr, "%s\n", mesh.Message().c_str()), false;
	const Result<MeshDistance> distance = MeshDistance::Build(mesh.Value().View(), tasks);
	if (!distance.IsOk())
		return std::fprintf(stderr, "%s\n", distance.Message().c_str()), false;
	for (const std::string& count : options.counts)
		for (const std::string& method : options.methods)
		{
			const Result<SamplingMethod> found = FindSamplingMethod(method);
			if (!found.IsOk())
				return std::fprintf(stderr, "%s\n", found.Message().c_str()), false;
			SamplingSettings settings;
			settings.method = found.Value();
			settings.stillness = options.stillness;
			settings.particleCount = static_cast<std::uint32_t>(std::strtoul(count.c_str(), nullptr, 10));
			const double start = ProcessorSeconds();
			const Result<ParticleSampling> sampling = SampleMesh(distance.Value(), settings, tasks, nullptr);
			const double seconds = ProcessorSeconds() - start;
			if (!sampling.IsOk())
				return std::fprintf(stderr, "%s\n", sampling.Message().c_str()), false;
			const Result<SamplingQuality> quality = MeasureSampling(distance.Value(), sampling.Value(), tasks, nullptr);
			if (!quality.IsOk())
				return std::fprintf(stderr, "%s\n", quality.Message().c_str()), false;
			PrintRow(model, count, method, sampling.Value(), quality.Value(), seconds);
		}
	return true;
}

}

int main(int argumentCount, char** arguments)
{
	Options options;
	if (!ReadOptions(argumentCount, arguments, options))
	{
		std::fprintf(stderr,
			"Usage: sampling_table [--models NAME,...] [--counts N,...] [--methods NAME,...] [--triangles N] [--stillness D] [--threads "
			"N]\n");
		return 2;
	}
	const auto tasks = MakeParallelTaskRunner(options.threads);
	PrintHeader();
	return std::all_of(options.models.begin(), options.models.end(), [&](const std::string& m) { return PrintModel(m, options, *tasks); })
		? 0
		: 1;
}
