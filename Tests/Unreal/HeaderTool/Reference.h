#pragma once

#include "Model.h"

#include <string>
#include <vector>

namespace HeaderTool
{

/// A page of documentation for users of the editor: what each class is for, its properties with unit, default and range, its Blueprint
/// functions and events. Everything on it comes from the headers, so it cannot say anything else than the tooltips do.
std::string ReferencePage(const std::vector<ParsedFile>& files, const std::string& title);

}
