#pragma once

#include "ContactBody.h"

#include <SPHSolids/Base/PaddedVec3.h>

#include <span>

namespace SPHSolids
{

/// Which clusters of a shell may come nearer to each other than `distance` within a time, although they are at least `away` apart in the
/// rest shape: those whose looseness adds up to more than what is returned.
///
/// A body that turns, or is squeezed as a whole, brings no parts together that were apart. So its motion is compared with the rigid and the
/// affine motion of the rest shape that fit best: with x = A X + b and v = L x + c, the looseness of a particle |b| + t |c|,
///   |x_ij + t v_ij| >= s_min(A) away sqrt(1 - 2 t s) - looseness_i - looseness_j,   s: how fast L shortens lengths at most.
/// @param place, velocity Of the body's particles. @param looseness Out: the largest of each cluster.
Real BoundFolds(const ContactBody& entry, std::span<const PaddedVec3> place, std::span<const PaddedVec3> velocity, Real away, Real distance,
	Real seconds, std::span<Real> looseness);

}
