#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Geometry/TriangleMesh.h>

#include <span>
#include <vector>

namespace SPHSolids::Lab
{

/// A fluid particle as something to draw: an ellipsoid that is flat where the particle lies at a surface and a ball inside, and the
/// direction out of the fluid.
struct FluidEllipsoid
{
	Vec3 centre;
	/// Columns are the half axes, m. Their product is that of a ball of the particle's radius, whatever the shape.
	Mat3 axes = Mat3::Identity();
	Vec3 normal;          ///< unit, or zero deep inside where there is none
	bool isAlone = false; ///< too few neighbours to say anything: a droplet
};

/// After Yu and Turk 2013: shape by the weighted covariance of the neighbours, centres drawn a little towards their mean.
/// @param radius Of the particles, m.
Result<std::vector<FluidEllipsoid>> MakeFluidEllipsoids(std::span<const Vec3> particles, double radius, TaskRunner& tasks);

struct FluidSurfaceSettings
{
	double radius = 0.01; ///< of the particles, m
	double cell = 0;      ///< of the grid that the surface is found on, m; 0: the radius
};

struct FluidSurface
{
	std::vector<Vec3> positions, normals;
	std::vector<Triangle> triangles; ///< facing out of the fluid
};

/// The surface of a fluid as triangles, for pictures: a level of a field to which each particle adds its volume, spread over
/// its ellipsoid; found by surface nets (Gibson 1998), which put one vertex into each cell that the level passes. Closed, and the same
/// for any number of workers. Nothing for no particles.
Result<FluidSurface> MakeFluidSurface(std::span<const Vec3> particles, const FluidSurfaceSettings& settings, TaskRunner& tasks);

}
