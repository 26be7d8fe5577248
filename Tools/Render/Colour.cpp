#include <Render/Colour.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace SPHSolids::Render
{
namespace
{

constexpr float ShoulderStart = 0.75f;
constexpr float ShoulderRange = 1 - ShoulderStart;
/// Undoing the shoulder near 1 would ask for infinite light.
constexpr float BrightestScreen = 0.998f;

float CompressHighlight(float x)
{
	return x <= ShoulderStart ? x : ShoulderStart + ShoulderRange * (1 - std::exp((ShoulderStart - x) / ShoulderRange));
}

float ExpandHighlight(float y)
{
	y = std::min(y, BrightestScreen);
	return y <= ShoulderStart ? y : ShoulderStart - ShoulderRange * std::log(1 - (y - ShoulderStart) / ShoulderRange);
}

constexpr int QuantiseSteps = 1 << 14;

std::array<std::uint8_t, QuantiseSteps + 1> MakeQuantiseTable()
{
	std::array<std::uint8_t, QuantiseSteps + 1> table{};
	for (int i = 0; i <= QuantiseSteps; ++i)
		table[i] = static_cast<std::uint8_t>(std::lround(255 * SrgbFromLinear(static_cast<float>(i) / QuantiseSteps)));
	return table;
}

}

float LinearFromSrgb(float encoded)
{
	return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

float SrgbFromLinear(float linear)
{
	return linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1 / 2.4f) - 0.055f;
}

Colour FromHex(std::uint32_t rrggbb)
{
	const auto channel = [&](int shift) { return LinearFromSrgb(static_cast<float>((rrggbb >> shift) & 0xFF) / 255); };
	return {channel(16), channel(8), channel(0)};
}

Colour ToneMap(const Colour& light)
{
	return {CompressHighlight(light.x), CompressHighlight(light.y), CompressHighlight(light.z)};
}

Colour UndoToneMap(const Colour& screen)
{
	return {ExpandHighlight(screen.x), ExpandHighlight(screen.y), ExpandHighlight(screen.z)};
}

std::uint8_t QuantiseSrgb(float linear)
{
	static const auto table = MakeQuantiseTable();
	if (!(linear > 0))
		return 0;
	return table[static_cast<std::size_t>(std::lround(std::min(linear, 1.0f) * QuantiseSteps))];
}

}
