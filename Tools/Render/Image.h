#pragma once

#include <Render/Colour.h>
#include <SPHSolids/Base/Result.h>

#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids::Render
{

struct Rgba8
{
	std::uint8_t r = 0, g = 0, b = 0, a = 255;

	friend constexpr bool operator==(const Rgba8&, const Rgba8&) = default;
};

/// 8-bit sRGB with straight (not premultiplied) alpha, rows from the top.
class Image
{
public:
	Image() = default;
	Image(int imageWidth, int imageHeight, Rgba8 fill = {});

	int Width() const { return width; }
	int Height() const { return height; }
	bool IsEmpty() const { return pixels.empty(); }
	bool IsOpaque() const;
	Rgba8& At(int x, int y) { return pixels[Index(x, y)]; }
	const Rgba8& At(int x, int y) const { return pixels[Index(x, y)]; }
	std::span<Rgba8> Pixels() { return pixels; }
	std::span<const Rgba8> Pixels() const { return pixels; }

	friend bool operator==(const Image&, const Image&) = default;

private:
	std::size_t Index(int x, int y) const
	{
		SPHS_ASSERT(x >= 0 && x < width && y >= 0 && y < height);
		return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
	}

	int width = 0;
	int height = 0;
	std::vector<Rgba8> pixels;
};

/// Linear light of a pixel, without its alpha.
Colour LinearColour(const Rgba8& pixel);
Rgba8 FromLinear(const Colour& screen);

/// Lays colour over a pixel with the given coverage (0 to 1), mixing in linear light, so that thin strokes keep their weight.
void Blend(Rgba8& pixel, const Colour& colour, float coverage);

/// Copies source into target with its top-left corner at (x, y), alpha respected; what falls outside is dropped.
void Paste(Image& target, const Image& source, int x, int y);

/// Averages factor x factor blocks in linear light. @pre factor divides both sides.
Image Downsample(const Image& source, int factor);

}
