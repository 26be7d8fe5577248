#include <SPHSolids/Geometry/MeshDistance.h>

#include "TriangleMath.h"
#include "TriangleTree.h"

#include <SPHSolids/Base/Simd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

namespace SPHSolids
{
namespace
{

// A node is seen as one dipole from farther than this many of its radii (beta of Barill 2018).
constexpr double WindingFarRatio = 2.5;
constexpr int MaxTraversalEntries = 1024;
constexpr float FarCoordinate = 1e15f; // its square is still a float

struct TraversalEntry
{
	std::uint32_t child;
	float distanceSquared;
};

double SignedVolume(std::span<const TriangleCorners> triangles)
{
	double sum = 0;
	for (const TriangleCorners& t : triangles)
		sum += Dot(t[0], Cross(t[1], t[2]));
	return sum / 6;
}

}

struct MeshDistance::Data
{
	Data(std::vector<TriangleCorners> corners, TaskRunner& tasks)
		: triangles(std::move(corners))
		, tree(triangles, tasks)
	{
	}
	Vec3d ToFrame(const Vec3d& place) const { return (place - centre) * scale; }
	Vec3d FromFrame(const Vec3d& point) const { return point / scale + centre; }

	// The frame: centred on the mesh, scaled by a power of two so that the mesh fills about [-1, 1].
	Vec3d centre;
	double scale = 1;
	Box3d bounds;
	double area = 0;
	std::vector<TriangleCorners> triangles; // in the frame, in the order of the leaves once built
	std::vector<std::uint32_t> source;      // index in the caller's mesh
	TriangleTree tree;
};

MeshDistance::MeshDistance(std::unique_ptr<Data> built)
	: data(std::move(built))
{
}
MeshDistance::MeshDistance(MeshDistance&&) noexcept = default;
MeshDistance& MeshDistance::operator=(MeshDistance&&) noexcept = default;
MeshDistance::~MeshDistance() = default;

Result<MeshDistance> MeshDistance::Build(TriangleMeshView mesh, TaskRunner& tasks)
{
	std::vector<std::uint32_t> kept;
	Box3d bounds;
	for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		const Triangle& triangle = mesh.triangles[t];
		const bool inRange = std::all_of(triangle.begin(), triangle.end(), [&](std::uint32_t v) { return v < mesh.vertices.size(); });
		if (!inRange)
			continue;
		const Vec3d a = mesh.vertices[triangle[0]], b = mesh.vertices[triangle[1]], c = mesh.vertices[triangle[2]];
		if (!IsFinite(a) || !IsFinite(b) || !IsFinite(c) || !(SquaredNorm(Cross(b - a, c - a)) > 0))
			continue;
		kept.push_back(static_cast<std::uint32_t>(t));
		bounds.Include(a);
		bounds.Include(b);
		bounds.Include(c);
	}
	if (kept.empty())
		return Error{"The mesh has no usable triangle: all " + std::to_string(mesh.triangles.size())
			+ " have no area or bad vertices. Check that the export contains the surface."};

	const Vec3d centre = bounds.Centre(), size = bounds.Size();
	const double extent = std::max({size.x, size.y, size.z});
	const double scale = std::exp2(1 - std::ceil(std::log2(extent)));
	std::vector<TriangleCorners> corners;
	corners.reserve(kept.size());
	double area = 0;
	for (const std::uint32_t t : kept)
	{
		TriangleCorners& c = corners.emplace_back();
		for (std::size_t k = 0; k < 3; ++k)
			c[k] = (mesh.vertices[mesh.triangles[t][k]] - centre) * scale;
		area += 0.5 * Norm(Cross(c[1] - c[0], c[2] - c[0]));
	}
	if (SignedVolume(corners) < 0)
		for (TriangleCorners& c : corners)
			std::swap(c[1], c[2]);

	auto built = std::make_unique<Data>(std::move(corners), tasks);
	built->centre = centre;
	built->scale = scale;
	built->bounds = bounds;
	built->area = area / (scale * scale);
	std::vector<TriangleCorners> ordered;
	ordered.reserve(kept.size());
	for (const std::uint32_t k : built->tree.Order())
	{
		ordered.push_back(built->triangles[k]);
		built->source.push_back(kept[k]);
	}
	built->triangles = std::move(ordered);
	return MeshDistance(std::move(built));
}

