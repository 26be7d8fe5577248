#include <Common/MeshCorners.h>
#include <Common/MeshFormats.h>
#include <Common/MeshReader.h>
#include <Common/MeshText.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace SPHSolids::Tools
{

namespace
{

enum class PlyCoding
{
	Ascii,
	LittleEndian,
	BigEndian
};

enum class PlyType
{
	Int8,
	UInt8,
	Int16,
	UInt16,
	Int32,
	UInt32,
	Float,
	Double
};

std::optional<PlyType> PlyTypeOf(std::string_view name)
{
	static const std::map<std::string_view, PlyType> types = {{"char", PlyType::Int8}, {"int8", PlyType::Int8}, {"uchar", PlyType::UInt8},
		{"uint8", PlyType::UInt8}, {"short", PlyType::Int16}, {"int16", PlyType::Int16}, {"ushort", PlyType::UInt16},
		{"uint16", PlyType::UInt16}, {"int", PlyType::Int32}, {"int32", PlyType::Int32}, {"uint", PlyType::UInt32},
		{"uint32", PlyType::UInt32}, {"float", PlyType::Float}, {"float32", PlyType::Float}, {"double", PlyType::Double},
		{"float64", PlyType::Double}};
	const auto found = types.find(name);
	return found == types.end() ? std::nullopt : std::optional(found->second);
}

std::size_t PlySizeOf(PlyType type)
{
	switch (type)
	{
	case PlyType::Int8:
	case PlyType::UInt8: return 1;
	case PlyType::Int16:
	case PlyType::UInt16: return 2;
	case PlyType::Int32:
	case PlyType::UInt32:
	case PlyType::Float: return 4;
	case PlyType::Double: return 8;
	}
	return 8;
}

struct PlyProperty
{
	std::string name;
	PlyType type;                     // of the number, or of the items of a list
	std::optional<PlyType> listCount; // of the number of items; empty: no list
};

struct PlyElement
{
	std::string name;
	std::uint64_t count = 0;
	std::vector<PlyProperty> properties;

	std::size_t Find(std::initializer_list<std::string_view> names) const
	{
		for (std::size_t n = 0; n < properties.size(); ++n)
			if (std::find(names.begin(), names.end(), properties[n].name) != names.end())
				return n;
		return properties.size();
	}
};

struct PlyHeader
{
	PlyCoding coding = PlyCoding::Ascii;
	std::vector<PlyElement> elements;
	std::size_t size = 0; // bytes up to the data
};

Error PlyHeaderError(std::size_t line, const std::string& what)
{
	return {"line " + std::to_string(line) + " of its header " + what + "; export it again"};
}

Status ParsePlyProperty(std::string_view rest, std::size_t line, PlyElement& element)
{
	constexpr std::size_t mostProperties = 1000;
	PlyProperty property = {};
	std::string_view word = TextScanner::CutWord(rest);
	if (word == "list")
	{
		property.listCount = PlyTypeOf(TextScanner::CutWord(rest));
		if (!property.listCount)
			return PlyHeaderError(line, "names an unknown type");
		word = TextScanner::CutWord(rest);
	}
	const std::optional<PlyType> type = PlyTypeOf(word);
	property.name = TextScanner::CutWord(rest);
	if (!type || property.name.empty() || element.properties.size() == mostProperties)
		return PlyHeaderError(line, "is no property of a known type");
	property.type = *type;
	element.properties.push_back(std::move(property));
	return {};
}

Status ParsePlyFormat(std::string_view rest, std::size_t line, PlyHeader& header)
{
	const std::string_view coding = TextScanner::CutWord(rest);
	if (coding == "ascii")
		header.coding = PlyCoding::Ascii;
	else if (coding == "binary_little_endian")
		header.coding = PlyCoding::LittleEndian;
	else if (coding == "binary_big_endian")
		header.coding = PlyCoding::BigEndian;
	else
		return PlyHeaderError(line, "names an unknown format");
	return {};
}

Status ParsePlyElement(std::string_view rest, std::size_t line, PlyHeader& header)
{
	constexpr std::size_t mostElements = 100;
	PlyElement element;
	element.name = TextScanner::CutWord(rest);
	std::int64_t count = 0;
	if (element.name.empty() || !TextScanner::ToInteger(TextScanner::CutWord(rest), count) || count < 0
		|| header.elements.size() == mostElements)
		return PlyHeaderError(line, "is no element with a count");
	element.count = static_cast<std::uint64_t>(count);
	header.elements.push_back(std::move(element));
	return {};
}

Result<PlyHeader> ParsePlyHeader(std::string_view text)
{
	PlyHeader header;
	TextScanner scanner(text);
	std::string_view first = scanner.NextLine();
	if (TextScanner::CutWord(first) != "ply")
		return Error{"is no PLY file; check what it is and export it as PLY"};
	bool hasFormat = false;
	while (!scanner.IsAtEnd())
	{
		const std::size_t line = scanner.Line();
		std::string_view rest = scanner.NextLine();
		const std::string_view keyword = TextScanner::CutWord(rest);
		Status status;
		if (keyword == "format")
		{
			status = ParsePlyFormat(rest, line, header);
			hasFormat = true;
		}
		else if (keyword == "element")
			status = ParsePlyElement(rest, line, header);
		else if (keyword == "property")
			status = header.elements.empty() ? Status(PlyHeaderError(line, "is a property before any element"))
											 : ParsePlyProperty(rest, line, header.elements.back());
		else if (keyword == "end_header")
		{
			header.size = scanner.Place();
			return hasFormat ? Result<PlyHeader>(std::move(header)) : PlyHeaderError(line, "ends without a format");
		}
		else if (keyword != "comment" && keyword != "obj_info" && !keyword.empty())
			status = PlyHeaderError(line, "starts with an unknown word");
		if (!status.IsOk())
			return Error{status.Message()};
	}
	return Error{"has a header without an end; it is cut off, export it again"};
}

/// Numbers of the data part one after the other, whatever their coding.
class PlyNumbers
{
public:
	PlyNumbers(PlyCoding howCoded, std::string_view data)
		: coding(howCoded)
		, rest(data)
		, scanner(data)
	{
	}

	/// False at the end of the data, or where there is no number.
	bool Next(PlyType type, double& value)
	{
		if (coding == PlyCoding::Ascii)
			return TextScanner::ToNumber(scanner.NextWord(), value);
		const std::size_t size = PlySizeOf(type);
		if (rest.size() < size)
			return false;
		unsigned char bytes[8] = {};
		std::memcpy(bytes, rest.data(), size);
		if ((coding == PlyCoding::BigEndian) != (std::endian::native == std::endian::big))
			std::reverse(bytes, bytes + size);
		rest.remove_prefix(size);
		value = Decoded(type, bytes);
		return true;
	}

	/// Least bytes that a number takes.
	std::size_t LeastSize(PlyType type) const { return coding == PlyCoding::Ascii ? 1 : PlySizeOf(type); }
	std::uint64_t BytesLeft() const { return coding == PlyCoding::Ascii ? rest.size() - scanner.Place() : rest.size(); }

private:
	template <class T>
	static double As(const unsigned char* bytes)
	{
		T value;
		std::memcpy(&value, bytes, sizeof(T));
		return static_cast<double>(value);
	}
	static double Decoded(PlyType type, const unsigned char* bytes)
	{
		switch (type)
		{
		case PlyType::Int8: return As<std::int8_t>(bytes);
		case PlyType::UInt8: return As<std::uint8_t>(bytes);
		case PlyType::Int16: return As<std::int16_t>(bytes);
		case PlyType::UInt16: return As<std::uint16_t>(bytes);
		case PlyType::Int32: return As<std::int32_t>(bytes);
		case PlyType::UInt32: return As<std::uint32_t>(bytes);
		case PlyType::Float: return As<float>(bytes);
		case PlyType::Double: return As<double>(bytes);
		}
		return 0;
	}

	PlyCoding coding;
	std::string_view rest;
	TextScanner scanner;
};

/// One row of an element: a number per property, and the items of its lists.
struct PlyRow
{
	std::vector<double> numbers; // of a list: how many items it has
	std::vector<std::vector<double>> lists;
};

/// A corner of a face with its own uv (MeshLab's texcoord).
struct PlyCorner
{
	std::uint32_t vertex;
	std::array<std::uint32_t, 2> uvBits;
	bool operator==(const PlyCorner&) const = default;
};

class PlyParser
{
public:
	PlyParser(const PlyHeader& parsed, std::string_view data)
		: header(parsed)
		, numbers(parsed.coding, data)
	{
	}

	Result<RenderMesh> Parse()
	{
		bool hasVertices = false;
		for (const PlyElement& element : header.elements)
		{
			Status status;
			if (!Fits(element))
				return Error{"announces " + std::to_string(element.count) + " of its element '" + element.name
					+ "', more than it has room for; it is cut off, export it again"};
			if ((element.name == "vertex" || element.name == "face") && element.count > MaxMeshTriangles)
				return Error{"has more than " + std::to_string(MaxMeshTriangles) + " of its element '" + element.name + "'; reduce it"};
			if (element.name == "vertex" && !hasVertices)
			{
				status = ReadVertices(element);
				hasVertices = true;
			}
			else if (element.name == "face" && hasVertices)
				status = ReadFaces(element);
			else if (element.name == "tristrips")
				return Error{"holds triangle strips; export it with faces"};
			else
				status = Skip(element);
			if (!status.IsOk())
				return Error{status.Message()};
		}
		if (!hasVertices)
			return Error{"has no vertices; export it again"};
		if (!hasWedges)
			return std::move(mesh);
		return std::move(wedged);
	}

private:
	/// Whether the data can hold the rows the header announces; so that no count makes us allocate what is not there.
	bool Fits(const PlyElement& element) const
	{
		std::uint64_t rowSize = 0;
		for (const PlyProperty& property : element.properties)
			rowSize += numbers.LeastSize(property.listCount.value_or(property.type));
		return rowSize == 0 || element.count <= numbers.BytesLeft() / rowSize;
	}

	Status ReadRow(const PlyElement& element, std::uint64_t row, PlyRow& into)
	{
		const auto broken = [&]
		{
			return Error{"ends or has no number in row " + std::to_string(row + 1) + " of its element '" + element.name
				+ "'; it is cut off or broken, export it again"};
		};
		into.numbers.resize(element.properties.size());
		into.lists.resize(element.properties.size());
		for (std::size_t n = 0; n < element.properties.size(); ++n)
		{
			const PlyProperty& property = element.properties[n];
			if (!numbers.Next(property.listCount.value_or(property.type), into.numbers[n]))
				return broken();
			if (!property.listCount)
				continue;
			const double count = into.numbers[n];
			const std::size_t mostItems = numbers.BytesLeft() / numbers.LeastSize(property.type);
			if (!(count >= 0) || count > double(mostItems))
				return broken();
			into.lists[n].resize(static_cast<std::size_t>(count));
			for (double& item : into.lists[n])
				if (!numbers.Next(property.type, item))
					return broken();
		}
		return {};
	}

	Status Skip(const PlyElement& element)
	{
		if (element.properties.empty())
			return {};
		PlyRow row;
		for (std::uint64_t n = 0; n < element.count; ++n)
			if (Status status = ReadRow(element, n, row); !status.IsOk())
				return status;
		return {};
	}

	Status ReadVertices(const PlyElement& element)
	{
		const std::size_t none = element.properties.size();
		const std::size_t x = element.Find({"x"}), y = element.Find({"y"}), z = element.Find({"z"});
		const std::size_t nx = element.Find({"nx"}), ny = element.Find({"ny"}), nz = element.Find({"nz"});
		const std::size_t u = element.Find({"u", "s", "texture_u"}), v = element.Find({"v", "t", "texture_v"});
		if (x == none || y == none || z == none)
			return Error{"has vertices without x, y and z; export it again"};
		const bool hasNormals = nx != none && ny != none && nz != none, hasUvs = u != none && v != none;
		PlyRow row;
		mesh.positions.reserve(static_cast<std::size_t>(element.count));
		for (std::uint64_t n = 0; n < element.count; ++n)
		{
			if (Status status = ReadRow(element, n, row); !status.IsOk())
				return status;
			const auto& value = row.numbers;
			mesh.positions.push_back({value[x], value[y], value[z]});
			if (hasNormals)
				mesh.normals.push_back(NormalizedOr(Vec3d{value[nx], value[ny], value[nz]}, Vec3d{0, 0, 1}).Cast<Real>());
			if (hasUvs)
				mesh.uvs.push_back({static_cast<float>(value[u]), static_cast<float>(value[v])});
		}
		return {};
	}

	Status ReadFaces(const PlyElement& element)
	{
		const std::size_t none = element.properties.size();
		const std::size_t indices = element.Find({"vertex_indices", "vertex_index"});
		const std::size_t wedges = element.Find({"texcoord"}), material = element.Find({"material_index", "texnumber"});
		if (element.count > 0 && (indices == none || !element.properties[indices].listCount))
			return Error{"has faces without a list vertex_indices; export it again"};
		hasWedges = wedges != none && element.properties[wedges].listCount.has_value();
		PlyRow row;
		for (std::uint64_t n = 0; n < element.count; ++n)
		{
			if (Status status = ReadRow(element, n, row); !status.IsOk())
				return status;
			const std::vector<double>& face = row.lists[indices];
			if (!std::all_of(
					face.begin(), face.end(), [&](double i) { return i >= 0 && i < double(mesh.positions.size()) && i == std::floor(i); }))
				return Error{"names a vertex that does not exist in face " + std::to_string(n + 1) + "; export it again"};
			if (hasWedges && row.lists[wedges].size() != 2 * face.size())
				return Error{"has not two uv numbers per corner in face " + std::to_string(n + 1) + "; export it again"};
			const double section = material != none ? row.numbers[material] : 0;
			AddFace(face, hasWedges ? row.lists[wedges] : std::vector<double>{}, SectionOf(section));
			if (mesh.triangles.size() > MaxMeshTriangles || wedged.triangles.size() > MaxMeshTriangles)
				return Error{"has more than " + std::to_string(MaxMeshTriangles) + " triangles; reduce it"};
		}
		if (material == none)
		{
			mesh.sections.clear();
			wedged.sections.clear();
		}
		return {};
	}

	static std::uint16_t SectionOf(double number)
	{
		return number >= 0 && number <= 65535 ? static_cast<std::uint16_t>(number) : std::uint16_t(0);
	}

	void AddFace(const std::vector<double>& face, const std::vector<double>& cornerUvs, std::uint16_t section)
	{
		std::vector<Vec3d> corners;
		corners.reserve(face.size());
		for (const double index : face)
			corners.push_back(mesh.positions[static_cast<std::size_t>(index)]);
		RenderMesh& target = hasWedges ? wedged : mesh;
		for (const Triangle& triangle : TriangulatePolygon(corners))
		{
			Triangle vertices{};
			for (std::size_t n = 0; n < 3; ++n)
			{
				const auto vertex = static_cast<std::uint32_t>(face[triangle[n]]);
				vertices[n] = hasWedges
					? WedgeOf(vertex, {static_cast<float>(cornerUvs[2 * triangle[n]]), static_cast<float>(cornerUvs[2 * triangle[n] + 1])})
					: vertex;
			}
			target.triangles.push_back(vertices);
			target.sections.push_back(section);
		}
	}

	std::uint32_t WedgeOf(std::uint32_t vertex, const std::array<float, 2>& uv)
	{
		const auto [wedge, isNew] = joiner.Find({vertex, {std::bit_cast<std::uint32_t>(uv[0]), std::bit_cast<std::uint32_t>(uv[1])}});
		if (isNew)
		{
			wedged.positions.push_back(mesh.positions[vertex]);
			wedged.uvs.push_back(uv);
			if (!mesh.normals.empty())
				wedged.normals.push_back(mesh.normals[vertex]);
		}
		return wedge;
	}

	const PlyHeader& header;
	PlyNumbers numbers;
	RenderMesh mesh;
	bool hasWedges = false;
	RenderMesh wedged; // where corners have their own uvs
	CornerJoiner<PlyCorner> joiner;
};

}

Result<RenderMesh> MeshFromPly(std::span<const std::byte> content)
{
	const std::string_view text(reinterpret_cast<const char*>(content.data()), content.size());
	Result<PlyHeader> header = ParsePlyHeader(text);
	if (!header.IsOk())
		return header.TakeError();
	return PlyParser(header.Value(), text.substr(header.Value().size)).Parse();
}

}
