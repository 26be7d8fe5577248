#pragma once

#include <Render/Image.h>

#include <string>
#include <vector>

namespace SPHSolids::Render
{

/// Pictures side by side, for comparisons.
struct Montage
{
	std::string title;                     ///< May be empty
	std::vector<std::string> columnTitles; ///< One per column, or none
	std::vector<std::string> rowTitles;    ///< One per row, or none
	std::vector<std::vector<Image>> rows;  ///< Rows may be of different length; pictures keep their size, columns share the widest
	Colour background = FromHex(0xFFFFFF);
	int gap = 12;        ///< Pixels between pictures
	float textSize = 20; ///< Pixels
};

Result<Image> DrawMontage(const Montage& montage);

}
