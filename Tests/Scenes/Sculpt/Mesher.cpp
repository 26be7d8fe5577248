#include <Scenes/Sculpt/Mesher.h>

#include <Scenes/Sculpt/HalfEdges.h>
#include <Scenes/Sculpt/SurfaceNets.h>

#include <SPHSolids/Base/Assert.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Scenes
{

namespace
{

constexpr std::size_t VerticesPerChunk = 512;
constexpr int SmoothingRounds = 8;

/// Edge flips towards the Delaunay property on a closed mesh, in place.
class EdgeFlipper
{
public:
	explicit EdgeFlipper(TriangleMesh& target)
		: mesh(target)
		, edges(HalfEdges::Of(target.triangles))
	{
	}

	/// One pass over all edges. Returns how many were flipped.
	std::size_t Pass()
	{
		std::size_t flipped = 0;
		for (std::uint32_t h = 0; h < edges.twin.size(); ++h)
			if (edges.twin[h] != HalfEdges::None && h < edges.twin[h] && WantsFlip(h))
			{
				Flip(h);
				++flipped;
			}
		return flipped;
	}

private:
	std::uint32_t Start(std::uint32_t h) const { return HalfEdges::Start(mesh.triangles, h); }

	/// Cotangent of the angle at the tip opposite half-edge h.
	double OppositeCotangent(std::uint32_t h) const
	{
		const Vec3d& tip = mesh.vertices[Start(HalfEdges::Previous(h))];
		const Vec3d a = mesh.vertices[Start(h)] - tip, b = mesh.vertices[Start(HalfEdges::Next(h))] - tip;
		return Dot(a, b) / std::max(Norm(Cross(a, b)), 1e-300);
	}

	bool AreConnected(std::uint32_t halfEdgeFromTip, std::uint32_t other) const
	{
		std::uint32_t h = halfEdgeFromTip;
		do
		{
			if (Start(HalfEdges::Next(h)) == other || Start(HalfEdges::Previous(h)) == other)
				return true;
			h = edges.twin[HalfEdges::Previous(h)];
		} while (h != halfEdgeFromTip && h != HalfEdges::None);
		return h == HalfEdges::None; // at a border the ring is not seen whole: leave such edges alone
	}

	/// A flip must not leave a vertex with fewer than four neighbours.
	bool HasSpareNeighbour(std::uint32_t halfEdgeFromVertex) const
	{
		int count = 0;
		std::uint32_t h = halfEdgeFromVertex;
		do
		{
			++count;
			h = edges.twin[HalfEdges::Previous(h)];
		} while (h != halfEdgeFromVertex && h != HalfEdges::None && count < 5);
		return h != HalfEdges::None && count >= 5;
	}

	bool WantsFlip(std::uint32_t h) const
	{
		const std::uint32_t t = edges.twin[h];
		if (OppositeCotangent(h) + OppositeCotangent(t) >= -1e-6)
			return false;
		const std::uint32_t a = Start(h), b = Start(t), c = Start(HalfEdges::Previous(h)), d = Start(HalfEdges::Previous(t));
		if (AreConnected(HalfEdges::Previous(h), d) || !HasSpareNeighbour(h) || !HasSpareNeighbour(t))
			return false;
		// Both new faces must look the way the old pair looks, or the surface folds.
		const auto& v = mesh.vertices;
		const Vec3d old = Cross(v[b] - v[a], v[c] - v[a]) + Cross(v[a] - v[b], v[d] - v[b]);
		const Vec3d first = Cross(v[d] - v[a], v[c] - v[a]), second = Cross(v[b] - v[d], v[c] - v[d]);
		const double folded = 0.5 * Norm(old);
		return Dot(old, first) > folded * Norm(first) && Dot(old, second) > folded * Norm(second);
	}

	void Link(std::uint32_t h, std::uint32_t t)
	{
		edges.twin[h] = t;
		if (t != HalfEdges::None)
			edges.twin[t] = h;
	}

	/// Replaces (a, b, c) and (b, a, d) by (a, d, c) and (d, b, c).
	void Flip(std::uint32_t h)
	{
		const std::uint32_t t = edges.twin[h];
		const std::uint32_t a = Start(h), b = Start(t), c = Start(HalfEdges::Previous(h)), d = Start(HalfEdges::Previous(t));
		const std::uint32_t outerBC = edges.twin[HalfEdges::Next(h)], outerCA = edges.twin[HalfEdges::Previous(h)];
		const std::uint32_t outerAD = edges.twin[HalfEdges::Next(t)], outerDB = edges.twin[HalfEdges::Previous(t)];
		const std::uint32_t first = h / 3, second = t / 3;
		mesh.triangles[first] = {a, d, c};
		mesh.triangles[second] = {d, b, c};
		Link(3 * first, outerAD);
		Link(3 * first + 2, outerCA);
		Link(3 * second, outerDB);
		Link(3 * second + 1, outerBC);
		Link(3 * first + 1, 3 * second + 2);
	}

	TriangleMesh& mesh;
	HalfEdges edges;
};

/// Moves every vertex halfway to the middle of its ring, along the surface only, and back onto the surface.
void SmoothAlongSurface(const Shape& shape, double cellSize, TriangleMesh& mesh, TaskRunner& tasks)
{
	const VertexRings rings = VertexRings::Of(mesh.vertices.size(), mesh.triangles);
	std::vector<Vec3d> moved(mesh.vertices.size());
	ParallelFor(tasks, mesh.vertices.size(), VerticesPerChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t v = begin; v < end; ++v)
			{
				const Vec3d place = mesh.vertices[v];
				Vec3d middle;
				for (const std::uint32_t neighbour : rings[v])
					middle += mesh.vertices[neighbour];
				middle = middle / static_cast<double>(rings[v].size());
				const Vec3d normal = NormalizedOr(Gradient(shape, place, 1e-3 * cellSize), Vec3d{0, 0, 1});
				Vec3d step = (middle - place) * 0.5;
				step -= normal * Dot(step, normal);
				const Vec3d target = place + step;
				const double off = std::clamp(shape(target), -0.5 * cellSize, 0.5 * cellSize);
				moved[v] = target - normal * off;
			}
		});
	mesh.vertices.swap(moved);
}

