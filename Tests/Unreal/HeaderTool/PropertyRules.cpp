// R10 to R13, R16, R17, R19: what may be a property and how it is described.

#include "RuleSupport.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace HeaderTool
{
namespace
{

bool Contains(const std::set<std::string>& set, const std::string& value)
{
	return set.count(value) != 0;
}

const std::set<std::string> BlueprintScalars{"bool", "uint8", "int32", "int64", "float", "double", "FString", "FName", "FText"};
const std::set<std::string> OtherScalars{"int8", "int16", "uint16", "uint32", "uint64"};
/// Structs of the engine that are reflected, beside those whose headers the host has.
const std::set<std::string> EngineStructs{"FVector", "FVector2D", "FVector4", "FRotator", "FQuat", "FTransform", "FMatrix", "FPlane",
	"FBox", "FBoxSphereBounds", "FLinearColor", "FColor", "FGuid", "FSoftObjectPath", "FSoftClassPath", "FIntPoint", "FIntVector",
	"FDateTime", "FTimespan", "FInstancedStruct", "FRandomStream", "FDirectoryPath", "FFilePath", "FFloatInterval", "FRuntimeFloatCurve",
	"FBodyInstance", "FHitResult"};
const std::set<std::string> NotOnPins{"FVector3f", "FVector2f", "FVector4f", "FQuat4f", "FTransform3f"};
const std::set<std::string> ObjectTemplates{
	"TObjectPtr", "TSubclassOf", "TSoftObjectPtr", "TSoftClassPtr", "TWeakObjectPtr", "TLazyObjectPtr", "TScriptInterface"};
const std::set<std::string> Units{"cm", "m", "mm", "km", "s", "ms", "us", "ns", "Min", "Hours", "Days", "kg", "g", "mg", "deg", "rad",
	"Degrees", "Radians", "cm/s", "CentimetersPerSecond", "m/s", "MetersPerSecond", "km/h", "N", "Newtons", "kgf", "lbf", "Percent", "%",
	"Multiplier", "x", "C", "Celsius", "K", "Kelvin", "F", "Hz", "kHz", "B", "KB", "MB", "GB", "lm", "cd", "lux", "EV", "cm2", "m2", "cm3",
	"m3", "DegreesPerSecond", "deg/s", "rad/s", "RadiansPerSecond", "N.m", "kPa", "Pa"};

bool LooksLikeObject(const std::string& name)
{
	return name.size() > 1 && (name[0] == 'U' || name[0] == 'A' || name[0] == 'I') && std::isupper(static_cast<unsigned char>(name[1]));
}

std::string WithoutNamespace(const std::string& name)
{
	const std::size_t colons = name.rfind("::");
	return colons == std::string::npos ? name : name.substr(colons + 2);
}

bool IsPlainData(const Type& type, const KnownTypes& known)
{
	if (type.pointers > 0)
		return true;
	if (Contains(OtherScalars, type.name) || type.name == "TEnumAsByte")
		return true;
	if (Contains(BlueprintScalars, type.name))
		return type.name[0] != 'F';
	const ReflectedType* found = known.Find(type.name);
	return found && found->kind == ReflectedKind::Enum;
}

void CheckKind(const ReflectedType& owner, const Property& property, const KnownTypes& known, const Reporter& report)
{
	const std::string label = owner.name + "::" + property.name;
	const Type& type = property.type;
	const bool rawObject = type.pointers > 0 && LooksLikeObject(type.name);
	const bool rawInside =
		std::any_of(type.arguments.begin(), type.arguments.end(), [](const Type& t) { return t.pointers > 0 && LooksLikeObject(t.name); });
	if (rawObject || rawInside)
		report("R11", property.line,
			label + " holds a raw object pointer; write TObjectPtr<" + (rawObject ? type.name : type.arguments.back().name) + ">.");
	else if (const std::string why = WhyNotReflectable(type, known, false); !why.empty())
		report("R10", property.line, label + ": " + why);
	else if (IsBlueprintExposed(property.specifiers))
		if (const std::string whyPin = WhyNotOnPin(type, known); !whyPin.empty())
			report(known.Find(type.name) ? "R17" : "R10", property.line, label + ": " + whyPin);
	if (!property.arraySize.empty())
	{
		if (IsContainer(type.name))
			report("R10", property.line, label + " is a C array of containers; write a TArray of a struct.");
		if (IsBlueprintExposed(property.specifiers))
			report("R10", property.line,
				label + " is a C array, which Blueprints cannot see; write a TArray or take the Blueprint specifier away.");
	}
	if (!property.bitWidth.empty() && (property.bitWidth != "1" || (type.name != "uint8" && type.name != "uint32" && type.name != "bool")))
		report("R10", property.line, label + " is a bit field; only uint8 with width 1 can be reflected.");
}

void CheckAccess(const ReflectedType& owner, const Property& property, const Reporter& report)
{
	const std::string label = owner.name + "::" + property.name;
	const Specifiers& s = property.specifiers;
	const bool read = s.Has("BlueprintReadOnly"), write = s.Has("BlueprintReadWrite");
	if (read && write)
		report("R12", property.line, label + " is both BlueprintReadOnly and BlueprintReadWrite; keep one.");
	if ((read || write) && property.access == Access::Private && !s.FindMeta("AllowPrivateAccess"))
		report("R12", property.line,
			label + " is private and exposed to Blueprints; add meta = (AllowPrivateAccess = \"true\") or make it protected.");
	const Specifier* edit = nullptr;
	const Specifier* visible = s.FindPrefix("Visible");
	for (const Specifier& specifier : s.list)
		if (StartsWith(specifier.key, "Edit") && specifier.key != "EditFixedSize" && specifier.key != "EditInline")
			edit = &specifier;
	if (edit && visible)
		report("R12", property.line, label + " is both " + edit->key + " and " + visible->key + "; keep one.");
	if ((IsShownInEditor(s) || IsBlueprintExposed(s)) && !s.Has("Category"))
		report("R13", property.line, label + " is shown to the user but has no Category; add Category = \"SPHSolids\".");
}

void CheckMeta(const ReflectedType& owner, const Property& property, const KnownTypes& known, const Reporter& report)
{
	const std::string label = owner.name + "::" + property.name;
	for (const Specifier& meta : property.specifiers.meta)
	{
		if (meta.hasValue && !meta.quoted)
		{
			report("R19", meta.line,
				"meta " + meta.key + " of " + label + " is not a quoted string; write " + meta.key + " = \"" + meta.value + "\".");
			continue;
		}
		const bool isNumber = meta.key == "ClampMin" || meta.key == "ClampMax" || meta.key == "UIMin" || meta.key == "UIMax";
		char* end = nullptr;
		if (isNumber && (std::strtod(meta.value.c_str(), &end), meta.value.empty() || *end != '\0'))
			report("R19", meta.line, "meta " + meta.key + " of " + label + " is \"" + meta.value + "\", which is not a number.");
		if ((meta.key == "Units" || meta.key == "ForceUnits") && !Contains(Units, meta.value))
			report("R19", meta.line,
				"meta " + meta.key + " of " + label + " is \"" + meta.value
					+ "\", a unit that the editor does not know; use cm, s, kg, deg, ...");
		if (meta.key == "EditCondition")
		{
			const std::vector<Token> words = Tokenise(meta.value);
			for (std::size_t i = 0; i < words.size(); ++i)
			{
				const bool qualified = (i + 1 < words.size() && words[i + 1].Is("::")) || (i > 0 && words[i - 1].Is("::"));
				if (!words[i].IsIdentifier() || qualified || words[i].Is("true") || words[i].Is("false") || words[i].Is("nullptr"))
					continue;
				bool exists = false;
				for (const ReflectedType* type : known.WithBases(owner))
					for (const Property& other : type->properties)
						exists |= other.name == words[i].text;
				if (!exists)
					report("R19", meta.line,
						"EditCondition of " + label + " names " + words[i].text + ", which is no property of " + owner.name + ".");
			}
		}
	}
}

bool SourceHasReplication(const RuleContext& context, const std::string& owner, const std::string& property)
{
	for (const ParsedFile& file : *context.files)
		for (std::size_t i = 0; i + 4 < file.tokens.size(); ++i)
			if (StartsWith(file.tokens[i].text, "DOREPLIFETIME") && file.tokens[i + 2].Is(owner) && file.tokens[i + 4].Is(property))
				return true;
	return false;
}

void CheckReplication(const ReflectedType& owner, const Property& property, const RuleContext& context, const Reporter& report)
{
	const std::string label = owner.name + "::" + property.name;
	for (const Specifier& meta : property.specifiers.meta)
		if (meta.key == "Replicated" || meta.key == "ReplicatedUsing")
			report("R16", meta.line, meta.key + " of " + label + " stands in meta; it is a specifier of UPROPERTY itself, move it out.");
	const Specifier* notify = property.specifiers.Find("ReplicatedUsing");
	if (!notify && !property.specifiers.Has("Replicated"))
		return;
	const auto declares = [&](const std::string& name, bool reflected)
	{
		return std::any_of(owner.functions.begin(), owner.functions.end(),
			[&](const Function& f) { return f.name == name && (!reflected || f.reflected); });
	};
	if (!declares("GetLifetimeReplicatedProps", false))
		report("R16", property.line,
			label + " is replicated but " + owner.name + " does not override GetLifetimeReplicatedProps; declare and define it.");
	if (!SourceHasReplication(context, owner.name, property.name))
		report("R16", property.line,
			label + " is replicated but no source file says DOREPLIFETIME(" + owner.name + ", " + property.name + ").");
	if (notify && !declares(notify->value, true))
		report("R16", property.line, notify->value + ", the notification of " + label + ", is no UFUNCTION() of " + owner.name + ".");
}

void CheckStruct(const ReflectedType& type, const KnownTypes& known, const Reporter& report)
{
	for (const Function& function : type.functions)
		if (function.reflected)
			report("R17", function.line,
				"struct " + type.name + " has the UFUNCTION " + function.name
					+ "; structs cannot have any, move it to a function library.");
	for (const Property& property : type.properties)
	{
		if (property.access != Access::Public)
			report("R17", property.line, type.name + "::" + property.name + " is not public; data of a reflected struct is.");
		if (!property.hasInitialiser && IsPlainData(property.type, known) && property.bitWidth.empty())
			report("R17", property.line,
				type.name + "::" + property.name
					+ " has no default value; write one, uninitialised properties fail the engine's startup test.");
	}
}

}

bool IsContainer(const std::string& typeName)
{
	return typeName == "TArray" || typeName == "TSet" || typeName == "TMap";
}

std::string WhyNotReflectable(const Type& type, const KnownTypes& known, bool raw)
{
	if (StartsWith(type.name, "std::"))
		return type.text + " is of the standard library, which reflection does not know; use the engine's type.";
	if (type.isReference && !raw)
		return "a property cannot be a reference; store the value or a pointer.";
	if (type.pointers > 0)
	{
		if (raw && type.pointers == 1 && LooksLikeObject(type.name))
			return {};
		return type.text + " is a pointer to something that is no object; reflection cannot follow it.";
	}
	for (const char* name : {"TSharedPtr", "TSharedRef", "TUniquePtr", "TOptional", "TFunction", "TArrayView", "TConstArrayView",
			 "TWeakPtr", "TVariant", "TTuple"})
		if (type.name == name)
			return type.text + " cannot be reflected; leave the macro away, or store something that can.";
	if (IsContainer(type.name))
	{
		for (const Type& argument : type.arguments)
		{
			if (IsContainer(argument.name))
				return type.text + " nests containers; put the inner one into a USTRUCT.";
			if (const std::string why = WhyNotReflectable(argument, known, raw); !why.empty())
				return why;
		}
		return type.arguments.empty() ? type.text + " names no element type." : std::string();
	}
	if (Contains(ObjectTemplates, type.name))
	{
		if (type.arguments.size() == 1 && LooksLikeObject(type.arguments[0].name))
			return {};
		return type.text + " does not point to an object class.";
	}
	if (type.name == "TEnumAsByte")
		return {};
	const std::string name = WithoutNamespace(type.name);
	if (Contains(BlueprintScalars, name) || Contains(OtherScalars, name) || Contains(EngineStructs, name) || Contains(NotOnPins, name)
		|| known.IsDynamicDelegate(name))
		return {};
	if (const ReflectedType* found = known.Find(name);
		found && (found->kind == ReflectedKind::Struct || found->kind == ReflectedKind::Enum))
		return {};
	if (const ReflectedType* found = known.Find(name); found && found->IsReflected())
		return "an object cannot be held by value; write TObjectPtr<" + name + ">.";
	return type.text + " is not known to be reflected; give it USTRUCT or UENUM, or leave the macro of this one away.";
}

std::string WhyNotOnPin(const Type& type, const KnownTypes& known)
{
	const std::string name = WithoutNamespace(type.name);
	if (Contains(OtherScalars, name))
		return name + " does not exist in Blueprints; use int32, int64 or uint8, or take the Blueprint specifier away.";
	if (Contains(NotOnPins, name))
		return name + " does not exist in Blueprints; use the double-precision type, or take the Blueprint specifier away.";
	for (const Type& argument : type.arguments)
		if (const std::string why = WhyNotOnPin(argument, known); !why.empty())
			return why;
	const ReflectedType* found = known.Find(name);
	if (found && (found->kind == ReflectedKind::Struct || found->kind == ReflectedKind::Enum) && !found->specifiers.Has("BlueprintType"))
		return name + " is no BlueprintType; add that specifier to its declaration.";
	return {};
}

void CheckProperties(const ParsedFile& file, const RuleContext& context, const KnownTypes& known, const Reporter& report)
{
	for (const ReflectedType& type : file.types)
	{
		if (!type.IsReflected())
			continue;
		if (type.kind == ReflectedKind::Struct)
			CheckStruct(type, known, report);
		for (const Property& property : type.properties)
		{
			CheckKind(type, property, known, report);
			CheckAccess(type, property, report);
			CheckMeta(type, property, known, report);
			CheckReplication(type, property, context, report);
			if (known.IsMulticastDelegate(property.type.name) && !property.specifiers.Has("BlueprintAssignable"))
				report("R18", property.line,
					type.name + "::" + property.name
						+ " is a dynamic multicast delegate that no Blueprint can bind; add BlueprintAssignable.");
			if ((IsShownInEditor(property.specifiers) || IsBlueprintExposed(property.specifiers)) && property.comment.empty())
				report("W27", property.line,
					type.name + "::" + property.name
						+ " has no comment above UPROPERTY; that comment is its tooltip, write what it is and its unit.");
			for (const char* markup : {"<b>", "</", "<br", "**", "`", "[["})
				if (property.comment.find(markup) != std::string::npos)
					report("W27", property.line,
						"the tooltip of " + type.name + "::" + property.name + " contains the markup " + markup
							+ ", which the editor shows as it is.");
		}
		for (const Property& member : type.plainMembers)
			if (type.kind == ReflectedKind::Class
				&& (member.type.name == "TObjectPtr" || (member.type.pointers > 0 && LooksLikeObject(member.type.name))))
				report("R11", member.line,
					type.name + "::" + member.name
						+ " points to an object without UPROPERTY, so garbage collection does not see it; add UPROPERTY(Transient) or use "
						  "TWeakObjectPtr.");
	}
}

}
