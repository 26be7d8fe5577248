#include <Common/MeshCorners.h>
#include <Common/MeshFormats.h>
#include <Common/MeshReader.h>
#include <Common/MeshText.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace SPHSolids::Tools
{

namespace
{

constexpr std::uint32_t ObjNone = 0xffffffffu;

/// One corner of a face: indices of position, uv and normal, from 0; ObjNone where the file gives none.
struct ObjCorner
{
	std::uint32_t position, uv, normal;
	bool operator==(const ObjCorner&) const = default;
};

class ObjParser
{
public:
	explicit ObjParser(std::string_view text)
		: scanner(text)
	{
	}

	Result<RenderMesh> Parse()
	{
		while (!scanner.IsAtEnd())
		{
			const std::size_t number = scanner.Line();
			const Status status = ParseLine(scanner.NextLine());
			if (!status.IsOk())
				return Error{"line " + std::to_string(number) + " " + status.Message() + "; correct or re-export the file"};
		}
		return Finished();
	}

private:
	Status ParseLine(std::string_view rest)
	{
		std::string joined;
		while (!rest.empty() && rest.back() == '\\' && !scanner.IsAtEnd()) // the line goes on
		{
			joined.append(rest.substr(0, rest.size() - 1)).append(" ");
			const std::string_view next = scanner.NextLine();
			const bool continues = !next.empty() && next.back() == '\\';
			joined.append(continues ? next.substr(0, next.size() - 1) : next);
			rest = continues ? next : std::string_view();
		}
		if (!joined.empty())
			rest = joined;
		const std::string_view keyword = TextScanner::CutWord(rest);
		if (positions.size() > MaxMeshTriangles || uvs.size() > MaxMeshTriangles || normals.size() > MaxMeshTriangles)
			return Error{"goes beyond " + std::to_string(MaxMeshTriangles) + " vertices, more than can be read"};
		if (keyword == "v")
			return ParseNumbers(rest, 3, 3, "position", [&](const auto& n) { positions.push_back({n[0], n[1], n[2]}); });
		if (keyword == "vt")
			return ParseNumbers(
				rest, 1, 2, "uv", [&](const auto& n) { uvs.push_back({static_cast<float>(n[0]), static_cast<float>(n[1])}); });
		if (keyword == "vn")
			return ParseNumbers(rest, 3, 3, "normal", [&](const auto& n) { normals.push_back(Vec3d{n[0], n[1], n[2]}.Cast<Real>()); });
		if (keyword == "f")
			return ParseFace(rest);
		if (keyword == "usemtl")
			return UseMaterial(std::string(rest));
		return {};
	}

	template <class Store>
	Status ParseNumbers(std::string_view rest, int least, int most, const char* what, Store store)
	{
		std::array<double, 3> numbers = {};
		for (int n = 0; n < most; ++n)
		{
			const std::string_view word = TextScanner::CutWord(rest);
			if (word.empty() && n >= least)
				break;
			if (!TextScanner::ToNumber(word, numbers[static_cast<std::size_t>(n)]))
				return Error{"does not hold a " + std::string(what) + " of " + std::to_string(least) + " numbers"};
		}
		store(numbers);
		return {};
	}

	/// Turns an index of the file (from 1, or backwards from -1) into one from 0.
	static bool Resolve(std::string_view word, std::size_t count, std::uint32_t& index)
	{
		std::int64_t number = 0;
		if (!TextScanner::ToInteger(word, number))
			return false;
		const auto signedCount = static_cast<std::int64_t>(count);
		if (number == 0 || number > signedCount || number < -signedCount)
			return false;
		index = static_cast<std::uint32_t>(number > 0 ? number - 1 : signedCount + number);
		return true;
	}

	/// v, v/t, v//n or v/t/n.
	bool ParseCorner(std::string_view word, ObjCorner& corner) const
	{
		corner = {ObjNone, ObjNone, ObjNone};
		const std::size_t slash = word.find('/');
		if (!Resolve(word.substr(0, slash), positions.size(), corner.position))
			return false;
		if (slash == std::string_view::npos)
			return true;
		const std::string_view tail = word.substr(slash + 1);
		const std::size_t second = tail.find('/');
		const std::string_view uv = tail.substr(0, second);
		const std::string_view normal = second == std::string_view::npos ? std::string_view() : tail.substr(second + 1);
		return (uv.empty() || Resolve(uv, uvs.size(), corner.uv)) && (normal.empty() || Resolve(normal, normals.size(), corner.normal));
	}

	Status ParseFace(std::string_view rest)
	{
		face.clear();
		corners.clear();
		for (std::string_view word = TextScanner::CutWord(rest); !word.empty() && word.front() != '#'; word = TextScanner::CutWord(rest))
		{
			ObjCorner corner = {};
			if (!ParseCorner(word, corner))
				return Error{"has a face corner '" + std::string(word.substr(0, 40)) + "' that names no vertex above it"};
			face.push_back(corner);
			corners.push_back(positions[corner.position]);
		}
		if (face.size() < 3)
			return Error{"holds a face with less than three corners"};
		for (const Triangle& triangle : TriangulatePolygon(corners))
		{
			mesh.triangles.push_back({VertexOf(face[triangle[0]]), VertexOf(face[triangle[1]]), VertexOf(face[triangle[2]])});
			mesh.sections.push_back(section);
		}
		if (mesh.triangles.size() > MaxMeshTriangles)
			return Error{"goes beyond " + std::to_string(MaxMeshTriangles) + " triangles, more than can be read"};
		return {};
	}

	std::uint32_t VertexOf(const ObjCorner& corner)
	{
		const auto [vertex, isNew] = joiner.Find(corner);
		if (isNew)
		{
			hasUvs = hasUvs || corner.uv != ObjNone;
			lacksNormals = lacksNormals || corner.normal == ObjNone;
			mesh.positions.push_back(positions[corner.position]);
			mesh.uvs.push_back(corner.uv != ObjNone ? uvs[corner.uv] : std::array<float, 2>{});
			mesh.normals.push_back(corner.normal != ObjNone ? NormalizedOr(normals[corner.normal], Vec3{0, 0, 1}) : Vec3{});
		}
		return vertex;
	}

	Status UseMaterial(std::string name)
	{
		const std::size_t known = materials.size();
		if (known > std::numeric_limits<std::uint16_t>::max())
			return Error{"names more than 65536 materials"};
		section = materials.try_emplace(std::move(name), static_cast<std::uint16_t>(known)).first->second;
		return {};
	}

	Result<RenderMesh> Finished()
	{
		if (!hasUvs)
			mesh.uvs.clear();
		if (lacksNormals)
			mesh.normals.clear();
		return std::move(mesh);
	}

	TextScanner scanner;
	std::vector<Vec3d> positions;
	std::vector<std::array<float, 2>> uvs;
	std::vector<Vec3> normals;
	std::unordered_map<std::string, std::uint16_t> materials;
	std::uint16_t section = 0;
	CornerJoiner<ObjCorner> joiner;
	RenderMesh mesh;
	bool hasUvs = false, lacksNormals = false;
	std::vector<ObjCorner> face; // of the line at hand
	std::vector<Vec3d> corners;
};

}

Result<RenderMesh> MeshFromObj(std::string_view text)
{
	return ObjParser(text).Parse();
}

}
