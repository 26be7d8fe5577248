#include <SPHSolids/Record/CacheFormat.h>

#include "Body/ByteStream.h"

#include <SPHSolids/Base/Hash.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

namespace SPHSolids
{
namespace
{

constexpr char CacheFileMark[8] = {'S', 'P', 'H', 'C', 'A', 'C', 'H', '1'};
constexpr char CacheFrameMark[8] = {'S', 'P', 'H', 'F', 'R', 'A', 'M', 'E'};
constexpr char CacheIndexMark[8] = {'S', 'P', 'H', 'I', 'N', 'D', 'E', 'X'};
constexpr std::size_t MaxCacheNames = 65535, MaxCacheNameLength = 1000;
constexpr double LargestCacheCoordinate = 4294967295.0;

bool HasCacheMark(ByteReader& reader, const char (&mark)[8])
{
	const auto found = reader.ReadBytes(sizeof mark);
	return !reader.Failed() && std::memcmp(found.data(), mark, sizeof mark) == 0;
}

bool IsSoundCacheBlock(std::span<const std::byte> withChecksum)
{
	if (withChecksum.size() < sizeof(std::uint64_t))
		return false;
	const std::size_t content = withChecksum.size() - sizeof(std::uint64_t);
	Hash64 hash;
	hash.Add(withChecksum.data(), content);
	std::uint64_t stored = 0;
	std::memcpy(&stored, withChecksum.data() + content, sizeof stored);
	return stored == hash.Value();
}

/// What a block starts with: a mark and the bytes of the whole block, checksum included. Nothing if it is not there or not sound.
std::optional<std::span<const std::byte>> FindCacheBlock(std::span<const std::byte> bytes, std::uint64_t offset, const char (&mark)[8])
{
	if (offset > bytes.size())
		return std::nullopt;
	const auto rest = bytes.subspan(static_cast<std::size_t>(offset));
	ByteReader reader(rest);
	const bool isMarked = HasCacheMark(reader, mark);
	const auto size = reader.Read<std::uint64_t>();
	if (!isMarked || reader.Failed() || size < 24 || size > rest.size())
		return std::nullopt;
	const auto block = rest.first(static_cast<std::size_t>(size));
	return IsSoundCacheBlock(block) ? std::optional(block) : std::nullopt;
}

void AppendCacheNumber(std::vector<std::byte>& bytes, std::uint64_t number)
{
	const std::size_t end = bytes.size();
	bytes.resize(end + sizeof number);
	std::memcpy(bytes.data() + end, &number, sizeof number);
}

/// Puts mark and size before the content of a block and a checksum behind it.
std::vector<std::byte> CloseCacheBlock(ByteWriter& content, const char (&mark)[8])
{
	const std::vector<std::byte> inner = content.Take();
	ByteWriter block;
	block.Write(mark);
	block.Write(static_cast<std::uint64_t>(inner.size() + sizeof mark + 2 * sizeof(std::uint64_t)));
	block.WriteArray(std::span<const std::byte>(inner));
	std::vector<std::byte> bytes = block.Take();
	Hash64 hash;
	hash.Add(bytes.data(), bytes.size());
	AppendCacheNumber(bytes, hash.Value());
	return bytes;
}

struct CacheObjectRun
{
	std::uint32_t object = 0, count = 0;
};

std::vector<CacheObjectRun> CacheRunsOf(const std::vector<std::uint16_t>& objects)
{
	std::vector<CacheObjectRun> runs;
	for (const std::uint16_t object : objects)
	{
		if (runs.empty() || runs.back().object != object)
			runs.push_back({object, 0});
		++runs.back().count;
	}
	return runs;
}

/// Fixed part of the header.
struct CacheFileHead
{
	std::uint32_t version = 0, names = 0;
	double errorBound = 0; ///< m
	double fps = 0;
};

/// Fixed part of a frame.
struct CacheFrameHead
{
	double time = 0;
	double corner[3] = {}; ///< of the box, m
	double step = 0;       ///< of a coordinate, m
	double fastest = 0;    ///< largest component of a velocity, m/s
	std::uint64_t particles = 0;
	std::uint32_t runs = 0;
	std::uint32_t width = 2; ///< bytes of a coordinate
};

/// Users draw and upload floats.
bool FitsCacheFloat(double value)
{
	return std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max());
}

}

