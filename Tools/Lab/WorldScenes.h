#pragma once

#include <span>
#include <string_view>

namespace SPHSolids::Lab
{

/// A scene of the whole world (bodies, fluids, boundaries, rigid bodies), as the text of a scene file without name and description.
struct WorldScene
{
	std::string_view name;
	std::string_view description;
	std::string_view json;
	/// Changes that make it as large as in the paper, as --set takes them, separated by blanks; empty: it is, or no paper has it.
	std::string_view full = {};
};
std::span<const WorldScene> WorldScenes();

}
