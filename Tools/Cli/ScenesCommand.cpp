#include "Command.h"

#include <Lab/SceneLibrary.h>

#include <cstdio>
#include <memory>

namespace SPHSolids::Tools
{
namespace
{

int ListScenes(const std::string& shown)
{
	if (!shown.empty())
	{
		const auto json = Lab::FindLibraryScene(shown);
		if (!json.IsOk())
			return Fail(json.Message());
		std::printf("%s\n", json.Value().dump(2).c_str());
		return 0;
	}
	for (const Lab::LibraryScene& scene : Lab::LibraryScenes())
		std::printf(
			"  %-20s %s\n  %-20s Docs/images/gallery/%s.png\n", scene.name.c_str(), scene.description.c_str(), "", scene.name.c_str());
	return 0;
}

}

void AddScenesCommand(CLI::App& app, Action& action)
{
	const auto shown = std::make_shared<std::string>();
	CLI::App* command = app.add_subcommand("scenes", "List the scenes that come with the program, or print one as a scene file");
	command->footer("Examples:\n  sphsolids scenes\n  sphsolids scenes --show welcome > my_scene.json");
	command->add_option("--show", *shown, "Print this scene as JSON, to start one's own from")->type_name("NAME");
	command->callback([shown, &action] { action = [shown] { return ListScenes(*shown); }; });
}

}
