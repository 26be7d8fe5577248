#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/Result.h>

#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

/// A sparse symmetric matrix, held by its lower triangle in columns.
///
/// Column c has the entries first[c] ... first[c + 1] - 1, with rows ascending. Its first entry is the diagonal, which is always
/// stored, be it zero.
template <class T>
struct BasicSparseSymmetric
{
	std::vector<std::size_t> first = {0};
	std::vector<std::uint32_t> row;
	AlignedArray<T> value;

	std::size_t Size() const { return first.size() - 1; }
	/// Entries held: the lower triangle with the diagonal.
	std::size_t EntryCount() const { return row.size(); }
	T Diagonal(std::size_t c) const { return value[first[c]]; }
	T& Diagonal(std::size_t c) { return value[first[c]]; }
};

using SparseSymmetric = BasicSparseSymmetric<Real>;
using SparseSymmetricd = BasicSparseSymmetric<double>;

/// One summand of a symmetric matrix: value is added to A(row, column) and, off the diagonal, to A(column, row).
struct SymmetricTriplet
{
	std::uint32_t row = 0;
	std::uint32_t column = 0;
	double value = 0;
};

/// Sorts and sums triplets, which may name either triangle and repeat; equal places are summed in the order given, in double.
/// Refused with a reason: an index that is not below size.
template <class T>
SPHSOLIDSCORE_API Result<BasicSparseSymmetric<T>> MakeSparseSymmetric(std::size_t size, std::span<const SymmetricTriplet> triplets);

/// Removes every entry off the diagonal that is at most tolerance * sqrt(A_ii A_jj) in magnitude and adds it to both diagonals
/// instead, so that the product with a constant vector stays what it was.
///
/// Rest neighbours on the rim of the kernel have weights of zero up to rounding, yet each couples all its own neighbours: on a
/// lattice they are two thirds of A0's pattern and the factor with them is several times larger (Docs/decisions/0007-ordering.md).
template <class T>
SPHSOLIDSCORE_API BasicSparseSymmetric<T> DropSmallEntries(const BasicSparseSymmetric<T>& matrix, double tolerance);

/// product = A x, for x of numbers or of small vectors.
template <class T, class Vector>
void Multiply(const BasicSparseSymmetric<T>& matrix, std::span<const Vector> x, std::span<Vector> product)
{
	SPHS_ASSERT(x.size() == matrix.Size() && product.size() == matrix.Size());
	for (Vector& sum : product)
		sum = Vector{};
	for (std::size_t c = 0; c < matrix.Size(); ++c)
	{
		product[c] += matrix.Diagonal(c) * x[c];
		for (std::size_t e = matrix.first[c] + 1; e < matrix.first[c + 1]; ++e)
		{
			product[matrix.row[e]] += matrix.value[e] * x[c];
			product[c] += matrix.value[e] * x[matrix.row[e]];
		}
	}
}

}
