#pragma once

#include <Render/Image.h>
#include <Render/Scene.h>
#include <SPHSolids/Base/TaskRunner.h>

namespace SPHSolids::Render
{

inline constexpr int IconSide = 128;

/// The plugin's icon: a jelly bunny rising out of the particles it is made of, on a tile with round corners.
Result<Image> DrawIcon(TaskRunner& tasks);

/// A sculpted model (Scenes/Models.h) in its own colours or, with a material that has one, in that. Standing at the origin.
Result<MeshObject> SculptedModel(const char* name, std::size_t triangles, const Material& material, bool inOwnColours);

/// Balls on a close-packed lattice that fill a closed mesh.
Result<SphereObject> FillWithBalls(const MeshObject& mesh, float radius, const Material& material, TaskRunner& tasks);

}
