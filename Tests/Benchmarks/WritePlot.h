#pragma once

#include <Common/Files.h>
#include <Common/SvgPlot.h>

#include <cstdio>
#include <string>

namespace SPHSolids::Tools
{

/// Writes a plot into a folder, and says so.
inline void WritePlot(const SvgPlot& plot, const std::string& directory, const char* name)
{
	const std::string path = directory + "/" + name + ".svg";
	if (const Status status = WriteFileAtomically(path, plot.File()); status.IsOk())
		std::printf("  wrote %s\n", path.c_str());
	else
		std::fprintf(stderr, "%s\n", status.Message().c_str());
}

}
