#pragma once

#include <SPHSolids/Base/Math.h>

#include <cstdint>

namespace SPHSolids::Render
{

/// Red, green and blue in linear light (primaries of sRGB). 1 is the white of the screen; lights may be brighter.
using Colour = Vec3;

constexpr Colour Modulate(const Colour& a, const Colour& b)
{
	return {a.x * b.x, a.y * b.y, a.z * b.z};
}
constexpr Colour Mix(const Colour& a, const Colour& b, float share)
{
	return a * (1 - share) + b * share;
}
constexpr float Luminance(const Colour& c)
{
	return 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z;
}
constexpr float MaxComponent(const Colour& c)
{
	return c.x > c.y ? (c.x > c.z ? c.x : c.z) : (c.y > c.z ? c.y : c.z);
}

/// One channel between the screen's encoding (0 to 1) and linear light.
float LinearFromSrgb(float encoded);
float SrgbFromLinear(float linear);

/// 0xRRGGBB as designers write it.
Colour FromHex(std::uint32_t rrggbb);

/// Scene light to the linear light of the screen: untouched up to 0.75, above that an exponential shoulder that reaches 1 at infinity,
/// with equal slope where they meet. Colours of data keep their place in the legend; only highlights are compressed.
Colour ToneMap(const Colour& light);
/// The light that ToneMap turns into this screen colour: lets a backdrop arrive as it was picked.
Colour UndoToneMap(const Colour& screen);

/// Linear screen light to the nearest of the 256 levels of sRGB. From a table: within 0.2 levels of the exact curve before rounding.
std::uint8_t QuantiseSrgb(float linear);

}
