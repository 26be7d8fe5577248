#include "Parser.h"

#include <algorithm>
#include <array>
#include <set>

namespace HeaderTool
{
namespace
{

constexpr std::array CountWords{"One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"};

bool EndsWith(std::string_view text, std::string_view ending)
{
	return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

bool IsApiMacro(std::string_view word)
{
	return EndsWith(word, "_API");
}

/// Words that stand before a declaration and say nothing of its type.
bool IsDeclarationKeyword(std::string_view word)
{
	static const std::set<std::string_view> words{"virtual", "static", "inline", "explicit", "constexpr", "consteval", "FORCEINLINE",
		"mutable", "friend", "typename", "class", "struct", "enum", "extern", "UE_NODISCARD"};
	return words.count(word) || IsApiMacro(word);
}

using Tokens = std::vector<Token>;

/// Index of the token that closes the bracket at `open`, or the End token's.
std::size_t FindClosing(const Tokens& tokens, std::size_t open)
{
	const std::string opening = tokens[open].text;
	const std::string closing = opening == "(" ? ")" : opening == "{" ? "}" : opening == "[" ? "]" : ">";
	int depth = 0;
	for (std::size_t i = open; i < tokens.size(); ++i)
	{
		if (tokens[i].kind == TokenKind::Punctuation && tokens[i].text == opening)
			++depth;
		else if (tokens[i].kind == TokenKind::Punctuation && tokens[i].text == closing && --depth == 0)
			return i;
		// A < that never closes before the statement ends was a comparison.
		else if (opening == "<" && (tokens[i].Is(";") || tokens[i].Is("{")))
			return open;
	}
	return tokens.size() - 1;
}

Type ParseType(const Tokens& tokens, std::size_t begin, std::size_t end)
{
	Type type;
	std::vector<Token> kept;
	for (std::size_t i = begin; i < end; ++i)
	{
		const Token& token = tokens[i];
		if (token.kind == TokenKind::Directive || IsDeclarationKeyword(token.text))
			continue;
		if (token.Is("UPARAM") && i + 1 < end)
		{
			i = FindClosing(tokens, i + 1);
			continue;
		}
		if (token.Is("const"))
			type.isConst = true;
		kept.push_back(token);
	}
	std::size_t i = 0;
	while (i < kept.size())
	{
		const Token& token = kept[i];
		if (token.Is("&"))
			type.isReference = true;
		else if (token.Is("*"))
			++type.pointers;
		else if (token.Is("<"))
		{
			const std::size_t close = std::min(FindClosing(kept, i), kept.size());
			std::size_t start = i + 1;
			int depth = 0;
			for (std::size_t j = i + 1; j <= close && j < kept.size(); ++j)
			{
				if (kept[j].Is("<") || kept[j].Is("("))
					++depth;
				if ((kept[j].Is(">") || kept[j].Is(")")) && j != close)
					--depth;
				if (j == close || (kept[j].Is(",") && depth == 0))
				{
					type.arguments.push_back(ParseType(kept, start, j));
					start = j + 1;
				}
			}
			i = close;
		}
		else if (!token.Is("const") && (token.IsIdentifier() || token.Is("::")))
			type.name += (token.IsIdentifier() && !type.name.empty() && !EndsWith(type.name, "::") ? " " : "") + token.text;
		++i;
	}
	type.text = Join(kept, 0, kept.size());
	return type;
}

class FileParser
{
public:
	FileParser(ParsedFile& parsed, Diagnostics& out)
		: file(parsed)
		, tokens(parsed.tokens)
		, diagnostics(out)
	{
	}

	void Run()
	{
		while (Now().kind != TokenKind::End)
		{
			ParseScope("");
			if (Now().Is("}"))
				++position; // one too many: go on, the compiler will say it better
		}
	}

private:
	const Token& Now() const { return tokens[std::min(position, tokens.size() - 1)]; }
	std::size_t Behind(std::size_t index) const { return std::min(index + 1, tokens.size() - 1); }
	const Token& Next(std::size_t ahead = 1) const { return tokens[std::min(position + ahead, tokens.size() - 1)]; }
	bool AtEnd() const { return Now().kind == TokenKind::End; }

	void Report(int line, std::string message) { diagnostics.push_back({file.path, line, "parse", std::move(message)}); }

	void HandleDirective()
	{
		const std::string name = DirectiveName(Now());
		const std::string rest = DirectiveRest(Now());
		if (name == "if")
			conditions.push_back(rest);
		else if (name == "ifdef")
			conditions.push_back("defined(" + rest + ")");
		else if (name == "ifndef")
			conditions.push_back("!defined(" + rest + ")");
		else if (name == "elif" && !conditions.empty())
			conditions.back() = rest;
		else if (name == "else" && !conditions.empty())
			conditions.back() = "!(" + conditions.back() + ")";
		else if (name == "endif" && !conditions.empty())
			conditions.pop_back();
		++position;
	}

	/// File or namespace scope, until the brace that closes it (not consumed) or the end.
	void ParseScope(const std::string& enclosing)
	{
		std::size_t statement = position;
		bool isTemplate = false;
		while (!AtEnd() && !Now().Is("}"))
		{
			const Token& token = Now();
			const auto endStatement = [&]
			{
				statement = position;
				isTemplate = false;
			};
			if (token.kind == TokenKind::Directive)
			{
				const bool fresh = statement == position;
				HandleDirective();
				if (fresh)
					statement = position;
			}
			else if (token.Is("template") && Next().Is("<"))
			{
				isTemplate = true;
				position = Behind(FindClosing(tokens, position + 1));
				statement = position;
			}
			else if (token.Is("namespace") && statement == position)
				ParseNamespace(enclosing), endStatement();
			else if (IsReflectionMacro(token))
				ParseReflectedType(enclosing, isTemplate), endStatement();
			else if (token.IsIdentifier() && token.text.rfind("DECLARE_", 0) == 0 && token.text.find("DELEGATE") != std::string::npos
				&& Next().Is("("))
				ParseDelegate(enclosing), endStatement();
			else if ((token.Is("class") || token.Is("struct")) && statement == position)
			{
				ParsePlainType(enclosing, isTemplate);
				endStatement();
			}
			else if (token.Is("{"))
			{
				ParseBodyOfStatement(statement, enclosing);
				endStatement();
			}
			else
			{
				const bool ends = token.Is(";");
				++position;
				if (ends)
					endStatement();
			}
		}
	}

	void ParseNamespace(const std::string& enclosing)
	{
		++position;
		std::string name;
		while (!AtEnd() && !Now().Is("{") && !Now().Is(";") && !Now().Is("="))
			name += tokens[position++].text;
		if (!Now().Is("{"))
			return;
		++position;
		ParseScope(enclosing.empty() ? "namespace " + name : enclosing + "::" + name);
		if (Now().Is("}"))
			++position;
	}

	static bool IsReflectionMacro(const Token& token)
	{
		return token.Is("UCLASS") || token.Is("USTRUCT") || token.Is("UENUM") || token.Is("UINTERFACE");
	}

	/// A brace at file scope: a function's body, or an initialiser.
	void ParseBodyOfStatement(std::size_t statement, const std::string& enclosing)
	{
		FunctionBody body;
		body.line = tokens[statement].line;
		std::size_t open = statement;
		while (open < position && !tokens[open].Is("("))
			++open;
		const bool isFunction = open < position && open > statement;
		if (isFunction && IsMemberInitialiser(open))
		{
			position = FindClosing(tokens, position); // ParseScope goes on to the body's own brace
			++position;
			while (!AtEnd() && !Now().Is("{") && !Now().Is(";"))
				++position;
			if (Now().Is("{"))
				ParseBodyOfStatement(statement, enclosing);
			return;
		}
		if (isFunction)
		{
			body.name = tokens[open - 1].text;
			if (open >= statement + 2 && tokens[open - 2].Is("~"))
				body.name = "~" + body.name;
			for (std::size_t i = open; i-- > statement;)
				if (tokens[i].Is("::") && i > statement && tokens[i - 1].IsIdentifier())
				{
					body.className = tokens[i - 1].text;
					break;
				}
		}
		const std::size_t close = FindClosing(tokens, position);
		body.begin = position + 1;
		body.end = close;
		if (isFunction)
			file.bodies.push_back(body);
		position = Behind(close);
	}

	/// In `Foo::Foo() : a{1}, b(2) {`: is the brace at `position` an initialiser rather than the body?
	bool IsMemberInitialiser(std::size_t parametersOpen) const
	{
		const std::size_t parametersClose = FindClosing(tokens, parametersOpen);
		bool list = false;
		for (std::size_t i = parametersClose; i < position; ++i)
			list |= tokens[i].Is(":");
		const Token& before = tokens[position - 1];
		return list && (before.IsIdentifier() || before.Is(">"));
	}

	Specifiers ParseSpecifiers()
	{
		Specifiers specifiers;
		if (!Now().Is("("))
			return specifiers;
		const std::size_t close = FindClosing(tokens, position);
		ParseSpecifierList(position + 1, close, specifiers.list, &specifiers.meta);
		position = Behind(close);
		return specifiers;
	}

	void ParseSpecifierList(std::size_t begin, std::size_t end, std::vector<Specifier>& list, std::vector<Specifier>* meta)
	{
		std::size_t i = begin;
		while (i < end)
		{
			if (tokens[i].Is(","))
			{
				++i;
				continue;
			}
			Specifier specifier;
			specifier.line = tokens[i].line;
			specifier.key = tokens[i++].text;
			if (i < end && tokens[i].Is("="))
			{
				specifier.hasValue = true;
				++i;
				if (meta && (specifier.key == "meta" || specifier.key == "Meta") && i < end && tokens[i].Is("("))
				{
					const std::size_t close = FindClosing(tokens, i);
					ParseSpecifierList(i + 1, close, *meta, nullptr);
					i = close + 1;
					continue;
				}
				ParseSpecifierValue(i, end, specifier);
			}
			else if (i < end && tokens[i].Is("("))
			{
				specifier.hasValue = true;
				ParseSpecifierValue(i, end, specifier);
			}
			list.push_back(std::move(specifier));
		}
	}

	void ParseSpecifierValue(std::size_t& i, std::size_t end, Specifier& specifier)
	{
		int depth = 0;
		while (i < end && !(depth == 0 && tokens[i].Is(",")))
		{
			if (tokens[i].kind == TokenKind::String)
			{
				specifier.quoted = true;
				specifier.value += tokens[i].text.substr(1, tokens[i].text.size() - 2);
			}
			else
			{
				depth += tokens[i].Is("(") ? 1 : tokens[i].Is(")") ? -1 : 0;
				specifier.value += tokens[i].text;
			}
			++i;
		}
	}

	/// At UCLASS, USTRUCT, UENUM or UINTERFACE.
	void ParseReflectedType(const std::string& enclosing, bool isTemplate)
	{
		ReflectedType type;
		const Token macro = Now();
		type.line = macro.line;
		type.comment = macro.comment;
		type.enclosing = enclosing;
		type.conditions = conditions;
		type.isTemplate = isTemplate;
		type.kind = macro.Is("UCLASS") ? ReflectedKind::Class
			: macro.Is("USTRUCT")      ? ReflectedKind::Struct
			: macro.Is("UENUM")        ? ReflectedKind::Enum
									   : ReflectedKind::Interface;
		++position;
		type.specifiers = ParseSpecifiers();
		while (Now().kind == TokenKind::Directive)
			HandleDirective();
		if (Now().Is("template") && Next().Is("<"))
		{
			type.isTemplate = true;
			position = Behind(FindClosing(tokens, position + 1));
		}
		if (type.kind == ReflectedKind::Enum)
			ParseEnum(type);
		else if (Now().Is("class") || Now().Is("struct"))
			ParseClass(type);
		else
		{
			Report(type.line, macro.text + " is followed by neither class, struct nor enum; write the declaration directly below it.");
			return;
		}
		file.types.push_back(std::move(type));
	}

	void ParsePlainType(const std::string& enclosing, bool isTemplate)
	{
		// Only a definition is of interest: `class X;` and `class X* F();` are not.
		std::size_t i = position;
		while (i < tokens.size() - 1 && !tokens[i].Is("{") && !tokens[i].Is(";") && !tokens[i].Is("(") && !tokens[i].Is("="))
			++i;
		if (!tokens[i].Is("{"))
		{
			++position;
			return;
		}
		ReflectedType type;
		type.line = Now().line;
		type.comment = Now().comment;
		type.enclosing = enclosing;
		type.conditions = conditions;
		type.isTemplate = isTemplate;
		type.kind = ReflectedKind::Plain;
		ParseClass(type);
		if (type.hasGeneratedBody && !type.name.empty() && type.name[0] == 'I')
			type.kind = ReflectedKind::NativeInterface;
		file.types.push_back(std::move(type));
	}

	/// At class or struct.
	void ParseClass(ReflectedType& type)
	{
		const Access defaultAccess = Now().Is("class") ? Access::Private : Access::Public;
		++position;
		std::vector<std::string> words;
		while (!AtEnd() && !Now().Is("{") && !Now().Is(":") && !Now().Is(";"))
		{
			if (Now().Is("<")) // a specialisation
				position = FindClosing(tokens, position);
			else if (Now().Is("("))
				position = FindClosing(tokens, position);
			else if (IsApiMacro(Now().text))
				type.apiMacro = Now().text;
			else if (Now().IsIdentifier() && !Now().Is("final") && !Now().Is("alignas"))
				words.push_back(Now().text);
			++position;
		}
		type.name = words.empty() ? "" : words.back();
		if (Now().Is(":"))
			ParseBases(type);
		if (!Now().Is("{"))
			return;
		++position;
		ParseClassBody(type, defaultAccess);
		if (Now().Is("}"))
			++position;
		if (Now().Is(";"))
			++position;
	}

	void ParseBases(ReflectedType& type)
	{
		++position;
		std::string base;
		const auto finish = [&]
		{
			if (!base.empty())
				type.bases.push_back(base);
			base.clear();
		};
		while (!AtEnd() && !Now().Is("{"))
		{
			if (Now().Is(","))
				finish();
			else if (Now().Is("<"))
			{
				const std::size_t close = FindClosing(tokens, position);
				base += Join(tokens, position, close + 1);
				position = close;
			}
			else if (!Now().Is("public") && !Now().Is("protected") && !Now().Is("private") && !Now().Is("virtual")
				&& Now().kind != TokenKind::Directive)
				base += Now().text;
			++position;
		}
		finish();
	}

	void ParseClassBody(ReflectedType& type, Access access)
	{
		bool first = true;
		while (!AtEnd() && !Now().Is("}"))
		{
			if (Now().kind == TokenKind::Directive)
			{
				HandleDirective();
				continue;
			}
			const bool wasFirst = first;
			first = false;
			if ((Now().Is("public") || Now().Is("protected") || Now().Is("private")) && Next().Is(":"))
			{
				access = Now().Is("public") ? Access::Public : Now().Is("protected") ? Access::Protected : Access::Private;
				position += 2;
				first = wasFirst;
			}
			else if (Now().Is("GENERATED_BODY") || Now().Is("GENERATED_UCLASS_BODY") || Now().Is("GENERATED_USTRUCT_BODY")
				|| Now().Is("GENERATED_UINTERFACE_BODY"))
			{
				type.hasGeneratedBody = true;
				type.generatedBodyFirst = wasFirst;
				type.generatedBodyLine = Now().line;
				if (!Now().Is("GENERATED_BODY"))
					Report(Now().line, Now().text + " is the form of Unreal Engine 4; write GENERATED_BODY().");
				++position;
				ParseSpecifiers();
				if (Now().Is(";"))
					++position;
				access = type.kind == ReflectedKind::Struct ? Access::Public : Access::Private;
			}
			else if (Now().Is("UPROPERTY"))
				ParseProperty(type, access);
			else if (Now().Is("UFUNCTION"))
				ParseReflectedFunction(type, access);
			else if (IsReflectionMacro(Now()))
				ParseReflectedType("class " + type.name, false);
			else if ((Now().Is("class") || Now().Is("struct")) && DefinesNestedType())
				ParsePlainType("class " + type.name, false);
			else
				ParseMember(type, access);
		}
	}

	bool DefinesNestedType() const
	{
		std::size_t i = position;
		while (i < tokens.size() - 1 && !tokens[i].Is("{") && !tokens[i].Is(";") && !tokens[i].Is("(") && !tokens[i].Is("="))
			++i;
		return tokens[i].Is("{");
	}

	struct Declaration
	{
		std::size_t begin = 0, end = 0; ///< without the ; or body
		std::size_t parameters = 0;     ///< index of the ( of the parameter list, 0 for data
		bool hasBody = false;
		FunctionBody body;
	};

	/// Steps over attributes and the macros that may stand before a declaration.
	void SkipAttributes()
	{
		for (;;)
		{
			if (Now().Is("[") && Next().Is("["))
				position = Behind(FindClosing(tokens, position));
			else if ((Now().Is("UE_DEPRECATED") || Now().Is("alignas")) && Next().Is("("))
				position = Behind(FindClosing(tokens, position + 1));
			else
				return;
		}
	}

	/// Reads up to and over the ; or the function body that ends a member's declaration.
	Declaration ReadDeclaration()
	{
		SkipAttributes();
		Declaration declaration;
		declaration.begin = position;
		bool initialised = false, initialiserList = false;
		while (!AtEnd())
		{
			const Token& token = Now();
			if (token.Is(";"))
			{
				declaration.end = position++;
				return declaration;
			}
			if (token.Is("}")) // a missing semicolon: leave the brace to the class
			{
				declaration.end = position;
				return declaration;
			}
			if (token.Is("operator"))
			{
				// The marks of operator==, operator<, operator() are a name, not brackets and values.
				while (!AtEnd() && !Next().Is("("))
					++position;
				if (Next().Is("(") && Next(2).Is(")") && Next(3).Is("("))
					position += 2;
			}
			else if (token.Is("<") && position > declaration.begin && tokens[position - 1].IsIdentifier() && !initialised)
				position = FindClosing(tokens, position);
			else if (token.Is("("))
			{
				if (!declaration.parameters && !initialised)
					declaration.parameters = position;
				position = FindClosing(tokens, position);
			}
			else if (token.Is("["))
				position = FindClosing(tokens, position);
			else if (token.Is("="))
				initialised = true;
			else if (token.Is(":") && declaration.parameters)
				initialiserList = true;
			else if (token.Is("{"))
			{
				const bool isBody = declaration.parameters && !initialised
					&& !(initialiserList && (tokens[position - 1].IsIdentifier() || tokens[position - 1].Is(">")));
				const std::size_t close = FindClosing(tokens, position);
				if (isBody)
				{
					declaration.end = position;
					declaration.hasBody = true;
					declaration.body.begin = position + 1;
					declaration.body.end = close;
					position = Behind(close);
					if (Now().Is(";"))
						++position;
					return declaration;
				}
				position = close;
			}
			++position;
		}
		declaration.end = position;
		return declaration;
	}

	void ParseProperty(ReflectedType& type, Access access)
	{
		Property property;
		property.line = Now().line;
		property.comment = Now().comment;
		property.access = access;
		property.conditions = conditions;
		++position;
		property.specifiers = ParseSpecifiers();
		const Declaration declaration = ReadDeclaration();
		if (!ReadMember(declaration, property))
		{
			Report(
				property.line, "the declaration below UPROPERTY in " + type.name + " is not one data member; declare one name per line.");
			return;
		}
		type.properties.push_back(std::move(property));
	}

	bool ReadMember(const Declaration& declaration, Property& member)
	{
		std::size_t nameEnd = declaration.begin;
		while (nameEnd < declaration.end)
		{
			const Token& token = tokens[nameEnd];
			if (token.Is("<") && nameEnd > declaration.begin && tokens[nameEnd - 1].IsIdentifier())
				nameEnd = FindClosing(tokens, nameEnd);
			else if (token.Is("=") || token.Is("{") || token.Is(":") || token.Is("[") || token.Is("("))
				break;
			else if (token.Is(","))
				return false;
			++nameEnd;
		}
		if (nameEnd < declaration.begin + 2 || !tokens[nameEnd - 1].IsIdentifier())
			return false;
		if (nameEnd < declaration.end && tokens[nameEnd].Is("("))
			return false;
		member.name = tokens[nameEnd - 1].text;
		member.type = ParseType(tokens, declaration.begin, nameEnd - 1);
		std::size_t i = nameEnd;
		if (i < declaration.end && tokens[i].Is(":"))
		{
			member.bitWidth = tokens[i + 1].text;
			i += 2;
		}
		if (i < declaration.end && tokens[i].Is("["))
		{
			const std::size_t close = FindClosing(tokens, i);
			member.arraySize = Join(tokens, i + 1, close);
			i = close + 1;
		}
		if (i < declaration.end && tokens[i].Is("="))
		{
			member.hasInitialiser = true;
			member.initialiser = Join(tokens, i + 1, declaration.end);
		}
		else if (i < declaration.end && tokens[i].Is("{"))
		{
			member.hasInitialiser = true;
			member.initialiser = Join(tokens, i + 1, FindClosing(tokens, i));
		}
		return !member.type.name.empty();
	}

	void ParseReflectedFunction(ReflectedType& type, Access access)
	{
		Function function;
		function.reflected = true;
		function.line = Now().line;
		function.comment = Now().comment;
		++position;
		function.specifiers = ParseSpecifiers();
		const Declaration declaration = ReadDeclaration();
		if (!declaration.parameters)
		{
			Report(function.line, "the declaration below UFUNCTION in " + type.name + " is not a function.");
			return;
		}
		ReadFunction(declaration, function, type, access);
		type.functions.push_back(std::move(function));
	}

	void ParseMember(ReflectedType& type, Access access)
	{
		if (Now().Is("template") && Next().Is("<"))
		{
			position = Behind(FindClosing(tokens, position + 1));
			if (Now().Is("requires"))
				++position;
			ReadDeclaration();
			return;
		}
		if (Now().Is("using") || Now().Is("typedef") || Now().Is("friend") || Now().Is("static_assert") || Now().Is("enum")
			|| Now().Is("union"))
		{
			const Declaration declaration = ReadDeclaration();
			if (tokens[declaration.begin].Is("friend") && declaration.hasBody && declaration.parameters)
				AddInlineBody(declaration, "", tokens[declaration.parameters - 1].text);
			return;
		}
		if (Now().IsIdentifier() && Now().text.rfind("DECLARE_", 0) == 0 && Now().text.find("DELEGATE") != std::string::npos
			&& Next().Is("("))
		{
			ParseDelegate("class " + type.name);
			return;
		}
		if (Now().Is(";"))
		{
			++position;
			return;
		}
		const int line = Now().line;
		const std::string comment = Now().comment;
		const std::size_t before = position;
		const Declaration declaration = ReadDeclaration();
		if (position == before)
			++position;
		if (declaration.parameters)
		{
			Function function;
			function.line = line;
			function.comment = comment;
			ReadFunction(declaration, function, type, access);
			type.functions.push_back(std::move(function));
			return;
		}
		Property member;
		member.line = line;
		member.access = access;
		member.conditions = conditions;
		if (ReadMember(declaration, member))
			type.plainMembers.push_back(std::move(member));
	}

	void AddInlineBody(const Declaration& declaration, const std::string& className, const std::string& name)
	{
		FunctionBody body = declaration.body;
		body.className = className;
		body.name = name;
		body.line = tokens[declaration.begin].line;
		file.bodies.push_back(body);
	}

	void ReadFunction(const Declaration& declaration, Function& function, const ReflectedType& type, Access access)
	{
		function.access = access;
		function.conditions = conditions;
		const std::size_t open = declaration.parameters;
		std::size_t nameBegin = open - 1;
		for (std::size_t i = declaration.begin; i < open; ++i)
			if (tokens[i].Is("operator"))
				nameBegin = i;
		if (nameBegin > declaration.begin && tokens[nameBegin - 1].Is("~"))
			--nameBegin;
		function.name = Join(tokens, nameBegin, open);
		for (std::size_t i = declaration.begin; i < nameBegin; ++i)
		{
			function.isVirtual |= tokens[i].Is("virtual");
			function.isStatic |= tokens[i].Is("static");
		}
		function.returnType = ParseType(tokens, declaration.begin, nameBegin);
		const std::size_t close = FindClosing(tokens, open);
		ReadParameters(open + 1, close, function);
		for (std::size_t i = close + 1; i < declaration.end && !tokens[i].Is(":"); ++i)
		{
			function.isConst |= tokens[i].Is("const");
			function.isOverride |= tokens[i].Is("override") || tokens[i].Is("final");
			function.hasBody |= tokens[i].Is("PURE_VIRTUAL") || tokens[i].Is("default");
			function.isPure |= tokens[i].Is("PURE_VIRTUAL") || (tokens[i].Is("0") && tokens[i - 1].Is("="));
		}
		function.hasBody |= declaration.hasBody;
		if (declaration.hasBody)
			AddInlineBody(declaration, type.name, function.name);
	}

	void ReadParameters(std::size_t begin, std::size_t end, Function& function)
	{
		std::size_t start = begin;
		int depth = 0;
		for (std::size_t i = begin; i <= end; ++i)
		{
			if (i < end && tokens[i].Is("<"))
			{
				i = std::max(i, FindClosing(tokens, i));
				continue;
			}
			if (i < end && (tokens[i].Is("(") || tokens[i].Is("{")))
				++depth;
			else if (i < end && (tokens[i].Is(")") || tokens[i].Is("}")))
				--depth;
			else if ((i == end || (tokens[i].Is(",") && depth == 0)) && i > start)
			{
				AddParameter(start, i, function);
				start = i + 1;
			}
		}
	}

	void AddParameter(std::size_t begin, std::size_t end, Function& function)
	{
		Parameter parameter;
		std::size_t declarationEnd = begin;
		int depth = 0;
		for (; declarationEnd < end; ++declarationEnd)
		{
			depth += tokens[declarationEnd].Is("(") ? 1 : tokens[declarationEnd].Is(")") ? -1 : 0;
			if (depth == 0 && tokens[declarationEnd].Is("="))
				break;
		}
		if (declarationEnd < end)
		{
			parameter.hasDefault = true;
			parameter.defaultValue = Join(tokens, declarationEnd + 1, end);
		}
		const bool named = declarationEnd > begin + 1 && tokens[declarationEnd - 1].IsIdentifier()
			&& !tokens[declarationEnd - 1].Is("const") && !tokens[declarationEnd - 2].Is("::");
		parameter.name = named ? tokens[declarationEnd - 1].text : "";
		parameter.type = ParseType(tokens, begin, named ? declarationEnd - 1 : declarationEnd);
		if (parameter.type.text != "void")
			function.parameters.push_back(std::move(parameter));
	}

	/// At `enum`.
	void ParseEnum(ReflectedType& type)
	{
		if (!Now().Is("enum") && !Now().Is("namespace"))
		{
			Report(type.line, "UENUM is not followed by an enum.");
			return;
		}
		++position;
		if (Now().Is("class") || Now().Is("struct"))
		{
			type.isEnumClass = true;
			++position;
		}
		if (IsApiMacro(Now().text))
			type.apiMacro = tokens[position++].text;
		type.name = tokens[position++].text;
		if (Now().Is(":"))
		{
			++position;
			while (!AtEnd() && !Now().Is("{") && !Now().Is(";"))
				type.underlying += tokens[position++].text;
		}
		if (!Now().Is("{"))
			return;
		const std::size_t close = FindClosing(tokens, position);
		++position;
		while (position < close)
			ParseEnumerator(type, close);
		position = Behind(close);
		if (Now().Is(";"))
			++position;
	}

	void ParseEnumerator(ReflectedType& type, std::size_t close)
	{
		if (Now().Is(",") || Now().kind == TokenKind::Directive)
		{
			++position;
			return;
		}
		if (Now().Is("GENERATED_BODY"))
		{
			type.hasGeneratedBody = true;
			type.generatedBodyLine = Now().line;
			++position;
			ParseSpecifiers();
			return;
		}
		Enumerator enumerator;
		enumerator.name = Now().text;
		enumerator.comment = Now().comment;
		enumerator.line = Now().line;
		++position;
		if (Now().Is("="))
		{
			++position;
			while (position < close && !Now().Is(",") && !Now().Is("UMETA"))
				enumerator.value += tokens[position++].text;
		}
		if (Now().Is("UMETA"))
		{
			++position;
			enumerator.specifiers = ParseSpecifiers();
		}
		while (position < close && !Now().Is(","))
			++position;
		type.enumerators.push_back(std::move(enumerator));
	}

	void ParseDelegate(const std::string& enclosing)
	{
		DelegateDeclaration declaration;
		declaration.macro = Now().text;
		declaration.line = Now().line;
		declaration.enclosing = enclosing;
		declaration.conditions = conditions;
		declaration.isDynamic = declaration.macro.find("_DYNAMIC_") != std::string::npos;
		declaration.isMulticast = declaration.macro.find("MULTICAST") != std::string::npos;
		const std::size_t open = position + 1;
		const std::size_t close = FindClosing(tokens, open);
		std::vector<std::string> arguments;
		std::size_t start = open + 1;
		int depth = 0;
		for (std::size_t i = open + 1; i <= close; ++i)
		{
			depth += tokens[i].Is("<") || tokens[i].Is("(") ? 1 : (tokens[i].Is(">") || (tokens[i].Is(")") && i != close)) ? -1 : 0;
			if (i == close || (tokens[i].Is(",") && depth == 0))
			{
				if (i > start)
					arguments.push_back(Join(tokens, start, i));
				start = i + 1;
			}
		}
		const std::size_t skipped = declaration.macro.find("_RetVal") != std::string::npos ? 1 : 0;
		if (arguments.size() > skipped)
			declaration.name = arguments[skipped];
		declaration.arguments = static_cast<int>(arguments.size()) - static_cast<int>(skipped) - 1;
		file.delegates.push_back(std::move(declaration));
		position = Behind(close);
		if (Now().Is(";"))
			++position;
	}

	ParsedFile& file;
	const Tokens& tokens;
	Diagnostics& diagnostics;
	std::size_t position = 0;
	std::vector<std::string> conditions;
};

}

int ParameterCountOfDelegateMacro(std::string_view macro)
{
	if (macro.find("DELEGATE") == std::string_view::npos)
		return -1;
	for (std::size_t i = 0; i < CountWords.size(); ++i)
	{
		const std::string word = CountWords[i];
		if (EndsWith(macro, "_" + word + "Params") || EndsWith(macro, "_" + word + "Param"))
			return static_cast<int>(i) + 1;
	}
	return 0;
}

const Specifier* Specifiers::Find(std::string_view key) const
{
	const auto found = std::find_if(list.begin(), list.end(), [&](const Specifier& s) { return s.key == key; });
	return found == list.end() ? nullptr : &*found;
}

const Specifier* Specifiers::FindMeta(std::string_view key) const
{
	const auto found = std::find_if(meta.begin(), meta.end(), [&](const Specifier& s) { return s.key == key; });
	return found == meta.end() ? nullptr : &*found;
}

const Specifier* Specifiers::FindPrefix(std::string_view prefix) const
{
	const auto found = std::find_if(list.begin(), list.end(), [&](const Specifier& s) { return s.key.rfind(prefix, 0) == 0; });
	return found == list.end() ? nullptr : &*found;
}

std::string Type::ValueText() const
{
	std::string value = text;
	if (value.rfind("const ", 0) == 0 && pointers == 0)
		value = value.substr(6);
	while (!value.empty() && (value.back() == '&' || value.back() == ' '))
		value.pop_back();
	return value;
}

bool ParsedFile::IsHeader() const
{
	return EndsWith(path, ".h");
}

bool ParsedFile::HasReflection() const
{
	const bool hasType = std::any_of(types.begin(), types.end(), [](const ReflectedType& t) { return t.IsReflected(); });
	const bool hasDelegate = std::any_of(delegates.begin(), delegates.end(), [](const DelegateDeclaration& d) { return d.isDynamic; });
	return IsHeader() && (hasType || hasDelegate);
}

std::string ParsedFile::BaseName() const
{
	const std::size_t slash = path.find_last_of('/');
	const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
	return name.substr(0, name.find_last_of('.'));
}

ParsedFile Parse(std::string path, std::string text, Diagnostics& diagnostics)
{
	ParsedFile file;
	file.path = std::move(path);
	file.text = std::move(text);
	file.tokens = Tokenise(file.text);
	FileParser(file, diagnostics).Run();
	return file;
}

}
