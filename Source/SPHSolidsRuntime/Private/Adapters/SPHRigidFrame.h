// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include <SPHSolids/Solid/SolidBody.h>

/// How a soft body stands and moves as a whole: the rigid motion that fits its particles best. In the core's units.
struct FSPHRigidFrame
{
	SPHSolids::Vec3d Centre;                                  ///< of mass, m
	SPHSolids::Mat3d Rotation = SPHSolids::Mat3d::Identity(); ///< from the undeformed shape
	SPHSolids::Vec3d Velocity;                                ///< mean, m/s
	SPHSolids::Vec3d Spin;                                    ///< rad/s

	static FSPHRigidFrame Of(const SPHSolids::SolidBody& Body);
};

/// Particles of a body, deformed as they are, moved and turned from one frame to another; what they do besides moving as a whole they go on doing.
struct FSPHMovedParticles
{
	SPHSolids::Vec3d Origin;
	SPHSolids::AlignedArray<SPHSolids::Vec3> Positions; ///< m, relative to Origin
	SPHSolids::AlignedArray<SPHSolids::Vec3> Velocities;

	FSPHMovedParticles(const SPHSolids::SolidBody& Body, const FSPHRigidFrame& From, const FSPHRigidFrame& To);
};
