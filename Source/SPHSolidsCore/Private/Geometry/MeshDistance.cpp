#include <SPHSolids/Geometry/MeshDistance.h>

#include "MeshOrientation.h"
#include "MeshTopology.h"
#include "TriangleField.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace SPHSolids
{
namespace
{

// Inside or not is decided at first glance, wrong by 0.1 at most, and looked at again where that is not enough.
constexpr double GlanceFarRatio = 1.7;
constexpr double GlanceDoubt = 0.2;
constexpr double CarefulFarRatio = 4;
constexpr std::size_t MaxTriangles = 500'000'000;
}

struct MeshDistance::Data
{
	Data(std::span<const TriangleCorners> triangles, TaskRunner& tasks)
		: field(triangles, tasks)
	{
	}
	MeshFrame frame;
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
	if (mesh.triangles.size() > MaxTriangles || mesh.vertices.size() > MaxTriangles)
		return Error{"The mesh has more than " + std::to_string(MaxTriangles)
			+ " triangles or vertices; reduce it before baking, some 100 000 are plenty for any body."};
	const MeshTopology topology = MakeMeshTopology(mesh);
	const MeshOrientation orientation = OrientMesh(topology, tasks);
	std::vector<TriangleCorners> corners;
	std::vector<std::uint32_t> source;
	double area = 0;
	Box3d bounds;
	for (std::size_t f = 0; f < topology.faces.size(); ++f)
	{
		const MeshTopology::Face& face = topology.faces[f];
		if (face.flat || face.role == FaceRole::Dropped)
			continue;
		corners.push_back(topology.Corners(face));
		if (orientation.turned[f] != 0)
			std::swap(corners.back()[1], corners.back()[2]);
		source.push_back(face.source);
		area += face.area;
		for (const std::uint32_t v : mesh.triangles[face.source])
			bounds.Include(mesh.vertices[v]);
	}
	if (corners.empty())
		return Error{mesh.triangles.empty() ? std::string("The mesh has no triangles; export its surface as triangles.")
											: "The mesh has no usable triangle: all " + std::to_string(mesh.triangles.size())
					+ " have no area, wrong indices or coordinates that are not finite; export it again."};

	auto built = std::make_unique<Data>(corners, tasks);
	built->frame = topology.frame;
	built->bounds = bounds;
	built->area = area / (topology.frame.scale * topology.frame.scale);
	built->source = std::move(source);
	return MeshDistance(std::move(built));
}

ClosestPoint MeshDistance::FindClosest(const Vec3d& place, double maxDistance) const
{
	ClosestPoint result;
	if (!IsFinite(place) || !(maxDistance >= 0))
		return result;
	const double reach = maxDistance * data->frame.scale;
	const TriangleField::Closest closest = data->field.FindClosest(data->frame.ToFrame(place), reach * reach);
	if (!closest.found)
		return result;
	result.point = data->frame.FromFrame(closest.point);
	result.distance = std::sqrt(closest.distanceSquared) / data->frame.scale;
	result.triangle = data->source[closest.triangle];
	result.found = true;
	return result;
}

double MeshDistance::WindingNumber(const Vec3d& place, double farRatio) const
{
	return IsFinite(place) ? data->field.WindingNumber(data->frame.ToFrame(place), farRatio) : 0;
}

bool MeshDistance::IsInside(const Vec3d& place) const
{
	if (!data->bounds.Contains(place))
		return false;
	const double glance = WindingNumber(place, GlanceFarRatio);
	return (std::fabs(glance - 0.5) > GlanceDoubt ? glance : WindingNumber(place, CarefulFarRatio)) > 0.5;
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
