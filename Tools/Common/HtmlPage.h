#pragma once

#include <Common/SvgPlot.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace SPHSolids::Tools
{

/// A whole page around its content, with the style that all our reports have. Nothing is fetched from elsewhere.
/// @param title Text; content is HTML.
std::string MakeHtmlPage(const std::string& title, const std::string& content);

/// A figure in a box of its own with what it stands for.
std::string HtmlFact(const std::string& value, const std::string& what);

/// The first row is the head. Cells are text.
std::string HtmlTable(const std::vector<std::vector<std::string>>& rows);

std::string Base64(std::span<const std::uint8_t> bytes);

/// Four digits.
std::string ShortNumber(double value);

}
