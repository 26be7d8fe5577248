// R23, R24 and W25 to W28: what the code of headers and sources says, and how it looks.

#include "RuleSupport.h"

#include <algorithm>

namespace HeaderTool
{
namespace
{

/// FString("x"), FName Name = "x", FString::Printf("x"), UE_LOG(Log, Warning, "x").
void CheckLiterals(const ParsedFile& file, const Reporter& report)
{
	const std::vector<Token>& tokens = file.tokens;
	const auto isString = [&](std::size_t i)
	{ return i < tokens.size() && tokens[i].kind == TokenKind::String && tokens[i].text[0] == '"'; };
	for (std::size_t i = 0; i + 2 < tokens.size(); ++i)
	{
		const bool engineText = tokens[i].Is("FString") || tokens[i].Is("FName");
		const bool direct = engineText && (tokens[i + 1].Is("(") || tokens[i + 1].Is("{")) && isString(i + 2);
		const bool named = engineText && tokens[i + 1].IsIdentifier()
			&& (tokens[i + 2].Is("(") || tokens[i + 2].Is("{") || tokens[i + 2].Is("=")) && isString(i + 3);
		const bool format = (tokens[i].Is("Printf") || tokens[i].Is("Appendf")) && tokens[i + 1].Is("(") && isString(i + 2);
		const bool log = (tokens[i].Is("UE_LOG") || tokens[i].Is("UE_CLOG")) && tokens[i + 1].Is("(");
		if (direct || named || format)
			report("R23", tokens[i].line, "a bare literal is given to " + tokens[i].text + "; write TEXT(\"...\").");
		if (!log)
			continue;
		int commas = tokens[i].Is("UE_CLOG") ? -1 : 0;
		int depth = 0;
		for (std::size_t j = i + 1; j < tokens.size() && !(depth == 1 && tokens[j].Is(")")); ++j)
		{
			depth += tokens[j].Is("(") ? 1 : tokens[j].Is(")") ? -1 : 0;
			commas += depth == 1 && tokens[j].Is(",");
			if (depth == 1 && commas == 2 && isString(j))
			{
				report("R23", tokens[j].line, "the format of " + tokens[i].text + " is a bare literal; write TEXT(\"...\").");
				break;
			}
		}
	}
}

void CheckLocalisation(const ParsedFile& file, const Reporter& report)
{
	bool open = false;
	int line = 0, firstUse = 0;
	for (const Token& token : file.tokens)
	{
		if (token.kind == TokenKind::Directive && DirectiveName(token) == "define" && StartsWith(DirectiveRest(token), "LOCTEXT_NAMESPACE"))
		{
			open = true;
			line = token.line;
		}
		else if (token.kind == TokenKind::Directive && DirectiveName(token) == "undef" && DirectiveRest(token) == "LOCTEXT_NAMESPACE")
			open = false;
		else if (token.Is("LOCTEXT") && !open && firstUse == 0)
			firstUse = token.line;
	}
	if (firstUse)
		report("R23", firstUse,
			"LOCTEXT is used outside of #define LOCTEXT_NAMESPACE and #undef LOCTEXT_NAMESPACE; define it above the first use.");
	if (open)
		report("R23", line,
			"LOCTEXT_NAMESPACE is not undefined at the end of the file, and the build tool merges files; add #undef LOCTEXT_NAMESPACE.");
}

bool IsObjectClass(const ReflectedType* type)
{
	return type && type->kind == ReflectedKind::Class;
}

void CheckOverrides(const ReflectedType& type, const KnownTypes& known, const Reporter& report)
{
	for (const Function& function : type.functions)
	{
		if (function.isOverride || function.name == type.name || function.name[0] == '~' || function.isStatic)
			continue;
		for (const ReflectedType* base : known.WithBases(type))
		{
			if (base == &type)
				continue;
			const auto found = std::find_if(base->functions.begin(), base->functions.end(), [&](const Function& f)
				{ return f.name == function.name && (f.isVirtual || f.isOverride) && f.parameters.size() == function.parameters.size(); });
			if (found != base->functions.end())
			{
				report("R24", function.line,
					type.name + "::" + function.name + " overrides " + base->name + "::" + function.name
						+ " without saying so; add override.");
				break;
			}
		}
	}
	for (const Function& function : type.functions)
	{
		if (function.name != type.name || function.parameters.empty())
			continue;
		const bool initialiser = function.parameters.size() == 1 && function.parameters[0].type.name == "FObjectInitializer";
		if (!initialiser)
			report("R24", function.line,
				"the constructor of " + type.name + " takes parameters; an object's takes none or const FObjectInitializer&.");
	}
}

void CheckConstructors(const ParsedFile& file, const KnownTypes& known, const Reporter& report)
{
	for (const FunctionBody& body : file.bodies)
	{
		if (!IsObjectClass(known.Find(body.className)))
			continue;
		const bool isConstructor = body.name == body.className;
		for (std::size_t i = body.begin; i < body.end; ++i)
		{
			const Token& token = file.tokens[i];
			if (token.Is("CreateDefaultSubobject") && !isConstructor)
				report("R24", token.line,
					body.className + "::" + body.name
						+ " calls CreateDefaultSubobject, which works in constructors only; use NewObject here.");
			if (token.Is("GetWorld") && isConstructor && file.tokens[i + 1].Is("("))
				report("R24", token.line,
					"the constructor of " + body.className
						+ " calls GetWorld(); it also runs for the class default object, which has no world: move it to BeginPlay or "
						  "OnRegister.");
		}
	}
}

void CheckNames(const ParsedFile& file, const Reporter& report)
{
	static const std::set<std::string> taken{
		"check", "verify", "ensure", "PI", "MIN", "MAX", "TEXT", "INT", "UINT", "DWORD", "Yield", "Status", "None", "True"};
	const auto look = [&](const std::string& name, int line, const char* what)
	{
		if (taken.count(name))
			report("W28", line,
				std::string(what) + " is called " + name + ", which is a macro of the engine or of a platform; choose another name.");
	};
	for (const ReflectedType& type : file.types)
	{
		look(type.name, type.line, "a type");
		for (const Property& property : type.properties)
			look(property.name, property.line, "a property");
		for (const Property& member : type.plainMembers)
			look(member.name, member.line, "a member");
		for (const Enumerator& enumerator : type.enumerators)
			look(enumerator.name, enumerator.line, "an enumerator");
		for (const Function& function : type.functions)
		{
			look(function.name, function.line, "a function");
			for (const Parameter& parameter : function.parameters)
				look(parameter.name, function.line, "a parameter");
		}
	}
}

}

void CheckCode(const ParsedFile& file, const KnownTypes& known, const Reporter& report)
{
	CheckLiterals(file, report);
	CheckLocalisation(file, report);
	for (const ReflectedType& type : file.types)
		if (type.kind == ReflectedKind::Class)
			CheckOverrides(type, known, report);
	CheckConstructors(file, known, report);
	if (file.IsHeader())
		CheckNames(file, report);
}

void CheckLook(const ParsedFile& file, const Reporter& report)
{
	const std::string firstLine = file.text.substr(0, file.text.find('\n'));
	if (firstLine.find("Copyright") == std::string::npos)
		report("W25", 1, "the first line is not the copyright line; write // Copyright (c) 2026 The SPHSolids authors.");
	std::size_t position = 0;
	for (int line = 1; position < file.text.size(); ++line)
	{
		const std::size_t end = std::min(file.text.find('\n', position), file.text.size());
		std::size_t code = position;
		// Tabs, then perhaps spaces that align a continued line with the one above, as clang-format does; never the other way round.
		bool tabs = false, tabAfterSpace = false;
		int spaces = 0;
		for (; code < end && (file.text[code] == '\t' || file.text[code] == ' '); ++code)
		{
			const bool isTab = file.text[code] == '\t';
			tabAfterSpace |= isTab && spaces > 0;
			tabs |= isTab;
			spaces += isTab ? 0 : 1;
		}
		// The star of a comment block is one space in; other text that is one space in has slipped, unless a quote is aligned.
		const char first = code < end ? file.text[code] : '*';
		const bool slipped = tabs && spaces == 1 && first != '*' && first != '"';
		if (tabAfterSpace || slipped)
		{
			report("W26", line, "the indentation mixes tabs and spaces; use tabs.");
			break;
		}
		position = end + 1;
	}
}

}
