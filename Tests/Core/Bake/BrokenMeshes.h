#pragma once

#include <SPHSolids/Geometry/RenderMesh.h>

#include <string>
#include <vector>

namespace SPHSolids::Tests
{

struct BrokenMesh
{
	std::string name;
	RenderMesh mesh;
	std::string finding; ///< Code that a bake must report, or empty: the mesh must be refused
	double volume = 0;   ///< m^3 of a body made of it, or 0: not known well enough to test
};

/// A closed box of many triangles; outwards unless turned.
RenderMesh FineBox(const Vec3d& low, const Vec3d& high, int cuts, bool turned = false);

/// Every kind of broken mesh we promise to survive, each around a metre in size unless it says otherwise.
std::vector<BrokenMesh> BrokenMeshes();

}
