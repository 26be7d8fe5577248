#include <View/Script.h>

#include <algorithm>
#include <charconv>
#include <sstream>

namespace SPHSolids::View
{
namespace
{

struct ScriptWord
{
	std::string_view word;
	std::size_t fewest, most; ///< values
	bool areNumbers;          ///< all but an optional last one
};
constexpr ScriptWord ScriptWords[] = {{"frames", 1, 1, true}, {"until", 1, 1, true}, {"key", 1, 1, false}, {"press", 2, 3, true},
	{"move", 2, 2, true}, {"release", 0, 0, false}, {"set", 2, 2, false}, {"screenshot", 1, 1, false}, {"report", 1, 1, false}};

bool IsNumber(const std::string& text)
{
	double number = 0;
	const std::size_t sign = text.starts_with('+') ? 1 : 0;
	const auto [end, code] = std::from_chars(text.data() + sign, text.data() + text.size(), number);
	return code == std::errc() && end == text.data() + text.size() && number >= 0 && number <= 1e6;
}

}

Result<std::vector<ScriptLine>> ReadScript(std::string_view text)
{
	std::vector<ScriptLine> lines;
	std::istringstream stream{std::string(text)};
	std::string row;
	for (int number = 1; std::getline(stream, row); ++number)
	{
		std::istringstream words(row.substr(0, row.find('#')));
		ScriptLine line;
		line.number = number;
		if (!(words >> line.word))
			continue;
		for (std::string value; words >> value;)
			line.values.push_back(value);
		const auto known =
			std::find_if(std::begin(ScriptWords), std::end(ScriptWords), [&](const ScriptWord& word) { return word.word == line.word; });
		if (known == std::end(ScriptWords))
			return Error{"line " + std::to_string(number) + ": there is no action '" + line.word.substr(0, 60)
				+ "'; known are frames, until, key, press, move, release, set, screenshot and report."};
		if (line.values.size() < known->fewest || line.values.size() > known->most)
			return Error{"line " + std::to_string(number) + ": '" + line.word + "' takes " + std::to_string(known->fewest) + " values."};
		for (std::size_t k = 0; known->areNumbers && k < known->fewest; ++k)
			if (!IsNumber(line.values[k]))
				return Error{
					"line " + std::to_string(number) + ": '" + line.values[k].substr(0, 60) + "' should be a number, zero or above."};
		lines.push_back(std::move(line));
	}
	return lines;
}

}
