#include "Writer.h"

#include "RuleSupport.h"
#include "Specifiers.h"

#include <algorithm>
#include <functional>
#include <set>

namespace HeaderTool
{
namespace
{

std::string Escape(const std::string& text)
{
	std::string escaped;
	for (const char c : text)
	{
		if (c == '\n')
			escaped += "\\n";
		else if (c == '"' || c == '\\')
			(escaped += '\\') += c;
		else if (c != '\r')
			escaped += c == '\t' ? ' ' : c;
	}
	return escaped;
}

std::string Text(const std::string& text)
{
	return "TEXT(\"" + Escape(text) + "\")";
}

/// The object class that a type refers to, however deep; empty if none.
std::string ObjectClassOf(const Type& type)
{
	std::string found;
	for (const Type& argument : type.arguments)
		if (const std::string inner = ObjectClassOf(argument); !inner.empty())
			found = inner;
	const bool isObject =
		type.name.size() > 1 && (type.name[0] == 'U' || type.name[0] == 'A') && type.name[1] >= 'A' && type.name[1] <= 'Z';
	return isObject && type.arguments.empty() ? type.name : found;
}

std::string ClassFunction(const Type& type)
{
	const std::string name = ObjectClassOf(type);
	return name.empty() ? "nullptr" : "&HostClassOf_" + name;
}

using MetaList = std::vector<std::pair<std::string, std::string>>;

/// Everything with a value becomes metadata, as do the comment (ToolTip) and flags without a value ("true").
MetaList MetaOf(const Specifiers& specifiers, const std::string& comment)
{
	MetaList meta;
	if (!comment.empty())
		meta.emplace_back("ToolTip", comment);
	for (const Specifier& specifier : specifiers.list)
		if (specifier.hasValue || specifier.key == "BlueprintType" || specifier.key == "Blueprintable" || specifier.key == "CallInEditor")
			meta.emplace_back(
				specifier.key == "Blueprintable" ? "IsBlueprintBase" : specifier.key, specifier.hasValue ? specifier.value : "true");
	for (const Specifier& specifier : specifiers.meta)
		meta.emplace_back(specifier.key, specifier.hasValue ? specifier.value : "true");
	return meta;
}

std::string MetaText(const MetaList& meta)
{
	std::string text = "{";
	for (const auto& [key, value] : meta)
		text += (text.size() > 1 ? ", " : "") + ("{" + Text(key)) + ", " + Text(value) + "}";
	return text + "}";
}

std::string FlagsText(const Specifiers& specifiers, const char* (*flagsOf)(const std::string&), std::vector<std::string> flags)
{
	for (const Specifier& specifier : specifiers.list)
		if (const char* found = flagsOf(specifier.key); found && std::string_view(found) != "0")
			flags.push_back(found);
	std::string text;
	for (const std::string& flag : flags)
		text += (text.empty() ? "" : " | ") + flag;
	return text.empty() ? "0" : text;
}

/// Writes what `body` writes inside the #if lines that surround a member but not its class.
void Guarded(
	std::string& out, const std::vector<std::string>& conditions, const std::vector<std::string>& outer, const std::function<void()>& body)
{
	std::size_t shared = 0;
	while (shared < conditions.size() && shared < outer.size() && conditions[shared] == outer[shared])
		++shared;
	for (std::size_t i = shared; i < conditions.size(); ++i)
		out += "#if " + conditions[i] + "\n";
	body();
	for (std::size_t i = shared; i < conditions.size(); ++i)
		out += "#endif\n";
}

class FileWriter
{
public:
	FileWriter(const ParsedFile& parsed, const std::string& include, const RuleContext& context)
		: file(parsed)
		, includePath(include)
		, module(context.module)
		, known(context)
		, fileId("HostGenerated_" + parsed.BaseName())
	{
	}

	GeneratedFiles Run()
	{
		WriteHeader();
		WriteSource();
		return std::move(files);
	}

private:
	enum class Constructor
	{
		None,
		Default,
		WithInitialiser
	};

