#pragma once

#include <Lab/FrameRecorder.h>

#include <SPHSolids/Record/CacheFormat.h>

namespace SPHSolids::Lab
{

/// Records into a .sphcache file as frames come.
Result<std::unique_ptr<FrameRecorder>> MakeCacheRecorder(const std::filesystem::path& file, const CacheHeader& header);

}
