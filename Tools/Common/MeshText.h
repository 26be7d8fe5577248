#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

namespace SPHSolids::Tools
{

/// Walks through text line by line and word by word, without copies.
class TextScanner
{
public:
	explicit TextScanner(std::string_view whole)
		: text(whole)
	{
	}

	bool IsAtEnd() const { return place >= text.size(); }
	/// Counts from 1.
	std::size_t Line() const { return line; }
	std::size_t Place() const { return place; }

	/// Rest of this line, without its end (LF or CR LF); moves to the next line.
	std::string_view NextLine()
	{
		const std::size_t end = text.find('\n', place);
		std::string_view result = text.substr(place, end == std::string_view::npos ? end : end - place);
		place = end == std::string_view::npos ? text.size() : end + 1;
		++line;
		if (!result.empty() && result.back() == '\r')
			result.remove_suffix(1);
		return result;
	}

	/// Next word on this or a later line; empty at the end of the text.
	std::string_view NextWord()
	{
		while (place < text.size() && IsBlank(text[place]))
			line += text[place++] == '\n';
		const std::size_t begin = place;
		while (place < text.size() && !IsBlank(text[place]))
			++place;
		return text.substr(begin, place - begin);
	}

	/// Cuts the next word off the front of a line; empty when none is left.
	static std::string_view CutWord(std::string_view& rest)
	{
		std::size_t begin = 0;
		while (begin < rest.size() && IsBlank(rest[begin]))
			++begin;
		std::size_t end = begin;
		while (end < rest.size() && !IsBlank(rest[end]))
			++end;
		const std::string_view word = rest.substr(begin, end - begin);
		rest.remove_prefix(end);
		return word;
	}

	/// The whole word as a number. A leading plus is allowed. Numbers too small for a double become zero, too large ones infinite.
	static bool ToNumber(std::string_view word, double& value)
	{
		if (!word.empty() && word.front() == '+')
			word.remove_prefix(1);
		const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
		if (error == std::errc::result_out_of_range)
			value = std::strtod(std::string(word).c_str(), nullptr);
		return (error == std::errc() || error == std::errc::result_out_of_range) && end == word.data() + word.size();
	}
	static bool ToInteger(std::string_view word, std::int64_t& value)
	{
		if (!word.empty() && word.front() == '+')
			word.remove_prefix(1);
		const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
		return error == std::errc() && end == word.data() + word.size();
	}

private:
	static bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

	std::string_view text;
	std::size_t place = 0;
	std::size_t line = 1;
};

}
