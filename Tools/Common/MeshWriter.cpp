#include <Common/MeshWriter.h>

#include <Common/Files.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace SPHSolids::Tools
{

namespace
{

static_assert(std::endian::native == std::endian::little, "binary PLY is written as the numbers stand in memory");

/// Text or bytes that grow. Numbers are written so that reading gives the same bits.
class Output
{
public:
	std::string text;

	Output& Word(std::string_view word)
	{
		text.append(word);
		return *this;
	}
	template <class T>
	Output& Number(T value)
	{
		char buffer[32];
		const char* end = std::to_chars(buffer, buffer + sizeof(buffer), value).ptr;
		text.append(buffer, static_cast<std::size_t>(end - buffer));
		return *this;
	}
	template <class T>
	Output& Raw(T value)
	{
		char buffer[sizeof(T)];
		std::memcpy(buffer, &value, sizeof(T));
		text.append(buffer, sizeof(T));
		return *this;
	}
};

std::string ProblemOf(const RenderMesh& mesh)
{
	const std::size_t count = mesh.positions.size();
	if ((!mesh.normals.empty() && mesh.normals.size() != count) || (!mesh.uvs.empty() && mesh.uvs.size() != count))
		return "its normals or uvs are not one per vertex";
	if (!mesh.sections.empty() && mesh.sections.size() != mesh.triangles.size())
		return "its sections are not one per triangle";
	for (const Triangle& t : mesh.triangles)
		if (t[0] >= count || t[1] >= count || t[2] >= count)
			return "a triangle names a vertex that does not exist";
	return {};
}

void PlyHeaderOf(const RenderMesh& mesh, MeshCoding coding, Output& out)
{
	out.Word("ply\nformat ")
		.Word(coding == MeshCoding::Binary ? "binary_little_endian" : "ascii")
		.Word(" 1.0\ncomment SPHSolids, metres\n");
	out.Word("element vertex ").Number(mesh.positions.size()).Word("\nproperty double x\nproperty double y\nproperty double z\n");
	if (!mesh.normals.empty())
		out.Word("property float nx\nproperty float ny\nproperty float nz\n");
	if (!mesh.uvs.empty())
		out.Word("property float s\nproperty float t\n");
	out.Word("element face ").Number(mesh.triangles.size()).Word("\nproperty list uchar uint vertex_indices\n");
	if (!mesh.sections.empty())
		out.Word("property ushort material_index\n");
	out.Word("end_header\n");
}

/// @param put Called with each number of the data part, with its last argument telling whether it ends a line.
template <class Put>
void PlyDataOf(const RenderMesh& mesh, Put put)
{
	const bool hasNormals = !mesh.normals.empty(), hasUvs = !mesh.uvs.empty(), hasSections = !mesh.sections.empty();
	for (std::size_t v = 0; v < mesh.positions.size(); ++v)
	{
		put(mesh.positions[v].x, false);
		put(mesh.positions[v].y, false);
		put(mesh.positions[v].z, !hasNormals && !hasUvs);
		if (hasNormals)
		{
			put(mesh.normals[v].x, false);
			put(mesh.normals[v].y, false);
			put(mesh.normals[v].z, !hasUvs);
		}
		if (hasUvs)
		{
			put(mesh.uvs[v][0], false);
			put(mesh.uvs[v][1], true);
		}
	}
	for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		put(std::uint8_t(3), false);
		put(mesh.triangles[t][0], false);
		put(mesh.triangles[t][1], false);
		put(mesh.triangles[t][2], !hasSections);
		if (hasSections)
			put(mesh.sections[t], true);
	}
}

std::string PlyOf(const RenderMesh& mesh, MeshCoding coding)
{
	Output out;
	PlyHeaderOf(mesh, coding, out);
	if (coding == MeshCoding::Binary)
		PlyDataOf(mesh, [&](auto number, bool) { out.Raw(number); });
	else
		PlyDataOf(mesh, [&](auto number, bool endsLine) { out.Number(number).Word(endsLine ? "\n" : " "); });
	return std::move(out.text);
}

std::string ObjOf(const RenderMesh& mesh)
{
	Output out;
	out.Word("# SPHSolids, metres\n");
	for (const Vec3d& p : mesh.positions)
		out.Word("v ").Number(p.x).Word(" ").Number(p.y).Word(" ").Number(p.z).Word("\n");
	for (const auto& uv : mesh.uvs)
		out.Word("vt ").Number(uv[0]).Word(" ").Number(uv[1]).Word("\n");
	for (const Vec3& n : mesh.normals)
		out.Word("vn ").Number(n.x).Word(" ").Number(n.y).Word(" ").Number(n.z).Word("\n");
	for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		if (!mesh.sections.empty() && (t == 0 || mesh.sections[t] != mesh.sections[t - 1]))
			out.Word("usemtl section").Number(mesh.sections[t]).Word("\n");
		out.Word("f");
		for (const std::uint32_t v : mesh.triangles[t])
		{
			out.Word(" ").Number(v + 1);
			if (!mesh.uvs.empty())
				out.Word("/").Number(v + 1);
			if (!mesh.normals.empty())
				out.Word(mesh.uvs.empty() ? "//" : "/").Number(v + 1);
		}
		out.Word("\n");
	}
	return std::move(out.text);
}

}

Status WriteMesh(const std::filesystem::path& file, const RenderMesh& mesh, MeshCoding coding)
{
	const std::string name = "Mesh '" + file.string() + "' ";
	std::string extension = file.extension().string();
	std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
	if (extension != ".ply" && extension != ".obj")
		return Error{name + "cannot be written in this format; choose a name that ends in .ply or .obj."};
	if (const std::string problem = ProblemOf(mesh); !problem.empty())
		return Error{name + "cannot be written because " + problem + "; rebuild the mesh."};
	return WriteFileAtomically(file, extension == ".ply" ? PlyOf(mesh, coding) : ObjOf(mesh));
}

}
