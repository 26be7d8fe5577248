#pragma once

#include <Render/Colourmap.h>
#include <Render/Image.h>
#include <Render/Text.h>

#include <string>
#include <vector>

namespace SPHSolids::Render
{

/// Inks and sizes of what is written over a picture.
struct OverlayStyle
{
	Colour ink = FromHex(0x27303B);
	Colour softInk = FromHex(0x5D6875); ///< Second lines and ticks
	float textSize = 18;                ///< Pixels
	float margin = 28;                  ///< From the picture's border, pixels
};
/// Dark ink on a light picture, light ink on a dark one, sizes in proportion to its height.
OverlayStyle StyleFor(const Image& image);

/// Title in bold at the top left, further lines under it.
void DrawCaption(
	Image& image, const std::string& title, const std::vector<std::string>& lines, const OverlayStyle& style, TextPainter& text);

struct Legend
{
	std::string title;
	std::string unit; ///< Shown after the title; may be empty
	ColourmapName colourmap = ColourmapName::Lagoon;
	ValueRange range;
	bool wholeNumbers = false; ///< Ticks at whole numbers only: counts
};
/// A colour bar with round figures at the right border, half as high as the picture.
void DrawLegend(Image& image, const Legend& legend, const OverlayStyle& style, TextPainter& text);
/// Width that DrawLegend takes, margin included: room to keep free.
float LegendWidth(const Legend& legend, const OverlayStyle& style, TextPainter& text);

/// Round figures (1, 2, 5 times a power of ten apart) within a range, about as many as wanted.
struct Ticks
{
	std::vector<double> values;
	std::vector<std::string> labels;
	int exponent = 0; ///< Labels are to be multiplied by ten to this power; 0 where they stand for themselves
};
Ticks ChooseTicks(const ValueRange& range, int wanted, bool wholeNumbers);

}
