#pragma once

#include <Lab/ScenePlayer.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace SPHSolids::Lab
{

/// All particles of one frame in the order that recordings keep: bodies as listed, then fluids by name (id).
struct RecordedFrame
{
	double time = 0;
	std::vector<Vec3d> position; ///< m
	std::vector<Vec3> velocity;  ///< m/s
	/// Number of the body or fluid a particle belongs to: bodies first, fluids after them.
	std::vector<std::uint16_t> object;
};
RecordedFrame CaptureFrame(const ScenePlayer& player);

/// Names of what `object` counts.
std::vector<std::string> ObjectNames(const ScenePlayer& player);

/// Text of an ASCII PLY with x, y, z, vx, vy, vz and object of each particle: what scenes read as "particles".
std::string MakePly(const RecordedFrame& frame, const std::vector<std::string>& names);
/// A legacy VTK file (binary) that ParaView reads: points with velocity and object.
std::string MakeVtk(const RecordedFrame& frame, const std::vector<std::string>& names);

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
