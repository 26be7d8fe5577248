#pragma once

#include "MeshTopology.h"
#include "TriangleTree.h"

#include <SPHSolids/Base/TaskRunner.h>

#include <cstdint>
#include <vector>

namespace SPHSolids
{

inline constexpr std::uint32_t NoPart = NoFace;

/// A piece of surface that bounds something: one closed shell, or open pieces that lie about each other.
struct SurfacePart
{
	std::vector<std::uint32_t> faces;
	Box3d box;         // in the frame of the topology, as are all lengths here
	double volume = 0; // signed, of the faces as their neighbours agree and before any turning
	double area = 0;
	bool closed = false;
	bool encloses = false;            // more than rounding: a sheet does not
	bool turned = false;              // was inside-out, or lies in a part that was
	std::uint32_t container = NoPart; // smallest part that holds it
	std::uint32_t TriangleCount() const { return static_cast<std::uint32_t>(faces.size()); }
};

/// Which faces must be turned over so that the winding number tells inside from outside.
///
/// First neighbours agree: faces that disagree with the rest of their patch turn. Then outermost parts that enclose a negative
/// volume turn, together with all that is nested in them; so a cavity stays a cavity, and an inside-out hollow ball is hollow.
struct MeshOrientation
{
	std::vector<std::uint8_t> turned; // per face of the topology: 1 where its points must be read the other way round
	std::vector<SurfacePart> parts;
	MeshTally disagreeing; // faces against the rest of their patch; first: face
	MeshTally oneSided;    // faces of patches that have one side only, like a Moebius strip; first: face
};

MeshOrientation OrientMesh(const MeshTopology& topology, TaskRunner& tasks);

/// The triangles that distances are taken to: those with area, each once, turned as decided.
struct OrientedSurface
{
	MeshFrame frame;
	std::vector<TriangleCorners> corners; // in the frame
	std::vector<std::uint32_t> face;      // of the topology
	double area = 0;                      // in the frame
	Box3d bounds;                         // in the frame
};

OrientedSurface MakeOrientedSurface(const MeshTopology& topology, const MeshOrientation& orientation);

}
