#include <Common/MeshFormats.h>
#include <Common/MeshGltfGuard.h>

#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

namespace SPHSolids::Tools
{

namespace
{

Vec3d FromAssimp(const aiVector3D& v)
{
	return {double(v.x), double(v.y), double(v.z)};
}

/// From glTF's y up, looking along +z, to z up, looking along -y.
Vec3d ZUp(const Vec3d& v)
{
	return {v.x, -v.z, v.y};
}

/// Which attributes every mesh has: a merged mesh keeps only those.
struct SharedAttributes
{
	bool normals = true, tangents = true, uvs = true;
};

void AppendVertices(const aiMesh& part, const GuardedGltf::Instance& instance, SharedAttributes keep, RenderMesh& mesh)
{
	const Mat3d forNormals = Cofactor(instance.axes);
	const bool isMirrored = Determinant(instance.axes) < 0;
	const double outwards = isMirrored ? -1.0 : 1.0;
	for (unsigned v = 0; v < part.mNumVertices; ++v)
	{
		mesh.positions.push_back(ZUp(instance.axes * FromAssimp(part.mVertices[v]) + instance.origin));
		if (keep.normals)
			mesh.normals.push_back(NormalizedOr(ZUp(forNormals * FromAssimp(part.mNormals[v])) * outwards, Vec3d{0, 0, 1}).Cast<Real>());
		if (keep.tangents)
		{
			// v of a uv counts downwards in glTF and upwards here: the side of the bitangent changes.
			const Vec3d side = Cross(FromAssimp(part.mNormals[v]), FromAssimp(part.mTangents[v]));
			const bool isLeft = (Dot(side, FromAssimp(part.mBitangents[v])) < 0) != isMirrored;
			mesh.tangents.push_back(
				{NormalizedOr(ZUp(instance.axes * FromAssimp(part.mTangents[v])), Vec3d{1, 0, 0}).Cast<Real>(), isLeft ? 1.0f : -1.0f});
		}
		if (keep.uvs)
			mesh.uvs.push_back({part.mTextureCoords[0][v].x, part.mTextureCoords[0][v].y});
	}
}

Status AppendTriangles(const aiMesh& part, bool isMirrored, std::size_t firstVertex, RenderMesh& mesh)
{
	for (unsigned f = 0; f < part.mNumFaces; ++f)
	{
		const aiFace& face = part.mFaces[f];
		if (face.mNumIndices != 3)
			continue;
		Triangle triangle{};
		for (unsigned n = 0; n < 3; ++n)
		{
			if (face.mIndices[n] >= part.mNumVertices)
				return Error{"names a vertex that does not exist; export it again"};
			triangle[isMirrored ? 2 - n : n] = static_cast<std::uint32_t>(firstVertex + face.mIndices[n]);
		}
		mesh.triangles.push_back(triangle);
		mesh.sections.push_back(static_cast<std::uint16_t>(part.mMaterialIndex));
	}
	return {};
}

/// Meshes of the guarded file: node n holds mesh n, in as many parts as it has materials.
std::vector<std::vector<const aiMesh*>> PartsByMesh(const aiScene& scene, std::size_t count)
{
	std::vector<std::vector<const aiMesh*>> parts(count);
	for (std::size_t n = 0; n < count; ++n)
		if (const aiNode* node = scene.mRootNode->FindNode(std::to_string(n).c_str()); node != nullptr)
			for (unsigned m = 0; m < node->mNumMeshes; ++m)
				parts[n].push_back(scene.mMeshes[node->mMeshes[m]]);
	return parts;
}

Result<RenderMesh> Merge(const aiScene& scene, const GuardedGltf& guarded)
{
	std::size_t meshCount = 0;
	for (const GuardedGltf::Instance& instance : guarded.instances)
		meshCount = std::max(meshCount, instance.mesh + 1);
	const auto parts = PartsByMesh(scene, meshCount);
	SharedAttributes keep;
	for (const GuardedGltf::Instance& instance : guarded.instances)
		for (const aiMesh* part : parts[instance.mesh])
		{
			keep.normals = keep.normals && part->HasNormals();
			keep.tangents = keep.tangents && part->HasTangentsAndBitangents();
			keep.uvs = keep.uvs && part->HasTextureCoords(0);
		}
	keep.tangents = keep.tangents && keep.normals;
	RenderMesh mesh;
	for (const GuardedGltf::Instance& instance : guarded.instances)
		for (const aiMesh* part : parts[instance.mesh])
		{
			const std::size_t firstVertex = mesh.positions.size();
			AppendVertices(*part, instance, keep, mesh);
			if (Status status = AppendTriangles(*part, Determinant(instance.axes) < 0, firstVertex, mesh); !status.IsOk())
				return Error{status.Message()};
		}
	return mesh;
}

}

Result<RenderMesh> MeshFromGltf(std::span<const std::byte> content, const std::filesystem::path& folder, std::uint64_t limit)
{
	Result<GuardedGltf> guarded = GuardGltf(content, folder, limit);
	if (!guarded.IsOk())
		return guarded.TakeError();
	if (guarded.Value().instances.empty())
		return RenderMesh{};
	try
	{
		Assimp::Importer importer;
		const std::vector<std::byte>& glb = guarded.Value().glb;
		const aiScene* scene = importer.ReadFileFromMemory(glb.data(), glb.size(), aiProcess_Triangulate | aiProcess_SortByPType, "glb");
		if (scene == nullptr || scene->mRootNode == nullptr)
			return Error{std::string("could not be read (") + importer.GetErrorString() + "); export it again"};
		return Merge(*scene, guarded.Value());
	}
	catch (const std::exception& problem)
	{
		return Error{std::string("could not be read (") + problem.what() + "); export it again"};
	}
}

}
