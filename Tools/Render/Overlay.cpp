#include <Render/Overlay.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace SPHSolids::Render
{
namespace
{

struct PixelRect
{
	float left, top, width, height;
};

/// Share of a pixel that a rectangle with round corners covers, by its distance to the middle of the pixel.
float RoundedCoverage(float px, float py, const PixelRect& rect, float radius)
{
	const float x = std::abs(px - rect.left - 0.5f * rect.width) - 0.5f * rect.width + radius;
	const float y = std::abs(py - rect.top - 0.5f * rect.height) - 0.5f * rect.height + radius;
	const float outside = std::sqrt(std::max(x, 0.0f) * std::max(x, 0.0f) + std::max(y, 0.0f) * std::max(y, 0.0f));
	return std::clamp(0.5f - (outside + std::min(std::max(x, y), 0.0f) - radius), 0.0f, 1.0f);
}

/// @param colourAt Of the share of the height, from the top.
template <class ColourAt>
void FillRounded(Image& image, const PixelRect& rect, float radius, ColourAt&& colourAt, float opacity)
{
	const int lastX = std::min(image.Width() - 1, static_cast<int>(rect.left + rect.width) + 1);
	const int lastY = std::min(image.Height() - 1, static_cast<int>(rect.top + rect.height) + 1);
	for (int y = std::max(0, static_cast<int>(rect.top) - 1); y <= lastY; ++y)
		for (int x = std::max(0, static_cast<int>(rect.left) - 1); x <= lastX; ++x)
		{
			const float px = static_cast<float>(x) + 0.5f, py = static_cast<float>(y) + 0.5f;
			Blend(image.At(x, y), colourAt((py - rect.top) / rect.height), opacity * RoundedCoverage(px, py, rect, radius));
		}
}

std::string Superscript(int number)
{
	constexpr const char* digits[] = {"\u2070", "\u00B9", "\u00B2", "\u00B3", "\u2074", "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
	std::string result = number < 0 ? "\u207B" : "";
	for (const char digit : std::to_string(std::abs(number)))
		result += digits[digit - '0'];
	return result;
}

/// Title and unit, with the power of ten that the labels leave out.
std::string LegendHeading(const Legend& legend, const Ticks& ticks)
{
	std::string unit = legend.unit;
	if (ticks.exponent != 0)
		unit = "10" + Superscript(ticks.exponent) + (unit.empty() ? "" : " " + unit);
	if (unit.empty())
		return legend.title;
	return legend.title.empty() ? unit : legend.title + " (" + unit + ")";
}

constexpr int WantedTicks = 6;
constexpr float BarWidth = 0.95f, TickGap = 0.45f; // in text sizes

struct LegendLayout
{
	Ticks ticks;
	std::string heading;
	float labelWidth = 0;
	float width = 0; ///< Of bar and labels, or of the heading where that is wider
};

LegendLayout LayOutLegend(const Legend& legend, const OverlayStyle& style, TextPainter& text)
{
	LegendLayout layout;
	layout.ticks = ChooseTicks(legend.range, WantedTicks, legend.wholeNumbers);
	layout.heading = LegendHeading(legend, layout.ticks);
	for (const std::string& label : layout.ticks.labels)
		layout.labelWidth = std::max(layout.labelWidth, text.Width(label, style.textSize));
	layout.width =
		std::max((BarWidth + TickGap) * style.textSize + layout.labelWidth, text.Width(layout.heading, style.textSize, FontWeight::Bold));
	return layout;
}

}

OverlayStyle StyleFor(const Image& image)
{
	OverlayStyle style;
	style.textSize = std::max(11.0f, static_cast<float>(image.Height()) / 40);
	style.margin = 1.5f * style.textSize;
	if (image.IsEmpty())
		return style;
	const float lightness = PerceivedLightness(LinearColour(image.At(0, 0)));
	if (lightness < 0.6f)
	{
		style.ink = FromHex(0xF2F5F8);
		style.softInk = FromHex(0xAEB9C6);
	}
	return style;
}

void DrawCaption(
	Image& image, const std::string& title, const std::vector<std::string>& lines, const OverlayStyle& style, TextPainter& text)
{
	const float titleSize = 1.35f * style.textSize;
	float baseline = style.margin + 0.8f * titleSize;
	if (!title.empty())
	{
		text.Draw(image, style.margin, baseline, title, titleSize, style.ink, FontWeight::Bold);
		baseline += 1.35f * style.textSize;
	}
	for (const std::string& line : lines)
	{
		text.Draw(image, style.margin, baseline, line, style.textSize, style.softInk);
		baseline += 1.3f * style.textSize;
	}
}

float LegendWidth(const Legend& legend, const OverlayStyle& style, TextPainter& text)
{
	return LayOutLegend(legend, style, text).width + 2 * style.margin;
}

void DrawLegend(Image& image, const Legend& legend, const OverlayStyle& style, TextPainter& text)
{
	const LegendLayout layout = LayOutLegend(legend, style, text);
	const Colourmap map(legend.colourmap);
	const float size = style.textSize, width = BarWidth * size, height = std::round(0.5f * static_cast<float>(image.Height()));
	const float left = std::round(static_cast<float>(image.Width()) - style.margin - layout.width);
	const float top = std::round(0.5f * (static_cast<float>(image.Height()) - height) + 0.5f * size);
	// Readable in front of anything.
	const float pad = 0.6f * size, heading = 1.6f * size;
	FillRounded(
		image, {left - pad, top - heading - pad, layout.width + 2 * pad, height + heading + 2 * pad}, 0.4f * size,
		[](float) { return Colour{1, 1, 1}; }, 0.65f);
	FillRounded(image, {left, top, width, height}, 0.2f * size, [&](float share) { return map.At(1 - share); }, 1);
	text.Draw(image, left, top - 0.75f * size, layout.heading, size, style.ink, FontWeight::Bold);
	for (std::size_t i = 0; i < layout.ticks.values.size(); ++i)
	{
		const double share = (layout.ticks.values[i] - legend.range.low) / (legend.range.high - legend.range.low);
		const float y = top + height * static_cast<float>(1 - share);
		text.Draw(image, left + width + TickGap * size, y + 0.35f * size, layout.ticks.labels[i], size, style.softInk);
	}
}

Ticks ChooseTicks(const ValueRange& range, int wanted, bool wholeNumbers)
{
	Ticks ticks;
	const double span = range.high - range.low;
	if (!(span > 0) || !std::isfinite(span))
		return ticks;
	const double rough = span / std::max(1, wanted);
	const double decade = std::pow(10.0, std::floor(std::log10(rough)));
	double step = decade;
	for (const double factor : {1.0, 2.0, 5.0, 10.0})
		if (step < rough * 0.999)
			step = factor * decade;
	if (wholeNumbers)
		step = std::max(1.0, step);

	const double largest = std::max(std::abs(range.low), std::abs(range.high));
	if (largest >= 1e5 || largest < 1e-2)
		ticks.exponent = static_cast<int>(std::floor(std::log10(largest)));
	const double unit = std::pow(10.0, ticks.exponent);
	const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step / unit) + 1e-9)));
	for (double n = std::ceil(range.low / step - 1e-9); n * step <= range.high + 1e-9 * span; ++n)
	{
		const double value = n == 0 ? 0 : n * step;
		char label[32];
		std::snprintf(label, sizeof label, "%.*f", decimals, value / unit);
		ticks.values.push_back(value);
		// A minus sign as long as a plus.
		ticks.labels.push_back(label[0] == '-' ? std::string("\u2212") + (label + 1) : label);
	}
	return ticks;
}

}
