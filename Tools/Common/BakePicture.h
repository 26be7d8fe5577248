#pragma once

#include <Render/Image.h>
#include <SPHSolids/Bake/BakeBody.h>

namespace SPHSolids::Tools
{

/// Three views of a body: its particles coloured by the error of their density, the same cut open with the mesh as a ghost around
/// them, and cut open by their number of neighbours. A sheet is not cut.
Result<Render::Image> DrawBake(const RenderMesh& mesh, const BakedBody& body, const BakeReport& report, TaskRunner& tasks);

}
