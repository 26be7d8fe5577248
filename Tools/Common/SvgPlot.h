#pragma once

#include <string>
#include <vector>

namespace SPHSolids::Tools
{

/// One line of a plot. Values that are not finite leave gaps.
struct PlotLine
{
	std::string name;
	std::vector<double> x, y;
	bool dashed = false; ///< for theory and other people's figures
};

/// A line plot as SVG: axes with round figures, a coloured line for each series, a legend where there are several. Long lines are thinned
/// to what the plot can show, keeping the extremes. Names are escaped.
struct SvgPlot
{
	std::string title, xLabel, yLabel;
	bool logX = false, logY = false; ///< values that are not positive are left out
	std::vector<PlotLine> lines;

	/// For a page; class "plot".
	std::string Element() const;
	/// A file of its own, readable in a browser and in a diff.
	std::string File() const;
};

/// Text for HTML and SVG: &, <, > and quotes replaced.
std::string EscapeHtml(const std::string& text);

}
