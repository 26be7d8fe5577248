#pragma once

#include <Render/Image.h>

#include <memory>
#include <string_view>

namespace SPHSolids::Render
{

enum class FontWeight
{
	Regular,
	Bold,
};

/// Draws smooth text with DejaVu Sans, which is part of the program: no font needs to be installed where it runs. Not for use by two
/// threads at once.
class TextPainter
{
public:
	TextPainter();
	~TextPainter();

	/// Width in pixels of a line. @param text UTF-8; anything else shows as a box.
	float Width(std::string_view text, float size, FontWeight weight = FontWeight::Regular);
	/// @param x Left end, @param baseline Where letters stand, in pixels from the top, @param size Height of a line in pixels.
	void Draw(Image& image, float x, float baseline, std::string_view text, float size, const Colour& ink,
		FontWeight weight = FontWeight::Regular);

private:
	struct State;
	std::unique_ptr<State> state;
};

}
