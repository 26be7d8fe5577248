#include <Render/Colourmap.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace SPHSolids::Render
{
namespace
{

/// A colour by lightness (0 to 1), chroma (0 grey, 0.3 glaring) and hue (degrees) in OKLab.
struct LightnessChromaHue
{
	double lightness, chroma, hue;
};

Vec3d LinearRgbFrom(const LightnessChromaHue& lch)
{
	const double a = lch.chroma * std::cos(lch.hue * Pi / 180), b = lch.chroma * std::sin(lch.hue * Pi / 180);
	const auto cube = [](double x) { return x * x * x; };
	const double l = cube(lch.lightness + 0.3963377774 * a + 0.2158037573 * b);
	const double m = cube(lch.lightness - 0.1055613458 * a - 0.0638541728 * b);
	const double s = cube(lch.lightness - 0.0894841775 * a - 1.2914855480 * b);
	return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
		-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

Colour ShownColour(const LightnessChromaHue& lch)
{
	const Vec3d rgb = LinearRgbFrom(lch);
	const auto clamped = [](double x) { return static_cast<float>(std::clamp(x, 0.0, 1.0)); };
	return {clamped(rgb.x), clamped(rgb.y), clamped(rgb.z)};
}

/// A smooth curve (Catmull-Rom) through evenly spaced knots, t from 0 to 1.
double CurveThrough(const std::array<double, 6>& knots, double t)
{
	constexpr int Last = 5;
	const double place = t * Last;
	const int i = std::min(static_cast<int>(place), Last - 1);
	const auto knot = [&](int k) { return knots[static_cast<std::size_t>(std::clamp(k, 0, Last))]; };
	const double f = place - i, a = knot(i - 1), b = knot(i), c = knot(i + 1), d = knot(i + 2);
	return b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)));
}

// The chroma of each map stays just below what a screen can show at that lightness and hue, so that nothing is cut off anywhere.

/// Indigo to yellow: lightness rises evenly while the hue turns from 292 to 102 degrees.
LightnessChromaHue LagoonAt(double t)
{
	const double hue = 292 - 190 * (0.82 * t + 0.18 * t * t * (3 - 2 * t));
	return {0.28 + 0.63 * t, CurveThrough({0.135, 0.116, 0.089, 0.116, 0.168, 0.165}, t), hue};
}

/// Two arms that leave white with growing chroma and falling lightness.
LightnessChromaHue TideAt(double t)
{
	const double arm = 2 * t - 1, away = std::abs(arm);
	return {0.965 - 0.51 * std::pow(away, 1.15), (arm < 0 ? 0.148 : 0.172) * std::pow(away, 0.88), arm < 0 ? 256.0 : 27.0};
}

/// Dark red to pale yellow.
LightnessChromaHue EmberAt(double t)
{
	const double hue = 18 + 84 * t * t * (1.6 - 0.6 * t);
	return {0.24 + 0.73 * t, CurveThrough({0.088, 0.143, 0.168, 0.158, 0.148, 0.07}, t), hue};
}

}

std::optional<ColourmapName> ColourmapByName(std::string_view name)
{
	constexpr std::array<std::pair<std::string_view, ColourmapName>, 3> maps = {
		{{"lagoon", ColourmapName::Lagoon}, {"tide", ColourmapName::Tide}, {"ember", ColourmapName::Ember}}};
	for (const auto& [mapName, map] : maps)
		if (mapName == name)
			return map;
	return std::nullopt;
}

Colourmap::Colourmap(ColourmapName name)
{
	for (int step = 0; step <= Steps; ++step)
	{
		const double t = static_cast<double>(step) / Steps;
		const LightnessChromaHue lch = name == ColourmapName::Lagoon ? LagoonAt(t) : (name == ColourmapName::Tide ? TideAt(t) : EmberAt(t));
		table[static_cast<std::size_t>(step)] = ShownColour(lch);
	}
}

Colour Colourmap::At(double share) const
{
	if (std::isnan(share))
		return NoValue;
	const double place = std::clamp(share, 0.0, 1.0) * Steps;
	const auto below = static_cast<std::size_t>(std::min(place, Steps - 1.0));
	return Mix(table[below], table[below + 1], static_cast<float>(place - static_cast<double>(below)));
}

ValueRange RangeOf(std::span<const double> values)
{
	double low = std::numeric_limits<double>::max(), high = std::numeric_limits<double>::lowest();
	for (const double value : values)
		if (std::isfinite(value))
		{
			low = std::min(low, value);
			high = std::max(high, value);
		}
	if (low > high)
		return {0, 1};
	if (low == high)
	{
		const double around = low != 0 ? 0.5 * std::abs(low) : 0.5;
		return {low - around, high + around};
	}
	return {low, high};
}

Colour CategoryColour(std::size_t index)
{
	constexpr std::array<LightnessChromaHue, 8> palette = {{{0.63, 0.21, 20}, {0.62, 0.17, 255}, {0.80, 0.17, 85}, {0.66, 0.16, 150},
		{0.58, 0.20, 310}, {0.72, 0.17, 50}, {0.74, 0.12, 200}, {0.70, 0.17, 355}}};
	return ShownColour(palette[index % palette.size()]);
}

float PerceivedLightness(const Colour& c)
{
	const float l = std::cbrt(0.4122214708f * c.x + 0.5363325363f * c.y + 0.0514459929f * c.z);
	const float m = std::cbrt(0.2119034982f * c.x + 0.6806995451f * c.y + 0.1073969566f * c.z);
	const float s = std::cbrt(0.0883024619f * c.x + 0.2817188376f * c.y + 0.6299787005f * c.z);
	return 0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s;
}

}
