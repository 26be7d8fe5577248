#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <utility>
#include <vector>

namespace SPHSolids::Tools
{

// Checks of option values whose complaints a person can act on: CLI11's own speak of ranges and types.

/// A finite number above zero. @param what What it counts: "metres".
CLI::Validator PositiveNumberOf(const std::string& what);

/// A whole number in a range.
CLI::Validator WholeNumber(std::uint64_t least, std::uint64_t most);

/// One of some words; a misspelt one is told the nearest.
CLI::Validator OneOf(std::vector<std::string> words);

/// An option whose value is one of some words that stand for values of an enum.
template <class Enum>
void AddChoice(
	CLI::App* command, const char* name, Enum& target, const std::vector<std::pair<std::string, Enum>>& choices, const char* description)
{
	std::vector<std::string> words;
	words.reserve(choices.size());
	for (const auto& [word, value] : choices)
		words.push_back(word);
	const auto assign = [&target, choices](const std::string& chosen)
	{
		for (const auto& [word, value] : choices)
			if (word == chosen)
				target = value;
	};
	command->add_option_function<std::string>(name, assign, description)->check(OneOf(words))->type_name("NAME");
}

}
