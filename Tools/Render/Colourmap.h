#pragma once

#include <Render/Colour.h>

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace SPHSolids::Render
{

enum class ColourmapName
{
	Lagoon, ///< Indigo, teal, green, yellow: any quantity
	Tide,   ///< Blue, white, red: quantities with a sign, zero in the middle
	Ember,  ///< Dark red, orange, pale yellow: temperature, stress
};
std::optional<ColourmapName> ColourmapByName(std::string_view name); ///< lagoon, tide, ember

/// Colours for numbers from 0 to 1, laid out along lines of even lightness steps in OKLab (Ottosson 2020), so that equal steps in the
/// number look like equal steps in the picture, in grey too.
class Colourmap
{
public:
	explicit Colourmap(ColourmapName name);

	/// Below 0 and above 1 the ends; a number that is none gives NoValue.
	Colour At(double share) const;

	static constexpr Colour NoValue = {0.18f, 0.18f, 0.18f};

private:
	static constexpr int Steps = 256;
	std::array<Colour, Steps + 1> table;
};

/// What the ends of a colourmap stand for.
struct ValueRange
{
	double low = 0, high = 1;
};

/// From the smallest to the largest finite value; 0 to 1 where there are none, a range around it where there is only one.
ValueRange RangeOf(std::span<const double> values);

/// Well-told-apart colours to name bodies or series by; repeats after eight.
Colour CategoryColour(std::size_t index);

/// Lightness as the eye orders it, 0 black to 1 white.
float PerceivedLightness(const Colour& colour);

}
