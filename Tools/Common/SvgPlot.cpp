#include <Common/SvgPlot.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace SPHSolids::Tools
{
namespace
{

constexpr double Width = 760, Height = 380, Left = 78, Right = 16, Top = 40, Bottom = 52, LegendWidth = 190;
constexpr std::size_t MostPoints = 1000; // of a line
constexpr std::size_t MostNamed = 14;    // lines in the legend
/// Told apart by colour-blind readers too (Okabe and Ito).
constexpr const char* Colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999"};

std::string Number(double value, const char* format = "%.1f")
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
	double Place(double value) const { return Pixel(Scaled(value)); }
	std::string Label(double scaled) const
	{
		return logarithmic ? "1e" + Number(scaled, "%.0f") : Number(std::fabs(scaled) < 1e-12 * (high - low) ? 0 : scaled, "%.4g");
	}
};

std::string TextAt(double x, double y, const char* anchor, const std::string& text, const std::string& extra = "")
{
	return "<text x=\"" + Number(x) + "\" y=\"" + Number(y) + "\" text-anchor=\"" + anchor + "\"" + extra + ">" + EscapeHtml(text)
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

/// Where there are too many points, the lowest and highest of each run of them.
std::string Curve(const PlotLine& line, std::size_t index, const Axis& x, const Axis& y)
{
	std::string path;
	bool isDrawing = false;
	const auto addPoint = [&](std::size_t k)
	{
		const bool isShown = x.Shows(line.x[k]) && y.Shows(line.y[k]);
		if (isShown)
			path += (isDrawing ? "L" : "M") + Number(x.Place(line.x[k])) + " " + Number(y.Place(line.y[k]));
		isDrawing = isShown;
	};
	const std::size_t count = std::min(line.x.size(), line.y.size());
	const std::size_t run = std::max<std::size_t>(1, 2 * count / MostPoints);
	for (std::size_t begin = 0; begin < count; begin += run)
	{
		const auto first = line.y.begin() + static_cast<std::ptrdiff_t>(begin);
		const auto last = line.y.begin() + static_cast<std::ptrdiff_t>(std::min(begin + run, count));
		const auto [low, high] = std::minmax_element(first, last);
		const auto a = static_cast<std::size_t>(std::min(low, high) - line.y.begin());
		const auto b = static_cast<std::size_t>(std::max(low, high) - line.y.begin());
		addPoint(a);
		if (a != b)
			addPoint(b);
	}
	return "<path d=\"" + path + "\" " + LineStyle(index, line.dashed) + "><title>" + EscapeHtml(line.name) + "</title></path>\n";
}

std::string DrawAxes(const Axis& x, const Axis& y)
{
	std::string svg;
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
	return svg + LineAt(x.pixelLow, y.pixelLow, x.pixelLow, y.pixelHigh, "stroke=\"black\"");
}

std::string DrawContent(const SvgPlot& plot)
{
	Axis x{plot.logX}, y{plot.logY};
	for (const PlotLine& line : plot.lines)
		for (std::size_t k = 0; k < std::min(line.x.size(), line.y.size()); ++k)
			if (x.Shows(line.x[k]) && y.Shows(line.y[k]))
			{
				x.Include(line.x[k]);
				y.Include(line.y[k]);
			}
	x.Round();
	y.Round();
	const bool hasLegend = plot.lines.size() > 1;
	x.pixelLow = Left;
	x.pixelHigh = Width - Right - (hasLegend ? LegendWidth : 0);
	y.pixelLow = Height - Bottom;
	y.pixelHigh = Top;
	std::string svg = "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" + DrawAxes(x, y);
	for (std::size_t k = 0; k < plot.lines.size(); ++k)
	{
		svg += Curve(plot.lines[k], k, x, y);
		if (!hasLegend || k >= MostNamed)
			continue;
		const double height = Top + 8 + 20 * static_cast<double>(k);
		svg += LineAt(x.pixelHigh + 12, height, x.pixelHigh + 36, height, LineStyle(k, plot.lines[k].dashed));
		svg += TextAt(x.pixelHigh + 42, height + 4, "start", plot.lines[k].name.substr(0, 24));
	}
	const double middleX = 0.5 * (x.pixelLow + x.pixelHigh), middleY = 0.5 * (y.pixelLow + y.pixelHigh);
	svg += TextAt(middleX, Top - 16, "middle", plot.title, " font-size=\"14\"");
	svg += TextAt(middleX, Height - 12, "middle", plot.xLabel);
	return svg + TextAt(18, middleY, "middle", plot.yLabel, " transform=\"rotate(-90 18 " + Number(middleY) + ")\"");
}

std::string Wrap(const std::string& attributes, const std::string& content)
{
	return "<svg " + attributes + " viewBox=\"0 0 " + Number(Width, "%.0f") + " " + Number(Height, "%.0f")
		+ "\" font-family=\"sans-serif\" font-size=\"12\">\n" + content + "</svg>\n";
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

std::string SvgPlot::Element() const
{
	return Wrap("class=\"plot\" role=\"img\" aria-label=\"" + EscapeHtml(title) + "\"", DrawContent(*this));
}

std::string SvgPlot::File() const
{
	return Wrap("xmlns=\"http://www.w3.org/2000/svg\"", DrawContent(*this));
}

}