	static Constructor ConstructorOf(const ReflectedType& type)
	{
		Constructor found = Constructor::None;
		for (const Function& function : type.functions)
			if (function.name == type.name)
			{
				if (!function.parameters.empty() && function.parameters[0].type.name == "FObjectInitializer")
					return Constructor::WithInitialiser;
				if (function.parameters.empty())
					found = Constructor::Default;
			}
		return found;
	}

	static std::string Super(const ReflectedType& type) { return type.bases.empty() ? "UObject" : type.bases[0]; }

	bool SuperTakesInitialiser(const ReflectedType& type) const
	{
		const ReflectedType* super = known.Find(Super(type));
		return !super || ConstructorOf(*super) != Constructor::Default;
	}

	static std::string ParameterList(const Function& function)
	{
		std::string list;
		for (const Parameter& parameter : function.parameters)
			list += (list.empty() ? "" : ", ") + parameter.type.text + " " + parameter.name;
		return list;
	}

	static std::string ArgumentList(const Function& function, const std::string& prefix)
	{
		std::string list;
		for (const Parameter& parameter : function.parameters)
			list += (list.empty() ? "" : ", ") + prefix + parameter.name;
		return list;
	}

	static bool IsEvent(const Function& function)
	{
		const Specifiers& s = function.specifiers;
		return s.Has("BlueprintNativeEvent") || s.Has("Server") || s.Has("Client") || s.Has("NetMulticast");
	}

	void WriteHeader()
	{
		std::string& out = files.header;
		out += "// Written by the header tool from " + includePath + ".\n#pragma once\n\n#include \"UObject/ObjectMacros.h\"\n\n";
		out += "#undef CURRENT_FILE_ID\n#define CURRENT_FILE_ID " + fileId + "\n\n";
		for (const ReflectedType& type : file.types)
			Guarded(out, type.conditions, {},
				[&]
				{
					if (type.kind == ReflectedKind::Enum)
						WriteEnumHeader(type);
					else if (type.kind == ReflectedKind::NativeInterface)
						WriteInterfaceBody(type);
					else if (type.IsReflected())
						WriteBody(type);
				});
	}

	void WriteEnumHeader(const ReflectedType& type)
	{
		files.header += "enum class " + type.name + " : " + (type.underlying.empty() ? "int" : type.underlying) + ";\n";
		files.header += "template <>\nUEnum* StaticEnum<" + type.name + ">();\n\n";
	}

	std::string BodyMacro(const ReflectedType& type) const
	{
		return "#define " + fileId + "_" + std::to_string(type.generatedBodyLine) + "_GENERATED_BODY \\\n";
	}

	void WriteBody(const ReflectedType& type)
	{
		std::string& out = files.header;
		out += "struct FHostReflect_" + type.name + ";\n" + BodyMacro(type) + "public: \\\n";
		if (type.kind == ReflectedKind::Struct)
		{
			if (!type.bases.empty())
				out += "\tusing Super = " + type.bases[0] + "; \\\n";
			out += "\tstatic UScriptStruct* StaticStruct(); \\\n\tfriend struct FHostReflect_" + type.name + "; \\\n\n";
			return;
		}
		out += "\tusing ThisClass = " + type.name + "; \\\n\tusing Super = " + Super(type) + "; \\\n\tstatic UClass* StaticClass(); \\\n";
		if (ConstructorOf(type) == Constructor::None)
			out += "\t" + type.name + "(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get()); \\\n";
		out += "\t" + type.name + "(const " + type.name + "&) = delete; \\\n\t" + type.name + "& operator=(const " + type.name
			+ "&) = delete; \\\n";
		out += "\tfriend struct FHostReflect_" + type.name + "; \\\nprivate: \\\n\n";
	}

	void WriteInterfaceBody(const ReflectedType& type)
	{
		std::string& out = files.header;
		out += "class U" + type.name.substr(1) + ";\n" + BodyMacro(type);
		out += "public: \\\n\tusing UClassType = U" + type.name.substr(1) + "; \\\n\tusing ThisClass = " + type.name + "; \\\n";
		out += "\tvirtual ~" + type.name + "() = default; \\\nprivate: \\\n\n";
	}

