#include <Lab/SceneLibrary.h>

#include <Common/BodyJson.h>
#include <Common/Files.h>
#include <Lab/ContactScenes.h>
#include <Lab/PaperScenes.h>
#include <Lab/WorldScenes.h>
#include <SPHSolids/Solid/Material.h>
#include <Scenes/SolidScenes.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace SPHSolids::Lab
{
namespace
{

using Tools::ToJson;

Json ToJson(const Material& material)
{
	Json json;
	for (const MaterialModelInfo& info : MaterialModels())
		if (info.model == material.model)
			json["model"] = std::string(info.name);
	json["young"] = material.young;
	json["poisson"] = material.poisson;
	json["density"] = material.density;
	json["alpha"] = material.alpha;
	return json;
}

/// All scenes that are kept as the text of a scene file.
std::vector<WorldScene> WrittenScenes()
{
	std::vector<WorldScene> scenes;
	for (const std::span<const WorldScene> table : {WorldScenes(), ContactScenes(), PaperScenes()})
		scenes.insert(scenes.end(), table.begin(), table.end());
	return scenes;
}

/// Colours that tell the elastic scenes apart in the gallery.
struct SceneTint
{
	std::string_view scene, colour;
};
constexpr SceneTint SceneTints[] = {{"reference_beam", "#C9553A"}, {"twisting_beam", "#2F9E8F"}, {"stretching_cube", "#E8973A"},
	{"swinging_cloth", "#B03A5B"}, {"scrambled", "#5B9B4F"}, {"cantilever", "#3D7FD0"}, {"twisted_stiff_beam", "#8566C2"},
	{"drop", "#F0405A"}};

/// An elastic scene of Tests/Scenes as a scene file would say it. Geometry and pins stay where they are defined.
Json FromSolidScene(const Scenes::SolidScene& scene, std::string_view description)
{
	Json json;
	json["name"] = scene.name;
	json["description"] = std::string(description);
	json["gravity"] = ToJson(scene.gravity);
	json["time"] = {{"elasticStep", scene.step}, {"maxStep", scene.step}, {"minStep", std::min(1e-4, scene.step)}};
	const MinimiserSettings& minimiser = scene.solver.minimiser;
	json["solver"] = {{"name", scene.solver.name}, {"iterations", minimiser.iterations}, {"window", minimiser.window},
		{"preconditioner", scene.solver.preconditioner}};
	json["sleep"] = {{"enabled", false}};
	Json body;
	body["name"] = "body";
	body["shape"] = {{"solid", scene.name}};
	body["material"] = ToJson(scene.body.material);
	body["damping"] = {{"viscosity", scene.body.damping.viscosity}, {"drag", scene.body.damping.drag}};
	body["collides"] = false;
	for (const SceneTint& tint : SceneTints)
		if (tint.scene == scene.name)
			body["colour"] = std::string(tint.colour);
	json["bodies"] = Json::array({body});
	// A frame is a whole number of steps, at most 50 a second where steps are shorter.
	const int stepsPerFrame = std::max(1, static_cast<int>(std::lround(0.02 / scene.step)));
	json["output"] = {{"frames", (scene.steps + stepsPerFrame - 1) / stepsPerFrame}, {"fps", 1 / (stepsPerFrame * scene.step)}};
	if (scene.name == "swinging_cloth")
	{
		// It swings from where it starts, level, to the other side of its corners.
		json["output"]["frame"] = {{"min", {-0.1, -0.8, -1.0}}, {"max", {2.2, 1.1, 0.1}}};
		json["bodies"][0]["finish"] = "matte";
	}
	return json;
}

}

const std::vector<LibraryScene>& LibraryScenes()
{
	static const std::vector<LibraryScene> scenes = []
	{
		std::vector<LibraryScene> list;
		for (const WorldScene& scene : WrittenScenes())
			list.push_back({std::string(scene.name), std::string(scene.description)});
		for (const Scenes::SolidSceneInfo& info : Scenes::SolidScenes())
			list.push_back({std::string(info.name), std::string(info.description)});
		return list;
	}();
	return scenes;
}

Result<Json> FindLibraryScene(std::string_view name)
{
	for (const WorldScene& scene : WrittenScenes())
		if (scene.name == name)
		{
			auto json = ParseSceneText(scene.json);
			if (json.IsOk())
			{
				json.Value()["name"] = std::string(scene.name);
				json.Value()["description"] = std::string(scene.description);
			}
			return json;
		}
	for (const Scenes::SolidSceneInfo& info : Scenes::SolidScenes())
		if (info.name == name)
			return FromSolidScene(Scenes::FindSolidScene(name).TakeValue(), info.description);
	std::vector<std::string> names;
	for (const LibraryScene& scene : LibraryScenes())
		names.push_back(scene.name);
	const std::string nearest = Suggestion(name.substr(0, 100), names);
	return Error{"There is neither a file nor a scene named '" + std::string(name.substr(0, 200)) + "'; "
		+ (nearest.empty() ? "'sphsolids scenes' lists the scenes." : nearest)};
}

Result<std::vector<std::string>> FullSizeChanges(std::string_view name)
{
	for (const WorldScene& scene : WrittenScenes())
		if (scene.name == name && !scene.full.empty())
		{
			std::vector<std::string> changes;
			std::istringstream words{std::string(scene.full)};
			for (std::string change; words >> change;)
				changes.push_back(change);
			return changes;
		}
	std::string known;
	for (const WorldScene& scene : WrittenScenes())
		if (!scene.full.empty())
			known += (known.empty() ? "" : ", ") + std::string(scene.name);
	return Error{"There is no larger version of '" + std::string(name.substr(0, 200)) + "'; --full is for " + known + "."};
}

Result<LoadedScene> LoadScene(const std::string& nameOrFile, std::span<const std::string> changes, bool allowsOutside)
{
	LoadedScene loaded;
	std::filesystem::path folder;
	std::error_code ignored;
	const bool looksLikeFile = nameOrFile.ends_with(".json") || nameOrFile.find('/') != std::string::npos;
	// A folder of results often has the name of its scene.
	const bool isFile =
		looksLikeFile || (std::filesystem::exists(nameOrFile, ignored) && !std::filesystem::is_directory(nameOrFile, ignored));
	if (isFile)
	{
		auto bytes = Tools::ReadWholeFile(nameOrFile, SceneLimits::FileBytes);
		if (!bytes.IsOk())
			return bytes.TakeError();
		auto json = ParseSceneText({reinterpret_cast<const char*>(bytes.Value().data()), bytes.Value().size()});
		if (!json.IsOk())
			return Error{nameOrFile + ": " + json.Message()};
		loaded.json = json.TakeValue();
		folder = std::filesystem::path(nameOrFile).parent_path();
	}
	else
	{
		auto json = FindLibraryScene(nameOrFile);
		if (!json.IsOk())
			return json.TakeError();
		loaded.json = json.TakeValue();
	}
	for (const std::string& change : changes)
		if (const Status status = ApplyOverride(loaded.json, change); !status.IsOk())
			return Error{status.Message()};
	auto description = ReadScene(loaded.json, {folder, allowsOutside || !isFile});
	if (!description.IsOk())
		return Error{nameOrFile + ": " + description.Message()};
	loaded.description = description.TakeValue();
	if (loaded.description.name.empty())
		loaded.description.name = std::filesystem::path(nameOrFile).stem().string();
	return loaded;
}

}
