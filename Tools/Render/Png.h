#pragma once

#include <Render/Image.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace SPHSolids::Render
{

/// PNG bytes of an image: three channels where every pixel is opaque, four otherwise, marked as sRGB. The same bytes each time.
Result<std::vector<std::uint8_t>> EncodePng(const Image& image);

/// Any PNG, turned into 8-bit RGBA.
Result<Image> DecodePng(std::span<const std::uint8_t> bytes);

/// Written beside its place and renamed when whole: a reader never meets half a picture, a failure leaves what was there before.
Status WritePng(const std::filesystem::path& path, const Image& image);

Result<Image> ReadPng(const std::filesystem::path& path);

}