	void WriteSource()
	{
		std::string& out = files.source;
		out += "// Written by the header tool from " + includePath + ".\n#include \"" + includePath
			+ "\"\n\n#include \"Host/Reflection.h\"\n\n";
		WriteClassDeclarations();
		for (const ReflectedType& type : file.types)
			Guarded(out, type.conditions, {},
				[&]
				{
					if (type.kind == ReflectedKind::Enum)
						WriteEnum(type);
					else if (type.kind == ReflectedKind::Struct)
						WriteStruct(type);
					else if (type.IsReflected())
						WriteClass(type);
				});
	}

	/// References may be to classes of which this header knows the name only.
	void WriteClassDeclarations()
	{
		std::set<std::string> names;
		for (const ReflectedType& type : file.types)
		{
			for (const Property& property : type.properties)
				names.insert(ObjectClassOf(property.type));
			for (const Function& function : type.functions)
				if (function.reflected)
				{
					names.insert(ObjectClassOf(function.returnType));
					for (const Parameter& parameter : function.parameters)
						names.insert(ObjectClassOf(parameter.type));
				}
		}
		for (const std::string& name : names)
			if (!name.empty())
				files.source += "UClass* HostClassOf_" + name + "();\n";
	}

	void WriteEnum(const ReflectedType& type)
	{
		std::string& out = files.source;
		out += "template <>\nUEnum* StaticEnum<" + type.name + ">()\n{\n\tstatic UEnum* Enum = Host::MakeEnum(" + Text(type.name) + ", "
			+ Text("/Script/" + module) + ", {\n";
		for (const Enumerator& enumerator : type.enumerators)
			out += "\t\t{" + Text(enumerator.name) + ", static_cast<int64>(" + type.name + "::" + enumerator.name + "), "
				+ MetaText(MetaOf(enumerator.specifiers, enumerator.comment)) + "},\n";
		out += "\t}, " + MetaText(MetaOf(type.specifiers, type.comment)) + ");\n\treturn Enum;\n}\n";
		out += "static const Host::FRegistrar HostRegister_" + type.name + "([] { StaticEnum<" + type.name + ">(); });\n\n";
	}

	void WriteProperties(const ReflectedType& type)
	{
		std::string& out = files.source;
		for (const Property& property : type.properties)
			Guarded(out, property.conditions, type.conditions,
				[&]
				{
					std::vector<std::string> flags;
					if (std::find(property.conditions.begin(), property.conditions.end(), "WITH_EDITORONLY_DATA")
						!= property.conditions.end())
						flags.push_back("CPF_EditorOnly");
					const std::string tail = FlagsText(property.specifiers, PropertyFlags, flags) + ", "
						+ MetaText(MetaOf(property.specifiers, property.comment));
					if (!property.bitWidth.empty())
						out += "\t\tBuilder.Add(Host::MakeBitProperty(" + Text(property.name)
							+ ", [](const void* Container) -> bool { return static_cast<const " + type.name + "*>(Container)->"
							+ property.name + "; }, [](void* Container, bool bValue) { static_cast<" + type.name + "*>(Container)->"
							+ property.name + " = bValue; }, " + tail + "));\n";
					else
						out += "\t\tBuilder.Add(Host::MakeProperty<decltype(" + type.name + "::" + property.name + ")>("
							+ Text(property.name) + ", [](void* Container) -> void* { return &static_cast<" + type.name + "*>(Container)->"
							+ property.name + "; }, " + tail + ", " + ClassFunction(property.type) + "));\n";
				});
	}

