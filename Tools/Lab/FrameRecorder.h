#pragma once

#include <Lab/BodySkins.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace SPHSolids::Lab
{

/// A surface of one frame: the skin of a body, the surface of a fluid, a boundary or rigid body.
struct RecordedMesh
{
	std::string name;
	std::vector<Vec3d> positions; ///< m, world
	std::vector<Vec3> normals;    ///< one per position, or none
	std::vector<Triangle> triangles;
};

/// All particles of one frame in the order that recordings keep: bodies as listed, then fluids by name (id).
struct RecordedFrame
{
	double time = 0;
	std::vector<Vec3d> position; ///< m
	std::vector<Vec3> velocity;  ///< m/s
	/// Number of the body or fluid a particle belongs to: bodies first, fluids after them.
	std::vector<std::uint16_t> object;
	std::vector<RecordedMesh> meshes; ///< for recorders that want them
};
RecordedFrame CaptureFrame(const ScenePlayer& player);

/// Surfaces of everything that has one: for programs that draw meshes rather than particles.
/// @param meter That measured this frame. @param skins Kept from frame to frame.
Result<std::vector<RecordedMesh>> CaptureMeshes(const ScenePlayer& player, const FrameMeter& meter, BodySkins& skins, TaskRunner& tasks);

/// Names of what `object` counts.
std::vector<std::string> ObjectNames(const ScenePlayer& player);

/// Text of an ASCII PLY with x, y, z, vx, vy, vz and object of each particle: what scenes read as "particles".
std::string MakePly(const RecordedFrame& frame, const std::vector<std::string>& names);
/// A legacy VTK file (binary) that ParaView reads: points with velocity and object.
std::string MakeVtk(const RecordedFrame& frame, const std::vector<std::string>& names);
/// A Wavefront OBJ with one object for each mesh of the frame: what Blender, Houdini and Maya read as a sequence.
std::string MakeObj(const RecordedFrame& frame, const std::vector<std::string>& names);

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
