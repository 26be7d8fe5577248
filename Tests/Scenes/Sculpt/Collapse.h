#pragma once

#include <Scenes/Sculpt/Sheet.h>

namespace SPHSolids::Scenes
{

/// Joins the ends of edges much shorter than a cell, and of the shortest side of slivers. Vertices of a curve stay on it: a free vertex gives way to one on a curve, and
/// ends on different curves are left alone. Keeps the mesh manifold and every face looking where it looked.
void CollapseShortEdges(const Sheet& sheet, SheetMesh& target);

}
