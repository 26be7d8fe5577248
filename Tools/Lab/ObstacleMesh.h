#pragma once

#include <Lab/ScenePlayer.h>
#include <Render/Scene.h>

namespace SPHSolids::Lab
{

/// The surface of a boundary or rigid body in its own frame, for those who draw or export it. Empty for a plane.
Render::MeshObject MakeObstacleMesh(const PlayedObstacle& obstacle, const Render::Material& material);

/// Where its frame is now.
Pose PoseOf(const World& world, const PlayedObstacle& obstacle);

}
