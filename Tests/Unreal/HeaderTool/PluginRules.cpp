#include "PluginRules.h"

#include "Lexer.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

namespace HeaderTool
{
namespace
{

namespace fs = std::filesystem;
using nlohmann::json;

// dev.epicgames.com/documentation/unreal-engine/API/Runtime/Projects/EHostType__Type and ELoadingPhase__Type
const std::set<std::string> ModuleTypes{"Runtime", "RuntimeNoCommandlet", "RuntimeAndProgram", "CookedOnly", "UncookedOnly",
	"DeveloperTool", "Editor", "EditorNoCommandlet", "EditorAndProgram", "Program", "ServerOnly", "ClientOnly", "ClientOnlyNoCommandlet"};
/// In the order in which they happen.
constexpr std::array LoadingPhases{"EarliestPossible", "PostConfigInit", "PostSplashScreen", "PreEarlyLoadingScreen", "PreLoadingScreen",
	"PreDefault", "Default", "PostDefault", "PostEngineInit", "None"};
const std::set<std::string> EditorModules{"UnrealEd", "AssetTools", "AssetDefinition", "PropertyEditor", "EditorFramework",
	"EditorSubsystem", "ContentBrowser", "ContentBrowserData", "LevelEditor", "Kismet", "WorkspaceMenuStructure", "ComponentVisualizers",
	"AdvancedPreviewScene", "DataValidation", "NiagaraEditor", "BlueprintGraph", "MaterialEditor", "MeshUtilities", "SourceControl"};
/// Modules that live in a plugin of the engine rather than in the engine itself.
const std::map<std::string, std::string> PluginOfModule{{"Niagara", "Niagara"}, {"NiagaraCore", "Niagara"}, {"NiagaraShader", "Niagara"},
	{"NiagaraEditor", "Niagara"}, {"NiagaraVertexFactories", "Niagara"}, {"DataValidation", "DataValidation"},
	{"GeometryCache", "GeometryCache"}, {"ProceduralMeshComponent", "ProceduralMeshComponent"},
	{"PythonScriptPlugin", "PythonScriptPlugin"}};
/// Headers of external modules, by the start of the include.
const std::map<std::string, std::string> ExternalIncludes{
	{"Eigen/", "SPHSolidsEigen"}, {"tbb/", "SPHSolidsTBB"}, {"oneapi/", "SPHSolidsTBB"}};

std::string ReadFile(const fs::path& path)
{
	std::ifstream stream(path, std::ios::binary);
	std::ostringstream text;
	text << stream.rdbuf();
	return text.str();
}

std::vector<std::string> Strings(const json& object, const char* key)
{
	return object.contains(key) ? object[key].get<std::vector<std::string>>() : std::vector<std::string>();
}

int PhaseIndex(const std::string& phase)
{
	const auto found = std::find(LoadingPhases.begin(), LoadingPhases.end(), phase);
	return found == LoadingPhases.end() ? -1 : static_cast<int>(found - LoadingPhases.begin());
}

bool Has(const std::vector<std::string>& list, const std::string& value)
{
	return std::find(list.begin(), list.end(), value) != list.end();
}

bool IsEditorType(const std::string& type)
{
	return type == "Editor" || type == "EditorNoCommandlet" || type == "EditorAndProgram" || type == "UncookedOnly";
}

class PluginChecker
{
public:
	PluginChecker(const PluginDescription& description, Diagnostics& out)
		: plugin(description)
		, diagnostics(out)
	{
	}

	void Run()
	{
		CheckDescriptor();
		std::set<std::string> seen;
		for (const ModuleEvaluation& evaluation : plugin.evaluations)
		{
			CheckEvaluation(evaluation);
			if (evaluation.error.empty() && !evaluation.external && seen.insert(evaluation.name).second)
			{
				CheckImplementation(evaluation);
				CheckIncludes(evaluation);
			}
		}
		CheckPluginReferences();
	}

private:
	void Report(const std::string& file, int line, const char* rule, std::string message)
	{
		diagnostics.push_back({file, line, rule, std::move(message)});
	}
	void ReportBuild(const ModuleEvaluation& evaluation, const char* rule, std::string message)
	{
		const std::string file = evaluation.directory + "/" + evaluation.name + ".Build.cs";
		// The same complaint comes back for every platform: once is enough.
		for (const Diagnostic& diagnostic : diagnostics)
			if (diagnostic.file == file && diagnostic.message == message)
				return;
		Report(file, 1, rule, std::move(message));
	}

