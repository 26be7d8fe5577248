#pragma once

#include "Rules.h"

#include <map>
#include <set>
#include <string>

namespace HeaderTool
{

/// All types that the rules may meet, by name, from the module, other modules and the host.
class KnownTypes
{
public:
	explicit KnownTypes(const RuleContext& context);

	const ReflectedType* Find(const std::string& name) const;
	bool IsDynamicDelegate(const std::string& name) const { return delegates.count(name) != 0; }
	bool IsMulticastDelegate(const std::string& name) const;
	/// The type itself, then its bases as far as they are known, each once.
	std::vector<const ReflectedType*> WithBases(const ReflectedType& type) const;

private:
	std::map<std::string, const ReflectedType*> types;
	std::map<std::string, bool> delegates; ///< name to multicast
};

/// Where a rule writes; knows the file, so that rules read as rule, line, sentence.
class Reporter
{
public:
	Reporter(const ParsedFile& parsed, Diagnostics& out)
		: file(parsed)
		, diagnostics(out)
	{
	}
	void operator()(const char* rule, int line, std::string message) const
	{
		diagnostics.push_back({file.path, line, rule, std::move(message)});
	}

private:
	const ParsedFile& file;
	Diagnostics& diagnostics;
};

bool IsContainer(const std::string& typeName);
bool IsBlueprintExposed(const Specifiers& specifiers);
bool IsShownInEditor(const Specifiers& specifiers);
bool StartsWith(std::string_view text, std::string_view start);

/// Why a type cannot be reflected, with the cure; empty if it can. `raw` allows object pointers and references (function parameters).
std::string WhyNotReflectable(const Type& type, const KnownTypes& known, bool raw);
/// Why a type cannot stand on a Blueprint pin; empty if it can. Assumes that it is reflectable.
std::string WhyNotOnPin(const Type& type, const KnownTypes& known);

void CheckHeaderShape(const ParsedFile& file, const RuleContext& context, const Reporter& report);
void CheckTypes(const ParsedFile& file, const RuleContext& context, const KnownTypes& known, const Reporter& report);
void CheckProperties(const ParsedFile& file, const RuleContext& context, const KnownTypes& known, const Reporter& report);
void CheckFunctions(const ParsedFile& file, const KnownTypes& known, const Reporter& report);
void CheckDelegates(const ParsedFile& file, const Reporter& report);
void CheckCode(const ParsedFile& file, const KnownTypes& known, const Reporter& report);
void CheckLook(const ParsedFile& file, const Reporter& report);

}
