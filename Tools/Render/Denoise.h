#pragma once

#include <Render/Film.h>
#include <SPHSolids/Base/TaskRunner.h>

#include <array>
#include <vector>

namespace SPHSolids::Render
{

struct DenoiseSettings
{
	int rounds = 3;      ///< Each reaches twice as far as the one before: 2, 6, 14 pixels. 0 leaves the light as it is.
	float pixelSize = 0; ///< Of the camera: width of a pixel at one metre
	Vec3 eye;
};

/// One float per pixel, with a margin all around so that filters need no checks at the picture's border.
class PixelPlane
{
public:
	void Resize(int width, int height);
	float* Row(int y) { return values.data() + Start(y); }
	const float* Row(int y) const { return values.data() + Start(y); }

private:
	std::size_t Start(int y) const;

	std::size_t stride = 0;
	std::vector<float> values;
};

/// Red, green and blue light, and the variance of their sum that noise causes.
using LightPlanes = std::array<PixelPlane, 4>;

/// What neighbours are compared by.
struct GuidePlanes
{
	std::array<PixelPlane, 3> normal;   ///< Unit, or zero where there is no surface: such pixels weigh nothing
	std::array<PixelPlane, 3> position; ///< Metres from the eye
	PixelPlane sharpness;               ///< One over the width of a pixel there, 1/m
	PixelPlane weight;                  ///< Samples: pixels that took more are more certain
};

/// Takes the noise out of a film's light along surfaces but not across edges, edges of shadows included.
///
/// An edge-avoiding a-trous filter (Dammertz et al. 2010) on the light before it is multiplied with the surface's colour. Neighbours
/// count by how well their normal and plane agree; after the first round also by whether their light differs by more than noise explains,
/// which the first round estimates from the spread it finds (as Schied et al. 2017, Spatiotemporal Variance-Guided Filtering).
class LightSmoother
{
public:
	void Run(const Film& film, const DenoiseSettings& settings, TaskRunner& tasks);
	/// Mean light of a pixel that came by noisy ways, after Run.
	Colour LightAt(const Film& film, int x, int y) const;

private:
	GuidePlanes guides;
	LightPlanes light, smoothed;
};

}
