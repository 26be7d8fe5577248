// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Simulation/SPHSolidInstance.h"

namespace SPHSolidSkinning
{

/// The undeformed mesh, ready to be drawn.
void FillRestShape(const FSPHSolidBody& Body, FSPHSolidVertices& Vertices);

/// Where the body is now: the place that its component takes, and the bounds of its particles. Any thread.
/// @param Back Seconds before the last step's end for which to answer, for smooth motion between steps.
void Locate(FSPHSolidInstance& Instance, const SPHSolids::SolidBody& Solid, double Back);

/// The same for particles that are in Instance.Positions already, relative to an origin (m, world of the core).
void LocatePositions(FSPHSolidInstance& Instance, const SPHSolids::Vec3d& Origin);

/// Deformation of each particle against the unscaled rest shape into Instance.Gradients, unless they are there. After Locate; any thread.
void FillGradients(FSPHSolidInstance& Instance, SPHSolids::TaskRunner& Tasks);

/// Moves the render mesh, at the instance's level of detail, with the particles into Instance.Filled. After Locate; any thread.
void FillVertices(FSPHSolidInstance& Instance, const SPHSolids::Vec3d& Origin, SPHSolids::TaskRunner& Tasks);

/// For a body all of which has melted: the fluid is drawn elsewhere.
void FillNothing(FSPHSolidVertices& Vertices);

}
