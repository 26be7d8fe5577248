#pragma once

#include "Model.h"

#include <string>

namespace HeaderTool
{

/// The engine's flags for a specifier, as C++ text ("CPF_Edit | CPF_EditConst"); "0" if it sets none; null if nobody knows it.
const char* PropertyFlags(const std::string& specifier);
const char* FunctionFlags(const std::string& specifier);
const char* ClassFlags(const std::string& specifier);
const char* StructFlags(const std::string& specifier);
const char* EnumFlags(const std::string& specifier);

}
