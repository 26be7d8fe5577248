#pragma once

#include "Diagnostic.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace HeaderTool
{

/// What one Build.cs asks for on one platform, with or without the editor.
struct ModuleEvaluation
{
	std::string name, directory, platform, error;
	bool editor = false, external = false, exceptions = false, rtti = false;
	std::vector<std::string> publicDependencies, privateDependencies, definitions;

	bool DependsOn(const std::string& module) const;
};

struct ModuleEntry ///< of the .uplugin
{
	std::string name, type, loadingPhase;
	std::vector<std::string> platforms;
};

struct SourceFile
{
	std::string path;         ///< for messages
	std::string relativePath; ///< to the module's folder: "Public/SPHSolidComponent.h"
	std::string text;
};

/// Everything that R21, R22 and the plugin's own rules look at. Filled from disk by ReadPlugin, by hand in tests.
struct PluginDescription
{
	std::string descriptorPath;
	std::vector<ModuleEntry> modules;
	std::vector<std::string> plugins; ///< that the descriptor enables
	std::vector<ModuleEvaluation> evaluations;
	std::map<std::string, std::vector<SourceFile>> sources;   ///< by module
	std::map<std::string, std::set<std::string>> engineFiles; ///< host module to the headers that it offers, as they are included
};

/// @param evaluation JSON that Tests/Unreal/BuildRules/Evaluate.cs printed.
PluginDescription ReadPlugin(
	const std::filesystem::path& plugin, const std::string& evaluation, const std::filesystem::path& host, Diagnostics& diagnostics);

/// R21 (Build.cs and includes), R22 (IMPLEMENT_MODULE), P01 (descriptor and Build.cs files name the same modules), P02 (types and loading
/// phases), P03 (no editor module in a game, no exceptions or RTTI), P04 (other plugins whose modules are used are enabled).
void CheckPlugin(const PluginDescription& plugin, Diagnostics& diagnostics);

}
