#pragma once

#include "Rules.h"

namespace HeaderTool
{

/// What the headless host needs to know of one reflected header.
struct GeneratedFiles
{
	std::string header; ///< Foo.generated.h: what GENERATED_BODY() stands for
	std::string source; ///< Foo.gen.cpp: properties, functions, enumerators, and how to make an object
};

/// @param includePath The header as the module's sources include it, for example "SPHSolidComponent.h".
GeneratedFiles Generate(const ParsedFile& file, const std::string& includePath, const RuleContext& context);

/// The same description as JSON, for the reference pages of the documentation.
std::string ReflectionAsJson(const std::vector<ParsedFile>& files, const std::string& module);

/// R00: specifiers that the engine's header tool does not know (and would refuse).
void CheckSpecifiers(const ParsedFile& file, Diagnostics& diagnostics);

}
