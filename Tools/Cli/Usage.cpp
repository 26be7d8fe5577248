#include "Usage.h"

#include <Common/Suggest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace SPHSolids::Tools
{
namespace
{

std::vector<std::string> CommandNames(const CLI::App& app)
{
	std::vector<std::string> names;
	for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
		names.push_back(command->get_name());
	return names;
}

std::vector<std::string> OptionNames(const CLI::App& app)
{
	std::vector<std::string> names;
	for (const CLI::Option* option : app.get_options())
	{
		for (const std::string& name : option->get_lnames())
			names.push_back("--" + name);
		for (const std::string& name : option->get_snames())
			names.push_back("-" + name);
	}
	return names;
}

bool Contains(const std::vector<std::string>& words, const std::string& word)
{
	return std::find(words.begin(), words.end(), word) != words.end();
}

bool LooksLikeOption(const std::string& word)
{
	return word.size() > 1 && word[0] == '-' && std::isdigit(static_cast<unsigned char>(word[1])) == 0 && word[1] != '.';
}

std::string Suggestion(const std::string& word, const std::vector<std::string>& known)
{
	const std::string nearest = NearestWord(word, known);
	return nearest.empty() ? "" : " Did you mean '" + nearest + "'?";
}

std::string HelpHint(const CLI::App& command)
{
	const CLI::App* parent = command.get_parent();
	return " See '" + (parent != nullptr ? parent->get_name() + " " : "") + command.get_name() + " --help'.";
}

/// The command that was being parsed.
const CLI::App& ChosenCommand(const CLI::App& app)
{
	const auto chosen = app.get_subcommands();
	return chosen.empty() ? app : *chosen.front();
}

}

std::string FindMisspelling(const CLI::App& app, std::span<char*> arguments)
{
	const CLI::App* command = &app;
	for (std::size_t k = 1; k < arguments.size(); ++k)
	{
		const std::string word = arguments[k];
		if (word == "--")
			break;
		if (LooksLikeOption(word))
		{
			const std::string name = word.substr(0, word.find('='));
			const std::vector<std::string> known = OptionNames(*command);
			// A short option may have its value right behind it: -oFILE.
			const bool isShort = name[1] != '-' && Contains(known, name.substr(0, 2));
			if (!Contains(known, name) && !isShort)
				return "There is no option '" + name + "'" + (command == &app ? "" : " of '" + command->get_name() + "'") + "."
					+ Suggestion(name, known) + HelpHint(*command);
		}
		else if (command == &app)
		{
			const std::vector<std::string> known = CommandNames(app);
			if (!Contains(known, word))
				return "There is no command '" + word + "'." + Suggestion(word, known) + HelpHint(app);
			command = app.get_subcommand(word);
		}
	}
	return {};
}

std::string DescribeParseError(const CLI::App& app, const CLI::ParseError& error)
{
	std::string what = error.what();
	if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
		what = what.substr(0, what.find(':')) + " needs a value";
	else if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr)
		what += "; give one of them";
	else if (app.get_subcommands().empty())
		what = "A command is needed";
	std::replace(what.begin(), what.end(), '\n', ' ');
	const bool isEnded = what.ends_with('?') || what.ends_with('.');
	return what + (isEnded ? "" : ".") + HelpHint(ChosenCommand(app));
}

}
