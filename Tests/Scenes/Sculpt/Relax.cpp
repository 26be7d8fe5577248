#include <Scenes/Sculpt/Relax.h>

#include <Scenes/Sculpt/EdgeFlips.h>
#include <Scenes/Sculpt/HalfEdges.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace SPHSolids::Scenes
{

namespace
{

constexpr std::size_t VerticesPerChunk = 512;

/// Area-weighted normals of the mesh: cheaper than the shape's gradient and good enough to slide along the surface.
std::vector<Vec3d> VertexNormals(const TriangleMesh& mesh)
{
	std::vector<Vec3d> normals(mesh.vertices.size());
	for (const Triangle& t : mesh.triangles)
	{
		const Vec3d face = Cross(mesh.vertices[t[1]] - mesh.vertices[t[0]], mesh.vertices[t[2]] - mesh.vertices[t[0]]);
		for (const std::uint32_t v : t)
			normals[v] += face;
	}
	for (Vec3d& normal : normals)
		normal = NormalizedOr(normal, Vec3d{0, 0, 1});
	return normals;
}

/// Halfway to the middle of the ring, along the surface only, and back towards the surface.
Vec3d SmoothedOnSurface(
	const Sheet& sheet, const TriangleMesh& mesh, std::span<const std::uint32_t> ring, const Vec3d& normal, const Vec3d& place)
{
	Vec3d middle;
	for (const std::uint32_t neighbour : ring)
		middle += mesh.vertices[neighbour];
	middle = middle / static_cast<double>(ring.size());
	Vec3d step = (middle - place) * 0.5;
	step -= normal * Dot(step, normal);
	const Vec3d target = place + step;
	return target - normal * std::clamp(sheet.shape(target), -0.5 * sheet.cellSize, 0.5 * sheet.cellSize);
}

/// Halfway to the middle of the two neighbours on the same curve; a vertex without exactly two stays.
Vec3d SmoothedOnCurve(const Sheet& sheet, const SheetMesh& target, std::span<const std::uint32_t> ring, std::size_t vertex)
{
	const Vec3d place = target.mesh.vertices[vertex];
	Vec3d sum;
	int count = 0;
	for (const std::uint32_t neighbour : ring)
		if (target.tags[neighbour] == target.tags[vertex] || target.tags[neighbour] == SheetMesh::Pinned)
		{
			sum += target.mesh.vertices[neighbour];
			++count;
		}
	if (count != 2)
		return place;
	const Vec3d moved = sheet.ProjectOntoCurve((place + sum * 0.5) * 0.5, target.tags[vertex] - 1u);
	return Norm(moved - place) < 0.5 * sheet.cellSize ? moved : place; // another branch of the curve may be nearer
}

/// move(vertex) for all vertices but pinned ones; writes go to a second array, so the order does not matter.
template <class Move>
void MoveAll(SheetMesh& target, TaskRunner& tasks, Move move)
{
	std::vector<Vec3d> moved(target.mesh.vertices.size());
	ParallelFor(tasks, moved.size(), VerticesPerChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t v = begin; v < end; ++v)
				moved[v] = target.tags[v] == SheetMesh::Pinned ? target.mesh.vertices[v] : move(v);
		});
	target.mesh.vertices.swap(moved);
}

void Smooth(const Sheet& sheet, SheetMesh& target, TaskRunner& tasks)
{
	const VertexRings rings = VertexRings::Of(target.mesh.vertices.size(), target.mesh.triangles);
	const std::vector<Vec3d> normals = VertexNormals(target.mesh);
	MoveAll(target, tasks,
		[&](std::size_t v)
		{
			return target.tags[v] == SheetMesh::Free ? SmoothedOnSurface(sheet, target.mesh, rings[v], normals[v], target.mesh.vertices[v])
													 : SmoothedOnCurve(sheet, target, rings[v], v);
		});
}

void ProjectAll(const Sheet& sheet, SheetMesh& target, TaskRunner& tasks)
{
	MoveAll(target, tasks,
		[&](std::size_t v)
		{
			const Vec3d& place = target.mesh.vertices[v];
			return target.tags[v] == SheetMesh::Free ? sheet.Project(place) : sheet.ProjectOntoCurve(place, target.tags[v] - 1u);
		});
}

}

void Relax(const Sheet& sheet, SheetMesh& target, int rounds, TaskRunner& tasks)
{
	ProjectAll(sheet, target, tasks);
	for (int round = 0; round < rounds; ++round)
	{
		Smooth(sheet, target, tasks);
		if (round % 2 == 1)
			EdgeFlipper(target.mesh, target.tags).Pass();
	}
	ProjectAll(sheet, target, tasks);
	EdgeFlipper(target.mesh, target.tags).Pass();
}

}
