#pragma once

#include <Lab/BodySkins.h>

#include <SPHSolids/Record/FrameText.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace SPHSolids::Lab
{

/// Bodies as listed, then fluids by name (id).
RecordedFrame CaptureFrame(const ScenePlayer& player);

/// Surfaces of everything that has one: for programs that draw meshes rather than particles.
/// @param meter That measured this frame. @param skins Kept from frame to frame.
Result<std::vector<RecordedMesh>> CaptureMeshes(const ScenePlayer& player, const FrameMeter& meter, BodySkins& skins, TaskRunner& tasks);

/// Names of what `object` counts.
std::vector<std::string> ObjectNames(const ScenePlayer& player);

/// Writes frames of a run in some format.
class FrameRecorder
{
public:
	virtual ~FrameRecorder() = default;
	virtual Status Add(const RecordedFrame& frame, std::size_t index) = 0;
	virtual Status Finish() { return {}; }
	/// Whether it writes meshes, which then have to be captured.
	virtual bool WantsMeshes() const { return false; }
};

/// The formats that --record knows, and those of them that hold particles alone, which a recording can be turned into.
const std::vector<std::string>& RecordFormats();
const std::vector<std::string>& ParticleFormats();

struct RecorderSettings
{
	std::string format;
	std::filesystem::path folder;   ///< Exists; files are named frame_00000.FORMAT in it, a cache recording.sphcache
	std::vector<std::string> names; ///< of objects
	double fps = 0;
	double errorBound = 1e-5; ///< of positions in a cache, m
};
/// The same recorder with a thread of its own: Add copies the frame and returns, and says what went wrong with an earlier one.
std::unique_ptr<FrameRecorder> RecordInBackground(std::unique_ptr<FrameRecorder> recorder);

Result<std::unique_ptr<FrameRecorder>> MakeRecorder(const RecorderSettings& settings);

}
