#pragma once

#include <CLI/CLI.hpp>

#include <span>
#include <string>

namespace SPHSolids::Tools
{

/// Looks for commands and options that do not exist. @return A sentence that suggests the nearest one, or nothing.
std::string FindMisspelling(const CLI::App& app, std::span<char*> arguments);

/// What CLI11 found wrong with a command line, as a sentence.
std::string DescribeParseError(const CLI::App& app, const CLI::ParseError& error);

}
