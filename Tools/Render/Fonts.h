#pragma once

#include <cstdint>
#include <span>

namespace SPHSolids::Render
{

/// Bytes of DejaVu Sans and its bold face, taken into the program from the distribution's package when it is built.
std::span<const std::uint8_t> RegularFontBytes();
std::span<const std::uint8_t> BoldFontBytes();

}
