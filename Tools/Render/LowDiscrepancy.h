#pragma once

#include <cstdint>

namespace SPHSolids::Render
{

struct Sample2
{
	float u = 0, v = 0; ///< Both in [0, 1)
};

namespace LowDiscrepancyDetail
{

constexpr std::uint32_t ReverseBits(std::uint32_t x)
{
	x = (x << 16) | (x >> 16);
	x = ((x & 0x00FF00FFu) << 8) | ((x >> 8) & 0x00FF00FFu);
	x = ((x & 0x0F0F0F0Fu) << 4) | ((x >> 4) & 0x0F0F0F0Fu);
	x = ((x & 0x33333333u) << 2) | ((x >> 2) & 0x33333333u);
	return ((x & 0x55555555u) << 1) | ((x >> 1) & 0x55555555u);
}

/// Each bit changes depending on the bits below it only.
constexpr std::uint32_t ScrambleUpwards(std::uint32_t x, std::uint32_t seed)
{
	x += seed;
	x ^= x * 0x6C50B47Cu;
	x ^= x * 0xB82F1E52u;
	x ^= x * 0xC7AFE638u;
	return x ^ (x * 0x8D22F6E6u);
}

constexpr std::uint32_t MixBits(std::uint32_t x)
{
	x ^= x >> 16;
	x *= 0x7FEB352Du;
	x ^= x >> 15;
	x *= 0x846CA68Bu;
	return x ^ (x >> 16);
}

/// Spreads the low 16 bits to the even places.
constexpr std::uint32_t SpreadBits(std::uint32_t x)
{
	x &= 0xFFFFu;
	x = (x | (x << 8)) & 0x00FF00FFu;
	x = (x | (x << 4)) & 0x0F0F0F0Fu;
	x = (x | (x << 2)) & 0x33333333u;
	return (x | (x << 1)) & 0x55555555u;
}

/// The first coordinate's bits times Pascal's triangle modulo 2: the second coordinate's bits.
constexpr std::uint32_t PascalModTwo(std::uint32_t x)
{
	x ^= (x & 0x55555555u) << 1;
	x ^= (x & 0x33333333u) << 2;
	x ^= (x & 0x0F0F0F0Fu) << 4;
	x ^= (x & 0x00FF00FFu) << 8;
	return x ^ (x << 16);
}

constexpr float UnitFromBits(std::uint32_t bits)
{
	return static_cast<float>(bits >> 8) * 0x1.0p-24f;
}

}

/// Point index of the plain (0,2)-sequence: any 2^m consecutive points starting at a multiple of 2^m hit every box of the unit square
/// with sides 2^-a and 2^-(m-a) once.
constexpr Sample2 ZeroTwoSequence(std::uint32_t index)
{
	using namespace LowDiscrepancyDetail;
	const std::uint32_t first = ReverseBits(index);
	return {UnitFromBits(first), UnitFromBits(PascalModTwo(first))};
}

/// Points for the integrals of a picture: light, sky, scattering.
///
/// One scrambled (0,2)-sequence runs through the whole picture along a shuffled Z curve, as Ahmed and Wonka 2020 (Screen-Space
/// Blue-Noise Diffusion of Monte Carlo Sampling Error via Hierarchical Ordering of Pixels) propose: every square block of 2^k pixels
/// holds a well-spread set, so neighbouring pixels err in opposite directions and a small filter removes nearly all of the noise.
/// The order is shuffled by the hash of Laine and Karras 2011, which turns the halves of the curve around at every level.
class PixelSampler
{
public:
	/// @param samplesPerPixel A power of two.
	PixelSampler(int x, int y, std::uint32_t samplesPerPixel, std::uint32_t samplerSeed)
		: firstIndex(ZCurve(x, y) * samplesPerPixel)
		, seed(samplerSeed)
	{
	}

	/// A point of [0, 1)^2. Different dimensions are independent of each other.
	Sample2 Get(std::uint32_t sampleIndex, std::uint32_t dimension) const
	{
		using namespace LowDiscrepancyDetail;
		const std::uint32_t key = MixBits(dimension * 0x9E3779B9u + seed);
		// Scrambling the reversed index shuffles the order; the result already is the first coordinate.
		const std::uint32_t first = ScrambleUpwards(ReverseBits(firstIndex + sampleIndex), key);
		return {UnitFromBits(first ^ key), UnitFromBits(PascalModTwo(first) ^ (key * 0x85EBCA6Bu))};
	}

private:
	static std::uint32_t ZCurve(int x, int y)
	{
		using namespace LowDiscrepancyDetail;
		return SpreadBits(static_cast<std::uint32_t>(x)) | (SpreadBits(static_cast<std::uint32_t>(y)) << 1);
	}

	std::uint32_t firstIndex;
	std::uint32_t seed;
};

}
