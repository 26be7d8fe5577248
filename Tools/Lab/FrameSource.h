#pragma once

#include <SPHSolids/Record/CacheFormat.h>

#include <filesystem>
#include <memory>

namespace SPHSolids::Lab
{

/// Frames that were recorded, in whatever format.
class FrameSource
{
public:
	virtual ~FrameSource() = default;
	virtual const CacheHeader& Header() const = 0;
	virtual std::size_t FrameCount() const = 0;
	/// Any frame, in any order. An Error names the file.
	virtual Result<RecordedFrame> Read(std::size_t index) const = 0;
	/// False: the recording was cut off; the frames before that are there.
	virtual bool IsComplete() const { return true; }
};

/// A .sphcache file, a folder of ASCII PLY or CSV files of particles, one for each frame in the order of their names, or one such file.
Result<std::unique_ptr<FrameSource>> OpenFrames(const std::filesystem::path& path);

}
