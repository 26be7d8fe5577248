#include "Command.h"
#include "OptionChecks.h"

#include <Common/Interrupt.h>
#include <Lab/Gallery.h>

#include <cstdio>
#include <memory>

namespace SPHSolids::Tools
{

void AddGalleryCommand(CLI::App& app, Action& action)
{
	const auto settings = std::make_shared<Lab::GallerySettings>();
	const auto page = std::make_shared<std::string>();
	CLI::App* command = app.add_subcommand("gallery", "Play and draw all scenes that come with the program, and write a page about them");
	command->footer("Examples:\n  sphsolids gallery Docs/gallery.md\n  sphsolids gallery Docs/gallery.md --only stacking,funnel");
	command->add_option("PAGE", *page, "Markdown file to write; pictures go to images/gallery beside it")->required()->type_name("");
	command->add_option("--only", settings->only, "Play these scenes anew and keep the others")
		->delimiter(',')
		->allow_extra_args(false)
		->type_name("NAME");
	command->add_option("--seconds", settings->secondsPerScene, "Longest that a scene is played, in real seconds (default 30)")
		->check(PositiveNumberOf("seconds"))
		->type_name("SECONDS");
	command->callback(
		[settings, page, &action]
		{
			action = [settings, page]
			{
				settings->page = *page;
				const auto tasks = MakeParallelTaskRunner(0);
				const Status status = Lab::MakeGallery(*settings, *tasks,
					[](const std::string& scene)
					{
						std::fprintf(stderr, "playing %s\n", scene.c_str());
						return !IsInterrupted();
					});
				if (!status.IsOk())
					return Fail(status.Message());
				std::printf("Wrote %s\n", page->c_str());
				return 0;
			};
		});
}

}
