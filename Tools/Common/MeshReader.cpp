#include <Common/MeshReader.h>

#include <Common/Files.h>
#include <Common/MeshFormats.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace SPHSolids::Tools
{

namespace
{

/// What the first bytes say, for the formats that have a mark: "PLY", "glTF binary" or nothing.
std::string_view MarkOf(std::string_view text)
{
	if (text.starts_with("ply\n") || text.starts_with("ply\r"))
		return ".ply";
	return text.starts_with("glTF") ? ".glb" : "";
}

Result<RenderMesh> Parse(const std::filesystem::path& file, const std::string& extension, std::span<const std::byte> content)
{
	const std::string_view text(reinterpret_cast<const char*>(content.data()), content.size());
	const std::string_view mark = MarkOf(text);
	if (!mark.empty() && mark != extension && !(mark == ".glb" && extension == ".gltf"))
		return Error{"is named " + extension + " but holds a " + std::string(mark) + " file; rename it"};
	if (extension == ".obj")
		return MeshFromObj(text);
	if (extension == ".ply")
		return MeshFromPly(content);
	if (extension == ".stl")
		return MeshFromStl(content);
	return MeshFromGltf(content, file.parent_path(), MaxMeshFileBytes);
}

/// Drops vertices that no triangle uses, keeping the order of the rest.
void DropUnusedVertices(RenderMesh& mesh)
{
	std::vector<bool> used(mesh.positions.size(), false);
	for (const Triangle& t : mesh.triangles)
		for (const std::uint32_t v : t)
			used[v] = true;
	if (std::find(used.begin(), used.end(), false) == used.end())
		return;
	std::vector<std::uint32_t> renamed(used.size());
	std::uint32_t kept = 0;
	const auto move = [&](auto& values, std::size_t from)
	{
		if (!values.empty())
			values[kept] = values[from];
	};
	for (std::size_t v = 0; v < used.size(); ++v)
		if (used[v])
		{
			move(mesh.positions, v);
			move(mesh.normals, v);
			move(mesh.tangents, v);
			move(mesh.uvs, v);
			renamed[v] = kept++;
		}
	const auto shorten = [&](auto& values) { values.resize(values.empty() ? 0 : kept); };
	shorten(mesh.positions);
	shorten(mesh.normals);
	shorten(mesh.tangents);
	shorten(mesh.uvs);
	for (Triangle& t : mesh.triangles)
		for (std::uint32_t& v : t)
			v = renamed[v];
}

/// Checks and finishing touches that all formats share.
Status Finish(const MeshReadSettings& settings, RenderMesh& mesh)
{
	if (mesh.triangles.empty())
		return Error{"has no triangles; export the surface of the object, not points or lines"};
	DropUnusedVertices(mesh);
	for (std::size_t v = 0; v < mesh.positions.size(); ++v)
	{
		mesh.positions[v] *= settings.scale;
		if (!IsFinite(mesh.positions[v]))
			return Error{"has a vertex with a coordinate that is not a finite number; repair it in a modelling program"};
	}
	if (!std::ranges::all_of(mesh.normals, [](const Vec3& n) { return IsFinite(n); }))
		mesh.normals.clear();
	const auto isFiniteTangent = [](const RenderTangent& t) { return IsFinite(t.direction); };
	if (mesh.normals.empty() || !std::ranges::all_of(mesh.tangents, isFiniteTangent))
		mesh.tangents.clear();
	if (!std::ranges::all_of(mesh.uvs, [](const auto& uv) { return std::isfinite(uv[0]) && std::isfinite(uv[1]); }))
		mesh.uvs.clear();
	if (std::ranges::all_of(mesh.sections, [](std::uint16_t section) { return section == 0; }))
		mesh.sections.clear();
	return {};
}

}

Result<RenderMesh> ReadMesh(const std::filesystem::path& file, const MeshReadSettings& settings)
{
	const std::string name = "Mesh '" + file.string() + "' ";
	if (!(settings.scale > 0) || !std::isfinite(settings.scale))
		return Error{name + "cannot be scaled by " + std::to_string(settings.scale) + "; give a factor above zero."};
	std::string extension = file.extension().string();
	std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
	if (extension != ".obj" && extension != ".ply" && extension != ".stl" && extension != ".gltf" && extension != ".glb")
		return Error{name + "is of a kind that cannot be read; export it as .obj, .ply, .stl, .gltf or .glb."};
	try
	{
		Result<std::vector<std::byte>> content = ReadWholeFile(file, MaxMeshFileBytes);
		if (!content.IsOk())
			return content.TakeError();
		if (content.Value().empty())
			return Error{name + "is empty; export it again."};
		Result<RenderMesh> mesh = Parse(file, extension, content.Value());
		if (!mesh.IsOk())
			return Error{name + mesh.Message() + "."};
		if (Status status = Finish(settings, mesh.Value()); !status.IsOk())
			return Error{name + status.Message() + "."};
		return mesh;
	}
	catch (const std::bad_alloc&)
	{
		return Error{name + "does not fit into memory; reduce it or close other programs."};
	}
}

}
