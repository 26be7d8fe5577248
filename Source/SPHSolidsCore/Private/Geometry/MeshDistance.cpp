#include <SPHSolids/Geometry/MeshDistance.h>

#include "TriangleField.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace SPHSolids
{
namespace
{

// A node is seen as one dipole from farther than this many of its radii (beta of Barill 2018).
constexpr double WindingFarRatio = 2.5;
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
	Data(std::span<const TriangleCorners> triangles, TaskRunner& tasks)
		: field(triangles, tasks)
	{
	}
	Vec3d ToFrame(const Vec3d& place) const { return (place - centre) * scale; }
	Vec3d FromFrame(const Vec3d& point) const { return point / scale + centre; }

	// The frame: centred on the mesh, scaled by a power of two so that the mesh fills about [-1, 1].
	Vec3d centre;
	double scale = 1;
	Box3d bounds;
	double area = 0;
	std::vector<std::uint32_t> source; // triangle of the caller's mesh
	TriangleField field;               // in the frame
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

	auto built = std::make_unique<Data>(corners, tasks);
	built->centre = centre;
	built->scale = scale;
	built->bounds = bounds;
	built->area = area / (scale * scale);
	built->source = std::move(kept);
	return MeshDistance(std::move(built));
}

ClosestPoint MeshDistance::FindClosest(const Vec3d& place, double maxDistance) const
{
	ClosestPoint result;
	if (!IsFinite(place) || !(maxDistance >= 0))
		return result;
	const double reach = maxDistance * data->scale;
	const TriangleField::Closest closest = data->field.FindClosest(data->ToFrame(place), reach * reach);
	if (!closest.found)
		return result;
	result.point = data->FromFrame(closest.point);
	result.distance = std::sqrt(closest.distanceSquared) / data->scale;
	result.triangle = data->source[closest.triangle];
	result.found = true;
	return result;
}

double MeshDistance::WindingNumber(const Vec3d& place) const
{
	return IsFinite(place) ? data->field.WindingNumber(data->ToFrame(place), WindingFarRatio) : 0;
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

}