	const ModuleEntry* FindEntry(const std::string& name) const
	{
		const auto found =
			std::find_if(plugin.modules.begin(), plugin.modules.end(), [&](const ModuleEntry& entry) { return entry.name == name; });
		return found == plugin.modules.end() ? nullptr : &*found;
	}

	void CheckDescriptor()
	{
		for (const ModuleEntry& entry : plugin.modules)
		{
			if (std::none_of(
					plugin.evaluations.begin(), plugin.evaluations.end(), [&](const ModuleEvaluation& e) { return e.name == entry.name; }))
				Report(plugin.descriptorPath, 1, "P01",
					"module " + entry.name + " has no Source/" + entry.name + "/" + entry.name + ".Build.cs; add it or delete the entry.");
			if (!ModuleTypes.count(entry.type))
				Report(plugin.descriptorPath, 1, "P02",
					"module " + entry.name + " has the unknown Type \"" + entry.type + "\"; Runtime and Editor are the usual ones.");
			if (PhaseIndex(entry.loadingPhase) < 0)
				Report(plugin.descriptorPath, 1, "P02",
					"module " + entry.name + " has the unknown LoadingPhase \"" + entry.loadingPhase
						+ "\"; Default and PostEngineInit are the usual ones.");
			if (entry.platforms.empty())
				Report(plugin.descriptorPath, 1, "P02", "module " + entry.name + " names no PlatformAllowList; the store asks for one.");
		}
	}

	void CheckEvaluation(const ModuleEvaluation& evaluation)
	{
		if (!evaluation.error.empty())
		{
			ReportBuild(evaluation, "R21", "cannot be evaluated for " + evaluation.platform + ": " + evaluation.error);
			return;
		}
		const std::string folder = fs::path(evaluation.directory).filename().string();
		if (folder != evaluation.name)
			ReportBuild(evaluation, "R21", "module " + evaluation.name + " stands in the folder " + folder + "; the names must be equal.");
		const ModuleEntry* entry = FindEntry(evaluation.name);
		if (evaluation.external == (entry != nullptr))
			ReportBuild(evaluation, "P01",
				entry ? "external module " + evaluation.name
						+ " is listed in the .uplugin; external modules are not loaded, delete the entry."
					  : "module " + evaluation.name + " is not listed in the .uplugin, so nobody loads it; add an entry.");
		if (evaluation.exceptions || evaluation.rtti)
			ReportBuild(
				evaluation, "P03", "module " + evaluation.name + " turns on exceptions or RTTI; all our modules are written without.");
		if (entry)
			CheckDependencies(evaluation, *entry);
	}

	void CheckDependencies(const ModuleEvaluation& evaluation, const ModuleEntry& entry)
	{
		std::vector<std::string> all = evaluation.publicDependencies;
		all.insert(all.end(), evaluation.privateDependencies.begin(), evaluation.privateDependencies.end());
		for (const std::string& dependency : all)
		{
			const ModuleEntry* other = FindEntry(dependency);
			const bool isEditorModule = EditorModules.count(dependency) || (other && IsEditorType(other->type));
			if (isEditorModule && !IsEditorType(entry.type) && !evaluation.editor)
				ReportBuild(evaluation, "P03",
					"module " + evaluation.name + " needs " + dependency
						+ ", which exists in the editor only; packaged games would not build.");
			if (other && PhaseIndex(other->loadingPhase) > PhaseIndex(entry.loadingPhase))
				ReportBuild(evaluation, "P02",
					"module " + evaluation.name + " loads in phase " + entry.loadingPhase + ", before " + dependency + " ("
						+ other->loadingPhase + ") which it needs; load that one first.");
			if (std::count(all.begin(), all.end(), dependency) > 1)
				ReportBuild(evaluation, "R21", "module " + evaluation.name + " lists " + dependency + " twice; keep one.");
		}
	}

	const std::vector<SourceFile>& SourcesOf(const std::string& module) const
	{
		static const std::vector<SourceFile> none;
		const auto found = plugin.sources.find(module);
		return found == plugin.sources.end() ? none : found->second;
	}

