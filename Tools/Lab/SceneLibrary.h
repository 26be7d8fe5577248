#pragma once

#include <Lab/SceneReader.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace SPHSolids::Lab
{

/// A scene that comes with the program.
struct LibraryScene
{
	std::string name;
	std::string description;
};
/// All of them, in the order they should be shown.
const std::vector<LibraryScene>& LibraryScenes();

/// The JSON of a scene by name, as it would stand in a file; an Error suggests the nearest name.
Result<Json> FindLibraryScene(std::string_view name);

struct LoadedScene
{
	Json json; ///< with the changes of the command line
	SceneDescription description;
};

/// Changes that make one of our scenes as large as in its paper. An Error names the scenes that have such.
Result<std::vector<std::string>> FullSizeChanges(std::string_view name);

/// A scene by the name of a file or of the library, with changes made ("solver.iterations=5"). An Error names the file.
/// @param allowsOutside The scene may name files that do not lie below its own folder.
Result<LoadedScene> LoadScene(const std::string& nameOrFile, std::span<const std::string> changes, bool allowsOutside = false);

}
