#include <Render/Png.h>

#include <Common/Files.h>

#include <cstddef>
#include <png.h>
#include <string>

namespace SPHSolids::Render
{
namespace
{

/// Larger than any screen or print we make; keeps a forged header from asking for all memory.
constexpr png_uint_32 LargestPngSide = 1 << 15;
constexpr std::uint64_t MostPixels = 1u << 28;
constexpr std::uint64_t LargestFile = 4 * MostPixels;

std::vector<std::uint8_t> OpaqueBytes(const Image& image)
{
	std::vector<std::uint8_t> bytes;
	bytes.reserve(image.Pixels().size() * 3);
	for (const Rgba8& pixel : image.Pixels())
		bytes.insert(bytes.end(), {pixel.r, pixel.g, pixel.b});
	return bytes;
}

}

Result<std::vector<std::uint8_t>> EncodePng(const Image& image)
{
	if (image.IsEmpty())
		return Error{"A picture without pixels cannot be saved as PNG; give it a width and a height above zero."};
	const bool opaque = image.IsOpaque();
	png_image header{};
	header.version = PNG_IMAGE_VERSION;
	header.width = static_cast<png_uint_32>(image.Width());
	header.height = static_cast<png_uint_32>(image.Height());
	header.format = opaque ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;

	const std::vector<std::uint8_t> opaqueBytes = opaque ? OpaqueBytes(image) : std::vector<std::uint8_t>{};
	const void* pixels = opaque ? static_cast<const void*>(opaqueBytes.data()) : image.Pixels().data();
	png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(header);
	std::vector<std::uint8_t> bytes(size);
	if (!png_image_write_to_memory(&header, bytes.data(), &size, 0, pixels, 0, nullptr))
		return Error{std::string("A picture could not be turned into PNG (") + header.message + "); free some memory and try again."};
	bytes.resize(size);
	return bytes;
}

Result<Image> DecodePng(std::span<const std::uint8_t> bytes)
{
	png_image header{};
	header.version = PNG_IMAGE_VERSION;
	if (!png_image_begin_read_from_memory(&header, bytes.data(), bytes.size()))
		return Error{std::string("The data is not a PNG picture (") + header.message + "); save it as PNG again."};
	if (header.width > LargestPngSide || header.height > LargestPngSide || std::uint64_t(header.width) * header.height > MostPixels)
	{
		png_image_free(&header);
		return Error{"The PNG picture claims " + std::to_string(header.width) + " x " + std::to_string(header.height)
			+ " pixels, more than is read here; make it smaller."};
	}
	header.format = PNG_FORMAT_RGBA;
	Image image(static_cast<int>(header.width), static_cast<int>(header.height));
	static_assert(sizeof(Rgba8) == 4);
	if (!png_image_finish_read(&header, nullptr, image.Pixels().data(), 0, nullptr))
		return Error{std::string("The PNG picture is damaged (") + header.message + "); save it again."};
	return image;
}

Status WritePng(const std::filesystem::path& path, const Image& image)
{
	Result<std::vector<std::uint8_t>> bytes = EncodePng(image);
	if (!bytes.IsOk())
		return Error{"The picture " + path.string() + " was not written: " + bytes.Message()};
	return Tools::WriteFileAtomically(path, std::as_bytes(std::span(bytes.Value())));
}

Result<Image> ReadPng(const std::filesystem::path& path)
{
	Result<std::vector<std::byte>> bytes = Tools::ReadWholeFile(path, LargestFile);
	if (!bytes.IsOk())
		return bytes.TakeError();
	const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.Value().data());
	Result<Image> image = DecodePng({first, bytes.Value().size()});
	if (!image.IsOk())
		return Error{"The file " + path.string() + " could not be read: " + image.Message()};
	return image;
}

}
