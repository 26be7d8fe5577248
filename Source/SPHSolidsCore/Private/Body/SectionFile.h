#pragma once

#include <SPHSolids/Base/Result.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace SPHSolids
{

// The frame of all our binary files, little-endian and without gaps, so that every byte is under a checksum:
//
//   header   magic (8 bytes), format version u32, section count u32, size of the file u64, checksum of header and table u64
//   table    for each section: id u32, zero u32, offset u64, size u64, checksum u64
//   sections one after the other, in the order of the table
//
// This frame is the same in all versions and kinds of file; versions differ in what the sections hold.

using FileMagic = std::array<char, 8>;

/// Four letters, readable in a hex dump.
constexpr std::uint32_t SectionId(const char (&letters)[5])
{
	std::uint32_t id = 0;
	for (int k = 3; k >= 0; --k)
		id = (id << 8) | static_cast<unsigned char>(letters[k]);
	return id;
}

/// How a kind of file is called in sentences.
struct FileKind
{
	FileMagic magic;
	std::uint32_t newestVersion;
	std::string_view name; ///< "a SPHSolids body"
	std::string_view cure; ///< "Bake the mesh again."
};

struct FileSection
{
	std::uint32_t id;
	std::vector<std::byte> bytes;
};

std::vector<std::byte> WriteSectionFile(const FileKind& kind, std::span<const FileSection> sections);

/// A file whose frame and checksums have been found sound. Borrows the bytes.
class SectionFile
{
public:
	static Result<SectionFile> Open(std::span<const std::byte> bytes, const FileKind& kind);

	std::uint32_t Version() const { return version; }
	/// The bytes of a section; empty if there is none.
	std::span<const std::byte> Find(std::uint32_t id) const;

private:
	struct Entry
	{
		std::uint32_t id;
		std::span<const std::byte> bytes;
	};
	std::uint32_t version = 0;
	std::vector<Entry> entries;
};

}
