#include <Render/Shapes.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace SPHSolids::Render
{
namespace
{

float AngleBetween(const Vec3& a, const Vec3& b)
{
	return std::atan2(Norm(Cross(a, b)), Dot(a, b));
}

/// A face of the cube [-1, 1]^3 as steps x steps quads, outwards.
void AddCubeFace(int axis, float sign, int steps, MeshObject& mesh)
{
	const int side = (axis + 1) % 3, up = (axis + 2) % 3;
	const auto first = static_cast<std::uint32_t>(mesh.positions.size());
	for (int j = 0; j <= steps; ++j)
		for (int i = 0; i <= steps; ++i)
		{
			// Tangents spread the quads evenly once the face is bent. Neighbouring faces meet in the same bits: the ends are exactly the
			// face's, and both sides of the middle are alike.
			const auto place = [&](int k)
			{
				const int fromMiddle = 2 * k - steps;
				const float share = static_cast<float>(fromMiddle) / static_cast<float>(steps);
				return std::abs(fromMiddle) == steps ? share : std::tan(share * static_cast<float>(Pi / 4));
			};
			Vec3 position;
			position[axis] = sign;
			position[side] = place(i) * sign;
			position[up] = place(j);
			mesh.positions.push_back(position);
		}
	const auto row = static_cast<std::uint32_t>(steps + 1);
	for (std::uint32_t j = 0; j + 1 < row; ++j)
		for (std::uint32_t i = 0; i + 1 < row; ++i)
		{
			const std::uint32_t corner = first + j * row + i;
			mesh.triangles.push_back({corner, corner + 1, corner + row + 1});
			mesh.triangles.push_back({corner, corner + row + 1, corner + row});
		}
}

MeshObject MakeUnitCube(int steps, const Material& material)
{
	MeshObject mesh;
	mesh.material = material;
	for (int axis = 0; axis < 3; ++axis)
		for (float sign : {-1.0f, 1.0f})
			AddCubeFace(axis, sign, steps, mesh);
	return mesh;
}

}

std::vector<Vec3> SmoothNormals(std::span<const Vec3> positions, std::span<const Triangle> triangles)
{
	std::vector<Vec3> normals(positions.size());
	for (const Triangle& triangle : triangles)
	{
		if (std::max({triangle[0], triangle[1], triangle[2]}) >= positions.size())
			continue;
		const std::array<Vec3, 3> corner = {positions[triangle[0]], positions[triangle[1]], positions[triangle[2]]};
		const Vec3 normal = NormalizedOr(Cross(corner[1] - corner[0], corner[2] - corner[0]), Vec3{});
		if (!IsFinite(normal))
			continue;
		for (std::size_t i = 0; i < 3; ++i)
		{
			const float angle = AngleBetween(corner[(i + 1) % 3] - corner[i], corner[(i + 2) % 3] - corner[i]);
			normals[triangle[i]] += normal * angle;
		}
	}
	for (Vec3& normal : normals)
		normal = NormalizedOr(normal, Vec3{});
	return normals;
}

MeshObject MeshFrom(const TriangleMeshView& source, const Material& material, const Vec3d& origin)
{
	MeshObject mesh;
	mesh.material = material;
	mesh.positions.reserve(source.vertices.size());
	for (const Vec3d& vertex : source.vertices)
		mesh.positions.push_back((vertex - origin).Cast<float>());
	mesh.triangles.assign(source.triangles.begin(), source.triangles.end());
	mesh.normals = SmoothNormals(mesh.positions, mesh.triangles);
	return mesh;
}

MeshObject MeshFrom(const RenderMesh& source, std::span<const Colour> sectionColours, const Material& material, const Vec3d& origin)
{
	MeshObject mesh = MeshFrom(source.View(), material, origin);
	if (source.sections.empty() && !sectionColours.empty())
		mesh.material.colour = sectionColours[0];
	if (source.normals.size() == source.positions.size())
		mesh.normals = source.normals;
	if (source.sections.size() == source.triangles.size())
		for (const std::uint16_t section : source.sections)
			mesh.triangleColours.push_back(section < sectionColours.size() ? sectionColours[section] : material.colour);
	return mesh;
}

Camera FrameScene(const Scene& scene, const Vec3& towardsCamera, const Framing& framing)
{
	std::vector<Vec3> points;
	float radius = 0;
	for (const MeshObject& mesh : scene.meshes)
		points.insert(points.end(), mesh.positions.begin(), mesh.positions.end());
	for (const SphereObject& set : scene.spheres)
	{
		points.insert(points.end(), set.centres.begin(), set.centres.end());
		radius = std::max(radius, set.radii.empty() ? set.radius : *std::max_element(set.radii.begin(), set.radii.end()));
	}
	return FramePoints(points, std::isfinite(radius) ? radius : 0, towardsCamera, framing);
}

MeshObject MakeRoundedBox(const Vec3& centre, const Vec3& size, float rounding, int steps, const Material& material)
{
	MeshObject mesh = MakeUnitCube(steps, material);
	const Vec3 half = size * 0.5f;
	const float radius = std::clamp(rounding, 0.0f, std::min({half.x, half.y, half.z}));
	const Vec3 core = half - Vec3{radius, radius, radius};
	for (Vec3& position : mesh.positions)
	{
		const Vec3 onBox = {position.x * half.x, position.y * half.y, position.z * half.z};
		const Vec3 inner = Max(Min(onBox, core), -core);
		const Vec3 normal = NormalizedOr(onBox - inner, position);
		mesh.normals.push_back(normal);
		position = centre + inner + normal * radius;
	}
	return mesh;
}

MeshObject MakeBall(const Vec3& centre, float radius, int steps, const Material& material)
{
	MeshObject mesh = MakeUnitCube(std::max(1, steps / 2), material);
	for (Vec3& position : mesh.positions)
	{
		mesh.normals.push_back(NormalizedOr(position, Vec3{0, 0, 1}));
		position = centre + mesh.normals.back() * radius;
	}
	return mesh;
}

MeshObject MakeRoom(const Box3& room, const Material& material)
{
	MeshObject mesh = MakeUnitCube(1, material);
	const Vec3 half = room.Size() * 0.5f;
	for (Vec3& position : mesh.positions)
		position = room.Centre() + Vec3{position.x * half.x, position.y * half.y, position.z * half.z};
	for (Triangle& triangle : mesh.triangles)
		std::swap(triangle[1], triangle[2]);
	mesh.material.oneSided = true;
	return mesh;
}

}
