#pragma once

#include <string>
#include <vector>

namespace SPHSolids::Lab
{

/// A line of a plot: values over the plot's common x. Values that are not finite leave gaps.
struct PlotSeries
{
	std::string name;
	std::vector<double> values;
};

struct Plot
{
	std::string title;
	std::string unit; ///< of the values; may be empty
	std::string xLabel = "time (s)";
	std::vector<double> x;
	std::vector<PlotSeries> series;
};

/// The plot as an SVG element for a page: axes with round figures, one coloured line per series, a legend. Long series are thinned to
/// what the plot can show, keeping the extremes. Names are escaped.
std::string DrawPlot(const Plot& plot);

/// Text for HTML and SVG: &, <, > and quotes replaced.
std::string EscapeHtml(const std::string& text);

}
