#include "BakeMany.h"
#include "BodyText.h"
#include "Command.h"
#include "OptionChecks.h"

#include <Common/BakePicture.h>
#include <Common/BodyJson.h>
#include <Common/Files.h>
#include <Common/Interrupt.h>
#include <Common/MeshReader.h>
#include <Common/ProgressPrinter.h>
#include <Common/Version.h>
#include <Render/Png.h>
#include <SPHSolids/Base/Hash.h>
#include <SPHSolids/Base/Simd.h>
#include <SPHSolids/Body/BodyArchive.h>
#include <Scenes/Models.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <memory>
#include <unistd.h>

namespace SPHSolids::Tools
{
namespace
{

constexpr std::string_view ModelPrefix = "model:";
constexpr std::uint32_t DefaultParticles = 5000;

constexpr const char* BakeFooter = R"(Examples:
  sphsolids bake chair.obj -o chair.sphbody
  sphsolids bake chair.glb -o chair.sphbody --radius 0.01
  sphsolids bake scan.stl -o scan.sphbody --particles 20000 --scale 0.001 --json scan.json --picture scan.png
  sphsolids bake shirt.obj -o shirt.sphbody --sheet always --thickness 0.002
  sphsolids bake model:bunny -o bunny.sphbody --particles 8000
  sphsolids bake props/*.obj --into bodies --shard 2/8 --json shard2.json)";

struct BakeOptions
{
	std::string source;
	std::vector<std::string> sources;
	std::string list, folder, shard = "1/1";
	bool force = false;
	std::string output;
	std::string json;
	std::string picture;
	std::string name;
	double scale = 1;
	std::size_t triangles = 20000; // of a sculpted model
	int threads = 0;
	bool noSkin = false;
	BakeSettings settings;
};

std::vector<std::pair<std::string, SamplingMethod>> Named(std::initializer_list<SamplingMethod> methods)
{
	std::vector<std::pair<std::string, SamplingMethod>> named;
	for (const SamplingMethod method : methods)
		named.emplace_back(SamplingMethodName(method), method);
	return named;
}
std::vector<std::pair<std::string, SheetMode>> Named(std::initializer_list<SheetMode> modes)
{
	std::vector<std::pair<std::string, SheetMode>> named;
	for (const SheetMode mode : modes)
		named.emplace_back(NameOf(mode), mode);
	return named;
}

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start)
{
	return std::chrono::duration<double>(Clock::now() - start).count();
}

Result<RenderMesh> LoadSource(const std::string& source, const BakeOptions& options)
{
	if (!source.starts_with(ModelPrefix))
		return ReadMesh(source, {.scale = options.scale});
	auto mesh = Scenes::BuildModel(source.substr(ModelPrefix.size()), options.triangles);
	if (mesh.IsOk())
		for (Vec3d& p : mesh.Value().positions)
			p *= options.scale;
	return mesh;
}

std::string NameOfSource(const std::string& source)
{
	if (source.starts_with(ModelPrefix))
		return source.substr(ModelPrefix.size());
	return std::filesystem::path(source).stem().string();
}

struct BakeTimes
{
	double read = 0, bake = 0, write = 0;
};

nlohmann::ordered_json MakeReport(const BakeOptions& options, const BakedBody& body, const BakeReport& bake, const BakeTimes& times,
	std::span<const std::byte> bytes, int threads)
{
	nlohmann::ordered_json json;
	json["source"] = options.source;
	json["body"] = options.output;
	json.update(DescribeBody(body));
	json["isSheet"] = bake.isSheet;
	json["samplingIterations"] = bake.samplingIterations;
	json["mesh"] = DescribeMesh(bake.mesh);
	nlohmann::ordered_json& seconds = json["seconds"];
	seconds["total"] = times.read + times.bake + times.write;
	seconds["read"] = times.read;
	for (const BakeReport::Stage& stage : bake.stages)
		seconds[stage.name] = stage.seconds;
	seconds["write"] = times.write;
	json["bakeSeconds"] = times.bake;
	json["peakRssMB"] = PeakMemoryMB();
	json["fileBytes"] = bytes.size();
	Hash64 hash;
	hash.AddSpan(bytes);
	json["hash"] = HexHash(hash.Value());
	json["threads"] = threads;
	json["simd"] = SimdName;
	json["version"] = Version();
	return json;
}

Status WriteJson(const std::string& file, const nlohmann::ordered_json& json)
{
	return WriteFileAtomically(file, json.dump(2) + "\n");
}

Status WritePicture(const BakeOptions& options, const RenderMesh& mesh, const BakedBody& body, const BakeReport& report, TaskRunner& tasks)
{
	auto picture = DrawBake(mesh, body, report, tasks);
	if (!picture.IsOk())
		return Error{options.picture + ": " + picture.Message()};
	if (Status status = Render::WritePng(options.picture, picture.Value()); !status.IsOk())
		return status;
	std::printf("Drew %s.\n", options.picture.c_str());
	return {};
}

int FailOrCancel(const std::string& sentence)
{
	return IsInterrupted() ? Fail("Cancelled; nothing was written.", InterruptedExitCode) : Fail(sentence);
}

int RunBakeMany(const BakeOptions& options)
{
	const auto shard = ParseShard(options.shard);
	if (!shard.IsOk())
		return Fail(shard.Message(), UsageExitCode);
	if (!options.output.empty() || !options.picture.empty() || !options.name.empty())
		return Fail("--output, --picture and --name are for one mesh; with --into bodies are named like their files.", UsageExitCode);
	if (Status status = CheckBakeSettings(options.settings); !status.IsOk())
		return Fail(status.Message(), UsageExitCode);
	BakeManyOptions many;
	many.sources = options.sources;
	many.list = options.list;
	many.folder = options.folder;
	many.shard = shard.Value();
	many.force = options.force;
	many.json = options.json;
	many.threads = options.threads;
	many.settings = options.settings;
	many.load = [&options](const std::string& source) { return LoadSource(source, options); };
	many.nameOf = NameOfSource;
	return BakeMany(many);
}

int RunBake(BakeOptions options)
{
	if (options.settings.particleRadius == 0 && options.settings.particleCount == 0)
		options.settings.particleCount = DefaultParticles;
	options.settings.skin = !options.noSkin;
	if (options.sources.empty() && options.list.empty())
		return Fail("MESH is required. See 'sphsolids bake --help'.", UsageExitCode);
	if (!options.folder.empty())
		return RunBakeMany(options);
	if (options.sources.size() != 1)
		return Fail("'" + options.sources[1]
				+ "' is a second mesh, and --output takes one. Several go --into a folder; see 'sphsolids bake --help'.",
			UsageExitCode);
	options.source = options.sources[0];
	if (options.output.empty())
		return Fail("--output is required. See 'sphsolids bake --help'.", UsageExitCode);
	if (Status status = CheckTarget(options.output, "--output"); !status.IsOk())
		return Fail(status.Message());
	for (const auto& [file, option] : {std::pair{options.json, "--json"}, {options.picture, "--picture"}})
		if (Status status = file.empty() ? Status() : CheckTarget(file, option); !status.IsOk())
			return Fail(status.Message());
	if (Status status = CheckBakeSettings(options.settings); !status.IsOk())
		return Fail(status.Message(), UsageExitCode);

	BakeTimes times;
	auto start = Clock::now();
	const auto tasks = MakeParallelTaskRunner(options.threads);
	const auto mesh = LoadSource(options.source, options);
	if (!mesh.IsOk())
		return FailOrCancel(mesh.Message());
	times.read = SecondsSince(start);

	start = Clock::now();
	ProgressPrinter progress(stderr);
	BakeReport report;
	auto baked = BakeBody(mesh.Value(), options.settings, *tasks, &progress, &report);
	progress.Finish();
	if (!baked.IsOk())
		return FailOrCancel(options.source + ": " + baked.Message());
	BakedBody& body = baked.Value();
	body.name = options.name.empty() ? NameOfSource(options.source) : options.name;
	times.bake = SecondsSince(start);

	start = Clock::now();
	const std::vector<std::byte> bytes = WriteBody(body);
	if (Status status = WriteFileAtomically(options.output, bytes); !status.IsOk())
		return Fail(status.Message());
	times.write = SecondsSince(start);
	PrintBody(body, bytes.size());
	std::printf("\nWrote %s in %.1f s.\n", options.output.c_str(), times.read + times.bake + times.write);
	if (!options.picture.empty())
		if (Status status = WritePicture(options, mesh.Value(), body, report, *tasks); !status.IsOk())
			return Fail(status.Message());
	if (!options.json.empty())
		if (Status status = WriteJson(options.json, MakeReport(options, body, report, times, bytes, tasks->WorkerCount())); !status.IsOk())
			return Fail(status.Message());
	return 0;
}

}

void AddBakeCommand(CLI::App& app, Action& action)
{
	const auto options = std::make_shared<BakeOptions>();
	CLI::App* command = app.add_subcommand("bake", "Turn a mesh into a particle body and say what is wrong with the mesh");
	command->footer(BakeFooter);
	command->add_option("MESH", options->sources, "OBJ, PLY, STL, glTF or GLB files, or model:NAME (see 'sphsolids models')")
		->type_name("");
	auto* output = command->add_option("-o,--output", options->output, "The .sphbody file to write, of one mesh")->type_name("FILE");
	auto* into =
		command->add_option("--into", options->folder, "Folder for the bodies of many meshes; what is up to date there is left alone");
	into->type_name("FOLDER")->excludes(output);
	command->add_option("--list", options->list, "File with one mesh a line, besides those named")->type_name("FILE")->needs(into);
	command->add_option("--shard", options->shard, "Only this part of many meshes, such as 2/8")->type_name("I/N")->needs(into);
	command->add_flag("--force", options->force, "Bake also what is up to date")->needs(into);
	BakeSettings& settings = options->settings;
	constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
	auto* radius = command->add_option("--radius", settings.particleRadius, "Particle radius in metres");
	radius->check(PositiveNumberOf("metres"))->type_name("METRES");
	command->add_option("--particles", settings.particleCount, "Number of particles, met within 2 % (default 5000)")
		->check(WholeNumber(1, most))
		->type_name("COUNT")
		->excludes(radius);
	AddChoice(command, "--method", settings.method, Named({SamplingMethod::Relaxed, SamplingMethod::Grid, SamplingMethod::BlueNoise}),
		"How particles are placed: relaxed (default), grid or bluenoise");
	AddChoice(command, "--sheet", settings.sheet, Named({SheetMode::Auto, SheetMode::Always, SheetMode::Never}),
		"One layer of particles (cloth): auto (default, where thin), always or never");
	command->add_option("--thickness", settings.sheetThickness, "Thickness of a sheet (default: of the mesh, or of a particle)")
		->check(PositiveNumberOf("metres"))
		->type_name("METRES");
	command->add_option("--scale", options->scale, "Factor from the mesh's unit to metres, such as 0.01 for centimetres")
		->check(PositiveNumberOf("metres per unit of the mesh"))
		->type_name("FACTOR");
	command->add_option("--triangles", options->triangles, "Triangles of a sculpted model (default 20000)")
		->check(WholeNumber(Scenes::MinModelTriangles, Scenes::MaxModelTriangles))
		->type_name("COUNT");
	command->add_option("--max-particles", settings.maxParticles, "Refuse to make more particles than this (default 4 million)")
		->check(WholeNumber(1, most))
		->type_name("COUNT");
	command->add_option("--seed", settings.seed, "Seed of sampling methods that draw random numbers")
		->check(WholeNumber(0, std::numeric_limits<std::uint64_t>::max()))
		->type_name("NUMBER");
	command->add_option("--name", options->name, "Name of the body (default: that of the file)")->type_name("NAME");
	command->add_flag("--no-skin", options->noSkin, "Leave the mesh out of the body");
	command->add_option("--json", options->json, "Write a report to this file")->type_name("FILE");
	command->add_option("--picture", options->picture, "Draw the particles by density and neighbours into this PNG")->type_name("FILE");
	command->add_option("--threads", options->threads, "Threads to use (default: all)")->check(WholeNumber(1, 1024))->type_name("COUNT");
	command->callback([options, &action] { action = [options] { return RunBake(*options); }; });
}

}
