#pragma once

#include "MeshTopology.h"
#include "TriangleField.h"

#include <SPHSolids/Base/TaskRunner.h>

#include <cstdint>
#include <span>

namespace SPHSolids
{

struct SelfIntersections
{
	std::uint64_t count = 0;         // pairs
	std::uint32_t triangle = NoFace; // one of them, as numbered by the field's caller
	Vec3d place;                     // where its edge passes through the other, in the frame of the field
	bool complete = true;            // false: the search was cut short
};

/// Pairs of triangles of which an edge of one passes through the inside of the other. Touching and lying in one plane do not count.
/// @param points Numbers of the corners of each triangle: those that share an edge are not tried.
SelfIntersections FindSelfIntersections(
	const TriangleField& field, std::span<const Triangle> points, std::uint64_t maxTests, TaskRunner& tasks);

}
