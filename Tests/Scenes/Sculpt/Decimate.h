#pragma once

#include <Scenes/Sculpt/Sheet.h>

#include <cstddef>

namespace SPHSolids::Scenes
{

/// Removes triangles where the surface is flattest until the wanted number is left (or no removal is safe): quadric errors after
/// Garland and Heckbert 1997, each step moving a vertex onto a neighbour, so that what remains is still on the surface. Curves
/// keep their vertices or lose them to neighbours along the curve; the mesh stays manifold and faces stay well shaped.
void Decimate(SheetMesh& target, std::size_t triangles);

}
