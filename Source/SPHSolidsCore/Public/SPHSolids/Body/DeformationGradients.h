#pragma once

#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Body/RestState.h>

#include <span>

namespace SPHSolids
{

/// F_i = sum_j V_j (x_j - x_i) (L_i gradW_ij)^T for all particles of a body: (9) of [KBF21].
///
/// Where a neighbourhood is flat (rank below 3) its pairs say nothing about the missing directions; F is completed there as if the
/// sheet kept its thickness and the string its cross-section, which turns with the nearest particles that know how: a rigid motion
/// gives the rotation. A string on its own cannot know how far it turned about itself; a particle on its own gets the identity.
///
/// Threads  parallel over particles; the same bits for any number of workers.
/// @param positions x_i, m, one for each particle of the rest state.
/// @param gradients Receives F_i, as many.
SPHSOLIDSCORE_API void ComputeDeformationGradients(
	const RestState& rest, std::span<const Vec3> positions, TaskRunner& tasks, std::span<Mat3> gradients);

}
