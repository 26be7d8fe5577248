#include <Scenes/Sculpt/EdgeFlips.h>

#include <Scenes/Sculpt/Sheet.h>

#include <algorithm>
#include <utility>

namespace SPHSolids::Scenes
{

std::size_t EdgeFlipper::Pass()
{
	std::size_t flipped = 0;
	for (std::uint32_t h = 0; h < edges.twin.size(); ++h)
	{
		const std::uint32_t t = edges.twin[h];
		// Delaunay: the angles opposite an edge add up to at most a half turn, so their cotangents to at least zero.
		if (t != HalfEdges::None && h < t && OppositeCotangent(h) + OppositeCotangent(t) < -1e-6 && !TouchesCurve(h) && CanFlip(h)
			&& KeepsFacing(h))
		{
			Flip(h);
			++flipped;
		}
	}
	return flipped;
}

bool EdgeFlipper::CanFlip(std::uint32_t h) const
{
	const std::uint32_t t = edges.twin[h];
	if (t == HalfEdges::None)
		return false;
	return !AreConnected(HalfEdges::Previous(h), Start(HalfEdges::Previous(t))) && HasSpareNeighbour(h) && HasSpareNeighbour(t);
}

bool EdgeFlipper::KeepsFacing(std::uint32_t h) const
{
	const std::uint32_t t = edges.twin[h];
	const std::uint32_t a = Start(h), b = Start(t), c = Start(HalfEdges::Previous(h)), d = Start(HalfEdges::Previous(t));
	const auto& v = mesh.vertices;
	const Vec3d old = Cross(v[b] - v[a], v[c] - v[a]) + Cross(v[a] - v[b], v[d] - v[b]);
	const Vec3d first = Cross(v[d] - v[a], v[c] - v[a]), second = Cross(v[b] - v[d], v[c] - v[d]);
	const double folded = 0.5 * Norm(old);
	return Dot(old, first) > folded * Norm(first) && Dot(old, second) > folded * Norm(second);
}

void EdgeFlipper::Flip(std::uint32_t h)
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

/// Of the angle at the tip opposite half-edge h.
double EdgeFlipper::OppositeCotangent(std::uint32_t h) const
{
	const Vec3d& tip = mesh.vertices[Start(HalfEdges::Previous(h))];
	const Vec3d a = mesh.vertices[Start(h)] - tip, b = mesh.vertices[Start(HalfEdges::Next(h))] - tip;
	return Dot(a, b) / std::max(Norm(Cross(a, b)), 1e-300);
}

bool EdgeFlipper::AreConnected(std::uint32_t halfEdgeFromTip, std::uint32_t other) const
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

bool EdgeFlipper::HasSpareNeighbour(std::uint32_t halfEdgeFromVertex) const
{
	int count = 0;
	std::uint32_t h = halfEdgeFromVertex;
	do
	{
		++count;
		h = edges.twin[HalfEdges::Previous(h)];
	} while (h != halfEdgeFromVertex && h != HalfEdges::None && count < 4);
	return h != HalfEdges::None && count >= 4;
}

bool EdgeFlipper::TouchesCurve(std::uint32_t h) const
{
	const auto onOneCurve = [](std::uint8_t a, std::uint8_t b)
	{ return a != SheetMesh::Free && b != SheetMesh::Free && (a == b || a == SheetMesh::Pinned || b == SheetMesh::Pinned); };
	const std::uint32_t t = edges.twin[h];
	return onOneCurve(tags[Start(h)], tags[Start(t)])
		|| onOneCurve(tags[Start(HalfEdges::Previous(h))], tags[Start(HalfEdges::Previous(t))]);
}

void EdgeFlipper::Link(std::uint32_t h, std::uint32_t t)
{
	edges.twin[h] = t;
	if (t != HalfEdges::None)
		edges.twin[t] = h;
}

}
