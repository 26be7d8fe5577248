#pragma once

#include <span>
#include <string>
#include <string_view>

namespace SPHSolids::Tools
{

/// Letters to add, drop, change or swap to get from one word to the other.
int EditDistance(std::string_view a, std::string_view b);

/// The known word that a misspelt one was probably meant to be; empty if none is near.
std::string NearestWord(std::string_view word, std::span<const std::string> known);

}
