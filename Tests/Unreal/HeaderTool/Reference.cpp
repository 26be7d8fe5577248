#include "Reference.h"

#include <algorithm>

namespace HeaderTool
{
namespace
{

/// One line without what a table or Markdown would take for its own.
std::string OneLine(const std::string& comment)
{
	std::string line;
	for (const char c : comment)
	{
		if (c == '\n')
			line += ' ';
		else if (c == '|')
			line += "\\|";
		else if (c == '@')
			line += "Parameter ";
		else
			line += c;
	}
	for (std::size_t at = line.find("Parameter param "); at != std::string::npos; at = line.find("Parameter param ", at))
		line.replace(at, std::string("Parameter param ").size(), "Parameter ");
	return line;
}

/// As the editor shows a name: "bSelfContact" is "Self Contact".
std::string ShownName(std::string name)
{
	if (name.size() > 1 && name[0] == 'b' && name[1] >= 'A' && name[1] <= 'Z')
		name.erase(0, 1);
	std::string shown;
	for (std::size_t i = 0; i < name.size(); ++i)
	{
		const bool upper = name[i] >= 'A' && name[i] <= 'Z';
		const bool afterLower = i > 0 && ((name[i - 1] >= 'a' && name[i - 1] <= 'z') || (name[i - 1] >= '0' && name[i - 1] <= '9'));
		const bool beforeLower = i > 0 && i + 1 < name.size() && name[i + 1] >= 'a' && name[i + 1] <= 'z' && name[i - 1] != ' ';
		if (upper && (afterLower || beforeLower))
			shown += ' ';
		shown += name[i];
	}
	return shown;
}

std::string Range(const Property& property)
{
	const Specifier* low = property.specifiers.FindMeta("ClampMin");
	const Specifier* high = property.specifiers.FindMeta("ClampMax");
	const Specifier* units = property.specifiers.FindMeta("Units");
	std::string range;
	if (low && high)
		range = low->value + " to " + high->value;
	else if (low || high)
		range = low ? "at least " + low->value : "at most " + high->value;
	if (units)
		range += (range.empty() ? "" : " ") + units->value;
	return range;
}

std::string Default(std::string text)
{
	if (text == "FVector(0.0,0.0,0.0)")
		return "0";
	for (const char* wrapper : {"FVector(", "FName(TEXT("})
		if (text.starts_with(wrapper))
		{
			text.erase(0, std::string(wrapper).size());
			std::erase_if(text, [](char c) { return c == ')' || c == '"'; });
			return text;
		}
	if (const std::size_t scope = text.rfind("::"); scope != std::string::npos)
		text.erase(0, scope + 2);
	if (text.size() > 1 && text.back() == 'f' && text[text.size() - 2] >= '0' && text[text.size() - 2] <= '9')
		text.pop_back();
	if (text.size() > 2 && text.substr(text.size() - 2) == ".0")
		text.erase(text.size() - 2);
	return text;
}

bool IsShown(const Property& property)
{
	return property.specifiers.FindPrefix("Edit") || property.specifiers.FindPrefix("Visible")
		|| property.specifiers.FindPrefix("BlueprintRead");
}

void WriteProperties(std::string& page, const ReflectedType& type)
{
	std::string rows, events;
	for (const Property& property : type.properties)
	{
		if (property.specifiers.Has("BlueprintAssignable"))
			events += "| **" + ShownName(property.name) + "** | " + OneLine(property.comment) + " |\n";
		else if (IsShown(property))
			rows += "| **" + ShownName(property.name) + "** | " + Default(property.initialiser) + " | " + Range(property) + " | "
				+ OneLine(property.comment) + " |\n";
	}
	if (!rows.empty())
		page += "| Property | Default | Range | |\n|---|---|---|---|\n" + rows + "\n";
	if (!events.empty())
		page += "| Event | |\n|---|---|\n" + events + "\n";
}

void WriteFunctions(std::string& page, const ReflectedType& type)
{
	std::string rows;
	for (const Function& function : type.functions)
	{
		if (!function.specifiers.Has("BlueprintCallable") && !function.specifiers.Has("BlueprintPure"))
			continue;
		std::string inputs;
		for (const Parameter& parameter : function.parameters)
			inputs += (inputs.empty() ? "" : ", ") + ShownName(parameter.name);
		rows += "| **" + ShownName(function.name) + "** | " + inputs + " | " + OneLine(function.comment) + " |\n";
	}
	if (!rows.empty())
		page += "| Function | Inputs | |\n|---|---|---|\n" + rows + "\n";
}

void WriteType(std::string& page, const ReflectedType& type)
{
	const Specifier* shown = type.specifiers.FindMeta("DisplayName");
	page += "## " + (shown ? shown->value : ShownName(type.name.substr(1))) + "\n\n`" + type.name + "`";
	if (!type.bases.empty())
		page += ", derived from `" + type.bases.front() + "`";
	page += ". " + type.comment + "\n\n";
	WriteProperties(page, type);
	WriteFunctions(page, type);
	std::string values;
	for (const Enumerator& value : type.enumerators)
		values += "- **" + ShownName(value.name) + "**: " + OneLine(value.comment) + "\n";
	if (!values.empty())
		page += values + "\n";
}

}

std::string ReferencePage(const std::vector<ParsedFile>& files, const std::string& title)
{
	std::vector<const ReflectedType*> types;
	for (const ParsedFile& file : files)
		if (file.IsHeader() && file.path.find("/Public/") != std::string::npos)
			for (const ReflectedType& type : file.types)
				if (type.IsReflected())
					types.push_back(&type);
	// Classes before the structs and enums that they use, each in the order of their names.
	std::sort(types.begin(), types.end(),
		[](const ReflectedType* a, const ReflectedType* b)
		{
			const bool aClass = a->kind == ReflectedKind::Class, bClass = b->kind == ReflectedKind::Class;
			return aClass != bClass ? aClass : a->name < b->name;
		});
	std::string page = "# " + title
		+ "\n\nWritten by the header tool from the comments in the module's public headers; the editor shows the same texts as tooltips. "
		  "Do not edit: "
		  "`cmake --build build --target unreal_reference` writes it anew.\n\n";
	for (const ReflectedType* type : types)
		WriteType(page, *type);
	page.pop_back();
	return page;
}

}
