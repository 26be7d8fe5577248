#include "Command.h"
#include "OptionChecks.h"

#include <Common/MeshWriter.h>
#include <Scenes/Models.h>

#include <cstdio>
#include <filesystem>
#include <memory>

namespace SPHSolids::Tools
{
namespace
{

struct ModelsOptions
{
	std::vector<std::string> names;
	std::string folder;
	std::size_t triangles = 20000;
	double unitsPerMetre = 1;
};

int ListModels()
{
	for (const Scenes::ModelInfo& model : Scenes::Models())
		std::printf("%-10s %s\n", model.name.c_str(), model.description.c_str());
	return 0;
}

int WriteModels(const ModelsOptions& options)
{
	for (const std::string& name : options.names)
	{
		auto mesh = Scenes::BuildModel(name, options.triangles);
		if (!mesh.IsOk())
			return Fail(mesh.Message());
		for (Vec3d& place : mesh.Value().positions)
			place *= options.unitsPerMetre;
		const std::filesystem::path file = std::filesystem::path(options.folder) / (name + ".obj");
		if (Status status = WriteMesh(file, mesh.Value(), MeshCoding::Ascii); !status.IsOk())
			return Fail(status.Message());
		std::printf("Wrote %s.\n", file.string().c_str());
	}
	return 0;
}

}

void AddModelsCommand(CLI::App& app, Action& action)
{
	const auto options = std::make_shared<ModelsOptions>();
	CLI::App* command = app.add_subcommand("models", "List the sculpted sample models that can be baked without a file, or write them");
	command->footer("Examples:\n  sphsolids bake model:bunny -o bunny.sphbody\n  sphsolids models bunny duck --write meshes --units 100");
	auto* names = command->add_option("NAME", options->names, "Models to write")->type_name("");
	auto* write =
		command->add_option("--write", options->folder, "Write NAME.obj of each into this folder")->type_name("FOLDER")->needs(names);
	names->needs(write);
	command->add_option("--triangles", options->triangles, "Triangles of a model (default 20000)")
		->check(WholeNumber(Scenes::MinModelTriangles, Scenes::MaxModelTriangles))
		->type_name("COUNT");
	command->add_option("--units", options->unitsPerMetre, "Units per metre, such as 100 for centimetres")
		->check(PositiveNumberOf("units per metre"))
		->type_name("FACTOR");
	command->callback([options, &action] { action = [options] { return options->names.empty() ? ListModels() : WriteModels(*options); }; });
}

}
