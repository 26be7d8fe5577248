#pragma once

#include <Render/RayBatch.h>
#include <Render/Scene.h>

namespace SPHSolids::Render
{

/// Where a ray met an object.
struct SurfacePoint
{
	Vec3 position;
	Vec3 faceNormal; ///< Of the triangle or sphere, unit, turned towards where the ray came from
	Vec3 normal;     ///< For shading: interpolated where the mesh has normals; same side as faceNormal
	Colour albedo;
	const Material* material = nullptr;
	std::uint32_t geometry = 0;
	std::uint32_t part = 0; ///< Number of the sphere, 0 for meshes: two surfaces with different geometry or part need an edge between them
	float offset = 0;       ///< How far a new ray must start off the surface so as not to meet it again, m
	bool isFromBehind = false; ///< The ray came out of the object
};

/// How far off a place a new ray must start: the rounding of a hit grows with the numbers it was computed from.
float RayOffset(const Vec3& position, float distance);

SurfacePoint SurfaceAt(const Scene& scene, const RayHit& hit, const Vec3& origin, const Vec3& direction);

}
