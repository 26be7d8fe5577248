#pragma once

#include <Render/Camera.h>
#include <Render/Colourmap.h>
#include <Render/Image.h>
#include <Render/Renderer.h>
#include <SPHSolids/Geometry/TriangleMesh.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace SPHSolids::Render
{

/// Everything on the side that the normal points to is taken away.
struct CutPlane
{
	Vec3d point; ///< m
	Vec3d normal = {0, -1, 0};
};

/// Particles as shaded spheres, coloured by a number each, with the mesh they fill as a ghost around them.
struct ParticlePicture
{
	std::span<const Vec3d> positions; ///< m. Those that are not finite are left out.
	double radius = 0;                ///< m
	std::span<const double> scalars;  ///< One per particle, or none: then all have the colour of the body
	ColourmapName colourmap = ColourmapName::Lagoon;
	std::optional<ValueRange> range; ///< What the ends of the colourmap stand for; the smallest and largest scalar if not given
	Colour bodyColour = FromHex(0x4C8DD9);

	TriangleMeshView ghost;      ///< Drawn as a veil with a rim; none if empty
	std::optional<CutPlane> cut; ///< Shows the inside

	std::string title;              ///< Top left, bold; may be empty
	std::vector<std::string> lines; ///< Under the title
	std::string legendTitle;        ///< What the scalars are; no legend is drawn without it or without scalars
	std::string unit;               ///< Of the scalars; may be empty
	bool wholeNumbers = false;      ///< The scalars are counts

	Vec3 towardsCamera = ViewDirection(CameraPreset::ThreeQuarter);
	StudioLook look = StudioLook::Light;
	RenderSettings settings;
};

/// Cuts the picture's particles upright through their middle, along their longer horizontal side, so that most of the body remains, and
/// looks at the cut.
void CutOpen(ParticlePicture& picture);

Result<Image> DrawParticles(const ParticlePicture& picture, Renderer& renderer, TaskRunner& tasks);

}
