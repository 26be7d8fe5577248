#include <Lab/Gallery.h>

#include <Common/Files.h>
#include <Lab/RunHistory.h>
#include <Lab/SceneLibrary.h>
#include <Lab/ScenePicture.h>
#include <Render/Montage.h>
#include <Render/Png.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>

namespace SPHSolids::Lab
{
namespace
{

namespace fs = std::filesystem;

constexpr int StripGap = 6; // pixels

/// Shares of a scene's frames that are shown, side by side where they are several.
struct GalleryMoments
{
	std::string_view scene;
	std::vector<double> shares;
};

std::vector<double> MomentsOf(std::string_view scene)
{
	static const GalleryMoments table[] = {
		{"scrambled_walrus", {0, 0.04, 1}},
		{"scrambled", {0, 0.1, 0.9}},
		{"melting_duck", {0.15, 0.45, 1}},
		{"moving_bunny", {0, 0.1, 1}},
		{"solid_fluid_coupling", {1}}, // vessels have to fill first
		{"water_park", {0.9}},
		{"funnel", {0.02, 0.36, 1}},
		{"double_dam_break", {0.3}},
		{"honey_coil", {1}},
		{"twisting_beam", {0.75}},
		{"cantilever", {0.12}},
		{"cantilever_alphas", {0.12}},
	};
	for (const GalleryMoments& moments : table)
		if (moments.scene == scene)
			return moments.shares;
	return {0.45}; // most has happened and little has come to rest
}

/// What a paper reports of the same scene, and in what ours differs from it as far as it says.
struct PaperFigures
{
	std::string_view scene;
	std::string_view text, processor, difference;
};
constexpr std::string_view Ryzen = ", Ryzen 7 5800X (8 cores)", CoreI9 = ", Core i9-9900KF (8 cores)", CoreI7 = ", Core i7-7700K (4 cores)";
constexpr PaperFigures PaperTable[] = {
	{"solid_fluid_coupling", "[KEE23] 359,256 particles: 1195.0 ms elasticity + 1566.7 ms pressure", Ryzen,
		"fewer particles, as many with `--full`"},
	{"colliding_bunnies", "[KEE23] 14,070 particles: 114.5 ms elasticity + 132.9 ms pressure", Ryzen, ""},
	{"swinging_cloth", "[KEE23] 22,260 particles, 1 iteration: 42.3 ms elasticity + 69.2 ms pressure", Ryzen,
		"two iterations: its middle then falls as far as with ten (1.37 and 1.39 m at 0.76 s), with one as in the paper to 1.93 m. "
		"Beside the same sheet as masses and springs: `sphsolids bench mass_spring`, [plot](validation.md)"},
	{"stretching_cube", "[KEE23] 10,852 particles: 72.1 ms elasticity + 78.6 ms pressure", Ryzen, "22 particles along each edge"},
	{"twisting_beam", "[KEE23] 8,982 particles: 179.4 ms elasticity + 188.4 ms pressure", Ryzen,
		"62 x 12 x 12 particles; stable Neo-Hookean, which agrees with the paper's for small strains and bears inversion"},
	{"melting_duck", "[KEE23] 5,292 particles: 26.5 ms elasticity + 110.3 ms pressure", Ryzen, ""},
	{"moving_bunny", "[KBF21] 4,208 particles: 6.9 ms; 64,055: 507 ms", CoreI7, "4,000 particles, 64,000 with `--full`"},
	{"scrambled_walrus", "[KBF21] 50k particles: 75.9 ms elasticity", CoreI9, "8,000 particles, 50,000 with `--full`"},
	{"twisted_stiff_beam", "[KBF21] 18k particles: 15.0 ms elasticity", CoreI9, "64 x 16 x 16 particles"},
	{"funnel", "[KBF21] 240k solid and 1.2M fluid particles: 310.1 ms elasticity + 877.8 ms pressure", CoreI9,
		"fewer particles, as many with `--full`; walruses a thirteenth as long, so a tenth of Young's modulus: gravity bends both about "
		"alike"},
	{"water_park", "[KBF21] 252k solid and 833k fluid particles; no time is given", "", "fewer particles, as many with `--full`"},
};

std::string PaperOf(const std::string& scene)
{
	for (const PaperFigures& paper : PaperTable)
		if (paper.scene == scene)
			return "The paper: " + std::string(paper.text) + std::string(paper.processor) + "."
				+ (paper.difference.empty() ? "" : " Ours: " + std::string(paper.difference) + ".");
	return "";
}

/// "corotated, E 1e+06 Pa, nu 0.33, alpha 1": each material of a scene once.
std::string MaterialsOf(const SceneDescription& scene)
{
	std::vector<std::string> known;
	for (const BodyDescription& body : scene.bodies)
	{
		const Material& material = body.material;
		char numbers[100];
		std::snprintf(numbers, sizeof numbers, ", E %.3g Pa, nu %.3g, alpha %.3g", material.young, material.poisson, material.alpha);
		for (const MaterialModelInfo& info : MaterialModels())
			if (info.model == material.model)
				if (const std::string text = std::string(info.name) + numbers; std::find(known.begin(), known.end(), text) == known.end())
					known.push_back(text);
	}
	std::string all;
	for (const std::string& text : known)
		all += (all.empty() ? "" : "; ") + text;
	return all;
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
	const std::vector<double> moments = MomentsOf(name);
	// A strip is as wide as a single picture.
	const int count = static_cast<int>(moments.size()),
			  width = count == 1 ? settings.width : (settings.width - (count - 1) * StripGap) / count;
	constexpr int Finer = 2; // drawn larger than it is shown
	PictureSettings look;
	look.render.width = Finer * width;
	look.render.height = Finer * (count == 1 ? settings.height : width);
	look.render.quality = Render::Quality::High;
	look.caption = false;
	look.legend = count == 1; // a strip has no room for it
	ScenePainter painter(player, look);
	Render::Montage strip;
	strip.gap = StripGap;
	strip.rows.emplace_back();
	double playing = 0, processor = 0; // s
	int frame = 0;
	for (const double moment : moments)
	{
		const int last = std::max(count == 1 ? 1 : 0, static_cast<int>(moment * scene.output.frames));
		for (; frame < last && (frame == 0 || playing < settings.secondsPerScene); ++frame)
		{
			const auto start = std::chrono::steady_clock::now();
			const std::clock_t processorStart = std::clock();
			player.PlayFrame(1 / scene.output.fps, tasks, [&](const StepReport& report, int steps) { history.AddStep(report, steps); });
			processor += static_cast<double>(std::clock() - processorStart) / CLOCKS_PER_SEC;
			playing += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
			history.FinishFrame(meter.Measure(player, tasks));
		}
		auto image = painter.Draw(meter, tasks);
		if (!image.IsOk())
			return image.TakeError();
		strip.rows.front().push_back(Render::Downsample(image.Value(), Finer));
	}
	const auto drawn = count == 1 ? Result<Render::Image>(strip.rows.front().front()) : Render::DrawMontage(strip);
	if (!drawn.IsOk())
		return Error{drawn.Message()};
	if (const Status status = Render::WritePng(picture, drawn.Value()); !status.IsOk())
		return Error{status.Message()};
	RunFacts facts;
	facts.sceneFile = name;
	facts.wallSeconds = playing;
	facts.threads = tasks.WorkerCount();
	facts.fps = scene.output.fps;
	const Json report = MakeRunReport(player, history, facts);

	Json figures;
	figures["solid"] = report["particles"]["solid"];
	figures["fluid"] = report["particles"]["fluid"];
	figures["time"] = report["time"];
	figures["step"] = scene.world.time.elasticStep;
	figures["iterations"] = scene.world.solver.minimiser.iterations;
	// What others do on the machine makes a step longer by the clock, but takes hardly more of the processor.
	figures["ms"] = 1000 * processor / (std::max(1, history.Steps()) * facts.threads);
	const double total = report["msPerStep"]["total"]["median"].get<double>();
	for (const char* stage : {"elasticity", "pressure"})
		figures[stage] = total > 0 ? report["msPerStep"][stage]["median"].get<double>() / total : 0;
	figures["materials"] = MaterialsOf(scene);
	figures["moments"] = count;
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

/// The processors that scenes were played on.
std::string ProcessorsOf(const Json& figures)
{
	std::vector<std::string> names;
	for (const Json& known : figures)
		if (known.contains("machine"))
			if (const std::string name = known["machine"].value("processor", "");
				std::find(names.begin(), names.end(), name) == names.end())
				names.push_back(name);
	std::string all;
	for (const std::string& name : names)
		all += (all.empty() ? "" : ", ") + name;
	return all;
}

/// The shares of the parts that the papers time.
std::string StagesOf(const Json& figures)
{
	std::string text;
	for (const char* stage : {"elasticity", "pressure"})
		if (const int percent = static_cast<int>(std::lround(100 * figures.value(stage, 0.0))); percent > 0)
			text += std::string(text.empty() ? ": " : ", ") + stage + " " + std::to_string(percent) + " %";
	return text;
}
}

std::string WriteGalleryPage(const Json& figures)
{
	std::string page =
		"# Gallery\n\nEvery scene that comes with the program, played by `sphsolids run NAME` and drawn by the same program. Made by "
		"`sphsolids gallery Docs/gallery.md`;\n`--only NAME` plays one anew. Times are processor time of a whole step divided by the "
		"threads, as a mean: what a step takes by the clock at least. The\nfigures to rely on are in [performance](performance.md). "
		"Ours are of "
		+ ProcessorsOf(figures) + "; the papers' times are per step as printed there, on the processors named.\n";
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
			"%s; elastic step %.3g ms, at most %d iterations; shown %s %.2f s. %.1f ms a step on %d threads%s.\n", Counted(known).c_str(),
			1000 * known.value("step", 0.0), known.value("iterations", 0), known.value("moments", 1) > 1 ? "from its start to" : "at",
			known.value("time", 0.0), known.value("ms", 0.0), known.value("threads", 0), StagesOf(known).c_str());
		const std::string materials = known.value("materials", "");
		page += "\n![" + scene.name + "](images/gallery/" + scene.name + ".png)\n\n"
			+ (materials.empty() ? "" : "Material: " + materials + ".\n") + line;
		if (const std::string paper = PaperOf(scene.name); !paper.empty())
			page += paper + "\n";
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
