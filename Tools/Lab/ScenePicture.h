#pragma once

#include <Lab/BodySkins.h>
#include <Lab/Colouring.h>
#include <Lab/Measures.h>
#include <Render/Camera.h>
#include <Render/Overlay.h>
#include <Render/Renderer.h>

#include <memory>

namespace SPHSolids::Lab
{

struct PictureSettings
{
	Render::RenderSettings render;
	bool caption = true; ///< Name and time
	bool legend = true;  ///< The scale, where colours stand for numbers
};

/// Draws the frames of a played scene: skins or particles of bodies, fluids, boundaries and rigid bodies on a floor, from a camera that
/// stands still. A scene whose gravity does not point down is turned so that it does.
class ScenePainter
{
public:
	ScenePainter(const ScenePlayer& scenePlayer, const PictureSettings& pictureSettings);

	/// @param meter That measured this frame: its deformation gradients move the skins.
	Result<Render::Image> Draw(const FrameMeter& meter, TaskRunner& tasks);
	/// What evaluating the skins of the last picture took.
	double SkinMilliseconds() const { return skinMilliseconds; }
	const Render::RenderTimes& LastTimes() const { return renderer.LastTimes(); }

private:
	Vec3 ToPicture(const Vec3d& place) const { return (upright * (place - origin)).Cast<float>(); }
	Vec3 TurnToPicture(const Vec3& direction) const { return (upright * direction.Cast<double>()).Cast<float>(); }
	Box3d StartBounds() const;
	void PlaceCamera();
	void AddBodies(const FrameMeter& meter, TaskRunner& tasks, Render::Scene& picture);
	void AddSkin(std::size_t index, const FrameMeter& meter, TaskRunner& tasks, Render::Scene& picture);
	void AddParticles(std::size_t index, const FrameMeter& meter, Render::Scene& picture) const;
	Status AddFluids(TaskRunner& tasks, Render::Scene& picture) const;
	Status AddFluidSurface(const PlayedFluid& fluid, TaskRunner& tasks, Render::Scene& picture) const;
	void AddFluidParticles(const PlayedFluid& fluid, Render::Scene& picture) const;
	void AddObstacles(Render::Scene& picture) const;
	Render::MeshObject Placed(Render::MeshObject mesh, const Pose& pose) const; ///< From the frame of an obstacle to the picture's
	bool StandsOnFloor(const Vec3d& halfSize, const Pose& pose) const;          ///< A box, by its lower corners
	Render::Material MaterialOfBody(std::size_t index) const;
	Render::Colour ColourOfBody(std::size_t index) const;
	Render::Colour ColourOf(double scalar) const;
	void WriteOver(Render::Image& image);

	const ScenePlayer& player;
	PictureSettings settings;
	ColourBy colourBy = ColourBy::Body;
	Render::Legend legend;
	Render::Colourmap colourmap;
	Mat3d upright = Mat3d::Identity();
	Vec3d origin;
	Render::Camera camera;
	bool hasFloor = false;
	float floorHeight = 0;
	float floorCell = 0; ///< m; fixed, or the pattern would jump when something flies far
	BodySkins skins;
	double skinMilliseconds = 0;
	Render::Renderer renderer;
	Render::TextPainter text;
};

}
