#include <Lab/ParticleFile.h>

#include <Common/Files.h>
#include <Common/MeshText.h>

#include <algorithm>
#include <array>
#include <cctype>
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
constexpr std::size_t MaxNames = 65536; // as many as 16 bits count
constexpr double FarthestPlace = 1e6;   // m
constexpr double FastestSpeed = 1e7;    // m/s, and most objects

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

/// Which of the columns of a table hold what we know.
struct Columns
{
	static constexpr std::array<std::string_view, 7> Names = {"x", "y", "z", "vx", "vy", "vz", "object"};
	static constexpr std::size_t Needed = 3;

	std::array<std::size_t, Names.size()> place = {MaxColumns, MaxColumns, MaxColumns, MaxColumns, MaxColumns, MaxColumns, MaxColumns};
	std::size_t count = 0;

	/// False where a name comes twice or there are too many.
	bool Add(std::string_view name)
	{
		const auto isSame = [&](std::string_view known)
		{
			return std::equal(name.begin(), name.end(), known.begin(), known.end(),
				[](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
		};
		for (std::size_t k = 0; k < Names.size(); ++k)
			if (isSame(Names[k]))
			{
				if (place[k] != MaxColumns)
					return false;
				place[k] = count;
			}
		return ++count < MaxColumns;
	}
	bool IsComplete() const
	{
		return std::all_of(place.begin(), place.begin() + Needed, [](std::size_t column) { return column != MaxColumns; });
	}
};

/// Appends the particle that the cells of one line say. An empty sentence means success.
template <class NextCell>
std::string ReadRow(const Columns& columns, NextCell&& nextCell, RecordedFrame& frame)
{
	std::array<double, Columns::Names.size()> values = {};
	for (std::size_t column = 0; column < columns.count; ++column)
	{
		std::string_view cell;
		if (!nextCell(cell))
			return "this line has fewer than the " + std::to_string(columns.count) + " columns announced; the file may be cut off.";
		const auto known = std::find(columns.place.begin(), columns.place.end(), column);
		if (known == columns.place.end())
			continue;
		const auto k = static_cast<std::size_t>(known - columns.place.begin());
		const bool isNumber = TextScanner::ToNumber(cell, values[k]);
		if (k < Columns::Needed && !isNumber)
			return std::string("'").append(cell.substr(0, 40)) + "' is not a number.";
		if (k < Columns::Needed && !(std::abs(values[k]) <= FarthestPlace))
			return "a coordinate is not finite or farther than 1000 km from the origin.";
		if (!isNumber || !(std::abs(values[k]) <= FastestSpeed))
			values[k] = 0;
	}
	frame.position.push_back({values[0], values[1], values[2]});
	frame.velocity.push_back(Vec3d{values[3], values[4], values[5]}.Cast<float>());
	frame.object.push_back(static_cast<std::uint16_t>(std::clamp(values[6], 0.0, 65535.0)));
	return {};
}

Result<ParticleTable> ParseCsv(std::string_view text, std::size_t limit)
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
	ParticleTable table;
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
		if (table.frame.position.size() == limit)
			return Error{"there are more than the " + std::to_string(limit) + " particles allowed."};
		if (const std::string wrong = ReadRow(columns, nextCell, table.frame); !wrong.empty())
			return LineError(line, wrong);
	}
	return table;
}

struct PlyHeader
{
	std::int64_t vertices = -1;
	std::int64_t linesBefore = 0; ///< of elements that come before the vertices
	Columns columns;
	double time = 0;                ///< s, where a comment says it
	std::vector<std::string> names; ///< of objects, likewise

	/// "time 0.25 s" and "object 1 water", as we write them; other comments say nothing.
	void ReadComment(std::string_view rest)
	{
		const std::string_view word = TextScanner::CutWord(rest);
		double number = 0;
		if (!TextScanner::ToNumber(TextScanner::CutWord(rest), number) || !std::isfinite(number))
			return;
		if (word == "time")
			time = number;
		else if (word == "object" && number == static_cast<double>(names.size()) && names.size() < MaxNames)
			names.emplace_back(Trimmed(rest).substr(0, 200));
	}
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
		if (word == "comment")
			header.ReadComment(rest);
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

Result<ParticleTable> ParsePly(std::string_view text, std::size_t limit)
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
	ParticleTable table;
	table.frame.time = layout.time;
	table.names = layout.names;
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
		if (const std::string wrong = ReadRow(layout.columns, nextCell, table.frame); !wrong.empty())
			return LineError(line, wrong);
	}
	return table;
}

}

Result<ParticleTable> ParseParticleTable(std::string_view text, std::size_t limit)
{
	const bool isPly = text.starts_with("ply") && text.size() > 3 && (text[3] == '\n' || text[3] == '\r');
	auto table = isPly ? ParsePly(text, limit) : ParseCsv(text, limit);
	if (table.IsOk() && table.Value().frame.position.empty())
		return Error{"there is no particle in it."};
	return table;
}

Result<ParticleTable> ReadParticleTable(const std::filesystem::path& file, std::size_t limit)
{
	auto bytes = Tools::ReadWholeFile(file, MaxParticleFileBytes);
	if (!bytes.IsOk())
		return bytes.TakeError();
	auto table = ParseParticleTable({reinterpret_cast<const char*>(bytes.Value().data()), bytes.Value().size()}, limit);
	if (!table.IsOk())
		return Error{file.string() + ": " + table.Message()};
	return table;
}

Result<std::vector<Vec3d>> ParseParticles(std::string_view text, std::size_t limit)
{
	auto table = ParseParticleTable(text, limit);
	if (!table.IsOk())
		return table.TakeError();
	return std::move(table.Value().frame.position);
}

Result<std::vector<Vec3d>> ReadParticleFile(const std::filesystem::path& file, std::size_t limit)
{
	auto table = ReadParticleTable(file, limit);
	if (!table.IsOk())
		return table.TakeError();
	return std::move(table.Value().frame.position);
}

}
