#include "SvgPlot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>

namespace SPHSolids::Scenes
{
namespace
{

constexpr double Width = 760, Height = 420, Left = 78, Right = 16, Top = 40, Bottom = 52, LegendWidth = 190;
/// Told apart by colour-blind readers too (Okabe and Ito).
constexpr const char* Colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999"};

std::string Number(double value, const char* format = "%.2f")
{
	char text[32];
	std::snprintf(text, sizeof(text), format, value);
	return text;
}

/// One axis: data to pixels, and where its ticks stand.
struct Axis
{
	bool logarithmic = false;
	double low = std::numeric_limits<double>::max(), high = std::numeric_limits<double>::lowest();
	double pixelLow = 0, pixelHigh = 0;

	bool Shows(double value) const { return std::isfinite(value) && (!logarithmic || value > 0); }
	double Scaled(double value) const { return logarithmic ? std::log10(value) : value; }
	void Include(double value)
	{
		if (!Shows(value))
			return;
		low = std::min(low, Scaled(value));
		high = std::max(high, Scaled(value));
	}
	void Round()
	{
		if (!(high > low))
		{
			low = low == std::numeric_limits<double>::max() ? 0 : low - 0.5;
			high = low + 1;
		}
		const double step = TickStep();
		low = std::floor(low / step + 1e-9) * step;
		high = std::ceil(high / step - 1e-9) * step;
	}
	double TickStep() const
	{
		const double rough = (high - low) / 6, power = std::pow(10, std::floor(std::log10(rough)));
		if (logarithmic)
			return std::max(1.0, std::ceil(rough));
		for (const double factor : {1.0, 2.0, 5.0})
			if (factor * power >= rough)
				return factor * power;
		return 10 * power;
	}
	std::vector<double> Ticks() const
	{
		std::vector<double> ticks;
		const double step = TickStep();
		for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k)
			ticks.push_back(k * step);
		return ticks;
	}
	double Pixel(double scaled) const { return pixelLow + (scaled - low) / (high - low) * (pixelHigh - pixelLow); }
	std::string Label(double scaled) const
	{
		return logarithmic ? "1e" + Number(scaled, "%.0f") : Number(std::fabs(scaled) < 1e-12 * (high - low) ? 0 : scaled, "%.4g");
	}
};

/// Text that means nothing to XML.
std::string Escaped(const std::string& text)
{
	std::string result;
	for (const char c : text)
		result += c == '<' ? "&lt;" : (c == '&' ? "&amp;" : std::string(1, c));
	return result;
}

std::string TextAt(double x, double y, const char* anchor, const std::string& text, const std::string& extra = "")
{
	return "<text x=\"" + Number(x) + "\" y=\"" + Number(y) + "\" text-anchor=\"" + anchor + "\"" + extra + ">" + Escaped(text)
		+ "</text>\n";
}

std::string LineAt(double x1, double y1, double x2, double y2, const std::string& style)
{
	return "<line x1=\"" + Number(x1) + "\" y1=\"" + Number(y1) + "\" x2=\"" + Number(x2) + "\" y2=\"" + Number(y2) + "\" " + style
		+ "/>\n";
}

std::string LineStyle(std::size_t index, bool dashed)
{
	return std::string("stroke=\"") + Colours[index % std::size(Colours)] + "\" stroke-width=\"1.8\" fill=\"none\""
		+ (dashed ? " stroke-dasharray=\"6 4\"" : "");
}

std::string Curve(const PlotLine& line, std::size_t index, const Axis& x, const Axis& y)
{
	std::string points;
	for (std::size_t k = 0; k < std::min(line.x.size(), line.y.size()); ++k)
		if (x.Shows(line.x[k]) && y.Shows(line.y[k]))
			points += Number(x.Pixel(x.Scaled(line.x[k]))) + "," + Number(y.Pixel(y.Scaled(line.y[k]))) + " ";
	return "<polyline points=\"" + points + "\" " + LineStyle(index, line.dashed) + "/>\n";
}

}

std::string SvgPlot::Text() const
{
	Axis x{logX}, y{logY};
	for (const PlotLine& line : lines)
		for (std::size_t k = 0; k < std::min(line.x.size(), line.y.size()); ++k)
			if (x.Shows(line.x[k]) && y.Shows(line.y[k]))
			{
				x.Include(line.x[k]);
				y.Include(line.y[k]);
			}
	x.Round();
	y.Round();
	x.pixelLow = Left;
	x.pixelHigh = Width - Right - LegendWidth;
	y.pixelLow = Height - Bottom;
	y.pixelHigh = Top;

	std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + Number(Width, "%.0f") + " " + Number(Height, "%.0f")
		+ "\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
	const std::string grid = "stroke=\"#dddddd\"";
	for (const double tick : x.Ticks())
	{
		svg += LineAt(x.Pixel(tick), y.pixelLow, x.Pixel(tick), y.pixelHigh, grid);
		svg += TextAt(x.Pixel(tick), y.pixelLow + 16, "middle", x.Label(tick));
	}
	for (const double tick : y.Ticks())
	{
		svg += LineAt(x.pixelLow, y.Pixel(tick), x.pixelHigh, y.Pixel(tick), grid);
		svg += TextAt(x.pixelLow - 6, y.Pixel(tick) + 4, "end", y.Label(tick));
	}
	svg += LineAt(x.pixelLow, y.pixelLow, x.pixelHigh, y.pixelLow, "stroke=\"black\"");
	svg += LineAt(x.pixelLow, y.pixelLow, x.pixelLow, y.pixelHigh, "stroke=\"black\"");
	for (std::size_t k = 0; k < lines.size(); ++k)
	{
		svg += Curve(lines[k], k, x, y);
		const double height = Top + 8 + 20 * static_cast<double>(k);
		svg += LineAt(x.pixelHigh + 12, height, x.pixelHigh + 36, height, LineStyle(k, lines[k].dashed));
		svg += TextAt(x.pixelHigh + 42, height + 4, "start", lines[k].name);
	}
	const double middleX = 0.5 * (x.pixelLow + x.pixelHigh), middleY = 0.5 * (y.pixelLow + y.pixelHigh);
	svg += TextAt(middleX, Top - 16, "middle", title, " font-size=\"14\"");
	svg += TextAt(middleX, Height - 12, "middle", xLabel);
	svg += TextAt(18, middleY, "middle", yLabel, " transform=\"rotate(-90 18 " + Number(middleY) + ")\"");
	return svg + "</svg>\n";
}

bool SvgPlot::Write(const std::string& path) const
{
	std::ofstream file(path);
	file << Text();
	return static_cast<bool>(file);
}

}