	void WriteStruct(const ReflectedType& type)
	{
		std::string& out = files.source;
		out += "struct FHostReflect_" + type.name + "\n{\n\tstatic void Describe(Host::FStructBuilder& Builder)\n\t{\n\t\t(void)Builder;\n";
		WriteProperties(type);
		out += "\t}\n};\nUScriptStruct* " + type.name + "::StaticStruct()\n{\n\tstatic UScriptStruct* Struct = Host::MakeStruct<"
			+ type.name + ">(" + Text(type.name.substr(1)) + ", " + Text("/Script/" + module) + ", "
			+ (type.bases.empty() ? "nullptr" : "Host::StructOf<" + type.bases[0] + ">()") + ", &FHostReflect_" + type.name + "::Describe, "
			+ MetaText(MetaOf(type.specifiers, type.comment)) + ");\n\treturn Struct;\n}\n";
		out += "static const Host::FRegistrar HostRegister_" + type.name + "([] { " + type.name + "::StaticStruct(); });\n\n";
	}

	/// The parameters of a call by name, in order, the result last; and the function that unpacks them.
	void WriteThunk(const ReflectedType& type, const Function& function)
	{
		std::string& out = files.source;
		out += "\tstruct " + function.name + "_Parms\n\t{\n";
		for (const Parameter& parameter : function.parameters)
			out += "\t\t" + parameter.type.ValueText() + " " + parameter.name + "{};\n";
		const bool hasResult = function.returnType.text != "void";
		if (hasResult)
			out += "\t\t" + function.returnType.ValueText() + " ReturnValue{};\n";
		out += "\t};\n\tstatic void Exec_" + function.name + "([[maybe_unused]] UObject* Context, [[maybe_unused]] void* Raw)\n\t{\n";
		// A call without parameters may come without memory for them.
		if (hasResult || !function.parameters.empty())
			out += "\t\t[[maybe_unused]] auto& Parms = *static_cast<" + function.name + "_Parms*>(Raw);\n";
		if (!function.specifiers.Has("BlueprintImplementableEvent"))
		{
			const std::string target = function.isStatic ? type.name + "::" : "static_cast<" + type.name + "*>(Context)->";
			out += std::string("\t\t") + (hasResult ? "Parms.ReturnValue = " : "") + target + function.name
				+ (IsEvent(function) ? "_Implementation" : "") + "(" + ArgumentList(function, "Parms.") + ");\n";
		}
		out += "\t}\n";
	}

	void WriteFunctionDescription(const Function& function)
	{
		std::string& out = files.source;
		std::vector<std::string> flags{"FUNC_Native",
			function.access == Access::Public          ? "FUNC_Public"
				: function.access == Access::Protected ? "FUNC_Protected"
													   : "FUNC_Private"};
		if (function.isStatic)
			flags.push_back("FUNC_Static");
		if (function.isConst)
			flags.push_back("FUNC_Const");
		const std::string parms = function.name + "_Parms";
		out += "\t\t{\n\t\t\t[[maybe_unused]] Host::FFunctionBuilder Function = Builder.Function<" + parms + ">(" + Text(function.name)
			+ ", &Exec_" + function.name + ", " + FlagsText(function.specifiers, FunctionFlags, flags) + ", "
			+ MetaText(MetaOf(function.specifiers, function.comment)) + ");\n";
		const auto add = [&](const std::string& name, const Type& type, const std::string& flag)
		{
			out += "\t\t\tFunction.Add(Host::MakeProperty<decltype(" + parms + "::" + name + ")>(" + Text(name)
				+ ", [](void* Container) -> void* { return &static_cast<" + parms + "*>(Container)->" + name + "; }, " + flag + ", {}, "
				+ ClassFunction(type) + "));\n";
		};
		for (const Parameter& parameter : function.parameters)
		{
			const bool isOut = parameter.type.isReference && !parameter.type.isConst;
			add(parameter.name, parameter.type, isOut ? "CPF_Parm | CPF_OutParm" : "CPF_Parm");
			if (parameter.hasDefault)
				out += "\t\t\tFunction.Default(" + Text(parameter.name) + ", " + Text(parameter.defaultValue) + ");\n";
		}
		if (function.returnType.text != "void")
			add("ReturnValue", function.returnType, "CPF_Parm | CPF_OutParm | CPF_ReturnParm");
		out += "\t\t}\n";
	}

