#pragma once

#include <Render/Camera.h>
#include <Render/Scene.h>
#include <SPHSolids/Geometry/RenderMesh.h>

#include <span>
#include <vector>

namespace SPHSolids::Render
{

/// Normals per vertex from the faces around it, weighted by their angle there; zero for vertices without faces.
std::vector<Vec3> SmoothNormals(std::span<const Vec3> positions, std::span<const Triangle> triangles);

/// A mesh for drawing from what the core hands over: single precision, about an origin of the caller's choice so that places far away
/// keep their detail. With smooth normals.
MeshObject MeshFrom(const TriangleMeshView& mesh, const Material& material, const Vec3d& origin = {});

/// The same with the artist's normals, where it has them, and a colour for each of its sections. @param sectionColours May be fewer than
/// there are sections: the others take the material's.
MeshObject MeshFrom(const RenderMesh& mesh, std::span<const Colour> sectionColours, const Material& material, const Vec3d& origin = {});

/// A camera that shows all of a scene, floor aside, as large as it will go.
Camera FrameScene(const Scene& scene, const Vec3& towardsCamera, const Framing& framing = {});

/// A box with rounded edges and corners. @param steps Quads along a side of each face.
MeshObject MakeRoundedBox(const Vec3& centre, const Vec3& size, float rounding, int steps, const Material& material);

/// A ball of steps x 2 steps quads.
MeshObject MakeBall(const Vec3& centre, float radius, int steps, const Material& material);

/// The six walls of a room, facing inwards and seen from inside only: those between camera and scene do not hide it.
MeshObject MakeRoom(const Box3& room, const Material& material);

}
