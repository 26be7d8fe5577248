#pragma once

#include <string>
#include <vector>

namespace SPHSolids::Scenes
{

/// One line of a plot.
struct PlotLine
{
	std::string name;
	std::vector<double> x, y;
	bool dashed = false; ///< for theory and other people's figures
};

/// A line plot written as SVG, readable in a browser and in a diff.
struct SvgPlot
{
	std::string title, xLabel, yLabel;
	bool logX = false, logY = false; ///< values that are not positive are left out
	std::vector<PlotLine> lines;

	std::string Text() const;
	/// False if the file cannot be written.
	bool Write(const std::string& path) const;
};

}
