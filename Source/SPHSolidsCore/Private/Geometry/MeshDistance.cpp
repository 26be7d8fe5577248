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

struct MeshDistance::Data
{
	Data(const OrientedSurface& surface, TaskRunner& tasks)
		: frame(surface.frame)
		, area(surface.area / (surface.frame.scale * surface.frame.scale))
		, field(surface.corners, tasks)
	{
	}
	MeshFrame frame;
	double area; // m^2
	Box3d bounds;
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
	if (mesh.triangles.size() > MaxMeshItems || mesh.vertices.size() > MaxMeshItems)
		return Error{"The mesh has more than " + std::to_string(MaxMeshItems)
			+ " triangles or vertices; reduce it before baking, some 100 000 are plenty for any body."};
	const MeshTopology topology = MakeMeshTopology(mesh);
	const OrientedSurface surface = MakeOrientedSurface(topology, OrientMesh(topology, tasks));
	if (surface.corners.empty())
		return Error{mesh.triangles.empty() ? std::string("The mesh has no triangles; export its surface as triangles.")
											: "The mesh has no usable triangle: all " + std::to_string(mesh.triangles.size())
					+ " have no area, wrong indices or coordinates that are not finite; export it again."};

	auto built = std::make_unique<Data>(surface, tasks);
	for (const std::uint32_t f : surface.face)
	{
		built->source.push_back(topology.faces[f].source);
		for (const std::uint32_t v : mesh.triangles[topology.faces[f].source])
			built->bounds.Include(mesh.vertices[v]);
	}
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
	return data->bounds.Contains(place) && data->field.IsInside(data->frame.ToFrame(place));
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
	return data->field.OrderedTriangles().size();
}

SourceTriangle MeshDistance::TriangleAt(std::size_t place) const
{
	SourceTriangle result;
	for (std::size_t k = 0; k < 3; ++k)
		result.corners[k] = data->frame.FromFrame(data->field.OrderedTriangles()[place][k]);
	result.triangle = data->source[data->field.Tree().Order()[place]];
	return result;
}

}