std::vector<std::byte> EncodeCacheHeader(const CacheHeader& header)
{
	ByteWriter content;
	content.Write(CacheFileHead{
		CacheFormatVersion, static_cast<std::uint32_t>(std::min(header.names.size(), MaxCacheNames)), header.errorBound, header.fps});
	for (std::size_t k = 0; k < std::min(header.names.size(), MaxCacheNames); ++k)
		content.WriteText(std::string_view(header.names[k]).substr(0, MaxCacheNameLength));
	return CloseCacheBlock(content, CacheFileMark);
}

std::vector<std::byte> EncodeCacheFrame(const RecordedFrame& frame, double errorBound)
{
	Box3d box;
	for (const Vec3d& position : frame.position)
		box.Include(position);
	if (frame.position.empty())
		box = {{}, {}};
	CacheFrameHead head;
	head.time = frame.time;
	const Vec3d size = box.Size();
	const double extent = std::max({size.x, size.y, size.z});
	head.step = std::max(2 * errorBound, extent / LargestCacheCoordinate);
	const double levels = extent / head.step;
	head.width = levels < 65535 ? 2 : levels < 16777215 ? 3 : 4;
	for (int axis = 0; axis < 3; ++axis)
		head.corner[axis] = box.min[axis];
	for (const Vec3& velocity : frame.velocity)
		for (int axis = 0; axis < 3; ++axis)
			head.fastest = std::max(head.fastest, static_cast<double>(std::abs(velocity[axis])));
	head.particles = frame.position.size();
	const std::vector<CacheObjectRun> runs = CacheRunsOf(frame.object);
	head.runs = static_cast<std::uint32_t>(runs.size());

	ByteWriter content;
	content.Write(head);
	for (const CacheObjectRun& run : runs)
		content.Write(run);
	for (const Vec3d& position : frame.position)
		for (int axis = 0; axis < 3; ++axis)
		{
			const auto level = static_cast<std::uint32_t>(std::llround((position[axis] - head.corner[axis]) / head.step));
			content.WriteArray(std::as_bytes(std::span<const std::uint32_t>(&level, 1)).first(head.width));
		}
	const double scale = head.fastest > 0 ? 32767 / head.fastest : 0;
	for (const Vec3& velocity : frame.velocity)
		for (int axis = 0; axis < 3; ++axis)
			content.Write(static_cast<std::int16_t>(std::lround(static_cast<double>(velocity[axis]) * scale)));
	return CloseCacheBlock(content, CacheFrameMark);
}

std::vector<std::byte> EncodeCacheIndex(std::span<const std::uint64_t> offsets)
{
	ByteWriter content;
	content.Write(static_cast<std::uint64_t>(offsets.size()));
	for (const std::uint64_t offset : offsets)
		content.Write(offset);
	std::vector<std::byte> index = CloseCacheBlock(content, CacheIndexMark);
	// Its own size at the very end, so that it is found from there.
	AppendCacheNumber(index, index.size());
	return index;
}

Result<CacheView> CacheView::Open(std::span<const std::byte> fileBytes)
{
	if (fileBytes.size() < sizeof CacheFileMark || std::memcmp(fileBytes.data(), CacheFileMark, sizeof CacheFileMark) != 0)
		return Error{"This is no recording of SPHSolids (.sphcache)."};
	const auto block = FindCacheBlock(fileBytes, 0, CacheFileMark);
	if (!block)
		return Error{"The head of the recording is damaged or cut off; nothing can be read from it. Record it again."};
	ByteReader reader(*block);
	reader.ReadBytes(16);
	const auto head = reader.Read<CacheFileHead>();
	if (head.version != CacheFormatVersion)
		return Error{"The recording has format version " + std::to_string(head.version) + "; this program reads version "
			+ std::to_string(CacheFormatVersion) + ". Update the program."};
	CacheView view;
	view.bytes = fileBytes;
	view.header.errorBound = head.errorBound;
	view.header.fps = head.fps;
	for (std::uint32_t k = 0; k < head.names && !reader.Failed(); ++k)
		view.header.names.push_back(reader.ReadText());
	if (reader.Failed() || !std::isfinite(view.header.errorBound) || !std::isfinite(view.header.fps))
		return Error{"The head of the recording contradicts itself; record it again."};
	view.complete = view.ReadIndex();
	if (!view.complete)
		view.FindFrames(block->size());
	return view;
}

