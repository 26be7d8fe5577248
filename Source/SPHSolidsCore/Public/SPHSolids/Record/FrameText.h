#pragma once

#include <SPHSolids/Base/Config.h>
#include <SPHSolids/Record/RecordedFrame.h>

#include <string>
#include <vector>

namespace SPHSolids
{

/// Text of an ASCII PLY with x, y, z, vx, vy, vz and object of each particle: what scenes read as "particles".
SPHSOLIDSCORE_API std::string MakePly(const RecordedFrame& frame, const std::vector<std::string>& names);
/// A legacy VTK file (binary) that ParaView reads: points with velocity and object.
SPHSOLIDSCORE_API std::string MakeVtk(const RecordedFrame& frame, const std::vector<std::string>& names);
/// A Wavefront OBJ with one object for each mesh of the frame: what Blender, Houdini and Maya read as a sequence.
SPHSOLIDSCORE_API std::string MakeObj(const RecordedFrame& frame, const std::vector<std::string>& names);

}