	void CheckImplementation(const ModuleEvaluation& evaluation)
	{
		int count = 0;
		for (const SourceFile& source : SourcesOf(evaluation.name))
		{
			const std::vector<Token> tokens = Tokenise(source.text);
			for (std::size_t i = 0; i + 4 < tokens.size(); ++i)
			{
				if (!tokens[i].Is("IMPLEMENT_MODULE") && !tokens[i].Is("IMPLEMENT_GAME_MODULE"))
					continue;
				++count;
				if (!tokens[i + 4].Is(evaluation.name))
					Report(source.path, tokens[i].line, "R22",
						tokens[i].text + " names " + tokens[i + 4].text + " but stands in module " + evaluation.name + ".");
				if (count > 1)
					Report(source.path, tokens[i].line, "R22", "module " + evaluation.name + " has a second IMPLEMENT_MODULE; keep one.");
			}
		}
		if (count == 0)
			ReportBuild(evaluation, "R22",
				"module " + evaluation.name + " has no IMPLEMENT_MODULE; write IMPLEMENT_MODULE(FDefaultModuleImpl, " + evaluation.name
					+ ") in one source file.");
	}

	/// The module that an include comes from; empty if it is the module itself or the standard library, "?" if nobody knows it.
	std::string OriginOf(const std::string& include, bool angled, const SourceFile& source, const std::string& module) const
	{
		if (include.size() > 12 && include.substr(include.size() - 12) == ".generated.h")
			return "CoreUObject";
		const std::string folder = fs::path(source.relativePath).parent_path().string();
		for (const SourceFile& own : SourcesOf(module))
			if (own.relativePath == "Public/" + include || own.relativePath == "Private/" + include
				|| own.relativePath == (fs::path(folder) / include).lexically_normal())
				return {};
		for (const auto& [other, files] : plugin.sources)
			for (const SourceFile& file : files)
				if (file.relativePath == "Public/" + include)
					return other;
		for (const auto& [start, other] : ExternalIncludes)
			if (include.rfind(start, 0) == 0)
				return other;
		for (const auto& [other, files] : plugin.engineFiles)
			if (files.count(include))
				return other;
		return angled ? std::string() : "?";
	}

	void CheckIncludes(const ModuleEvaluation& evaluation)
	{
		std::set<std::string> used;
		for (const SourceFile& source : SourcesOf(evaluation.name))
			for (const Token& token : Tokenise(source.text))
			{
				bool angled = false;
				const std::string include = IncludeOf(token, &angled);
				if (include.empty())
					continue;
				const std::string origin = OriginOf(include, angled, source, evaluation.name);
				if (origin.empty())
					continue;
				used.insert(origin);
				const bool isPublic = source.relativePath.rfind("Public/", 0) == 0;
				if (origin == "?")
					Report(source.path, token.line, "R21",
						"nobody offers \"" + include
							+ "\"; correct the path, or add the header to the host with the page it was checked against.");
				else if (!evaluation.DependsOn(origin))
					Report(source.path, token.line, "R21",
						"includes \"" + include + "\" of module " + origin + ", which " + evaluation.name
							+ ".Build.cs does not list; add it.");
				else if (isPublic && !Has(evaluation.publicDependencies, origin))
					Report(source.path, token.line, "R21",
						"a public header includes \"" + include + "\" of module " + origin
							+ ", which is a private dependency; move it to PublicDependencyModuleNames.");
			}
		for (const std::vector<std::string>* list : {&evaluation.publicDependencies, &evaluation.privateDependencies})
			for (const std::string& dependency : *list)
				if (!used.count(dependency) && !IsExternal(dependency))
					ReportBuild(evaluation, "R21",
						"lists " + dependency + " but no file of " + evaluation.name + " includes anything of it; delete it.");
	}

	bool IsExternal(const std::string& module) const
	{
		return std::any_of(plugin.evaluations.begin(), plugin.evaluations.end(),
			[&](const ModuleEvaluation& e) { return e.name == module && e.external; });
	}

