#pragma once

#include <algorithm>
#include <vector>

namespace SPHSolids::Tools
{

/// The value below which this share of the sorted values lies.
inline double Percentile(const std::vector<double>& sorted, double share)
{
	return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(share * static_cast<double>(sorted.size())))];
}

}
