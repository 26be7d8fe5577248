#include "PluginRules.h"

#include <gtest/gtest.h>

using namespace HeaderTool;

namespace
{

/// A plugin in which everything agrees; each test breaks one thing.
PluginDescription GoodPlugin()
{
	PluginDescription plugin;
	plugin.descriptorPath = "X.uplugin";
	plugin.modules = {{"XRuntime", "Runtime", "Default", {"Linux"}}, {"XEditor", "Editor", "PostEngineInit", {"Linux"}}};
	for (const bool editor : {true, false})
	{
		ModuleEvaluation runtime, tool, library;
		runtime.name = "XRuntime";
		runtime.directory = "/p/Source/XRuntime";
		runtime.platform = "Linux";
		runtime.editor = editor;
		runtime.publicDependencies = {"Core", "Engine"};
		tool = runtime;
		tool.name = "XEditor";
		tool.directory = "/p/Source/XEditor";
		tool.publicDependencies = {};
		tool.privateDependencies = {"Core", "UnrealEd", "XRuntime"};
		library = runtime;
		library.name = "XLibrary";
		library.directory = "/p/Source/ThirdParty/XLibrary";
		library.publicDependencies = {};
		library.external = true;
		plugin.evaluations.insert(plugin.evaluations.end(), {runtime, tool, library});
	}
	plugin.sources["XRuntime"] = {{"/p/Source/XRuntime/Public/Thing.h", "Public/Thing.h",
									  "#include \"CoreMinimal.h\"\n#include <vector>\n#include \"Engine/World.h\"\n"},
		{"/p/Source/XRuntime/Private/Module.cpp", "Private/Module.cpp",
			"#include \"Thing.h\"\nIMPLEMENT_MODULE(FDefaultModuleImpl, XRuntime)\n"}};
	plugin.sources["XEditor"] = {{"/p/Source/XEditor/Private/Module.cpp", "Private/Module.cpp",
		"#include \"CoreMinimal.h\"\n#include \"Editor.h\"\n#include \"Thing.h\"\nIMPLEMENT_MODULE(FDefaultModuleImpl, XEditor)\n"}};
	plugin.engineFiles = {
		{"Core", {"CoreMinimal.h"}}, {"Engine", {"Engine/World.h"}}, {"UnrealEd", {"Editor.h"}}, {"Niagara", {"NiagaraComponent.h"}}};
	return plugin;
}

std::string Sentences(const PluginDescription& plugin)
{
	Diagnostics diagnostics;
	CheckPlugin(plugin, diagnostics);
	std::string all;
	for (const Diagnostic& diagnostic : diagnostics)
		all += diagnostic.ToString() + "\n";
	return all;
}

void ForRuntime(PluginDescription& plugin, const std::function<void(ModuleEvaluation&)>& change)
{
	for (ModuleEvaluation& evaluation : plugin.evaluations)
		if (evaluation.name == "XRuntime")
			change(evaluation);
}

}

#define EXPECT_SAYS(plugin, words) EXPECT_NE(Sentences(plugin).find(words), std::string::npos) << Sentences(plugin)

TEST(PluginRules, APluginInWhichEverythingAgreesIsAccepted)
{
	EXPECT_EQ(Sentences(GoodPlugin()), "");
}

TEST(PluginRules, P01ModulesAndBuildFilesMatch)
{
	PluginDescription plugin = GoodPlugin();
	plugin.modules.push_back({"XGhost", "Runtime", "Default", {"Linux"}});
	EXPECT_SAYS(plugin, "P01: module XGhost has no Source");
	plugin = GoodPlugin();
	plugin.modules.erase(plugin.modules.begin());
	EXPECT_SAYS(plugin, "P01: module XRuntime is not listed");
	plugin = GoodPlugin();
	plugin.modules.push_back({"XLibrary", "Runtime", "Default", {"Linux"}});
	EXPECT_SAYS(plugin, "P01: external module XLibrary is listed");
}

TEST(PluginRules, P02TypesAndPhasesAreKnownAndInOrder)
{
	PluginDescription plugin = GoodPlugin();
	plugin.modules[0].type = "Game";
	EXPECT_SAYS(plugin, "unknown Type \"Game\"");
	plugin = GoodPlugin();
	plugin.modules[0].loadingPhase = "Early";
	EXPECT_SAYS(plugin, "unknown LoadingPhase \"Early\"");
	plugin = GoodPlugin();
	plugin.modules[1].loadingPhase = "PostConfigInit";
	EXPECT_SAYS(plugin, "XEditor loads in phase PostConfigInit, before XRuntime (Default)");
	plugin = GoodPlugin();
	plugin.modules[0].platforms.clear();
	EXPECT_SAYS(plugin, "no PlatformAllowList");
}

