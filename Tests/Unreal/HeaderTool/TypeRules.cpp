// R01 to R09, R20: the shape of a header and of the types in it.

#include "RuleSupport.h"

#include <algorithm>
#include <cctype>

namespace HeaderTool
{
namespace
{

std::string UpperCase(std::string text)
{
	std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
	return text;
}

void CheckGeneratedInclude(const ParsedFile& file, const Reporter& report)
{
	const std::string wanted = file.BaseName() + ".generated.h";
	int count = 0, lastLine = 0, generatedLine = 0;
	for (const Token& token : file.tokens)
	{
		const std::string include = IncludeOf(token);
		if (include.empty())
			continue;
		lastLine = token.line;
		if (include.size() < 12 || include.substr(include.size() - 12) != ".generated.h")
			continue;
		++count;
		generatedLine = token.line;
		if (include != wanted)
			report("R02", token.line,
				"includes \"" + include + "\" but the file is " + file.BaseName() + ".h; write #include \"" + wanted + "\".");
	}
	if (count == 0)
		report("R01", 1, "has reflected types but does not include \"" + wanted + "\"; add it as the last #include.");
	else if (count > 1)
		report("R01", generatedLine,
			"includes generated headers " + std::to_string(count) + " times; keep one, \"" + wanted + "\", as the last #include.");
	else if (generatedLine != lastLine)
		report("R01", generatedLine,
			"the generated header is not the last #include; move line " + std::to_string(generatedLine) + " below line "
				+ std::to_string(lastLine) + ".");
}

void CheckBody(const ReflectedType& type, const KnownTypes& known, const Reporter& report)
{
	if (type.kind == ReflectedKind::Enum)
	{
		if (type.hasGeneratedBody)
			report("R04", type.generatedBodyLine, "enum " + type.name + " has GENERATED_BODY(); an enum takes none, delete it.");
		return;
	}
	if (!type.hasGeneratedBody)
		report("R04", type.line, type.name + " has no GENERATED_BODY(); write it as the first line of the body.");
	else if (!type.generatedBodyFirst)
		report("R04", type.generatedBodyLine,
			"GENERATED_BODY() of " + type.name + " is not its first statement; move it to the top of the body.");
	if (type.kind != ReflectedKind::Interface)
		return;
	const std::string partner = "I" + type.name.substr(1);
	const ReflectedType* native = known.Find(partner);
	if (std::find(type.bases.begin(), type.bases.end(), "UInterface") == type.bases.end()
		&& (type.bases.empty() || !known.Find(type.bases[0])))
		report("R04", type.line,
			type.name + " is a UINTERFACE but does not derive from UInterface; write class " + type.name + " : public UInterface.");
	if (!native)
		report("R04", type.line,
			type.name + " has no partner; declare class " + partner + " with GENERATED_BODY() below it: that is what classes implement.");
	else if (!native->hasGeneratedBody)
		report("R04", native->line, partner + " has no GENERATED_BODY(); write it as the first line of the body.");
}

void CheckPrefix(const ReflectedType& type, const KnownTypes& known, const Reporter& report)
{
	const char prefix = type.name.empty() ? '?' : type.name[0];
	const bool secondIsUpper = type.name.size() > 1 && std::isupper(static_cast<unsigned char>(type.name[1]));
	const auto wants = [&](char wanted, const std::string& what)
	{
		if (prefix != wanted || !secondIsUpper)
			report("R07", type.line, what + " " + type.name + " must be named " + wanted + "Something; rename it.");
	};
	if (type.isTemplate)
		report("R07", type.line, type.name + " is a template, and templates cannot be reflected; take the macro or the template away.");
	if (type.kind == ReflectedKind::Struct)
		wants('F', "struct");
	else if (type.kind == ReflectedKind::Enum)
		wants('E', "enum");
	else if (type.kind == ReflectedKind::Interface)
		wants('U', "interface");
	else if (type.kind == ReflectedKind::Class)
	{
		bool isActor = false;
		for (const ReflectedType* base : known.WithBases(type))
			for (const std::string& name : base->bases)
				isActor |= name.size() > 1 && name[0] == 'A' && std::isupper(static_cast<unsigned char>(name[1]));
		wants(isActor ? 'A' : 'U', isActor ? "actor" : "class");
	}
}

void CheckExport(const ReflectedType& type, const ParsedFile& file, const RuleContext& context, const Reporter& report)
{
	const std::string macro = UpperCase(context.module) + "_API";
	if (!type.apiMacro.empty() && type.kind == ReflectedKind::Enum)
		report("R08", type.line, "enum " + type.name + " carries " + type.apiMacro + "; an enum exports nothing, delete it.");
	else if (!type.apiMacro.empty() && type.apiMacro != macro)
		report("R08", type.line,
			type.name + " carries " + type.apiMacro + " but stands in module " + context.module + "; write " + macro + ".");
	else if (type.apiMacro.empty() && type.kind == ReflectedKind::Class && file.path.find("/Public/") != std::string::npos
		&& !type.specifiers.Has("MinimalAPI"))
		report("R08", type.line, "the public class " + type.name + " is not exported; write class " + macro + " " + type.name + ".");
}

void CheckEnum(const ReflectedType& type, const Reporter& report)
{
	if (!type.isEnumClass)
		report("R09", type.line, type.name + " is a plain enum; write enum class " + type.name + " : uint8.");
	else if (type.specifiers.Has("BlueprintType") && type.underlying != "uint8")
		report("R09", type.line,
			type.name + " is a BlueprintType of type '" + (type.underlying.empty() ? "int" : type.underlying)
				+ "'; Blueprints know only uint8 enums, write enum class " + type.name + " : uint8.");
	bool hasZero = !type.enumerators.empty() && type.enumerators.front().value.empty();
	for (const Enumerator& enumerator : type.enumerators)
	{
		hasZero |= enumerator.value == "0" || enumerator.value == "0x0" || enumerator.value == "0u";
		for (const Specifier& specifier : enumerator.specifiers.list)
			if (specifier.hasValue && !specifier.quoted)
				report("R09", enumerator.line,
					"UMETA " + specifier.key + " of " + type.name + "::" + enumerator.name + " is not a quoted string; write "
						+ specifier.key + " = \"" + specifier.value + "\".");
	}
	if (!hasZero)
		report(
			"R09", type.line, type.name + " has no enumerator of value 0, but zeroed memory must be a valid value; give one of them = 0.");
}

/// The conditions that matter: not include guards.
bool IsAllowed(const std::string& condition, std::initializer_list<std::string_view> allowed)
{
	return std::find(allowed.begin(), allowed.end(), condition) != allowed.end();
}

void CheckConditions(const ReflectedType& type, const Reporter& report)
{
	for (const std::string& condition : type.conditions)
		if (!IsAllowed(condition, {"WITH_EDITOR", "WITH_EDITORONLY_DATA"}))
			report("R06", type.line,
				type.name + " stands inside #if " + condition
					+ "; the header tool reads reflected types only outside of conditions other than WITH_EDITOR and "
					  "WITH_EDITORONLY_DATA.");
	for (const Property& property : type.properties)
		for (const std::string& condition : property.conditions)
			if (!IsAllowed(condition, {"WITH_EDITORONLY_DATA"})
				&& std::find(type.conditions.begin(), type.conditions.end(), condition) == type.conditions.end())
				report("R06", property.line,
					"UPROPERTY " + type.name + "::" + property.name + " stands inside #if " + condition
						+ "; only WITH_EDITORONLY_DATA may surround a property, else layouts differ between editor and game.");
	for (const Function& function : type.functions)
		for (const std::string& condition : function.conditions)
			if (function.reflected && !IsAllowed(condition, {"WITH_EDITOR"})
				&& std::find(type.conditions.begin(), type.conditions.end(), condition) == type.conditions.end())
				report("R06", function.line,
					"UFUNCTION " + type.name + "::" + function.name + " stands inside #if " + condition
						+ "; only WITH_EDITOR may surround a reflected function.");
}

}

void CheckHeaderShape(const ParsedFile& file, const RuleContext&, const Reporter& report)
{
	if (!file.HasReflection())
		return;
	CheckGeneratedInclude(file, report);
	if (file.tokens.empty() || file.tokens[0].kind != TokenKind::Directive || file.tokens[0].text != "#pragma once")
		report("R03", file.tokens.empty() ? 1 : file.tokens[0].line,
			"does not start with #pragma once; write it above everything but the copyright line.");
	if (file.path.find("/Public/") == std::string::npos)
		return;
	for (const Token& token : file.tokens)
	{
		const std::string include = IncludeOf(token);
		for (const char* inner : {"SPHSolids/", "Eigen/", "tbb/", "oneapi/"})
			if (StartsWith(include, inner))
				report("R20", token.line,
					"a reflected public header includes <" + include
						+ ">; keep the core behind a pointer to a type that only the source file knows.");
	}
}

void CheckTypes(const ParsedFile& file, const RuleContext& context, const KnownTypes& known, const Reporter& report)
{
	for (const ReflectedType& type : file.types)
	{
		if (!type.IsReflected())
			continue;
		if (!type.enclosing.empty())
			report("R05", type.line, type.name + " stands inside " + type.enclosing + "; reflected types live at file scope, move it out.");
		CheckBody(type, known, report);
		CheckConditions(type, report);
		CheckPrefix(type, known, report);
		CheckExport(type, file, context, report);
		if (type.kind == ReflectedKind::Enum)
			CheckEnum(type, report);
	}
}

}
