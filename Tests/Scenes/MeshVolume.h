#pragma once

#include <SPHSolids/Geometry/TriangleMesh.h>

namespace SPHSolids::Scenes
{

/// Volume that a closed mesh encloses, m^3: the sum over the tetrahedra between its triangles and the origin. Negative if it is inside out.
inline double EnclosedVolume(TriangleMeshView mesh)
{
	double volume = 0;
	for (const Triangle& t : mesh.triangles)
		volume += Dot(mesh.vertices[t[0]], Cross(mesh.vertices[t[1]], mesh.vertices[t[2]])) / 6;
	return volume;
}

}
