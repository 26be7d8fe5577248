#include "OptionChecks.h"

#include <Common/Suggest.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

namespace SPHSolids::Tools
{
namespace
{

template <class T>
bool ParseWhole(const std::string& text, T& value)
{
	const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
	return error == std::errc() && end == text.data() + text.size();
}

}

CLI::Validator PositiveNumberOf(const std::string& what)
{
	const auto check = [what](const std::string& text)
	{
		double value = 0;
		const bool isGood = ParseWhole(text, value) && value > 0 && std::isfinite(value);
		return isGood ? std::string() : "'" + text + "' is not a positive number of " + what;
	};
	return CLI::Validator(check, "");
}

CLI::Validator WholeNumber(std::uint64_t least, std::uint64_t most)
{
	const auto check = [least, most](const std::string& text)
	{
		std::uint64_t value = 0;
		const bool isGood = ParseWhole(text, value) && value >= least && value <= most;
		return isGood ? std::string()
					  : "'" + text + "' is not a whole number from " + std::to_string(least) + " to " + std::to_string(most);
	};
	return CLI::Validator(check, "");
}

CLI::Validator OneOf(std::vector<std::string> words)
{
	const auto check = [words = std::move(words)](const std::string& text)
	{
		if (std::find(words.begin(), words.end(), text) != words.end())
			return std::string();
		std::string list;
		for (const std::string& word : words)
			list += (list.empty() ? "" : ", ") + word;
		const std::string nearest = NearestWord(text, words);
		return "'" + text + "' is none of " + list + (nearest.empty() ? "" : "; did you mean '" + nearest + "'?");
	};
	return CLI::Validator(check, "");
}

}
