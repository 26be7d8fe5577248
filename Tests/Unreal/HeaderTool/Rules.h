#pragma once

#include "Diagnostic.h"
#include "Model.h"

namespace HeaderTool
{

/// What the rules know beyond one file.
struct RuleContext
{
	std::string module;                    ///< "SPHSolidsRuntime", for the export macro
	const std::vector<ParsedFile>* files;  ///< headers and sources of the module
	const std::vector<ParsedFile>* others; ///< headers of other modules and of the host: their types and virtual functions
};

/// R01 to R20, R23, R24 and W25 to W28 over all files of a module. The text of every rule stands in Tests/Unreal/README.md.
void CheckModule(const RuleContext& context, Diagnostics& diagnostics);

}
