#include "Command.h"

#include <Scenes/Models.h>

#include <cstdio>

namespace SPHSolids::Tools
{

void AddModelsCommand(CLI::App& app, Action& action)
{
	CLI::App* command = app.add_subcommand("models", "List the sculpted sample models that can be baked without a file");
	command->footer("Example:\n  sphsolids bake model:bunny -o bunny.sphbody");
	command->callback(
		[&action]
		{
			action = []
			{
				for (const Scenes::ModelInfo& model : Scenes::Models())
					std::printf("%-10s %s\n", model.name.c_str(), model.description.c_str());
				return 0;
			};
		});
}

}
