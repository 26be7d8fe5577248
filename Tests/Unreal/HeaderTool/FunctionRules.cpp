// R14, R15, R18, and R13 and W27 for functions.

#include "Parser.h"
#include "RuleSupport.h"

#include <algorithm>
#include <cctype>

namespace HeaderTool
{
namespace
{

bool IsForBlueprint(const Function& function)
{
	const Specifiers& s = function.specifiers;
	return s.Has("BlueprintCallable") || s.Has("BlueprintPure") || s.Has("BlueprintImplementableEvent") || s.Has("BlueprintNativeEvent");
}

/// Default values that the engine's header tool can turn into text for a Blueprint pin.
bool IsParsableDefault(const Parameter& parameter)
{
	const std::string& value = parameter.defaultValue;
	const std::string& type = parameter.type.name;
	if (type == "FVector" || type == "FVector2D" || type == "FRotator" || type == "FLinearColor" || type == "FColor")
		return StartsWith(value, type + "(") || StartsWith(value, type + "::") || value == type + "()";
	if (type == "FString" || type == "FName" || type == "FText")
		return StartsWith(value, "TEXT(") || StartsWith(value, type + "(") || value == "NAME_None" || StartsWith(value, "FText::")
			|| value[0] == '"';
	const bool isStruct =
		type.size() > 1 && type[0] == 'F' && std::isupper(static_cast<unsigned char>(type[1])) && parameter.type.pointers == 0;
	return !isStruct && !IsContainer(type);
}

void CheckSignature(const ReflectedType& owner, const Function& function, const KnownTypes& known, const Reporter& report)
{
	const std::string label = owner.name + "::" + function.name;
	std::vector<const Type*> types;
	if (function.returnType.text != "void")
		types.push_back(&function.returnType);
	for (const Parameter& parameter : function.parameters)
	{
		types.push_back(&parameter.type);
		if (parameter.name.empty())
			report("R14", function.line, label + " has a parameter without name; reflected functions need one for the pin.");
		if (parameter.hasDefault && !IsParsableDefault(parameter))
			report("R14", function.line,
				"the default value of " + parameter.name + " in " + label + " is a " + parameter.type.text
					+ ", which the header tool cannot write as text; drop it or use meta = (AutoCreateRefTerm).");
	}
	for (const Type* type : types)
	{
		std::string why = WhyNotReflectable(*type, known, true);
		if (why.empty() && IsForBlueprint(function))
			why = WhyNotOnPin(*type, known);
		if (!why.empty())
			report("R14", function.line, label + ": " + why);
	}
	if (function.specifiers.Has("BlueprintPure") && !function.isConst && !function.isStatic)
		report("R14", function.line, label + " is BlueprintPure but may change the object; make it const, or BlueprintCallable.");
}

void CheckOverloads(const ReflectedType& owner, const Function& function, const KnownTypes& known, const Reporter& report)
{
	for (const ReflectedType* type : known.WithBases(owner))
		for (const Function& other : type->functions)
		{
			if (&other == &function || !other.reflected || other.name != function.name)
				continue;
			if (type == &owner && other.line >= function.line)
				continue;
			report("R14", function.line,
				"UFUNCTION " + owner.name + "::" + function.name + " exists already in " + type->name
					+ "; reflected functions cannot be overloaded, and an override carries no UFUNCTION of its own.");
		}
}

void CheckEvents(const ReflectedType& owner, const Function& function, const Reporter& report)
{
	const std::string label = owner.name + "::" + function.name;
	if (function.specifiers.Has("BlueprintNativeEvent"))
	{
		const std::string wanted = function.name + "_Implementation";
		const auto found =
			std::find_if(owner.functions.begin(), owner.functions.end(), [&](const Function& f) { return f.name == wanted; });
		const ReflectedType* holder = &owner;
		const bool isMissing = found == owner.functions.end() || !(found->isVirtual || found->isOverride);
		if (isMissing && holder->kind != ReflectedKind::Interface)
			report("R15", function.line,
				label + " is a BlueprintNativeEvent; declare virtual " + function.returnType.text + " " + wanted
					+ " with the same parameters.");
		if (function.isVirtual || function.hasBody)
			report("R15", function.line,
				label + " is a BlueprintNativeEvent, so it must be neither virtual nor have a body; both belong to " + wanted + ".");
	}
	if (function.specifiers.Has("BlueprintImplementableEvent") && (function.isVirtual || function.hasBody))
		report("R15", function.line,
			label + " is a BlueprintImplementableEvent, whose body is the Blueprint's; take virtual and the body away.");
}

}

void CheckFunctions(const ParsedFile& file, const KnownTypes& known, const Reporter& report)
{
	for (const ReflectedType& type : file.types)
	{
		for (const Function& function : type.functions)
		{
			if (!function.reflected)
				continue;
			CheckSignature(type, function, known, report);
			CheckOverloads(type, function, known, report);
			CheckEvents(type, function, report);
			const bool shown = IsForBlueprint(function) || function.specifiers.Has("CallInEditor");
			if (shown && !function.specifiers.Has("Category"))
				report("R13", function.line,
					type.name + "::" + function.name + " is shown to the user but has no Category; add Category = \"SPHSolids\".");
			if (shown && function.comment.empty())
				report("W27", function.line,
					type.name + "::" + function.name + " has no comment above UFUNCTION; that comment is its tooltip.");
		}
	}
}

void CheckDelegates(const ParsedFile& file, const Reporter& report)
{
	for (const DelegateDeclaration& declaration : file.delegates)
	{
		if (!declaration.isDynamic)
			continue;
		const int expected = ParameterCountOfDelegateMacro(declaration.macro);
		if (declaration.arguments != 2 * expected)
			report("R18", declaration.line,
				declaration.macro + "(" + declaration.name + ") wants " + std::to_string(expected) + " pairs of type and name but has "
					+ std::to_string(declaration.arguments) + " arguments; a comma stands between each type and its name.");
		if (declaration.name.empty() || declaration.name[0] != 'F')
			report("R18", declaration.line, "the delegate type " + declaration.name + " must be named FSomething; rename it.");
		if (!declaration.enclosing.empty())
			report("R18", declaration.line,
				"the dynamic delegate " + declaration.name + " stands inside " + declaration.enclosing
					+ "; declare it at file scope above the class.");
	}
}

}
