#pragma once

#include <Lab/ScenePlayer.h>

#include <SPHSolids/Record/FrameText.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace SPHSolids::Lab
{

/// Bodies as listed, then fluids by name (id).
RecordedFrame CaptureFrame(const ScenePlayer& player);

/// Names of what `object` counts.
std::vector<std::string> ObjectNames(const ScenePlayer& player);

/// Writes frames of a run in some format.
class FrameRecorder
{
public:
	virtual ~FrameRecorder() = default;
	virtual Status Add(const RecordedFrame& frame, std::size_t index) = 0;
	virtual Status Finish() { return {}; }
};

/// The formats that --record knows.
const std::vector<std::string>& RecordFormats();

struct RecorderSettings
{
	std::string format;
	std::filesystem::path folder;   ///< Exists; files are named frame_00000.FORMAT in it, a cache recording.sphcache
	std::vector<std::string> names; ///< of objects
	double fps = 0;
	double errorBound = 1e-5; ///< of positions in a cache, m
};
Result<std::unique_ptr<FrameRecorder>> MakeRecorder(const RecorderSettings& settings);

}
