#include "Command.h"
#include "OptionChecks.h"

#include <Common/Files.h>
#include <Common/Interrupt.h>
#include <Lab/SceneLibrary.h>
#if SPHSOLIDS_HAS_WINDOW
#include <View/Window.h>
#endif

#include <cstdlib>
#include <memory>

namespace SPHSolids::Tools
{
namespace
{

struct ViewCommandOptions
{
	std::string scene, script, settings, out = "out/view";
	std::vector<std::string> changes;
	int threads = 0, width = 0, height = 0;
	bool allowsOutside = false;
};

#if SPHSOLIDS_HAS_WINDOW
std::filesystem::path SettingsFile()
{
	const char* config = std::getenv("XDG_CONFIG_HOME");
	const char* home = std::getenv("HOME");
	if (config != nullptr && *config != 0)
		return std::filesystem::path(config) / "sphsolids" / "view.json";
	return home != nullptr ? std::filesystem::path(home) / ".config" / "sphsolids" / "view.json" : std::filesystem::path();
}

int RunView(const ViewCommandOptions& options)
{
	auto loaded = Lab::LoadScene(options.scene, options.changes, options.allowsOutside);
	if (!loaded.IsOk())
		return Fail(loaded.Message());
	View::WindowOptions window;
	window.scene = loaded.TakeValue();
	window.threads = options.threads;
	window.width = options.width;
	window.height = options.height;
	window.folder = options.out;
	if (!options.script.empty())
	{
		const auto bytes = ReadWholeFile(options.script, 1 << 20);
		if (!bytes.IsOk())
			return Fail(bytes.Message());
		auto script = View::ReadScript({reinterpret_cast<const char*>(bytes.Value().data()), bytes.Value().size()});
		if (!script.IsOk())
			return Fail(options.script + ": " + script.Message());
		window.script = script.TakeValue();
	}
	window.settings = !options.settings.empty() ? std::filesystem::path(options.settings)
		: options.script.empty()                ? SettingsFile()
												: std::filesystem::path();
	const Status status = View::RunWindow(window);
	if (!status.IsOk())
		return Fail(status.Message());
	return IsInterrupted() ? InterruptedExitCode : 0;
}
#else
int RunView(const ViewCommandOptions&)
{
	return Fail(
		"This program was built without its window; apt-get install libglfw3-dev libimgui-dev libepoxy-dev, then configure and build "
		"again.");
}
#endif

}

void AddViewCommand(CLI::App& app, Action& action)
{
	const auto options = std::make_shared<ViewCommandOptions>();
	CLI::App* command = app.add_subcommand("view", "Play a scene in a window: grab, poke, drop, pour, change it");
	command->footer("Examples:\n  sphsolids view welcome\n  sphsolids view scene.json --set solver.iterations=5\nKeys and mouse: press H "
					"in the window.");
	command->add_option("SCENE", options->scene, "A JSON file, or the name of a scene (see 'sphsolids scenes')")->required()->type_name("");
	command->add_option("--set", options->changes, "Change a value of the scene, any number of times")
		->allow_extra_args(false)
		->type_name("PATH.TO.KEY=VALUE");
	command->add_option("--threads", options->threads, "Threads to use (default: all)")->check(WholeNumber(1, 1024))->type_name("COUNT");
	command->add_option("--width", options->width, "Of the window (default: as last time)")
		->check(WholeNumber(320, 7680))
		->type_name("PIXELS");
	command->add_option("--height", options->height, "Of the window (default: as last time)")
		->check(WholeNumber(240, 4320))
		->type_name("PIXELS");
	command->add_flag("--allow-outside", options->allowsOutside, "Let the scene name files that do not lie in its own folder");
	command->add_option("--out", options->out, "Folder for screenshots and recordings (default: out/view)")->type_name("DIR");
	command->add_option("--script", options->script, "Do what this file says instead of waiting for a person (Tools/View/Script.h)")
		->type_name("FILE");
	command->add_option("--settings", options->settings, "Where settings are remembered (default: the user's configuration folder)")
		->type_name("FILE");
	command->callback([options, &action] { action = [options] { return RunView(*options); }; });
}

}
