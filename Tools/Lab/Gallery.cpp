#include <Lab/Gallery.h>

#include <Common/Files.h>
#include <Lab/RunHistory.h>
#include <Lab/SceneLibrary.h>
#include <Lab/ScenePicture.h>
#include <Render/Png.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace SPHSolids::Lab
{
namespace
{

namespace fs = std::filesystem;

/// Share of a scene after which most has happened and little has come to rest; vessels have to fill first.
double GoodMoment(std::string_view scene)
{
	return scene == "solid_fluid_coupling" || scene == "water_park" ? 0.9 : 0.45;
}

/// What a paper reports of the same scene.
struct PaperFigures
{
	std::string_view scene;
	std::string_view text;
};
constexpr PaperFigures PaperTable[] = {
	{"colliding_bunnies", "[KEE23] 14,070 particles: 114.5 ms elasticity + 132.9 ms pressure, Ryzen 7 5800X (8 cores)"},
	{"swinging_cloth", "[KEE23] 22,260 particles: 42.3 ms elasticity, Ryzen 7 5800X (8 cores)"},
	{"stretching_cube", "[KEE23] 10,852 particles: 72.1 ms elasticity, Ryzen 7 5800X (8 cores)"},
	{"twisting_beam", "[KEE23] 8,982 particles: 179.4 ms elasticity, Ryzen 7 5800X (8 cores)"},
	{"melting_duck", "[KEE23] 5,292 particles: 26.5 ms elasticity + 110.3 ms pressure, Ryzen 7 5800X (8 cores)"},
	{"moving_bunny", "[KBF21] 4,208 particles: 6.9 ms, Core i7-7700K (4 cores)"},
	{"scrambled_walrus", "[KBF21] 50k particles: 75.9 ms elasticity, Core i9-9900KF (8 cores)"},
	{"twisted_stiff_beam", "[KBF21] 18k particles: 15.0 ms elasticity, Core i9-9900KF (8 cores)"},
	{"funnel", "[KBF21] 240k solid and 1.2M fluid particles: 310.1 ms elasticity, Core i9-9900KF (8 cores)"},
};

std::string_view PaperOf(const std::string& scene)
{
	for (const PaperFigures& paper : PaperTable)
		if (paper.scene == scene)
			return paper.text;
	return "";
}

/// Plays one scene, writes its picture and returns its figures.
Result<Json> PlayOne(const std::string& name, const GallerySettings& settings, const fs::path& picture, TaskRunner& tasks)
{
	auto loaded = LoadScene(name, {});
	if (!loaded.IsOk())
		return loaded.TakeError();
	const SceneDescription& scene = loaded.Value().description;
	auto made = ScenePlayer::Create(scene, tasks, nullptr);
	if (!made.IsOk())
		return made.TakeError();
	ScenePlayer& player = *made.Value();
	FrameMeter meter;
	RunHistory history;
	history.AddStart(meter.Measure(player, tasks));
	const int last = std::max(1, static_cast<int>(GoodMoment(name) * scene.output.frames));
	const auto start = std::chrono::steady_clock::now();
	const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
	for (int frame = 1; frame <= last && (frame == 1 || seconds() < settings.secondsPerScene); ++frame)
	{
		player.PlayFrame(1 / scene.output.fps, tasks, [&](const StepReport& report, int steps) { history.AddStep(report, steps); });
		history.FinishFrame(meter.Measure(player, tasks));
	}
	RunFacts facts;
	facts.sceneFile = name;
	facts.wallSeconds = seconds();
	facts.threads = tasks.WorkerCount();
	facts.fps = scene.output.fps;
	const Json report = MakeRunReport(player, history, facts);

	PictureSettings look;
	look.render.width = settings.width;
	look.render.height = settings.height;
	look.caption = false;
	auto image = ScenePainter(player, look).Draw(meter, tasks);
	if (!image.IsOk())
		return image.TakeError();
	if (const Status status = Render::WritePng(picture, image.Value()); !status.IsOk())
		return Error{status.Message()};
	Json figures;
	figures["solid"] = report["particles"]["solid"];
	figures["fluid"] = report["particles"]["fluid"];
	figures["time"] = report["time"];
	figures["step"] = scene.world.time.elasticStep;
	figures["iterations"] = scene.world.solver.minimiser.iterations;
	figures["ms"] = report["msPerStep"]["total"]["median"];
	figures["machine"] = report["machine"];
	figures["threads"] = facts.threads;
	return figures;
}

std::string Counted(const Json& figures)
{
	const int solid = figures.value("solid", 0), fluid = figures.value("fluid", 0);
	std::string text = solid > 0 ? std::to_string(solid) + " solid" : "";
	if (fluid > 0)
		text += (text.empty() ? "" : ", ") + std::to_string(fluid) + " fluid";
	return text + " particles";
}

}

std::string WriteGalleryPage(const Json& figures)
{
	std::string page =
		"# Gallery\n\nEvery scene that comes with the program, played by `sphsolids run NAME` and drawn by the same program. Made by "
		"`sphsolids gallery Docs/gallery.md`;\n`--only NAME` plays one anew. Times are medians of a whole step while the machine "
		"was used by others as well: they say how scenes compare, the\nfigures to rely on are in [performance](performance.md). The "
		"papers' times are per step as printed there, on the processors named.\n";
	for (const LibraryScene& scene : LibraryScenes())
	{
		page += "\n## " + scene.name + "\n" + scene.description + "\n";
		if (!figures.contains(scene.name))
		{
			page += "\nNot played for this page yet.\n";
			continue;
		}
		const Json& known = figures[scene.name];
		char line[400];
		std::snprintf(line, sizeof line,
			"%s; elastic step %.3g ms, at most %d iterations; shown at %.2f s; %.1f ms a step on %d threads.\n", Counted(known).c_str(),
			1000 * known.value("step", 0.0), known.value("iterations", 0), known.value("time", 0.0), known.value("ms", 0.0),
			known.value("threads", 0));
		page += "\n![" + scene.name + "](images/gallery/" + scene.name + ".png)\n\n" + line;
		if (const std::string_view paper = PaperOf(scene.name); !paper.empty())
			page += "The paper: " + std::string(paper) + ".\n";
	}
	return page;
}

Status MakeGallery(const GallerySettings& settings, TaskRunner& tasks, const std::function<bool(const std::string&)>& tell)
{
	for (const std::string& name : settings.only)
		if (auto found = FindLibraryScene(name); !found.IsOk())
			return Error{found.Message()};
	const fs::path folder = settings.page.parent_path() / "images" / "gallery";
	std::error_code code;
	fs::create_directories(folder, code);
	if (code)
		return Error{"The folder '" + folder.string() + "' could not be made (" + code.message() + ")."};
	Json figures = Json::object();
	if (const auto bytes = Tools::ReadWholeFile(folder / "figures.json", SceneLimits::FileBytes); bytes.IsOk())
		if (const Json read = Json::parse(bytes.Value().begin(), bytes.Value().end(), nullptr, false); read.is_object())
			figures = read;
	for (const LibraryScene& scene : LibraryScenes())
	{
		if (!settings.only.empty() && std::find(settings.only.begin(), settings.only.end(), scene.name) == settings.only.end())
			continue;
		if (!tell(scene.name))
			break;
		auto played = PlayOne(scene.name, settings, folder / (scene.name + ".png"), tasks);
		if (!played.IsOk())
			return Error{scene.name + ": " + played.Message()};
		figures[scene.name] = played.TakeValue();
		// After each, so that stopping keeps what has been played.
		if (Status status = Tools::WriteFileAtomically(folder / "figures.json", figures.dump(1, '\t') + "\n"); !status.IsOk())
			return status;
		if (Status status = Tools::WriteFileAtomically(settings.page, WriteGalleryPage(figures)); !status.IsOk())
			return status;
	}
	return {};
}

}
