#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace HeaderTool
{

enum class TokenKind
{
	Identifier,
	Number,
	String, ///< with its quotes
	Character,
	Punctuation, ///< "::" and "->" are one token, everything else is one character
	Directive,   ///< a whole preprocessor line, continuations joined
	End
};

struct Token
{
	TokenKind kind = TokenKind::End;
	std::string text;
	int line = 0;
	/// The comment that ends on the line above this token (or on its own line before it), without its marks; becomes a tooltip.
	std::string comment;
	int commentLine = 0;

	bool Is(std::string_view spelling) const { return text == spelling && kind != TokenKind::String; }
	bool IsIdentifier() const { return kind == TokenKind::Identifier; }
};

/// The tokens of a C++ file, closed by one of kind End. Never fails: an unterminated literal ends with its line.
std::vector<Token> Tokenise(std::string_view text);

/// "Foo.h" of `#include "Foo.h"` or `#include <Foo.h>`, empty for other directives. `angled` tells which.
std::string IncludeOf(const Token& directive, bool* angled = nullptr);

/// The first word after #, for example "if"; and what follows it.
std::string DirectiveName(const Token& directive);
std::string DirectiveRest(const Token& directive);

/// The tokens [begin, end) as text, with the spaces that keep words apart.
std::string Join(const std::vector<Token>& tokens, std::size_t begin, std::size_t end);

std::string Trim(std::string_view text);

}
