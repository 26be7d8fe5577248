#include <Render/SurfacePoint.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Render
{
namespace
{

template <class T>
T Interpolate(const std::vector<T>& values, const Triangle& triangle, const RayHit& hit)
{
	return values[triangle[0]] * (1 - hit.u - hit.v) + values[triangle[1]] * hit.u + values[triangle[2]] * hit.v;
}

void LookUpMesh(const MeshObject& mesh, const RayHit& hit, SurfacePoint& point)
{
	const Triangle& triangle = mesh.triangles[hit.primitive];
	point.material = &mesh.material;
	point.faceNormal = NormalizedOr(hit.faceNormal, Vec3{0, 0, 1});
	point.normal = point.faceNormal;
	if (mesh.normals.size() == mesh.positions.size())
		point.normal = NormalizedOr(Interpolate(mesh.normals, triangle, hit), point.faceNormal);
	if (mesh.triangleColours.size() == mesh.triangles.size())
		point.albedo = mesh.triangleColours[hit.primitive];
	else if (mesh.colours.size() == mesh.positions.size())
		point.albedo = Interpolate(mesh.colours, triangle, hit);
	else
		point.albedo = mesh.material.colour;
}

void LookUpSphere(const SphereObject& set, const RayHit& hit, SurfacePoint& point)
{
	const Vec3& centre = set.centres[hit.primitive];
	const float radius = set.radii.empty() ? set.radius : set.radii[hit.primitive];
	point.material = &set.material;
	point.normal = NormalizedOr(point.position - centre, Vec3{0, 0, 1});
	point.faceNormal = point.normal;
	point.position = centre + point.normal * radius;
	point.offset += 2e-6f * radius;
	point.part = hit.primitive;
	point.albedo = set.colours.size() == set.centres.size() ? set.colours[hit.primitive] : set.material.colour;
}

}

float RayOffset(const Vec3& position, float distance)
{
	return 4e-6f * (std::abs(position.x) + std::abs(position.y) + std::abs(position.z) + distance);
}

SurfacePoint SurfaceAt(const Scene& scene, const RayHit& hit, const Vec3& origin, const Vec3& direction)
{
	SurfacePoint point;
	point.position = origin + direction * hit.distance;
	point.offset = RayOffset(point.position, hit.distance);
	point.geometry = hit.geometry;
	if (hit.geometry < scene.meshes.size())
		LookUpMesh(scene.meshes[hit.geometry], hit, point);
	else
		LookUpSphere(scene.spheres[hit.geometry - scene.meshes.size()], hit, point);

	point.isFromBehind = Dot(point.faceNormal, direction) > 0;
	if (point.isFromBehind)
		point.faceNormal = -point.faceNormal;
	if (Dot(point.normal, point.faceNormal) < 0)
		point.normal = -point.normal;
	// An interpolated normal may lean away from the viewer near the silhouette: bend it back to just visible.
	const float lean = Dot(point.normal, direction);
	if (lean > -0.01f)
		point.normal = NormalizedOr(point.normal - direction * (lean + 0.01f), point.faceNormal);
	return point;
}

}
