#pragma once

#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Linear/SparseSymmetric.h>
#include <SPHSolids/Solid/ConstantOperator.h>

namespace SPHSolids
{

/// A0 written out: all neighbours of neighbours are coupled, about 125 entries a row inside a solid, of which the lower triangle is
/// kept. Rows of held particles are those of the identity.
///
/// Parallel over columns; each is summed in the order of its neighbours, so the bits do not depend on the number of workers.
SPHSOLIDSCORE_API SparseSymmetric AssembleConstantHessian(const ConstantOperator& source, TaskRunner& tasks);

}
