#pragma once

#include <SPHSolids/Base/Hash.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

// The frame of our binary files as Docs/decisions/0004-body-file.md gives it, for tests that break files on purpose.
namespace SPHSolids::Tests
{

using Bytes = std::vector<std::byte>;

inline constexpr std::size_t HeaderSize = 32, EntrySize = 32;
inline constexpr std::size_t VersionAt = 8, SectionCountAt = 12, FileSizeAt = 16, ChecksumAt = 24;

template <class T>
T ValueAt(const Bytes& bytes, std::size_t offset)
{
	T value;
	std::memcpy(&value, bytes.data() + offset, sizeof value);
	return value;
}
template <class T>
void SetAt(Bytes& bytes, std::size_t offset, T value)
{
	std::memcpy(bytes.data() + offset, &value, sizeof value);
}

inline std::size_t SectionCount(const Bytes& bytes)
{
	return ValueAt<std::uint32_t>(bytes, SectionCountAt);
}

/// Makes sizes and checksums of a file agree with its contents again, as a malicious or faulty writer would: the reader then gets
/// to see what was changed. Does nothing where the table itself makes no sense.
inline void RepairFrame(Bytes& bytes)
{
	if (bytes.size() < HeaderSize || SectionCount(bytes) > (bytes.size() - HeaderSize) / EntrySize)
		return;
	SetAt<std::uint64_t>(bytes, FileSizeAt, bytes.size());
	for (std::size_t s = 0; s < SectionCount(bytes); ++s)
	{
		const std::size_t entry = HeaderSize + s * EntrySize;
		const auto offset = ValueAt<std::uint64_t>(bytes, entry + 8), size = ValueAt<std::uint64_t>(bytes, entry + 16);
		if (offset > bytes.size() || size > bytes.size() - offset)
			continue;
		Hash64 hash;
		hash.Add(bytes.data() + offset, size);
		SetAt(bytes, entry + 24, hash.Value());
	}
	SetAt(bytes, ChecksumAt, std::uint64_t(0));
	Hash64 hash;
	hash.Add(bytes.data(), HeaderSize + SectionCount(bytes) * EntrySize);
	SetAt(bytes, ChecksumAt, hash.Value());
}

/// Of a file that begins with a header of this size whose checksum (of header and rest) lies at a place in it: snapshots (24, 16), packets
/// (136, 8), distance grids (64, 56).
inline void RepairChecksum(Bytes& bytes, std::size_t headerSize, std::size_t checksumAt)
{
	if (bytes.size() < headerSize)
		return;
	SetAt(bytes, checksumAt, std::uint64_t(0));
	Hash64 hash;
	hash.Add(bytes.data(), bytes.size());
	SetAt(bytes, checksumAt, hash.Value());
}

/// Of a .sphcache: blocks one after the other, each of a mark, its size, ..., and a checksum of all before it.
inline void RepairBlocks(Bytes& bytes)
{
	std::size_t offset = 0;
	while (bytes.size() - offset >= 24)
	{
		const auto size = ValueAt<std::uint64_t>(bytes, offset + 8);
		if (size < 24 || size > bytes.size() - offset)
			return;
		Hash64 hash;
		hash.Add(bytes.data() + offset, size - 8);
		SetAt(bytes, offset + size - 8, hash.Value());
		offset += size;
	}
}

/// Of a .sphrec: the snapshot in it has a checksum of its own.
inline void RepairRecording(Bytes& bytes)
{
	if (bytes.size() < HeaderSize || SectionCount(bytes) > (bytes.size() - HeaderSize) / EntrySize)
		return;
	for (std::size_t s = 0; s < SectionCount(bytes); ++s)
	{
		const std::size_t entry = HeaderSize + s * EntrySize;
		const auto offset = ValueAt<std::uint64_t>(bytes, entry + 8), size = ValueAt<std::uint64_t>(bytes, entry + 16);
		if (offset > bytes.size() || size > bytes.size() - offset || std::memcmp(bytes.data() + entry, "SNAP", 4) != 0)
			continue;
		const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(offset);
		Bytes snapshot(begin, begin + static_cast<std::ptrdiff_t>(size));
		RepairChecksum(snapshot, 24, 16);
		std::copy(snapshot.begin(), snapshot.end(), begin);
	}
	RepairFrame(bytes);
}

}
