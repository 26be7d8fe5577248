#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace SPHSolids::Tools
{

/// One page that needs no other file: all rows of a bench run, how they compare with each other and with their goals, and how time grows
/// with the number of particles.
/// @param bench What BenchPrinter collected. @param machine Processor, threads and memory.
std::string MakeBenchPage(const nlohmann::json& bench, const nlohmann::json& machine);

}
