#pragma once

#include "Diagnostic.h"
#include "Model.h"

namespace HeaderTool
{

/// Reads a header or source file. What it cannot understand inside a reflected type is reported as rule "parse"; everything else of C++
/// is skipped: this is a reader of our own headers, not a compiler.
ParsedFile Parse(std::string path, std::string text, Diagnostics& diagnostics);

/// The words of a numbered delegate macro: 2 for ..._TwoParams, 0 without ending, -1 if it is none.
int ParameterCountOfDelegateMacro(std::string_view macro);

}
