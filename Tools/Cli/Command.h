#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

namespace SPHSolids::Tools
{

inline constexpr int FailureExitCode = 1;
inline constexpr int UsageExitCode = 2;

/// What the chosen command does once all of the command line has been understood. Returns the exit code.
using Action = std::function<int()>;

// One function for each command, in a file of its name. It declares the command's options and sets the action when it is chosen.
void AddBakeCommand(CLI::App& app, Action& action);
void AddBenchCommand(CLI::App& app, Action& action);
void AddCompareCommand(CLI::App& app, Action& action);
void AddConvertCommand(CLI::App& app, Action& action);
void AddGalleryCommand(CLI::App& app, Action& action);
void AddInspectCommand(CLI::App& app, Action& action);
void AddMaterialsCommand(CLI::App& app, Action& action);
void AddModelsCommand(CLI::App& app, Action& action);
void AddReplayCommand(CLI::App& app, Action& action);
void AddRunCommand(CLI::App& app, Action& action);
void AddScenesCommand(CLI::App& app, Action& action);
void AddSolversCommand(CLI::App& app, Action& action);
void AddViewCommand(CLI::App& app, Action& action);

/// Prints one sentence about what went wrong and returns the exit code for it.
int Fail(const std::string& sentence, int exitCode = FailureExitCode);

}