ClosestPoint MeshDistance::FindClosest(const Vec3d& place, double maxDistance) const
{
	ClosestPoint result;
	if (!IsFinite(place) || !(maxDistance >= 0))
		return result;
	const Vec3d query = data->ToFrame(place);
	double best = maxDistance * data->scale;
	best *= best;
	Vec3d bestPoint;
	std::uint32_t bestSource = 0;

	Float8 low[3], high[3];
	for (int axis = 0; axis < 3; ++axis)
	{
		const float nearest = static_cast<float>(std::clamp(query[axis], -double(FarCoordinate), double(FarCoordinate)));
		low[axis] = Float8(std::nextafter(nearest, -FarCoordinate));
		high[axis] = Float8(std::nextafter(nearest, FarCoordinate));
	}
	// Slack for the rounding of the float distances: a box is passed over only if it cannot hold anything as near as the best.
	const auto reach = [&] { return static_cast<float>(std::min(best * (1 + 4e-6), 1e38)) + std::numeric_limits<float>::min(); };
	float bestReach = reach();

	TraversalEntry stack[MaxTraversalEntries];
	int top = 0;
	stack[top++] = {0, 0};
	while (top > 0)
	{
		const TraversalEntry entry = stack[--top];
		if (entry.distanceSquared >= bestReach)
			continue;
		if ((entry.child & TriangleTree::LeafMark) != 0)
		{
			const TriangleTree::Leaf& leaf = data->tree.Leaves()[entry.child & ~TriangleTree::LeafMark];
			for (std::uint32_t k = leaf.first; k < leaf.first + leaf.count; ++k)
			{
				const Vec3d point = ClosestOnTriangle(query, data->triangles[k]);
				const double distanceSquared = SquaredNorm(point - query);
				const std::uint32_t source = data->source[k];
				// Among equals the lowest index wins, so that the answer does not depend on the order of the search.
				if (distanceSquared < best || (distanceSquared == best && (!result.found || source < bestSource)))
				{
					best = distanceSquared;
					bestPoint = point;
					bestSource = source;
					result.found = true;
					bestReach = reach();
				}
			}
			continue;
		}
		const TriangleTree::Node& node = data->tree.Nodes()[entry.child];
		Float8 distance(0.0f);
		for (int axis = 0; axis < 3; ++axis)
		{
			const Float8 below = Float8::Load(node.low[axis]) - high[axis];
			const Float8 above = low[axis] - Float8::Load(node.high[axis]);
			const Float8 gap = Max(Max(below, above), Float8(0.0f));
			// Max drops a NaN in its first argument: the sum with the box itself brings it back.
			distance = MulAdd(gap, gap, distance) + (below - below);
		}
		alignas(64) float distances[TreeWidth];
		distance.Store(distances);
		const int begin = top;
		for (unsigned hits = static_cast<unsigned>(Bits(distance < Float8(bestReach))); hits != 0; hits &= hits - 1)
		{
			const int lane = std::countr_zero(hits);
			TraversalEntry pushed{node.child[lane], distances[lane]};
			int at = top++;
			for (; at > begin && stack[at - 1].distanceSquared < pushed.distanceSquared; --at)
				stack[at] = stack[at - 1];
			stack[at] = pushed;
		}
	}
	if (result.found)
	{
		result.point = data->FromFrame(bestPoint);
		result.distance = std::sqrt(best) / data->scale;
		result.triangle = bestSource;
	}
	return result;
}

double MeshDistance::WindingNumber(const Vec3d& place) const
{
	if (!IsFinite(place))
		return 0;
	const Vec3d query = data->ToFrame(place);
	constexpr double ratioSquared = WindingFarRatio * WindingFarRatio;
	double sum = 0; // solid angle
	std::uint32_t stack[MaxTraversalEntries];
	int top = 0;
	stack[top++] = 0;
	while (top > 0)
	{
		const std::uint32_t entry = stack[--top];
		if ((entry & TriangleTree::LeafMark) != 0)
		{
			const TriangleTree::Leaf& leaf = data->tree.Leaves()[entry & ~TriangleTree::LeafMark];
			for (std::uint32_t k = leaf.first; k < leaf.first + leaf.count; ++k)
				sum += SolidAngle(query, data->triangles[k]);
			continue;
		}
		const TriangleTree::Node& node = data->tree.Nodes()[entry];
		const TriangleTree::NodeMoments& far = data->tree.Moments()[entry];
		for (int k = 0; k < TreeWidth && node.child[k] != TriangleTree::NoChild; ++k)
		{
			const Vec3d centre{far.centre[0][k], far.centre[1][k], far.centre[2][k]};
			const Vec3d away = centre - query;
			const double distanceSquared = SquaredNorm(away);
			if (distanceSquared > ratioSquared * static_cast<double>(far.radiusSquared[k]))
				sum += Dot(away, Vec3d{far.areaVector[0][k], far.areaVector[1][k], far.areaVector[2][k]})
					/ (distanceSquared * std::sqrt(distanceSquared));
			else
				stack[top++] = node.child[k];
		}
	}
	return sum / (4 * Pi);
}

bool MeshDistance::IsInside(const Vec3d& place) const
{
	return data->bounds.Contains(place) && WindingNumber(place) > 0.5;
}

double MeshDistance::SignedDistance(const Vec3d& place) const
{
	const double distance = FindClosest(place).distance;
	return IsInside(place) ? -distance : distance;
}

const Box3d& MeshDistance::Bounds() const
{
	return data->bounds;
}

double MeshDistance::Area() const
{
	return data->area;
}

std::size_t MeshDistance::TriangleCount() const
{
	return data->triangles.size();
}

SourceTriangle MeshDistance::TriangleAt(std::size_t place) const
{
	SourceTriangle result;
	for (std::size_t k = 0; k < 3; ++k)
		result.corners[k] = data->FromFrame(data->triangles[place][k]);
	result.triangle = data->source[place];
	return result;
}

}
