#pragma once

#include <Render/Camera.h>
#include <Render/Image.h>
#include <Render/Scene.h>
#include <View/LiveScene.h>

#include <memory>
#include <span>

namespace SPHSolids::View
{

/// Draws moments of a scene with OpenGL 3.3 core: skins lit by a key light and the sky, particles as shaded balls, obstacles, a floor.
/// Needs a current context from construction to destruction.
class GlPainter
{
public:
	static Result<std::unique_ptr<GlPainter>> Create();
	~GlPainter();

	void Draw(const LiveScene::Moments& moments, const Render::Camera& camera, int width, int height);
	/// What has been drawn, from the top.
	static Render::Image Grab(int width, int height);

private:
	GlPainter() = default;

	struct Buffers
	{
		unsigned int array = 0, vertices = 0, indices = 0;
	};
	/// Position, normal, colour of a vertex; or centre, radius and colour of a ball.
	struct Vertex
	{
		Vec3 position, normal, colour;
	};
	/// What shadows fall on: floors, and the bottoms of tanks.
	struct Ground
	{
		Vec3 normal;
		float offset; ///< of its points along the normal
		Vec3 side;    ///< in it
	};
	void FindGrounds(const LiveScene::Moments& moments);
	void DrawBodies(const LiveScene::Moments& moments);
	void DrawPins(const LiveScene::Moments& moments);
	void DrawFluid(const LiveScene::Moments& moments);
	void DrawObstacles(const LiveScene::Moments& moments);
	void DrawFloor(const LiveScene::Moments& moments);
	void DrawTriangles(std::span<const Vertex> vertices, std::span<const Triangle> triangles, float opacity);
	/// Of the triangles drawn last.
	void DrawShadows(std::size_t triangleCount);
	void DrawBalls(std::span<const Vertex> balls);

	unsigned int meshProgram = 0, ballProgram = 0;
	Buffers buffers;
	float matrix[16] = {};
	Render::Camera camera;
	float pixelsPerMetre = 1; ///< at a distance of one metre
	std::vector<Ground> grounds;
	std::vector<Vertex> scratch;
};

}
