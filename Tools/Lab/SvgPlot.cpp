#include <Lab/SvgPlot.h>

#include <Render/Colourmap.h>
#include <Render/Overlay.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace SPHSolids::Lab
{
namespace
{

constexpr double Width = 560, Height = 250, Left = 62, Right = 12, Top = 34, Bottom = 36;
constexpr std::size_t MostPoints = 1000;
constexpr std::size_t MostNamed = 8;

std::string Number(double value)
{
	char text[32];
	std::snprintf(text, sizeof text, "%.1f", value);
	return text;
}

std::string HexColour(std::size_t index)
{
	const Render::Colour colour = Render::CategoryColour(index);
	char text[8];
	std::snprintf(
		text, sizeof text, "#%02x%02x%02x", Render::QuantiseSrgb(colour.x), Render::QuantiseSrgb(colour.y), Render::QuantiseSrgb(colour.z));
	return text;
}

/// Where values land in the picture.
struct Frame
{
	Render::ValueRange x, y;
	double PlaceX(double value) const { return Left + (value - x.low) / (x.high - x.low) * (Width - Left - Right); }
	double PlaceY(double value) const { return Height - Bottom - (value - y.low) / (y.high - y.low) * (Height - Top - Bottom); }
};

Frame FrameOf(const Plot& plot)
{
	std::vector<double> all;
	for (const PlotSeries& series : plot.series)
		all.insert(all.end(), series.values.begin(), series.values.end());
	Frame frame = {Render::RangeOf(plot.x), Render::RangeOf(all)};
	const double margin = 0.05 * (frame.y.high - frame.y.low);
	const bool startsAtZero = frame.y.low == 0;
	frame.y = {startsAtZero ? 0 : frame.y.low - margin, frame.y.high + margin};
	return frame;
}

std::string DrawAxes(const Plot& plot, const Frame& frame)
{
	std::string svg;
	const Render::Ticks xTicks = Render::ChooseTicks(frame.x, 6, false), yTicks = Render::ChooseTicks(frame.y, 5, false);
	for (std::size_t k = 0; k < yTicks.values.size(); ++k)
	{
		const std::string y = Number(frame.PlaceY(yTicks.values[k]));
		svg += "<line class=\"grid\" x1=\"" + Number(Left) + "\" x2=\"" + Number(Width - Right) + "\" y1=\"" + y + "\" y2=\"" + y + "\"/>";
		svg += "<text class=\"tick\" text-anchor=\"end\" x=\"" + Number(Left - 6) + "\" y=\"" + Number(frame.PlaceY(yTicks.values[k]) + 4)
			+ "\">" + yTicks.labels[k] + "</text>";
	}
	for (std::size_t k = 0; k < xTicks.values.size(); ++k)
		svg += "<text class=\"tick\" text-anchor=\"middle\" x=\"" + Number(frame.PlaceX(xTicks.values[k])) + "\" y=\""
			+ Number(Height - Bottom + 16) + "\">" + xTicks.labels[k] + "</text>";
	std::string unit = plot.unit;
	if (yTicks.exponent != 0)
		unit = "10^" + std::to_string(yTicks.exponent) + (unit.empty() ? "" : " " + unit);
	svg += "<text class=\"title\" x=\"" + Number(Left) + "\" y=\"16\">" + EscapeHtml(plot.title)
		+ (unit.empty() ? "" : " (" + EscapeHtml(unit) + ")") + "</text>";
	svg += "<text class=\"tick\" text-anchor=\"middle\" x=\"" + Number((Left + Width - Right) / 2) + "\" y=\"" + Number(Height - 5) + "\">"
		+ EscapeHtml(plot.xLabel) + "</text>";
	return svg;
}

/// Points of a line: where there are too many, the lowest and highest of each run of them.
std::string LinePoints(const Plot& plot, const std::vector<double>& values, const Frame& frame)
{
	std::string path;
	bool isDrawing = false;
	const auto addPoint = [&](std::size_t k)
	{
		if (!std::isfinite(values[k]))
		{
			isDrawing = false;
			return;
		}
		path += (isDrawing ? "L" : "M") + Number(frame.PlaceX(plot.x[k])) + " " + Number(frame.PlaceY(values[k]));
		isDrawing = true;
	};
	const std::size_t count = std::min(values.size(), plot.x.size());
	const std::size_t run = std::max<std::size_t>(1, 2 * count / MostPoints);
	for (std::size_t begin = 0; begin < count; begin += run)
	{
		const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
		const auto last = values.begin() + static_cast<std::ptrdiff_t>(std::min(begin + run, count));
		const auto [low, high] = std::minmax_element(first, last);
		const auto a = static_cast<std::size_t>(std::min(low, high) - values.begin());
		const auto b = static_cast<std::size_t>(std::max(low, high) - values.begin());
		addPoint(a);
		if (a != b)
			addPoint(b);
	}
	return path;
}

}

std::string EscapeHtml(const std::string& text)
{
	std::string escaped;
	for (const char c : text)
		switch (c)
		{
		case '&': escaped += "&amp;"; break;
		case '<': escaped += "&lt;"; break;
		case '>': escaped += "&gt;"; break;
		case '"': escaped += "&quot;"; break;
		case '\'': escaped += "&#39;"; break;
		default: escaped += c;
		}
	return escaped;
}

std::string DrawPlot(const Plot& plot)
{
	const Frame frame = FrameOf(plot);
	std::string svg = "<svg class=\"plot\" role=\"img\" aria-label=\"" + EscapeHtml(plot.title) + "\" viewBox=\"0 0 " + Number(Width) + " "
		+ Number(Height) + "\">" + DrawAxes(plot, frame);
	double legendX = Width - Right;
	for (std::size_t k = plot.series.size(); k-- > 0;)
	{
		const PlotSeries& series = plot.series[k];
		svg += "<path class=\"line\" stroke=\"" + HexColour(k) + "\" d=\"" + LinePoints(plot, series.values, frame) + "\"><title>"
			+ EscapeHtml(series.name) + "</title></path>";
		if (plot.series.size() < 2 || k >= MostNamed)
			continue;
		svg += "<text class=\"tick\" text-anchor=\"end\" x=\"" + Number(legendX) + "\" y=\"30\" fill=\"" + HexColour(k) + "\">"
			+ EscapeHtml(series.name) + "</text>";
		legendX -= 8 + 6.5 * static_cast<double>(series.name.size());
	}
	return svg + "</svg>";
}

}
