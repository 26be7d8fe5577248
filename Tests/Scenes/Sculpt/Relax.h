#pragma once

#include <Scenes/Sculpt/Sheet.h>

#include <SPHSolids/Base/TaskRunner.h>

namespace SPHSolids::Scenes
{

/// Evens out the triangles by rounds of smoothing along the surface (along their curve for vertices that belong to one) and edge
/// flips, and ends with every vertex on the surface. The same bits for any number of workers.
void Relax(const Sheet& sheet, SheetMesh& target, int rounds, TaskRunner& tasks);

}
