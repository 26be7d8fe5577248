#pragma once

#include <Lab/Measures.h>
#include <Render/Camera.h>
#include <Render/Overlay.h>
#include <Render/Renderer.h>
#include <SPHSolids/Skin/SkinEvaluator.h>

#include <memory>

namespace SPHSolids::Lab
{

/// What the colours of particles and skins stand for.
enum class ColourBy
{
	Body,
	Speed,
	VolumeRatio, ///< J = det F of solids
};

struct PictureSettings
{
	Render::RenderSettings render;
	bool caption = true;
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
	struct Skin
	{
		std::unique_ptr<SkinEvaluator> evaluator;
		SkinEvaluator::Scratch scratch;
		std::vector<Vec3> positions, normals;
	};

	Vec3 ToPicture(const Vec3d& place) const { return (upright * (place - origin)).Cast<float>(); }
	Vec3 TurnToPicture(const Vec3& direction) const { return (upright * direction.Cast<double>()).Cast<float>(); }
	Box3d StartBounds() const;
	void PlaceCamera();
	void AddBodies(const FrameMeter& meter, TaskRunner& tasks, Render::Scene& picture);
	void AddSkin(std::size_t index, const FrameMeter& meter, TaskRunner& tasks, Render::Scene& picture);
	void AddParticles(std::size_t index, const FrameMeter& meter, Render::Scene& picture) const;
	void AddFluids(Render::Scene& picture) const;
	void AddObstacles(Render::Scene& picture) const;
	Render::Material MaterialOfBody(std::size_t index) const;
	Render::Colour ColourOfBody(std::size_t index) const;
	/// The number that colours stand for, of each particle; empty where bodies have colours of their own.
	std::vector<double> Scalars(std::size_t index, const FrameMeter& meter) const;
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
	std::vector<Skin> skins;
	double skinMilliseconds = 0;
	Render::Renderer renderer;
	Render::TextPainter text;
};

}
