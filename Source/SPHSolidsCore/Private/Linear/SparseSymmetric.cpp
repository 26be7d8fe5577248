#include <SPHSolids/Linear/SparseSymmetric.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace SPHSolids
{
namespace
{

/// Turns counts, stored one place late, into the starts of their ranges.
void AccumulateStarts(std::vector<std::size_t>& first)
{
	for (std::size_t c = 1; c < first.size(); ++c)
		first[c] += first[c - 1];
}

/// Stable counting sort of triplets by a key below keyCount.
template <class Key>
std::vector<SymmetricTriplet> SortTripletsBy(std::span<const SymmetricTriplet> triplets, std::size_t keyCount, Key key)
{
	std::vector<std::size_t> place(keyCount + 1, 0);
	for (const SymmetricTriplet& t : triplets)
		++place[key(t) + 1];
	AccumulateStarts(place);
	std::vector<SymmetricTriplet> sorted(triplets.size());
	for (const SymmetricTriplet& t : triplets)
		sorted[place[key(t)]++] = t;
	return sorted;
}

std::uint32_t LowerRow(const SymmetricTriplet& t)
{
	return std::max(t.row, t.column);
}
std::uint32_t LowerColumn(const SymmetricTriplet& t)
{
	return std::min(t.row, t.column);
}

}

template <class T>
Result<BasicSparseSymmetric<T>> MakeSparseSymmetric(std::size_t size, std::span<const SymmetricTriplet> triplets)
{
	for (const SymmetricTriplet& t : triplets)
		if (LowerRow(t) >= size)
			return Error{"A matrix of " + std::to_string(size) + " rows was given an entry at row " + std::to_string(t.row) + ", column "
				+ std::to_string(t.column) + ". Make the matrix larger or leave the entry out."};

	// By row, then stably by column: rows ascend within each column and equal places keep their order.
	const std::vector<SymmetricTriplet> sorted = SortTripletsBy(SortTripletsBy(triplets, size, LowerRow), size, LowerColumn);

	BasicSparseSymmetric<T> matrix;
	matrix.first.reserve(size + 1);
	matrix.row.reserve(triplets.size() + size);
	matrix.value.reserve(triplets.size() + size);
	std::size_t next = 0;
	for (std::size_t c = 0; c < size; ++c)
	{
		const auto column = static_cast<std::uint32_t>(c);
		double diagonal = 0;
		for (; next < sorted.size() && LowerColumn(sorted[next]) == column && LowerRow(sorted[next]) == column; ++next)
			diagonal += sorted[next].value;
		matrix.row.push_back(column);
		matrix.value.push_back(static_cast<T>(diagonal));
		while (next < sorted.size() && LowerColumn(sorted[next]) == column)
		{
			const std::uint32_t row = LowerRow(sorted[next]);
			double sum = 0;
			for (; next < sorted.size() && LowerColumn(sorted[next]) == column && LowerRow(sorted[next]) == row; ++next)
				sum += sorted[next].value;
			matrix.row.push_back(row);
			matrix.value.push_back(static_cast<T>(sum));
		}
		matrix.first.push_back(matrix.row.size());
	}
	return matrix;
}

template <class T>
BasicSparseSymmetric<T> DropSmallEntries(const BasicSparseSymmetric<T>& matrix, double tolerance)
{
	const std::size_t size = matrix.Size();
	std::vector<double> diagonal(size), threshold(size);
	for (std::size_t c = 0; c < size; ++c)
	{
		diagonal[c] = static_cast<double>(matrix.Diagonal(c));
		threshold[c] = std::sqrt(tolerance * std::fabs(diagonal[c]));
	}

	BasicSparseSymmetric<T> kept;
	kept.first.reserve(size + 1);
	kept.row.reserve(matrix.EntryCount());
	kept.value.reserve(matrix.EntryCount());
	for (std::size_t c = 0; c < size; ++c)
	{
		kept.row.push_back(static_cast<std::uint32_t>(c));
		kept.value.push_back(matrix.Diagonal(c));
		for (std::size_t e = matrix.first[c] + 1; e < matrix.first[c + 1]; ++e)
		{
			const std::uint32_t r = matrix.row[e];
			const double value = static_cast<double>(matrix.value[e]);
			if (std::fabs(value) <= threshold[c] * threshold[r])
			{
				diagonal[c] += value;
				diagonal[r] += value;
				continue;
			}
			kept.row.push_back(r);
			kept.value.push_back(matrix.value[e]);
		}
		kept.first.push_back(kept.row.size());
	}
	for (std::size_t c = 0; c < size; ++c)
		kept.Diagonal(c) = static_cast<T>(diagonal[c]);
	return kept;
}

template SPHSOLIDSCORE_API Result<SparseSymmetric> MakeSparseSymmetric<Real>(std::size_t, std::span<const SymmetricTriplet>);
template SPHSOLIDSCORE_API Result<SparseSymmetricd> MakeSparseSymmetric<double>(std::size_t, std::span<const SymmetricTriplet>);
template SPHSOLIDSCORE_API SparseSymmetric DropSmallEntries<Real>(const SparseSymmetric&, double);
template SPHSOLIDSCORE_API SparseSymmetricd DropSmallEntries<double>(const SparseSymmetricd&, double);

}
