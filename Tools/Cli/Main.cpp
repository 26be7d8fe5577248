#include "Command.h"
#include "Usage.h"

#include <Common/Interrupt.h>
#include <Common/Version.h>
#include <SPHSolids/Base/Simd.h>

#include <cstdio>
#include <exception>
#include <iostream>

namespace SPHSolids::Tools
{
namespace
{

constexpr const char* MainFooter = R"(Examples:
  sphsolids models
  sphsolids bake model:bunny -o bunny.sphbody --particles 8000
  sphsolids bake chair.obj -o chair.sphbody --radius 0.01 --json chair.json
  sphsolids inspect chair.sphbody
  sphsolids run welcome --video --report out/welcome
  sphsolids bench twisting_beam --compare twolevel,full,eigen
Each command has its own --help.)";

int RunCommandLine(std::span<char*> arguments)
{
	CLI::App app("SPHSolids: soft bodies made of particles. Lengths are in metres.", "sphsolids");
	app.set_version_flag("--version", std::string("sphsolids ") + Version() + " (" + SimdName + ")", "Print the version and stop");
	app.set_help_flag("-h,--help", "Print this help and stop");
	app.footer(MainFooter);
	app.require_subcommand(1);
	app.failure_message([](const CLI::App*, const CLI::Error&) { return std::string(); });
	Action action;
	AddBakeCommand(app, action);
	AddInspectCommand(app, action);
	AddRunCommand(app, action);
	AddReplayCommand(app, action);
	AddViewCommand(app, action);
	AddScenesCommand(app, action);
	AddGalleryCommand(app, action);
	AddConvertCommand(app, action);
	AddCompareCommand(app, action);
	AddBenchCommand(app, action);
	AddModelsCommand(app, action);
	AddMaterialsCommand(app, action);
	AddSolversCommand(app, action);

	if (const std::string sentence = FindMisspelling(app, arguments); !sentence.empty())
		return Fail(sentence, UsageExitCode);
	try
	{
		app.parse(static_cast<int>(arguments.size()), arguments.data());
	}
	catch (const CLI::Success& success) // help or version: printed and done
	{
		return app.exit(success);
	}
	catch (const CLI::ParseError& error)
	{
		return Fail(DescribeParseError(app, error), UsageExitCode);
	}
	return action();
}

}

int Fail(const std::string& sentence, int exitCode)
{
	std::fprintf(stderr, "sphsolids: %s\n", sentence.c_str());
	return exitCode;
}

}

int main(int argumentCount, char** arguments)
{
	using namespace SPHSolids::Tools;
	CatchInterrupts();
	try
	{
		return RunCommandLine(std::span(arguments, static_cast<std::size_t>(argumentCount)));
	}
	catch (const std::bad_alloc&)
	{
		return Fail("There is not enough memory for this. Use a larger particle radius or a smaller mesh.");
	}
	catch (const std::exception& error)
	{
		return Fail(std::string("Something unexpected went wrong: ") + error.what() + ". Please report this with the command line.");
	}
}
