#pragma once

#include <Scenes/Sculpt/Sheet.h>

#include <cstddef>

namespace SPHSolids::Scenes
{

/// Draws a curve of the sheet into its mesh: afterwards edges follow it, its vertices carry its tag, and no triangle lies on both
/// sides. Vertices near the curve are moved onto it, so no slivers are left; triangles that it crosses are split.
void DrawCurve(const Sheet& sheet, std::size_t curve, SheetMesh& target);

/// Drops the triangles outside a curve that was drawn, where its shape is positive: the mesh is open along it.
void DropOutside(const Sheet& sheet, std::size_t curve, SheetMesh& target);

}
