#pragma once

#include "Lexer.h"

#include <string>
#include <vector>

namespace HeaderTool
{

/// One entry of UPROPERTY(...): `EditAnywhere`, `Category = "SPHSolids"`, `ClassGroup = (SPHSolids)`.
struct Specifier
{
	std::string key;
	std::string value; ///< without quotes
	bool hasValue = false;
	bool quoted = false;
	int line = 0;
};

struct Specifiers
{
	std::vector<Specifier> list;
	std::vector<Specifier> meta; ///< what stands in meta = (...)

	const Specifier* Find(std::string_view key) const;
	const Specifier* FindMeta(std::string_view key) const;
	bool Has(std::string_view key) const { return Find(key) != nullptr; }
	/// Any key that starts so, for example "Edit".
	const Specifier* FindPrefix(std::string_view prefix) const;
};

/// A C++ type as it is written. `text` is the whole, without default value and name.
struct Type
{
	std::string text;
	std::string name;            ///< without const, class, struct, &, *, and template arguments: "TArray"
	std::vector<Type> arguments; ///< of the template
	bool isConst = false;
	bool isReference = false;
	int pointers = 0;

	/// The type a copy of it has: no const, no reference.
	std::string ValueText() const;
};

enum class Access
{
	Public,
	Protected,
	Private
};

struct Property
{
	std::string name;
	Type type;
	Specifiers specifiers;
	std::string comment;
	std::string arraySize;   ///< "4" of `int32 Values[4]`
	std::string bitWidth;    ///< "1" of `uint8 bFlag : 1`
	std::string initialiser; ///< text after = or inside {}, empty if there is none
	bool hasInitialiser = false;
	Access access = Access::Public;
	std::vector<std::string> conditions; ///< the #if lines around it
	int line = 0;                        ///< of UPROPERTY
};

struct Parameter
{
	std::string name;
	Type type;
	std::string defaultValue;
	bool hasDefault = false;
};

struct Function
{
	std::string name;
	Type returnType;
	std::vector<Parameter> parameters;
	Specifiers specifiers;
	std::string comment;
	bool reflected = false; ///< stands behind UFUNCTION
	bool isVirtual = false, isOverride = false, isStatic = false, isConst = false, hasBody = false, isPure = false;
	Access access = Access::Public;
	std::vector<std::string> conditions;
	int line = 0;
};

struct Enumerator
{
	std::string name;
	std::string value; ///< text after =
	Specifiers specifiers;
	std::string comment;
	int line = 0;
};

enum class ReflectedKind
{
	Class,
	Struct,
	Interface,       ///< the U half: UINTERFACE() class UThing : public UInterface
	NativeInterface, ///< the I half: plain class IThing with GENERATED_BODY
	Plain,           ///< neither: known for its virtual functions and for nesting rules
	Enum
};

struct ReflectedType
{
	ReflectedKind kind = ReflectedKind::Plain;
	std::string name;
	std::string apiMacro;
	std::vector<std::string> bases; ///< names as written, first is the super class
	Specifiers specifiers;
	std::string comment;
	bool isTemplate = false;
	bool isEnumClass = false;
	std::string underlying; ///< of an enum
	std::vector<Property> properties;
	std::vector<Function> functions;
	std::vector<Enumerator> enumerators;
	/// Data members without UPROPERTY, for the rules on object pointers.
	std::vector<Property> plainMembers;
	bool hasGeneratedBody = false;
	bool generatedBodyFirst = false;
	int generatedBodyLine = 0;
	std::string enclosing; ///< namespace or class around it, empty at file scope
	std::vector<std::string> conditions;
	int line = 0; ///< of the macro, or of `class`

	bool IsReflected() const { return kind != ReflectedKind::Plain && kind != ReflectedKind::NativeInterface; }
};

struct DelegateDeclaration
{
	std::string macro; ///< DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam
	std::string name;
	int arguments = 0; ///< after the name (and after the return type of _RetVal)
	bool isMulticast = false;
	bool isDynamic = false;
	std::string enclosing;
	std::vector<std::string> conditions;
	int line = 0;
};

/// A function body, in a header or a source file: which function, and the tokens between its braces.
struct FunctionBody
{
	std::string className; ///< empty for a free function
	std::string name;      ///< equals className for a constructor
	std::size_t begin = 0, end = 0;
	int line = 0;
};

struct ParsedFile
{
	std::string path; ///< as given
	std::string text;
	std::vector<Token> tokens;
	std::vector<ReflectedType> types;
	std::vector<DelegateDeclaration> delegates;
	std::vector<FunctionBody> bodies;

	bool IsHeader() const;
	bool HasReflection() const;
	/// File name without folder and ending.
	std::string BaseName() const;
};

}