void ProjectAll(const Shape& shape, double cellSize, TriangleMesh& mesh, TaskRunner& tasks)
{
	ParallelFor(tasks, mesh.vertices.size(), VerticesPerChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t v = begin; v < end; ++v)
				mesh.vertices[v] = ProjectOntoSurface(shape, mesh.vertices[v], cellSize);
		});
}

TriangleMesh Finished(const Shape& shape, double cellSize, TriangleMesh mesh, TaskRunner& tasks)
{
	ProjectAll(shape, cellSize, mesh, tasks);
	for (int round = 0; round < SmoothingRounds; ++round)
	{
		SmoothAlongSurface(shape, cellSize, mesh, tasks);
		if (round % 2 == 1)
			EdgeFlipper(mesh).Pass();
	}
	ProjectAll(shape, cellSize, mesh, tasks);
	EdgeFlipper(mesh).Pass();
	return mesh;
}

/// Grids that cut the shape elsewhere, for the rare cut in which two sheets touch.
constexpr Vec3d Shifts[] = {{0, 0, 0}, {0.37, 0.19, 0.71}, {0.61, 0.43, 0.29}, {0.13, 0.83, 0.53}, {0.47, 0.59, 0.11}, {0.89, 0.31, 0.97}};

}

Vec3d ProjectOntoSurface(const Shape& shape, Vec3d place, double cellSize)
{
	for (int step = 0; step < 12; ++step)
	{
		const double distance = shape(place);
		if (std::abs(distance) < 1e-9 * cellSize)
			break;
		const Vec3d gradient = Gradient(shape, place, 1e-4 * cellSize);
		const Vec3d move = gradient * (-distance / std::max(SquaredNorm(gradient), 1e-6));
		const double length = Norm(move);
		place += length > cellSize ? move * (cellSize / length) : move;
	}
	return place;
}

TriangleMesh MeshWithCellSize(const Shape& shape, double cellSize, TaskRunner& tasks)
{
	TriangleMesh mesh;
	for (const Vec3d& shift : Shifts)
	{
		mesh = SignGrid(shape, cellSize, shift, tasks).ExtractSurface();
		if (HalfEdges::Of(mesh.triangles).brokenEdges == 0)
			break;
	}
	return Finished(shape, cellSize, std::move(mesh), tasks);
}

TriangleMesh MeshWithTriangles(const Shape& shape, std::size_t triangles, TaskRunner& tasks)
{
	const Vec3d size = shape.Bounds().Size();
	double cellSize = std::max({size.x, size.y, size.z}) / 64;
	// The count goes with the inverse square of the cell size but for what the grid misses of thin parts.
	for (int attempt = 0; attempt < 5; ++attempt)
	{
		const double ratio = double(SignGrid(shape, cellSize, {}, tasks).TriangleCount()) / double(triangles);
		if (std::abs(ratio - 1) < 0.02)
			break;
		SPHS_ASSERT(ratio > 0);
		cellSize *= std::sqrt(ratio);
	}
	return MeshWithCellSize(shape, cellSize, tasks);
}

}
