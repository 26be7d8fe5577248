// The header tool of the headless host: stands in for the engine's header tool, and checks more than that one does.

#include "Parser.h"
#include "PluginRules.h"
#include "Reference.h"
#include "Rules.h"
#include "Writer.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

namespace
{

namespace fs = std::filesystem;
using namespace HeaderTool;

constexpr const char* Usage = R"(usage:
  headertool module NAME --source DIR [--source DIR ...] [--context DIR ...] [--out DIR] [--json FILE]
                         [--reference FILE] [--lenient]
      Reads Public and Private below each DIR, checks the rules, and writes *.generated.h and *.gen.cpp to --out.
      --context   other modules whose types and virtual functions may be used
      --reference a page of documentation in Markdown
      --lenient   write only, check no rules: for the host's own headers
  headertool plugin DIR --evaluation FILE --host DIR
      Compares the .uplugin, the evaluated Build.cs files and the sources.
Exit code 0: no rule broken (warnings W.. allowed), 1: rules broken, 2: wrong use.
)";

std::string ReadFile(const fs::path& path)
{
	std::ifstream stream(path, std::ios::binary);
	return {std::istreambuf_iterator<char>(stream), {}};
}

/// Leaves an unchanged file alone, so that nothing is compiled again without need.
void WriteIfChanged(const fs::path& path, const std::string& text)
{
	if (fs::exists(path) && ReadFile(path) == text)
		return;
	if (path.has_parent_path())
		fs::create_directories(path.parent_path());
	std::ofstream(path, std::ios::binary) << text;
}

std::vector<fs::path> FindCode(const fs::path& folder)
{
	std::vector<fs::path> found;
	if (fs::is_directory(folder))
		for (const auto& file : fs::recursive_directory_iterator(folder))
			if (file.path().extension() == ".h" || file.path().extension() == ".cpp")
				found.push_back(file.path());
	std::sort(found.begin(), found.end());
	return found;
}

std::vector<ParsedFile> ParseFolders(const std::vector<fs::path>& folders, bool headersOnly, Diagnostics& diagnostics)
{
	std::vector<ParsedFile> files;
	for (const fs::path& folder : folders)
		for (const fs::path& path : FindCode(folder))
			if (!headersOnly || path.extension() == ".h")
				files.push_back(Parse(path.generic_string(), ReadFile(path), diagnostics));
	return files;
}

/// The path behind Public/ or Private/, which is how sources include it.
std::string IncludePath(const std::string& path)
{
	for (const char* root : {"/Public/", "/Private/"})
		if (const std::size_t at = path.rfind(root); at != std::string::npos)
			return path.substr(at + std::string(root).size());
	return fs::path(path).filename().string();
}

int Finish(const Diagnostics& diagnostics)
{
	int errors = 0;
	for (const Diagnostic& diagnostic : diagnostics)
	{
		std::cerr << diagnostic.ToString() << "\n";
		errors += diagnostic.IsError();
	}
	return errors ? 1 : 0;
}

struct Options
{
	std::string target;
	std::vector<fs::path> sources, contexts;
	fs::path out, json, reference, evaluation, host;
	bool lenient = false;
};

int RunModule(const Options& options)
{
	Diagnostics diagnostics, ignored;
	const std::vector<ParsedFile> files = ParseFolders(options.sources, false, options.lenient ? ignored : diagnostics);
	const std::vector<ParsedFile> others = ParseFolders(options.contexts, true, ignored);
	const RuleContext context{options.target, &files, &others};
	if (!options.lenient)
	{
		CheckModule(context, diagnostics);
		for (const ParsedFile& file : files)
			CheckSpecifiers(file, diagnostics);
	}
	if (!options.out.empty())
	{
		// One source per module that includes the others: generated files are many and small.
		std::string all = "// Written by the header tool: everything that reflection knows of module " + options.target + ".\n";
		for (const ParsedFile& file : files)
			if (file.IsHeader() && file.HasReflection())
			{
				const GeneratedFiles generated = Generate(file, IncludePath(file.path), context);
				WriteIfChanged(options.out / (file.BaseName() + ".generated.h"), generated.header);
				WriteIfChanged(options.out / (file.BaseName() + ".gen.cpp"), generated.source);
				all += "#include \"" + file.BaseName() + ".gen.cpp\"\n";
			}
		WriteIfChanged(options.out / (options.target + ".init.gen.cpp"), all);
	}
	if (!options.json.empty())
		WriteIfChanged(options.json, ReflectionAsJson(files, options.target));
	if (!options.reference.empty())
		WriteIfChanged(options.reference, ReferencePage(files, "Reference of " + options.target));
	return Finish(diagnostics);
}

int RunPlugin(const Options& options)
{
	Diagnostics diagnostics;
	const PluginDescription plugin = ReadPlugin(options.target, ReadFile(options.evaluation), options.host, diagnostics);
	CheckPlugin(plugin, diagnostics);
	return Finish(diagnostics);
}

}

int main(int argc, char** argv)
{
	const std::vector<std::string> arguments(argv + 1, argv + argc);
	Options options;
	if (arguments.size() < 2)
	{
		std::cerr << Usage;
		return 2;
	}
	options.target = arguments[1];
	for (std::size_t i = 2; i < arguments.size(); ++i)
	{
		const std::string& key = arguments[i];
		if (key == "--lenient")
		{
			options.lenient = true;
			continue;
		}
		if (i + 1 == arguments.size())
		{
			std::cerr << "headertool: " << key << " needs a value.\n" << Usage;
			return 2;
		}
		const std::string& value = arguments[++i];
		if (key == "--source")
			options.sources.push_back(value);
		else if (key == "--context")
			options.contexts.push_back(value);
		else if (key == "--out")
			options.out = value;
		else if (key == "--json")
			options.json = value;
		else if (key == "--reference")
			options.reference = value;
		else if (key == "--evaluation")
			options.evaluation = value;
		else if (key == "--host")
			options.host = value;
		else
		{
			std::cerr << "headertool: unknown option " << key << ".\n" << Usage;
			return 2;
		}
	}
	if (arguments[0] == "module" && !options.sources.empty())
		return RunModule(options);
	if (arguments[0] == "plugin")
		return RunPlugin(options);
	std::cerr << Usage;
	return 2;
}
