#pragma once

#include <cstdio>
#include <string>

namespace SPHSolids
{

/// A number as a person would write it in a message, to six digits: 1e+30, 0.5, nan.
inline std::string NumberText(double value)
{
	char text[32];
	std::snprintf(text, sizeof(text), "%g", value);
	return text;
}

}