	void CheckPluginReferences()
	{
		std::set<std::string> needed;
		for (const ModuleEvaluation& evaluation : plugin.evaluations)
			for (const std::vector<std::string>* list : {&evaluation.publicDependencies, &evaluation.privateDependencies})
				for (const std::string& dependency : *list)
					if (const auto found = PluginOfModule.find(dependency); found != PluginOfModule.end())
					{
						needed.insert(found->second);
						if (!Has(plugin.plugins, found->second))
							ReportBuild(evaluation, "P04",
								"needs module " + dependency + " of the plugin " + found->second
									+ ", which the .uplugin does not enable; add it to Plugins.");
					}
		for (const std::string& name : plugin.plugins)
			if (!needed.count(name))
				Report(plugin.descriptorPath, 1, "P04", "enables the plugin " + name + " but no module of ours uses it; delete the entry.");
	}

	const PluginDescription& plugin;
	Diagnostics& diagnostics;
};

void ReadDescriptor(const fs::path& plugin, PluginDescription& description, Diagnostics& diagnostics)
{
	for (const auto& file : fs::directory_iterator(plugin))
		if (file.path().extension() == ".uplugin")
			description.descriptorPath = file.path().string();
	const json descriptor = json::parse(ReadFile(description.descriptorPath), nullptr, false);
	if (descriptor.is_discarded())
	{
		diagnostics.push_back(
			{description.descriptorPath.empty() ? plugin.string() : description.descriptorPath, 1, "P01", "is not valid JSON."});
		return;
	}
	for (const json& module : descriptor.value("Modules", json::array()))
		description.modules.push_back({module.value("Name", ""), module.value("Type", ""), module.value("LoadingPhase", "Default"),
			Strings(module, "PlatformAllowList")});
	for (const json& reference : descriptor.value("Plugins", json::array()))
		if (reference.value("Enabled", false))
			description.plugins.push_back(reference.value("Name", ""));
}

void ReadSources(const ModuleEvaluation& evaluation, PluginDescription& description)
{
	std::vector<SourceFile>& sources = description.sources[evaluation.name];
	if (!sources.empty())
		return;
	for (const auto& file : fs::recursive_directory_iterator(evaluation.directory))
		if (file.path().extension() == ".h" || file.path().extension() == ".cpp")
			sources.push_back(
				{file.path().string(), fs::relative(file.path(), evaluation.directory).generic_string(), ReadFile(file.path())});
	std::sort(sources.begin(), sources.end(), [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
}

}

bool ModuleEvaluation::DependsOn(const std::string& module) const
{
	return Has(publicDependencies, module) || Has(privateDependencies, module);
}

PluginDescription ReadPlugin(const fs::path& plugin, const std::string& evaluation, const fs::path& host, Diagnostics& diagnostics)
{
	PluginDescription description;
	ReadDescriptor(plugin, description, diagnostics);
	const json modules = json::parse(evaluation, nullptr, false);
	if (modules.is_discarded())
	{
		diagnostics.push_back({plugin.string(), 1, "P01", "the evaluation of the Build.cs files is not valid JSON."});
		return description;
	}
	for (const json& module : modules)
	{
		ModuleEvaluation one;
		one.name = module.value("name", "");
		one.directory = module.value("directory", "");
		one.platform = module.value("platform", "");
		one.editor = module.value("editor", false);
		one.error = module.value("error", "");
		one.external = module.value("external", false);
		one.exceptions = module.value("exceptions", false);
		one.rtti = module.value("rtti", false);
		one.publicDependencies = Strings(module, "public");
		one.privateDependencies = Strings(module, "private");
		one.definitions = Strings(module, "publicDefinitions");
		if (one.error.empty() && !one.external)
			ReadSources(one, description);
		description.evaluations.push_back(std::move(one));
	}
	if (fs::is_directory(host))
		for (const auto& module : fs::directory_iterator(host))
			if (const fs::path headers = module.path() / "Public"; fs::is_directory(headers))
				for (const auto& file : fs::recursive_directory_iterator(headers))
					if (file.is_regular_file())
						description.engineFiles[module.path().filename().string()].insert(
							fs::relative(file.path(), headers).generic_string());
	return description;
}

void CheckPlugin(const PluginDescription& plugin, Diagnostics& diagnostics)
{
	PluginChecker(plugin, diagnostics).Run();
}

}
