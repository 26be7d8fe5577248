#pragma once

#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Record/RecordedFrame.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace SPHSolids
{

// The .sphcache file: particles of the frames of a run, small and seekable. Little-endian.
//
//   header   magic "SPHCACH1", version, error bound of positions (m), frames per second, names of objects; checksum
//   frame    mark, size, time, box, width of a coordinate, fastest speed, runs of objects, positions, velocities; checksum
//   ...
//   index    offsets of all frames; checksum; mark at the very end
//
// Positions are whole multiples of twice the error bound from the corner of their frame's box, in 2, 3 or 4 bytes a coordinate, whichever
// suffices. Velocities are 16-bit shares of the fastest component. Frames are written as they come, each whole in itself; the index comes
// last. A file without an index (the program was ended, the disk was full) is read frame by frame up to the first that is not sound.

inline constexpr std::uint32_t CacheFormatVersion = 1;

struct CacheHeader
{
	double errorBound = 1e-5; ///< Most that a coordinate of a position is off, m
	double fps = 0;
	std::vector<std::string> names; ///< of the objects that particles belong to
};

SPHSOLIDSCORE_API std::vector<std::byte> EncodeCacheHeader(const CacheHeader& header);
/// @pre Positions are finite. A position too far away for 4 bytes makes its frame's error bound larger.
SPHSOLIDSCORE_API std::vector<std::byte> EncodeCacheFrame(const RecordedFrame& frame, double errorBound);
/// @param offsets Of the frames in the file.
SPHSOLIDSCORE_API std::vector<std::byte> EncodeCacheIndex(std::span<const std::uint64_t> offsets);

/// A recording in memory. Whatever the bytes are, opening and reading end in frames or a sentence, and no more memory is taken than the
/// bytes account for.
class CacheView
{
public:
	/// Borrows the bytes.
	SPHSOLIDSCORE_API static Result<CacheView> Open(std::span<const std::byte> fileBytes);

	const CacheHeader& Header() const { return header; }
	std::size_t FrameCount() const { return offsets.size(); }
	/// False: the recording was ended before its index was written; the frames before that are there.
	bool IsComplete() const { return complete; }
	/// Any frame, in any order.
	SPHSOLIDSCORE_API Result<RecordedFrame> ReadFrame(std::size_t index) const;

private:
	bool ReadIndex();
	void FindFrames(std::size_t first);

	std::span<const std::byte> bytes;
	CacheHeader header;
	std::vector<std::uint64_t> offsets;
	bool complete = false;
};

}
