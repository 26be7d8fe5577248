#include <Lab/ObstacleMesh.h>

#include <Render/Shapes.h>

#include <algorithm>

namespace SPHSolids::Lab
{
namespace
{

/// A ball pulled apart along z.
Render::MeshObject MakeCapsule(float radius, float halfLength, const Render::Material& material)
{
	Render::MeshObject mesh = Render::MakeBall({}, radius, 24, material);
	for (Vec3& position : mesh.positions)
		position.z += position.z > 0 ? halfLength : -halfLength;
	return mesh;
}

}

Render::MeshObject MakeObstacleMesh(const PlayedObstacle& obstacle, const Render::Material& material)
{
	const ObstacleShapeDescription& shape = obstacle.shape;
	const Vec3 size = (shape.halfSize * 2).Cast<float>();
	switch (shape.kind)
	{
	case ObstacleShapeKind::Box:
		if (shape.inside)
			return Render::MakeRoom({-0.5f * size, 0.5f * size}, material);
		return Render::MakeRoundedBox({}, size, 0.04f * std::min({size.x, size.y, size.z}), 8, material);
	case ObstacleShapeKind::Sphere: return Render::MakeBall({}, static_cast<float>(shape.radius), 32, material);
	case ObstacleShapeKind::Capsule: return MakeCapsule(static_cast<float>(shape.radius), static_cast<float>(shape.halfLength), material);
	case ObstacleShapeKind::Plane: return {};
	default: return Render::MeshFrom(*obstacle.mesh, {}, material); // all others are made of triangles
	}
}

Pose PoseOf(const World& world, const PlayedObstacle& obstacle)
{
	if (const BoundaryDef* boundary = world.Find(obstacle.boundary))
		return boundary->pose;
	const RigidState* rigid = world.Find(obstacle.rigid);
	return rigid != nullptr ? rigid->pose : Pose();
}

}