	/// Bodies that the engine's header tool would write: events call what the Blueprint or _Implementation does.
	void WriteEventBody(const ReflectedType& type, const Function& function)
	{
		const bool implementable = function.specifiers.Has("BlueprintImplementableEvent");
		if (!implementable && !IsEvent(function))
			return;
		std::string& out = files.source;
		const bool hasResult = function.returnType.text != "void";
		const std::string parms = "FHostReflect_" + type.name + "::" + function.name + "_Parms";
		out += function.returnType.text + " " + type.name + "::" + function.name + "(" + ParameterList(function) + ")"
			+ (function.isConst ? " const" : "") + "\n{\n";
		out += "\t" + parms + " Parms{" + ArgumentList(function, "")
			+ (hasResult ? std::string(function.parameters.empty() ? "{}" : ", {}") : "") + "};\n";
		out += std::string("\t") + (function.isConst ? "const_cast<" + type.name + "*>(this)->" : "")
			+ "ProcessEvent(FindFunctionChecked(FName(" + Text(function.name) + ")), &Parms);\n";
		for (const Parameter& parameter : function.parameters)
			if (parameter.type.isReference && !parameter.type.isConst)
				out += "\t" + parameter.name + " = Parms." + parameter.name + ";\n";
		if (hasResult)
			out += "\treturn Parms.ReturnValue;\n";
		out += "}\n";
	}

	void WriteClass(const ReflectedType& type)
	{
		std::string& out = files.source;
		const std::string reflect = "FHostReflect_" + type.name;
		const bool takesInitialiser = ConstructorOf(type) != Constructor::Default;
		out += "struct " + reflect + "\n{\n";
		out +=
			"\tstatic void Construct(const FObjectInitializer& Initializer, void* Memory)\n\t{\n\t\t(void)Initializer;\n\t\tnew (Memory) "
			+ type.name + (takesInitialiser ? "(Initializer)" : "()") + ";\n\t}\n";
		const bool isInterface = type.kind == ReflectedKind::Interface;
		for (const Function& function : type.functions)
			if (function.reflected && !isInterface)
				Guarded(out, function.conditions, type.conditions, [&] { WriteThunk(type, function); });
		out += "\tstatic void Describe(Host::FClassBuilder& Builder)\n\t{\n\t\t(void)Builder;\n";
		WriteProperties(type);
		for (std::size_t i = 1; i < type.bases.size(); ++i)
			if (const ReflectedType* base = known.Find(type.bases[i]); base && base->kind == ReflectedKind::NativeInterface)
				out += "\t\tBuilder.Interface(" + type.bases[i]
					+ "::UClassType::StaticClass(), [](UObject* Object) -> void* { return static_cast<" + type.bases[i] + "*>(static_cast<"
					+ type.name + "*>(Object)); });\n";
		for (const Function& function : type.functions)
			if (function.reflected && !isInterface)
				Guarded(out, function.conditions, type.conditions, [&] { WriteFunctionDescription(function); });
		out += "\t}\n};\n";
		std::vector<std::string> flags{"CLASS_Native"};
		if (isInterface)
			flags.push_back("CLASS_Interface");
		out += "UClass* " + type.name + "::StaticClass()\n{\n\tstatic UClass* Class = Host::MakeClass<" + type.name + ">("
			+ Text(type.name.substr(1)) + ", " + Text("/Script/" + module) + ", " + Super(type) + "::StaticClass(), "
			+ FlagsText(type.specifiers, ClassFlags, flags) + ", &" + reflect + "::Construct, &" + reflect + "::Describe, "
			+ MetaText(MetaOf(type.specifiers, type.comment)) + ");\n\treturn Class;\n}\n";
		out += "UClass* HostClassOf_" + type.name + "()\n{\n\treturn " + type.name + "::StaticClass();\n}\n";
		out += "static const Host::FRegistrar HostRegister_" + type.name + "([] { " + type.name + "::StaticClass(); });\n";
		if (ConstructorOf(type) == Constructor::None)
			out += type.name + "::" + type.name + "(const FObjectInitializer& ObjectInitializer)\n"
				+ (SuperTakesInitialiser(type) ? "\t: Super(ObjectInitializer)\n" : "") + "{\n\t(void)ObjectInitializer;\n}\n";
		for (const Function& function : type.functions)
			if (function.reflected && !isInterface)
				Guarded(out, function.conditions, type.conditions, [&] { WriteEventBody(type, function); });
		out += "\n";
	}

