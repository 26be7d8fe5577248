#include "Rules.h"

#include "RuleSupport.h"

#include <algorithm>

namespace HeaderTool
{

KnownTypes::KnownTypes(const RuleContext& context)
{
	for (const std::vector<ParsedFile>* group : {context.others, context.files})
	{
		if (!group)
			continue;
		for (const ParsedFile& file : *group)
		{
			for (const ReflectedType& type : file.types)
				types[type.name] = &type;
			for (const DelegateDeclaration& declaration : file.delegates)
				if (declaration.isDynamic)
					delegates[declaration.name] = declaration.isMulticast;
		}
	}
}

const ReflectedType* KnownTypes::Find(const std::string& name) const
{
	const auto found = types.find(name);
	return found == types.end() ? nullptr : found->second;
}

bool KnownTypes::IsMulticastDelegate(const std::string& name) const
{
	const auto found = delegates.find(name);
	return found != delegates.end() && found->second;
}

std::vector<const ReflectedType*> KnownTypes::WithBases(const ReflectedType& type) const
{
	std::vector<const ReflectedType*> chain{&type};
	for (std::size_t i = 0; i < chain.size(); ++i)
		for (const std::string& base : chain[i]->bases)
			if (const ReflectedType* found = Find(base); found && std::find(chain.begin(), chain.end(), found) == chain.end())
				chain.push_back(found);
	return chain;
}

bool StartsWith(std::string_view text, std::string_view start)
{
	return text.substr(0, start.size()) == start;
}

bool IsBlueprintExposed(const Specifiers& specifiers)
{
	return specifiers.Has("BlueprintReadOnly") || specifiers.Has("BlueprintReadWrite") || specifiers.Has("BlueprintGetter")
		|| specifiers.Has("BlueprintSetter") || specifiers.Has("BlueprintAssignable") || specifiers.Has("BlueprintCallable");
}

bool IsShownInEditor(const Specifiers& specifiers)
{
	for (const Specifier& specifier : specifiers.list)
		if (StartsWith(specifier.key, "Visible") || (StartsWith(specifier.key, "Edit") && specifier.key != "EditFixedSize"))
			return true;
	return false;
}

void CheckModule(const RuleContext& context, Diagnostics& diagnostics)
{
	const KnownTypes known(context);
	std::map<std::string, std::string> baseNames;
	for (const std::vector<ParsedFile>* group : {context.others, context.files})
	{
		if (!group)
			continue;
		for (const ParsedFile& file : *group)
		{
			if (!file.IsHeader() || !file.HasReflection())
				continue;
			const auto [first, isNew] = baseNames.emplace(file.BaseName(), file.path);
			if (!isNew && first->second != file.path)
				Reporter(file, diagnostics)("R02", 1,
					"the reflected header " + file.BaseName() + ".h has the same name as " + first->second
						+ "; generated files are keyed by that name, so rename one.");
		}
	}
	for (const ParsedFile& file : *context.files)
	{
		const Reporter report(file, diagnostics);
		if (file.IsHeader())
		{
			CheckHeaderShape(file, context, report);
			CheckTypes(file, context, known, report);
			CheckProperties(file, context, known, report);
			CheckFunctions(file, known, report);
			CheckDelegates(file, report);
		}
		CheckCode(file, known, report);
		CheckLook(file, report);
	}
}

}
