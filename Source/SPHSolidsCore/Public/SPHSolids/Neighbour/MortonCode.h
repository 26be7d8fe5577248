#pragma once

#include <cstdint>

namespace SPHSolids
{

/// Spreads the lower 21 bits of a number so that two zero bits follow each of them.
constexpr std::uint64_t SpreadBits(std::uint64_t value)
{
	value &= 0x1FFFFF;
	value = (value | (value << 32)) & 0x001F00000000FFFFu;
	value = (value | (value << 16)) & 0x001F0000FF0000FFu;
	value = (value | (value << 8)) & 0x100F00F00F00F00Fu;
	value = (value | (value << 4)) & 0x10C30C30C30C30C3u;
	value = (value | (value << 2)) & 0x1249249249249249u;
	return value;
}
/// The inverse of SpreadBits.
constexpr std::uint64_t GatherBits(std::uint64_t value)
{
	value &= 0x1249249249249249u;
	value = (value | (value >> 2)) & 0x10C30C30C30C30C3u;
	value = (value | (value >> 4)) & 0x100F00F00F00F00Fu;
	value = (value | (value >> 8)) & 0x001F0000FF0000FFu;
	value = (value | (value >> 16)) & 0x001F00000000FFFFu;
	value = (value | (value >> 32)) & 0x1FFFFF;
	return value;
}

/// Largest integer coordinate that fits a Morton code of 63 bits.
inline constexpr std::uint64_t MaxMortonCoordinate = 0x1FFFFF;

constexpr std::uint64_t MortonCode(std::uint64_t x, std::uint64_t y, std::uint64_t z)
{
	return SpreadBits(x) | (SpreadBits(y) << 1) | (SpreadBits(z) << 2);
}

}
