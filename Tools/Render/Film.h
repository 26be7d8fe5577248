#pragma once

#include <Render/Colour.h>

#include <cstdint>
#include <vector>

namespace SPHSolids::Render
{

/// What the samples of a pixel found, as sums over them.
struct FilmPixel
{
	Colour noisy;  ///< Light that depends on random rays, to be smoothed
	Colour sharp;  ///< Light that does not: backdrop, mirror images, veils
	Colour albedo; ///< What noisy light is multiplied with at the surface: divided out before smoothing
	Vec3 normal;
	Vec3 position;
	float surfaces = 0; ///< Samples that ended on a surface
	float samples = 0;
	float coverage = 0;          ///< Of objects, floor and backdrop left out
	float veil = 0;              ///< Opacity of ghosts
	bool isShaded = false;       ///< Something close stands in its light
	std::uint32_t surfaceId = 0; ///< Of the first sample: differs across edges
};

/// All pixels. Kept from frame to frame; Trace clears each pixel before its first sample.
struct Film
{
	void Resize(int filmWidth, int filmHeight)
	{
		width = filmWidth;
		height = filmHeight;
		pixels.resize(static_cast<std::size_t>(filmWidth) * static_cast<std::size_t>(filmHeight));
	}
	std::size_t Index(int x, int y) const
	{
		return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
	}
	FilmPixel& At(int x, int y) { return pixels[Index(x, y)]; }
	const FilmPixel& At(int x, int y) const { return pixels[Index(x, y)]; }

	int width = 0, height = 0;
	std::vector<FilmPixel> pixels;
};

}
