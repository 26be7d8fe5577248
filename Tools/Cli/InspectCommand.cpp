#include "BodyText.h"
#include "Command.h"

#include <Common/BodyJson.h>
#include <Common/Files.h>
#include <Lab/CacheFile.h>
#include <Lab/SceneLibrary.h>
#include <Lab/SceneText.h>
#include <SPHSolids/Body/BodyArchive.h>
#include <SPHSolids/World/Recording.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace SPHSolids::Tools
{
namespace
{

constexpr std::uint64_t MaxBodyFileBytes = std::uint64_t(16) << 30;

bool BeginsWith(std::span<const std::byte> bytes, std::string_view mark)
{
	return bytes.size() >= mark.size() && std::memcmp(bytes.data(), mark.data(), mark.size()) == 0;
}

/// What a file that is not ours seems to be, and what to do with it.
std::string DescribeForeign(const std::string& file, std::span<const std::byte> bytes)
{
	std::string extension = std::filesystem::path(file).extension().string();
	std::transform(
		extension.begin(), extension.end(), extension.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
	if (bytes.empty())
		return "the file is empty. Bake or copy it again.";
	for (const char* mesh : {".obj", ".ply", ".stl", ".gltf", ".glb", ".fbx"})
		if (extension == mesh)
			return "this looks like a mesh. Turn it into a body with 'sphsolids bake'.";
	return "this is no file of SPHSolids that inspect knows. Give it a .sphbody file, a scene or a recording.";
}

bool LooksLikeScene(const std::string& file, std::span<const std::byte> bytes)
{
	return !bytes.empty() && (file.ends_with(".json") || BeginsWith(bytes, "{"));
}

int InspectScene(const std::string& file, const std::string& json)
{
	const auto loaded = Lab::LoadScene(file, {});
	if (!loaded.IsOk())
		return Fail(loaded.Message());
	const nlohmann::ordered_json description = Lab::DescribeScene(loaded.Value().description);
	std::printf("%s", Lab::PrintScene(loaded.Value().description).c_str());
	std::printf("\nThe scene is valid.\n");
	if (json.empty())
		return 0;
	const Status status = WriteFileAtomically(json, description.dump(2) + "\n");
	return status.IsOk() ? 0 : Fail(status.Message());
}

int InspectCache(const std::string& file, std::span<const std::byte> bytes, const std::string& json)
{
	const auto opened = CacheView::Open(bytes);
	if (!opened.IsOk())
		return Fail(file + ": " + opened.Message());
	const CacheView& view = opened.Value();
	std::size_t particles = 0, damaged = 0;
	double lastTime = 0;
	for (std::size_t k = 0; k < view.FrameCount(); ++k)
	{
		const auto frame = view.ReadFrame(k);
		damaged += !frame.IsOk();
		if (!frame.IsOk())
			continue;
		particles = std::max(particles, frame.Value().position.size());
		lastTime = frame.Value().time;
	}
	nlohmann::ordered_json report = {{"kind", "recording"}, {"frames", view.FrameCount()}, {"damagedFrames", damaged},
		{"complete", view.IsComplete()}, {"lastTime", lastTime}, {"mostParticles", particles}, {"errorBound", view.Header().errorBound},
		{"fps", view.Header().fps}, {"objects", view.Header().names}, {"fileBytes", bytes.size()}};
	std::printf("Recording of %zu frames up to %.3f s, %zu particles at most, positions within %g m, %s\n", view.FrameCount(), lastTime,
		particles, view.Header().errorBound, ReadableBytes(bytes.size()).c_str());
	for (const std::string& name : view.Header().names)
		std::printf("  %s\n", name.c_str());
	if (!json.empty())
		if (const Status status = WriteFileAtomically(json, report.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
			!status.IsOk())
			return Fail(status.Message());
	if (damaged > 0)
		return Fail(file + ": " + std::to_string(damaged) + " frames are damaged; the others can be converted.");
	std::printf(view.IsComplete() ? "\nAll checks passed.\n" : "\nThe recording was cut off; the frames above are whole.\n");
	return 0;
}

int InspectRecording(const std::string& file, std::span<const std::byte> bytes, const std::string& json)
{
	const auto recording = Recording::Read(bytes);
	if (!recording.IsOk())
		return Fail(file + ": " + recording.Message());
	const auto steps = recording.Value().Steps();
	nlohmann::ordered_json issues = nlohmann::ordered_json::object();
	for (const StepIssueInfo& info : StepIssues())
		if (const auto count =
				std::count_if(steps.begin(), steps.end(), [&](const RecordedStep& step) { return Has(step.issues, info.issue); }))
			issues[std::string(info.name)] = count;
	const double first = steps.empty() ? 0 : steps.front().time, last = steps.empty() ? 0 : steps.back().time;
	std::printf("Flight recording of %zu steps from %.3f to %.3f s, %s\n", steps.size(), first, last, ReadableBytes(bytes.size()).c_str());
	for (const auto& [name, count] : issues.items())
		std::printf("  %s in %d steps\n", name.c_str(), count.get<int>());
	const std::string doubt = recording.Value().WhyNotExact();
	std::printf("\n%s\n", doubt.empty() ? "It can be played again to the same bits by 'sphsolids replay'." : doubt.c_str());
	if (json.empty())
		return 0;
	const nlohmann::ordered_json report = {{"kind", "flightRecording"}, {"steps", steps.size()}, {"firstTime", first}, {"lastTime", last},
		{"issues", issues}, {"whyNotExact", doubt}, {"fileBytes", bytes.size()}};
	const Status status = WriteFileAtomically(json, report.dump(2) + "\n");
	return status.IsOk() ? 0 : Fail(status.Message());
}

int RunInspect(const std::string& file, const std::string& json)
{
	const auto bytes = ReadWholeFile(file, MaxBodyFileBytes);
	if (!bytes.IsOk())
		return Fail(bytes.Message());
	if (BeginsWith(bytes.Value(), "SPHCACH"))
		return InspectCache(file, bytes.Value(), json);
	if (BeginsWith(bytes.Value(), "SPHSREC"))
		return InspectRecording(file, bytes.Value(), json);
	if (LooksLikeScene(file, bytes.Value()))
		return InspectScene(file, json);
	if (!BeginsWith(bytes.Value(), "SPHBODY"))
		return Fail(file + ": " + DescribeForeign(file, bytes.Value()));
	const auto body = ReadBody(bytes.Value());
	if (!body.IsOk())
		return Fail(file + ": " + body.Message());
	PrintBody(body.Value(), bytes.Value().size());
	std::printf("\nAll checks passed.\n");
	if (json.empty())
		return 0;
	const Status status = WriteFileAtomically(json, DescribeBody(body.Value()).dump(2) + "\n");
	return status.IsOk() ? 0 : Fail(status.Message());
}

}

void AddInspectCommand(CLI::App& app, Action& action)
{
	struct Options
	{
		std::string file, json;
	};
	const auto options = std::make_shared<Options>();
	CLI::App* command = app.add_subcommand("inspect", "Say what a file is, what is in it and whether it is sound");
	command->footer("Example:\n  sphsolids inspect bunny.sphbody --json bunny.json");
	command->add_option("FILE", options->file, "A .sphbody file, a scene, a .sphcache or a .sphrec recording")->required()->type_name("");
	command->add_option("--json", options->json, "Write what was found to this file")->type_name("FILE");
	command->callback([options, &action] { action = [options] { return RunInspect(options->file, options->json); }; });
}

}