bool CacheView::ReadIndex()
{
	std::uint64_t size = 0;
	if (bytes.size() < sizeof size)
		return false;
	std::memcpy(&size, bytes.data() + bytes.size() - sizeof size, sizeof size);
	if (size > bytes.size() - sizeof size)
		return false;
	const auto block = FindCacheBlock(bytes, bytes.size() - sizeof size - size, CacheIndexMark);
	if (!block)
		return false;
	ByteReader reader(*block);
	reader.ReadBytes(16);
	const auto count = reader.Read<std::uint64_t>();
	if (count > reader.Left() / sizeof(std::uint64_t))
		return false;
	for (std::uint64_t k = 0; k < count; ++k)
		offsets.push_back(reader.Read<std::uint64_t>());
	return true;
}

void CacheView::FindFrames(std::size_t first)
{
	offsets.clear();
	std::uint64_t offset = first;
	while (const auto block = FindCacheBlock(bytes, offset, CacheFrameMark))
	{
		offsets.push_back(offset);
		offset += block->size();
	}
}

Result<RecordedFrame> CacheView::ReadFrame(std::size_t index) const
{
	const std::string which = "Frame " + std::to_string(index) + " of the recording ";
	if (index >= offsets.size())
		return Error{which + "does not exist; it has " + std::to_string(offsets.size()) + "."};
	const auto block = FindCacheBlock(bytes, offsets[index], CacheFrameMark);
	if (!block)
		return Error{which + "is damaged; the others may still be sound."};
	ByteReader reader(block->first(block->size() - sizeof(std::uint64_t)));
	reader.ReadBytes(16);
	const auto head = reader.Read<CacheFrameHead>();
	const Error contradiction{which + "contradicts itself; the others may still be sound."};
	const bool isSane = !reader.Failed() && std::isfinite(head.time) && head.step > 0 && FitsCacheFloat(head.fastest) && head.width >= 2
		&& head.width <= 4 && head.runs <= reader.Left() / sizeof(CacheObjectRun);
	const std::uint64_t perParticle = 3 * (head.width + sizeof(std::int16_t));
	if (!isSane || head.particles > reader.Left() / perParticle
		|| reader.Left() != head.runs * sizeof(CacheObjectRun) + head.particles * perParticle)
		return contradiction;
	RecordedFrame frame;
	frame.time = head.time;
	for (std::uint32_t k = 0; k < head.runs; ++k)
	{
		const auto run = reader.Read<CacheObjectRun>();
		if (run.count > head.particles - frame.object.size() || run.object > 65535)
			return contradiction;
		frame.object.insert(frame.object.end(), run.count, static_cast<std::uint16_t>(run.object));
	}
	if (frame.object.size() != head.particles)
		return contradiction;
	frame.position.resize(static_cast<std::size_t>(head.particles));
	for (Vec3d& position : frame.position)
		for (int axis = 0; axis < 3; ++axis)
		{
			std::uint32_t level = 0;
			std::memcpy(&level, reader.ReadBytes(head.width).data(), head.width);
			position[axis] = head.corner[axis] + head.step * level;
			if (!FitsCacheFloat(position[axis]))
				return contradiction;
		}
	frame.velocity.resize(frame.position.size());
	for (Vec3& velocity : frame.velocity)
		for (int axis = 0; axis < 3; ++axis)
			velocity[axis] = static_cast<float>(head.fastest / 32767 * reader.Read<std::int16_t>());
	return frame;
}

}
