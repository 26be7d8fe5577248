#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace SPHSolids::Lab
{

/// One value of two reports.
struct ReportDifference
{
	std::string path;          ///< bodies.cube.volumeRatio
	std::string first, second; ///< "-" where a report does not have it
	std::string ratio;         ///< second over first, of numbers
};

/// Values of two reports side by side. Entries of lists are matched by their name where they have one; long lists of numbers are left out.
/// @param all Equal values too.
std::vector<ReportDifference> CompareReports(const nlohmann::ordered_json& first, const nlohmann::ordered_json& second, bool all);

}
