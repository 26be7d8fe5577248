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

/// Halfway to the middle of the ring, along the surface only, and back onto the surface to first order.
Vec3d SmoothedOnSurface(const Sheet& sheet, const TriangleMesh& mesh, std::span<const std::uint32_t> ring, const Vec3d& place)
{
	Vec3d middle;
	for (const std::uint32_t neighbour : ring)
		middle += mesh.vertices[neighbour];
	middle = middle / static_cast<double>(ring.size());
	const Vec3d gradient = Gradient(sheet.shape, place, 1e-3 * sheet.cellSize);
	const Vec3d normal = NormalizedOr(gradient, Vec3d{0, 0, 1});
	Vec3d step = (middle - place) * 0.5;
	step -= normal * Dot(step, normal);
	const Vec3d target = place + step;
	const double off = sheet.shape(target) / std::max(Norm(gradient), 1e-3);
	return target - normal * std::clamp(off, -0.5 * sheet.cellSize, 0.5 * sheet.cellSize);
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
	return count == 2 ? sheet.ProjectOntoCurve((place + sum * 0.5) * 0.5, target.tags[vertex] - 1u) : place;
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
	MoveAll(target, tasks,
		[&](std::size_t v)
		{
			return target.tags[v] == SheetMesh::Free ? SmoothedOnSurface(sheet, target.mesh, rings[v], target.mesh.vertices[v])
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
