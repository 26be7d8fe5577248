#pragma once

#include <SPHSolids/Base/Progress.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Geometry/MeshDistance.h>

#include <span>
#include <vector>

namespace SPHSolids
{

/// Which part of a body's volume each particle stands for.
struct VolumeShares
{
	std::vector<double> volumes; ///< m^3, one for each particle, all positive; their sum is the volume asked for
	/// Share of what was to be shared out that lies within reach of a particle, 0 to 1. The rest has been spread over all.
	double reached = 0;
};

struct VolumeSharesInput
{
	std::span<const Vec3d> positions; ///< m, frame of the mesh
	double particleRadius = 0;        ///< m
	double totalVolume = 0;           ///< m^3, of the body
};

/// Shares the inside of a mesh out among particles: each place goes to the particle nearest to it, with soft borders between their
/// cells, so that shares do not depend on where the quadrature points happen to lie (Docs/decisions/0005-volume-shares.md).
/// The Error is that progress cancelled, or that the particles are crowded beyond use.
SPHSOLIDSCORE_API Result<VolumeShares> ShareSolidVolume(
	const MeshDistance& mesh, const VolumeSharesInput& input, TaskRunner& tasks, Progress* progress);

/// The same over the surface of a mesh: for sheets, where all thickness is alike.
SPHSOLIDSCORE_API Result<VolumeShares> ShareSheetVolume(
	TriangleMeshView mesh, const VolumeSharesInput& input, TaskRunner& tasks, Progress* progress);

}
