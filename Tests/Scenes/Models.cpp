#include <Scenes/Models.h>

#include <Scenes/Models/Sculptures.h>
#include <Scenes/Sculpt/Mesher.h>
#include <Scenes/Sculpt/Unwrap.h>

#include <SPHSolids/Base/TaskRunner.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

namespace SPHSolids::Scenes
{

namespace
{

using Sculptor = Sculpture (*)();
constexpr Sculptor Sculptors[] = {
	SculptBunny, SculptDuck, SculptWalrus, SculptDragon, SculptMonkey, SculptHand, SculptStar, SculptGear, SculptTorus, SculptShirt};

constexpr Vec3d SixSides[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
constexpr Vec3d FrontAndBack[] = {{0, 1, 0}, {0, -1, 0}}; // the two halves of a garment's pattern

/// Side of the right-angled triangle that has the mean area: about the cell size the surface was meshed with.
double MeanEdge(const TriangleMesh& surface)
{
	double area = 0;
	for (const Triangle& t : surface.triangles)
		area += 0.5 * Norm(Cross(surface.vertices[t[1]] - surface.vertices[t[0]], surface.vertices[t[2]] - surface.vertices[t[0]]));
	return std::sqrt(2 * area / double(surface.triangles.size()));
}

/// Unit gradient of the shape at the vertices, taken over a fair part of an edge: where the surface turns within one triangle, as
/// around a tooth's rim, this is the mean direction and shades without noise.
std::vector<Vec3> NormalsOf(const Shape& shape, const TriangleMesh& surface, TaskRunner& tasks)
{
	const double step = 0.2 * MeanEdge(surface);
	std::vector<Vec3> normals(surface.vertices.size());
	ParallelFor(tasks, normals.size(), 512,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t v = begin; v < end; ++v)
				normals[v] = NormalizedOr(Gradient(shape, surface.vertices[v], step), Vec3d{0, 0, 1}).Cast<Real>();
		});
	return normals;
}

std::uint16_t SectionAt(const Sculpture& sculpture, const Vec3d& place)
{
	for (const Region& region : sculpture.regions)
		if (region.shape(place) < 0)
			return region.section;
	return 0;
}

RenderMesh MeshSculpture(const Sculpture& sculpture, std::size_t triangles, TaskRunner& tasks)
{
	SurfaceSpec spec = {sculpture.shape, sculpture.keep, {}, sculpture.detail};
	for (const Region& region : sculpture.regions)
		spec.lines.push_back(region.shape);
	const TriangleMesh surface = MeshWithTriangles(spec, triangles, tasks);
	const std::vector<Vec3> normals = NormalsOf(sculpture.shape, surface, tasks);
	const std::span<const Vec3d> sides = sculpture.keep ? std::span<const Vec3d>(FrontAndBack) : std::span<const Vec3d>(SixSides);
	RenderMesh mesh = Unwrap(surface, normals, sides);
	if (!sculpture.regions.empty())
		for (const Triangle& t : mesh.triangles)
			mesh.sections.push_back(SectionAt(sculpture, (mesh.positions[t[0]] + mesh.positions[t[1]] + mesh.positions[t[2]]) / 3.0));
	return mesh;
}

}

Shape AboveGround()
{
	return {[](const Vec3d& p) { return -p.z; }, {{-100, -100, 0}, {100, 100, 100}}};
}

const std::vector<ModelInfo>& Models()
{
	static const std::vector<ModelInfo> models = []
	{
		std::vector<ModelInfo> list;
		for (const Sculptor sculptor : Sculptors)
			list.push_back(sculptor().info);
		return list;
	}();
	return models;
}

Result<RenderMesh> BuildModel(std::string_view name, std::size_t triangles)
{
	if (triangles < MinModelTriangles || triangles > MaxModelTriangles)
		return Error{"Model '" + std::string(name) + "' cannot be made of " + std::to_string(triangles) + " triangles; ask for "
			+ std::to_string(MinModelTriangles) + " to " + std::to_string(MaxModelTriangles) + "."};
	const auto& models = Models();
	const auto found = std::find_if(models.begin(), models.end(), [&](const ModelInfo& info) { return info.name == name; });
	if (found == models.end())
	{
		std::string known;
		for (const ModelInfo& info : models)
			known += (known.empty() ? "" : ", ") + info.name;
		return Error{"There is no model '" + std::string(name) + "'; choose one of " + known + "."};
	}
	const auto tasks = MakeParallelTaskRunner();
	return MeshSculpture(Sculptors[std::distance(models.begin(), found)](), triangles, *tasks);
}

}
