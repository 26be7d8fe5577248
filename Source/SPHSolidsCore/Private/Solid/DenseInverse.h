#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace SPHSolids
{

/// Replaces a symmetric positive definite matrix (row-major, both triangles given) by its inverse. False, with the matrix spoilt, if a
/// pivot is not positive.
inline bool InvertDense(std::vector<double>& a, std::size_t n)
{
	// Cholesky A = L L^T, then L^-1 in place, then A^-1 = L^-T L^-1. Inner loops run along rows, so that compilers vectorise them.
	for (std::size_t j = 0; j < n; ++j)
	{
		double* rowJ = &a[j * n];
		for (std::size_t i = 0; i < j; ++i)
		{
			const double* rowI = &a[i * n];
			double sum = rowJ[i];
			for (std::size_t k = 0; k < i; ++k)
				sum -= rowJ[k] * rowI[k];
			rowJ[i] = sum / rowI[i];
		}
		double pivot = rowJ[j];
		for (std::size_t k = 0; k < j; ++k)
			pivot -= rowJ[k] * rowJ[k];
		if (!(pivot > 0) || !std::isfinite(pivot))
			return false;
		rowJ[j] = std::sqrt(pivot);
	}
	std::vector<double> inverse(n * n, 0.0); // rows of L^-1
	for (std::size_t i = 0; i < n; ++i)
	{
		double* target = &inverse[i * n];
		for (std::size_t k = 0; k < i; ++k)
		{
			const double factor = a[i * n + k];
			const double* source = &inverse[k * n];
			for (std::size_t c = 0; c <= k; ++c)
				target[c] -= factor * source[c];
		}
		const double scale = 1 / a[i * n + i];
		for (std::size_t c = 0; c < i; ++c)
			target[c] *= scale;
		target[i] = scale;
	}
	for (double& value : a)
		value = 0;
	for (std::size_t k = 0; k < n; ++k)
	{
		const double* row = &inverse[k * n];
		for (std::size_t i = 0; i <= k; ++i)
		{
			const double factor = row[i];
			double* target = &a[i * n];
			for (std::size_t c = 0; c <= k; ++c)
				target[c] += factor * row[c];
		}
	}
	return true;
}

}
