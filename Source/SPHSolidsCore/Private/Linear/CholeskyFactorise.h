#pragma once

#include "Linear/CholeskySymbolic.h"

namespace SPHSolids
{

/// The lower triangle with its columns in the order of elimination, scaled to a unit diagonal. Rows of a column in any order.
struct OrderedMatrix
{
	std::vector<std::size_t> first;
	std::vector<std::uint32_t> row; ///< as places in the order
	std::vector<Real> value;
};

/// Refused with a reason that names the row of the matrix: entries that are not finite, a diagonal that is not positive.
/// @param scale Receives 1 / sqrt(A_ii), in the order of elimination.
Result<OrderedMatrix> OrderAndScale(const SparseSymmetric& matrix, std::span<const std::uint32_t> order, AlignedArray<Real>& scale);

Error NotPositiveDefinite(std::uint32_t row);

/// Fills the panels, which must have their final size.
/// Refused with a reason that names the row of the matrix: a pivot that is not positive, or an entry beyond the range of
/// half precision, which is as near to singular.
template <class Stored>
Status FactorisePanels(const CholeskySymbolic& symbolic, const OrderedMatrix& matrix, std::span<Stored> panels, TaskRunner& tasks);

}
