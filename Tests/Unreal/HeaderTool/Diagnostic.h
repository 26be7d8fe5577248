#pragma once

#include <string>
#include <vector>

namespace HeaderTool
{

/// One broken rule. `rule` is the number used in Tests/Unreal/README.md: R.. stops the build, W.. does not.
struct Diagnostic
{
	std::string file;
	int line = 0;
	std::string rule;
	std::string message;

	bool IsError() const { return rule.empty() || rule[0] != 'W'; }
	/// file:line: rule: message, the form that editors make clickable.
	std::string ToString() const { return file + ":" + std::to_string(line) + ": " + rule + ": " + message; }
};

using Diagnostics = std::vector<Diagnostic>;

}
