#pragma once

#include "MeshOrientation.h"
#include "TriangleField.h"

#include <SPHSolids/Base/TaskRunner.h>

#include <cstdint>
#include <vector>

namespace SPHSolids
{

/// How deep the body is below one face, in the frame.
struct ThicknessSample
{
	std::uint32_t triangle = 0; // of the surface
	double area = 0;            // of the surface that the sample stands for
	double thickness = 0;       // 0 where nothing lies below
};

/// Walks from the middle of faces, spread evenly over the area, straight down to the other side.
std::vector<ThicknessSample> MeasureThickness(
	const OrientedSurface& surface, const TriangleField& field, std::uint32_t sampleCount, TaskRunner& tasks);

/// Volume with a winding number above one half, counted on a lattice, in the frame.
double CountVolume(const OrientedSurface& surface, const TriangleField& field, TaskRunner& tasks);

}