TEST(PluginRules, P03AGameNeedsNoEditorModule)
{
	PluginDescription plugin = GoodPlugin();
	ForRuntime(plugin, [](ModuleEvaluation& e) { e.privateDependencies.push_back("UnrealEd"); });
	plugin.sources["XRuntime"][1].text += "#include \"Editor.h\"\n";
	EXPECT_SAYS(plugin, "needs UnrealEd, which exists in the editor only");
	// Only when the editor is built: that is the usual way.
	plugin = GoodPlugin();
	ForRuntime(plugin,
		[](ModuleEvaluation& e)
		{
			if (e.editor)
				e.privateDependencies.push_back("UnrealEd");
		});
	plugin.sources["XRuntime"][1].text += "#include \"Editor.h\"\n";
	EXPECT_EQ(Sentences(plugin), "");
	plugin = GoodPlugin();
	ForRuntime(plugin, [](ModuleEvaluation& e) { e.exceptions = true; });
	EXPECT_SAYS(plugin, "turns on exceptions or RTTI");
}

TEST(PluginRules, P04PluginsInUseAreEnabledAndNoOthers)
{
	PluginDescription plugin = GoodPlugin();
	ForRuntime(plugin, [](ModuleEvaluation& e) { e.privateDependencies.push_back("Niagara"); });
	plugin.sources["XRuntime"][1].text += "#include \"NiagaraComponent.h\"\n";
	EXPECT_SAYS(plugin, "plugin Niagara, which the .uplugin does not enable");
	plugin.plugins = {"Niagara"};
	EXPECT_EQ(Sentences(plugin), "");
	plugin = GoodPlugin();
	plugin.plugins = {"Niagara"};
	EXPECT_SAYS(plugin, "enables the plugin Niagara but no module of ours uses it");
}

TEST(PluginRules, R21IncludesAndDependenciesAgree)
{
	PluginDescription plugin = GoodPlugin();
	ForRuntime(plugin, [](ModuleEvaluation& e) { e.publicDependencies = {"Core"}; });
	EXPECT_SAYS(plugin, "R21: includes \"Engine/World.h\" of module Engine, which XRuntime.Build.cs does not list");
	plugin = GoodPlugin();
	ForRuntime(plugin,
		[](ModuleEvaluation& e)
		{
			e.publicDependencies = {"Core"};
			e.privateDependencies = {"Engine"};
		});
	EXPECT_SAYS(plugin, "R21: a public header includes \"Engine/World.h\" of module Engine, which is a private dependency");
	plugin = GoodPlugin();
	ForRuntime(plugin, [](ModuleEvaluation& e) { e.privateDependencies.push_back("RHI"); });
	EXPECT_SAYS(plugin, "R21: lists RHI but no file");
	plugin = GoodPlugin();
	plugin.sources["XRuntime"][0].text += "#include \"Engine/NoSuch.h\"\n";
	EXPECT_SAYS(plugin, "R21: nobody offers \"Engine/NoSuch.h\"");
	plugin = GoodPlugin();
	ForRuntime(plugin, [](ModuleEvaluation& e) { e.directory = "/p/Source/Elsewhere"; });
	EXPECT_SAYS(plugin, "R21: module XRuntime stands in the folder Elsewhere");
	plugin = GoodPlugin();
	ForRuntime(plugin, [](ModuleEvaluation& e) { e.error = "declares no class XRuntime : ModuleRules"; });
	EXPECT_SAYS(plugin, "R21: cannot be evaluated for Linux: declares no class");
}

TEST(PluginRules, R22EachModuleIsImplementedOnceUnderItsName)
{
	PluginDescription plugin = GoodPlugin();
	plugin.sources["XRuntime"][1].text = "#include \"Thing.h\"\n";
	EXPECT_SAYS(plugin, "R22: module XRuntime has no IMPLEMENT_MODULE");
	plugin = GoodPlugin();
	plugin.sources["XRuntime"][1].text = "IMPLEMENT_MODULE(FDefaultModuleImpl, XRuntme)\n";
	EXPECT_SAYS(plugin, "R22: IMPLEMENT_MODULE names XRuntme");
	plugin = GoodPlugin();
	plugin.sources["XRuntime"][1].text += "IMPLEMENT_MODULE(FDefaultModuleImpl, XRuntime)\n";
	EXPECT_SAYS(plugin, "R22: module XRuntime has a second IMPLEMENT_MODULE");
}
