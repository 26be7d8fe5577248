#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Geometry/TriangleMesh.h>

#include <cstdint>
#include <string>
#include <vector>

namespace SPHSolids
{

/// A surface of one frame: the skin of a body, the surface of a fluid, a boundary or rigid body.
struct RecordedMesh
{
	std::string name;
	std::vector<Vec3d> positions; ///< m, world
	std::vector<Vec3> normals;    ///< one per position, or none
	std::vector<Triangle> triangles;
};

/// All particles of one frame in the order that recordings keep: bodies as listed, then fluids.
struct RecordedFrame
{
	double time = 0;             ///< s
	std::vector<Vec3d> position; ///< m
	std::vector<Vec3> velocity;  ///< m/s
	/// Number of the body or fluid a particle belongs to: bodies first, fluids after them.
	std::vector<std::uint16_t> object;
	std::vector<RecordedMesh> meshes; ///< for recorders that want them
};

}
