#include "BakeMany.h"

#include "Command.h"

#include <Common/BodyJson.h>
#include <Common/Files.h>
#include <Common/Interrupt.h>
#include <Common/ProgressPrinter.h>
#include <SPHSolids/Bake/BakeBody.h>
#include <SPHSolids/Body/BodyArchive.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <sys/file.h>
#include <unistd.h>

namespace SPHSolids::Tools
{
namespace
{

constexpr std::uint64_t MaxBodyBytes = std::uint64_t(8) << 30;
constexpr std::uint64_t MaxListBytes = std::uint64_t(64) << 20;

/// Held by the process that bakes a body. Ends with the process, however that ends.
class BodyLock
{
public:
	explicit BodyLock(const std::filesystem::path& body)
		: path(body.string() + ".lock")
		, file(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644))
		, held(file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
	{
	}
	~BodyLock()
	{
		if (held)
			unlink(path.c_str());
		if (file >= 0)
			close(file);
	}
	BodyLock(const BodyLock&) = delete;
	BodyLock& operator=(const BodyLock&) = delete;
	bool IsHeld() const { return held; }

private:
	std::string path;
	int file;
	bool held;
};

/// What became of one source.
struct BakeOutcome
{
	std::string source, body, result, error; // result: baked, unchanged, elsewhere, failed
	std::uint64_t particles = 0;
	double seconds = 0;
};

bool IsUpToDate(const std::filesystem::path& body, std::uint64_t meshHash, const BakeSettings& settings, std::uint64_t& particles)
{
	std::error_code ignored;
	if (!std::filesystem::is_regular_file(body, ignored))
		return false;
	const auto bytes = ReadWholeFile(body, MaxBodyBytes);
	if (!bytes.IsOk())
		return false;
	const auto read = ReadBody(bytes.Value());
	if (!read.IsOk())
		return false;
	particles = read.Value().rest.ParticleCount();
	return read.Value().sourceHash == meshHash && read.Value().settings == settings;
}

Status BakeOne(const BakeManyOptions& options, const std::filesystem::path& body, TaskRunner& tasks, BakeOutcome& outcome)
{
	const BodyLock lock(body);
	if (!lock.IsHeld())
	{
		outcome.result = "elsewhere";
		return {};
	}
	const auto mesh = options.load(outcome.source);
	if (!mesh.IsOk())
		return Error{mesh.Message()};
	if (!options.force && IsUpToDate(body, HashRenderMesh(mesh.Value()), options.settings, outcome.particles))
	{
		outcome.result = "unchanged";
		return {};
	}
	ProgressPrinter progress(stderr);
	auto baked = BakeBody(mesh.Value(), options.settings, tasks, &progress);
	progress.Finish();
	if (!baked.IsOk())
		return Error{outcome.source + ": " + baked.Message()};
	baked.Value().name = options.nameOf(outcome.source);
	outcome.particles = baked.Value().rest.ParticleCount();
	if (Status status = WriteFileAtomically(body, WriteBody(baked.Value())); !status.IsOk())
		return status;
	outcome.result = "baked";
	return {};
}

Result<std::vector<std::string>> GatherSources(const BakeManyOptions& options)
{
	std::vector<std::string> sources = options.sources;
	if (!options.list.empty())
	{
		const auto bytes = ReadWholeFile(options.list, MaxListBytes);
		if (!bytes.IsOk())
			return Error{bytes.Message()};
		const std::string text(reinterpret_cast<const char*>(bytes.Value().data()), bytes.Value().size());
		for (std::size_t begin = 0; begin < text.size();)
		{
			const std::size_t end = std::min(text.find('\n', begin), text.size());
			std::string line = text.substr(begin, end - begin);
			while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
				line.pop_back();
			if (!line.empty() && line[0] != '#')
				sources.push_back(line);
			begin = end + 1;
		}
	}
	// In one order on every machine, so that all cut the same shards.
	std::sort(sources.begin(), sources.end());
	sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
	std::map<std::string, std::string> sourceOf;
	for (const std::string& source : sources)
		if (const auto [first, isNew] = sourceOf.emplace(options.nameOf(source), source); !isNew)
			return Error{"'" + first->second + "' and '" + source + "' would both become " + first->first
				+ ".sphbody. Bake them into different folders or rename one."};
	return sources;
}

Status WriteReport(const BakeManyOptions& options, const std::vector<BakeOutcome>& outcomes)
{
	nlohmann::ordered_json json;
	json["shard"] = options.shard.number;
	json["shards"] = options.shard.count;
	json["meshes"] = nlohmann::ordered_json::array();
	for (const BakeOutcome& outcome : outcomes)
	{
		nlohmann::ordered_json entry;
		entry["source"] = outcome.source;
		entry["result"] = outcome.result;
		entry["body"] = outcome.body;
		entry["particles"] = outcome.particles;
		entry["seconds"] = outcome.seconds;
		if (!outcome.error.empty())
			entry["error"] = outcome.error;
		json["meshes"].push_back(entry);
	}
	return WriteFileAtomically(options.json, json.dump(2) + "\n");
}

}

Result<Shard> ParseShard(const std::string& text)
{
	Shard shard;
	const char* const end = text.data() + text.size();
	const auto first = std::from_chars(text.data(), end, shard.number);
	const bool hasSlash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
	const auto second = hasSlash ? std::from_chars(first.ptr + 1, end, shard.count) : first;
	if (!hasSlash || second.ec != std::errc() || second.ptr != end || shard.count < 1 || shard.number < 1 || shard.number > shard.count)
		return Error{"'" + text + "' is no shard. Write 1/8 for the first of eight parts."};
	return shard;
}

int BakeMany(const BakeManyOptions& options)
{
	const auto sources = GatherSources(options);
	if (!sources.IsOk())
		return Fail(sources.Message(), UsageExitCode);
	std::error_code failed;
	std::filesystem::create_directories(options.folder, failed);
	if (!std::filesystem::is_directory(options.folder))
		return Fail(options.folder + ": this folder, given by --into, cannot be made. Choose another or change the rights.");

	const auto tasks = MakeParallelTaskRunner(options.threads);
	std::vector<BakeOutcome> outcomes;
	std::map<std::string, int> counts;
	for (std::size_t k = static_cast<std::size_t>(options.shard.number - 1); k < sources.Value().size() && !IsInterrupted();
		k += static_cast<std::size_t>(options.shard.count))
	{
		BakeOutcome outcome;
		outcome.source = sources.Value()[k];
		const std::filesystem::path body = std::filesystem::path(options.folder) / (options.nameOf(outcome.source) + ".sphbody");
		outcome.body = body.string();
		const auto start = std::chrono::steady_clock::now();
		if (const Status status = BakeOne(options, body, *tasks, outcome); !status.IsOk())
		{
			outcome.result = IsInterrupted() ? "cancelled" : "failed";
			outcome.error = status.Message();
			std::fprintf(stderr, "%s\n", outcome.error.c_str());
		}
		outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
		std::printf("%s: %s\n", outcome.source.c_str(), outcome.result.c_str());
		std::fflush(stdout);
		++counts[outcome.result];
		outcomes.push_back(std::move(outcome));
	}
	if (!options.json.empty())
		if (const Status status = WriteReport(options, outcomes); !status.IsOk())
			return Fail(status.Message());
	if (IsInterrupted())
		return Fail("Cancelled; what was baked before is kept. Run the same command again to go on.", InterruptedExitCode);
	std::printf(
		"%d baked, %d unchanged, %d elsewhere, %d failed.\n", counts["baked"], counts["unchanged"], counts["elsewhere"], counts["failed"]);
	return counts["failed"] > 0 ? FailureExitCode : 0;
}

}
