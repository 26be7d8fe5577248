#include <Scenes/Models.h>

#include <Scenes/Models/Sculptures.h>
#include <Scenes/Sculpt/Mesher.h>
#include <Scenes/Sculpt/Unwrap.h>

#include <SPHSolids/Base/TaskRunner.h>

#include <algorithm>
#include <iterator>

namespace SPHSolids::Scenes
{

namespace
{

using Sculptor = Sculpture (*)();
constexpr Sculptor Sculptors[] = {SculptBunny, SculptGear, SculptHand, SculptTorus};

constexpr Vec3d SixSides[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};

RenderMesh MeshSculpture(const Sculpture& sculpture, std::size_t triangles, TaskRunner& tasks)
{
	const TriangleMesh surface = MeshWithTriangles(sculpture.shape, triangles, tasks);
	const Vec3d size = sculpture.shape.Bounds().Size();
	const double step = 1e-6 * std::max({size.x, size.y, size.z});
	std::vector<Vec3> normals(surface.vertices.size());
	ParallelFor(tasks, normals.size(), 512,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t v = begin; v < end; ++v)
				normals[v] = NormalizedOr(Gradient(sculpture.shape, surface.vertices[v], step), Vec3d{0, 0, 1}).Cast<Real>();
		});
	RenderMesh mesh = Unwrap(surface, normals, SixSides);
	if (sculpture.sectionAt)
		for (const Triangle& t : mesh.triangles)
			mesh.sections.push_back(sculpture.sectionAt((mesh.positions[t[0]] + mesh.positions[t[1]] + mesh.positions[t[2]]) / 3.0));
	return mesh;
}

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