	const ParsedFile& file;
	std::string includePath;
	std::string module;
	KnownTypes known;
	std::string fileId;
	GeneratedFiles files;
};

std::string JsonText(const std::string& text)
{
	return "\"" + Escape(text) + "\"";
}

std::string JsonMeta(const Specifiers& specifiers, const std::string& comment)
{
	std::string text;
	for (const auto& [key, value] : MetaOf(specifiers, comment))
		text += (text.empty() ? "" : ", ") + JsonText(key) + ": " + JsonText(value);
	return "{" + text + "}";
}

std::string JsonFlags(const Specifiers& specifiers)
{
	std::string text;
	for (const Specifier& specifier : specifiers.list)
		if (!specifier.hasValue)
			text += (text.empty() ? "" : ", ") + JsonText(specifier.key);
	return "[" + text + "]";
}

std::string JsonFunction(const Function& function)
{
	std::string parameters;
	for (const Parameter& parameter : function.parameters)
		parameters += (parameters.empty() ? "" : ", ") + ("{\"name\": " + JsonText(parameter.name)) + ", \"type\": "
			+ JsonText(parameter.type.text) + (parameter.hasDefault ? ", \"default\": " + JsonText(parameter.defaultValue) : "") + "}";
	return "{\"name\": " + JsonText(function.name) + ", \"returns\": " + JsonText(function.returnType.text) + ", \"parameters\": ["
		+ parameters + "], \"specifiers\": " + JsonFlags(function.specifiers)
		+ ", \"meta\": " + JsonMeta(function.specifiers, function.comment) + "}";
}

}

GeneratedFiles Generate(const ParsedFile& file, const std::string& includePath, const RuleContext& context)
{
	return FileWriter(file, includePath, context).Run();
}

std::string ReflectionAsJson(const std::vector<ParsedFile>& files, const std::string& module)
{
	std::string types;
	for (const ParsedFile& file : files)
		for (const ReflectedType& type : file.types)
		{
			if (!type.IsReflected())
				continue;
			std::string properties, functions, enumerators;
			for (const Property& property : type.properties)
				properties += (properties.empty() ? "\n    " : ",\n    ") + ("{\"name\": " + JsonText(property.name)) + ", \"type\": "
					+ JsonText(property.type.text) + ", \"default\": " + JsonText(property.initialiser) + ", \"specifiers\": "
					+ JsonFlags(property.specifiers) + ", \"meta\": " + JsonMeta(property.specifiers, property.comment) + "}";
			for (const Function& function : type.functions)
				if (function.reflected)
					functions += (functions.empty() ? "\n    " : ",\n    ") + JsonFunction(function);
			for (const Enumerator& enumerator : type.enumerators)
				enumerators += (enumerators.empty() ? "\n    " : ",\n    ") + ("{\"name\": " + JsonText(enumerator.name))
					+ ", \"meta\": " + JsonMeta(enumerator.specifiers, enumerator.comment) + "}";
			types += (types.empty() ? "\n  " : ",\n  ") + ("{\"name\": " + JsonText(type.name))
				+ ", \"super\": " + JsonText(type.bases.empty() ? "" : type.bases[0]) + ", \"header\": " + JsonText(file.BaseName() + ".h")
				+ ", \"specifiers\": " + JsonFlags(type.specifiers) + ", \"meta\": " + JsonMeta(type.specifiers, type.comment)
				+ ", \"properties\": [" + properties + "], \"functions\": [" + functions + "], \"enumerators\": [" + enumerators + "]}";
		}
	return "{\"module\": " + JsonText(module) + ", \"types\": [" + types + "]}\n";
}

}
