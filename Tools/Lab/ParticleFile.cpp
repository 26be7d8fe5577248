#include <Lab/ParticleFile.h>

#include <Common/Files.h>
#include <Common/MeshText.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>

namespace SPHSolids::Lab
{
namespace
{

using Tools::TextScanner;

constexpr std::uint64_t MaxParticleFileBytes = std::uint64_t(1) << 30;
constexpr std::size_t MaxColumns = 256;
constexpr double FarthestPlace = 1e6; // m

Error LineError(std::size_t line, const std::string& what)
{
	return Error{"line " + std::to_string(line) + ": " + what};
}

std::string_view Trimmed(std::string_view text)
{
	const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '"'; };
	while (!text.empty() && isBlank(text.front()))
		text.remove_prefix(1);
	while (!text.empty() && isBlank(text.back()))
		text.remove_suffix(1);
	return text;
}

/// Which of the columns of a table are x, y and z.
struct Columns
{
	std::array<std::size_t, 3> place = {MaxColumns, MaxColumns, MaxColumns};
	std::size_t count = 0;

	/// False where a name comes twice or there are too many.
	bool Add(std::string_view name)
	{
		for (std::size_t axis = 0; axis < 3; ++axis)
			if (name.size() == 1 && (name[0] == "xyz"[axis] || name[0] == "XYZ"[axis]))
			{
				if (place[axis] != MaxColumns)
					return false;
				place[axis] = count;
			}
		return ++count < MaxColumns;
	}
	bool IsComplete() const { return place[0] != MaxColumns && place[1] != MaxColumns && place[2] != MaxColumns; }
};

/// Turns the cells of one line into a place. An empty sentence means success.
template <class NextCell>
std::string ReadPlace(const Columns& columns, NextCell&& nextCell, Vec3d& place)
{
	for (std::size_t column = 0; column < columns.count; ++column)
	{
		std::string_view cell;
		if (!nextCell(cell))
			return "this line has fewer than the " + std::to_string(columns.count) + " columns announced; the file may be cut off.";
		for (int axis = 0; axis < 3; ++axis)
			if (columns.place[static_cast<std::size_t>(axis)] == column)
			{
				double value = 0;
				if (!TextScanner::ToNumber(cell, value))
					return std::string("'").append(cell.substr(0, 40)) + "' is not a number.";
				if (!(std::abs(value) <= FarthestPlace))
					return "a coordinate is not finite or farther than 1000 km from the origin.";
				place[axis] = value;
			}
	}
	return {};
}

Result<std::vector<Vec3d>> ParseCsv(std::string_view text, std::size_t limit)
{
	TextScanner scanner(text);
	std::string_view header;
	while (!scanner.IsAtEnd() && header.empty())
		header = Trimmed(scanner.NextLine());
	Columns columns;
	for (std::string_view rest = header; !header.empty();)
	{
		const std::size_t comma = rest.find(',');
		if (!columns.Add(Trimmed(rest.substr(0, comma))))
			return Error{"the header names a column twice or has more than " + std::to_string(MaxColumns) + " of them."};
		if (comma == std::string_view::npos)
			break;
		rest.remove_prefix(comma + 1);
	}
	if (!columns.IsComplete())
		return Error{"the first line should be a header that names the columns x, y and z, such as x,y,z."};
	std::vector<Vec3d> places;
	while (!scanner.IsAtEnd())
	{
		const std::size_t line = scanner.Line();
		std::string_view rest = Trimmed(scanner.NextLine());
		if (rest.empty())
			continue;
		bool isOver = false;
		const auto nextCell = [&](std::string_view& cell)
		{
			if (isOver)
				return false;
			const std::size_t comma = rest.find(',');
			cell = Trimmed(rest.substr(0, comma));
			isOver = comma == std::string_view::npos;
			rest.remove_prefix(isOver ? rest.size() : comma + 1);
			return true;
		};
		Vec3d place;
		if (const std::string wrong = ReadPlace(columns, nextCell, place); !wrong.empty())
			return LineError(line, wrong);
		if (places.size() == limit)
			return Error{"there are more than the " + std::to_string(limit) + " particles allowed."};
		places.push_back(place);
	}
	return places;
}

struct PlyHeader
{
	std::int64_t vertices = -1;
	std::int64_t linesBefore = 0; ///< of elements that come before the vertices
	Columns columns;
};

Result<PlyHeader> ParsePlyHeader(TextScanner& scanner, std::size_t textSize)
{
	PlyHeader header;
	bool inVertices = false, hasList = false;
	while (!scanner.IsAtEnd())
	{
		const std::size_t line = scanner.Line();
		std::string_view rest = scanner.NextLine();
		const std::string_view word = TextScanner::CutWord(rest);
		if (word == "format" && TextScanner::CutWord(rest) != "ascii")
			return LineError(line, "this PLY is binary; save it as ASCII.");
		if (word == "element")
		{
			const std::string_view name = TextScanner::CutWord(rest);
			std::int64_t count = 0;
			if (!TextScanner::ToInteger(TextScanner::CutWord(rest), count) || count < 0 || static_cast<std::size_t>(count) > textSize)
				return LineError(line, "this element announces a number of entries that the file cannot hold.");
			inVertices = name == "vertex";
			if (inVertices)
				header.vertices = count;
			else if (header.vertices < 0)
				header.linesBefore += count;
		}
		if (word == "property" && inVertices)
		{
			const std::string_view type = TextScanner::CutWord(rest);
			hasList |= type == "list";
			if (!header.columns.Add(Trimmed(rest)))
				return LineError(line, "the vertices have a property twice or too many of them.");
		}
		if (word != "end_header")
			continue;
		if (header.vertices < 0 || !header.columns.IsComplete() || hasList)
			return Error{"the header announces no vertices with properties x, y and z."};
		return header;
	}
	return Error{"the header of this PLY has no end; the file may be cut off."};
}

Result<std::vector<Vec3d>> ParsePly(std::string_view text, std::size_t limit)
{
	TextScanner scanner(text);
	scanner.NextLine();
	auto header = ParsePlyHeader(scanner, text.size());
	if (!header.IsOk())
		return header.TakeError();
	const PlyHeader& layout = header.Value();
	if (static_cast<std::uint64_t>(layout.vertices) > limit)
		return Error{"there are " + std::to_string(layout.vertices) + " particles, more than the " + std::to_string(limit) + " allowed."};
	for (std::int64_t k = 0; k < layout.linesBefore && !scanner.IsAtEnd(); ++k)
		scanner.NextLine();
	std::vector<Vec3d> places;
	for (std::int64_t k = 0; k < layout.vertices; ++k)
	{
		const std::size_t line = scanner.Line();
		if (scanner.IsAtEnd())
			return LineError(line, "the file ends after " + std::to_string(k) + " of " + std::to_string(layout.vertices) + " particles.");
		std::string_view rest = scanner.NextLine();
		const auto nextCell = [&](std::string_view& cell)
		{
			cell = TextScanner::CutWord(rest);
			return !cell.empty();
		};
		Vec3d place;
		if (const std::string wrong = ReadPlace(layout.columns, nextCell, place); !wrong.empty())
			return LineError(line, wrong);
		places.push_back(place);
	}
	return places;
}

}

Result<std::vector<Vec3d>> ParseParticles(std::string_view text, std::size_t limit)
{
	const bool isPly = text.starts_with("ply") && text.size() > 3 && (text[3] == '\n' || text[3] == '\r');
	auto places = isPly ? ParsePly(text, limit) : ParseCsv(text, limit);
	if (places.IsOk() && places.Value().empty())
		return Error{"there is no particle in it."};
	return places;
}

Result<std::vector<Vec3d>> ReadParticleFile(const std::filesystem::path& file, std::size_t limit)
{
	auto bytes = Tools::ReadWholeFile(file, MaxParticleFileBytes);
	if (!bytes.IsOk())
		return bytes.TakeError();
	auto places = ParseParticles({reinterpret_cast<const char*>(bytes.Value().data()), bytes.Value().size()}, limit);
	if (!places.IsOk())
		return Error{file.string() + ": " + places.Message()};
	return places;
}

}
