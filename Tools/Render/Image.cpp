#include <Render/Image.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace SPHSolids::Render
{
namespace
{

std::array<float, 256> MakeLinearTable()
{
	std::array<float, 256> table{};
	for (std::size_t level = 0; level < table.size(); ++level)
		table[level] = LinearFromSrgb(static_cast<float>(level) / 255);
	return table;
}

std::uint8_t QuantiseAlpha(float alpha)
{
	return static_cast<std::uint8_t>(std::lround(255 * std::clamp(alpha, 0.0f, 1.0f)));
}

}

Image::Image(int imageWidth, int imageHeight, Rgba8 fill)
	: width(imageWidth)
	, height(imageHeight)
	, pixels(static_cast<std::size_t>(imageWidth) * static_cast<std::size_t>(imageHeight), fill)
{
}

bool Image::IsOpaque() const
{
	return std::all_of(pixels.begin(), pixels.end(), [](const Rgba8& pixel) { return pixel.a == 255; });
}

Colour LinearColour(const Rgba8& pixel)
{
	static const auto table = MakeLinearTable();
	return {table[pixel.r], table[pixel.g], table[pixel.b]};
}

Rgba8 FromLinear(const Colour& screen)
{
	return {QuantiseSrgb(screen.x), QuantiseSrgb(screen.y), QuantiseSrgb(screen.z), 255};
}

void Blend(Rgba8& pixel, const Colour& colour, float coverage)
{
	if (coverage <= 0)
		return;
	const float under = static_cast<float>(pixel.a) / 255 * (1 - coverage);
	const float alpha = coverage + under;
	const Rgba8 mixed = FromLinear((colour * coverage + LinearColour(pixel) * under) / alpha);
	pixel = {mixed.r, mixed.g, mixed.b, QuantiseAlpha(alpha)};
}

void Paste(Image& target, const Image& source, int x, int y)
{
	const int firstX = std::max(0, -x), lastX = std::min(source.Width(), target.Width() - x);
	const int firstY = std::max(0, -y), lastY = std::min(source.Height(), target.Height() - y);
	for (int sy = firstY; sy < lastY; ++sy)
		for (int sx = firstX; sx < lastX; ++sx)
		{
			const Rgba8& from = source.At(sx, sy);
			Rgba8& to = target.At(x + sx, y + sy);
			if (from.a == 255)
				to = from;
			else
				Blend(to, LinearColour(from), static_cast<float>(from.a) / 255);
		}
}

Image Downsample(const Image& source, int factor)
{
	SPHS_ASSERT(factor > 0 && source.Width() % factor == 0 && source.Height() % factor == 0);
	Image result(source.Width() / factor, source.Height() / factor);
	for (int y = 0; y < result.Height(); ++y)
		for (int x = 0; x < result.Width(); ++x)
		{
			Colour sum;
			float alpha = 0;
			for (int sy = 0; sy < factor; ++sy)
				for (int sx = 0; sx < factor; ++sx)
				{
					const Rgba8& pixel = source.At(x * factor + sx, y * factor + sy);
					const float share = static_cast<float>(pixel.a) / 255;
					sum += LinearColour(pixel) * share;
					alpha += share;
				}
			Rgba8& pixel = result.At(x, y);
			pixel = alpha > 0 ? FromLinear(sum / alpha) : Rgba8{0, 0, 0, 0};
			pixel.a = QuantiseAlpha(alpha / static_cast<float>(factor * factor));
		}
	return result;
}

}
