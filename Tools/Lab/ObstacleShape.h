#pragma once

#include <Lab/SceneDescription.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Coupling/Shape.h>
#include <SPHSolids/Geometry/RenderMesh.h>

#include <memory>

namespace SPHSolids::Lab
{

/// The shape of a boundary or rigid body, as a scene describes it.
/// @param mesh Gets the triangles of shapes that are made of them; others have none.
Result<Shape> MakeObstacleShape(const ObstacleShapeDescription& description, TaskRunner& tasks, std::shared_ptr<const RenderMesh>& mesh);

/// A closed outline turned about the z axis. Points on the axis close it there.
RenderMesh MakeTurnedMesh(std::span<const std::array<double, 2>> outline);
/// A half pipe along a curve through the points of the path.
RenderMesh MakeSlideMesh(const SlideDescription& slide);

}
