#include "Lexer.h"

#include <cctype>

namespace HeaderTool
{
namespace
{

bool StartsWord(char c)
{
	return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}

bool ContinuesWord(char c)
{
	return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// Takes comment marks (/**, *, //, ///) off every line.
std::string CleanComment(std::string_view raw)
{
	std::string cleaned;
	std::size_t position = 0;
	while (position <= raw.size())
	{
		const std::size_t end = raw.find('\n', position);
		std::string line = Trim(raw.substr(position, end == std::string_view::npos ? end : end - position));
		std::size_t first = 0;
		while (first < line.size() && (line[first] == '/' || line[first] == '*' || line[first] == '!' || line[first] == '<'))
			++first;
		line = line.substr(first);
		if (line.size() >= 2 && line.substr(line.size() - 2) == "*/")
			line.resize(line.size() - 2);
		line = Trim(line);
		if (!cleaned.empty() && (!line.empty() || end != std::string_view::npos))
			cleaned += '\n';
		cleaned += line;
		if (end == std::string_view::npos)
			break;
		position = end + 1;
	}
	return Trim(cleaned);
}

class Scanner
{
public:
	explicit Scanner(std::string_view source)
		: text(source)
	{
	}

	std::vector<Token> Run()
	{
		while (position < text.size())
			Step();
		Emit(TokenKind::End, "", line);
		return std::move(tokens);
	}

private:
	char Peek(std::size_t ahead = 0) const { return position + ahead < text.size() ? text[position + ahead] : '\0'; }

	void Emit(TokenKind kind, std::string spelling, int atLine)
	{
		Token token{kind, std::move(spelling), atLine, {}, 0};
		// A comment belongs to what follows it directly: nothing but line breaks between.
		if (!pendingComment.empty() && atLine - pendingCommentEnd <= 1)
		{
			token.comment = pendingComment;
			token.commentLine = pendingCommentStart;
		}
		pendingComment.clear();
		tokens.push_back(std::move(token));
		lineOfLastToken = line;
	}

	void AddComment(std::string_view raw, int startLine)
	{
		// A comment behind code on the same line speaks of that code.
		if (lineOfLastToken == startLine)
			return;
		const std::string cleaned = CleanComment(raw);
		if (!pendingComment.empty() && startLine - pendingCommentEnd <= 1)
			pendingComment += "\n" + cleaned;
		else
		{
			pendingComment = cleaned;
			pendingCommentStart = startLine;
		}
		pendingCommentEnd = line;
	}

	void Step()
	{
		const char c = Peek();
		if (c == '\n')
		{
			++line;
			++position;
			atLineStart = true;
		}
		else if (std::isspace(static_cast<unsigned char>(c)))
			++position;
		else if (c == '/' && Peek(1) == '/')
			LineComment();
		else if (c == '/' && Peek(1) == '*')
			BlockComment();
		else if (c == '#' && atLineStart)
			Directive();
		else
		{
			atLineStart = false;
			Code(c);
		}
	}

	void LineComment()
	{
		const std::size_t end = std::min(text.find('\n', position), text.size());
		AddComment(text.substr(position, end - position), line);
		position = end;
	}

	void BlockComment()
	{
		const int startLine = line;
		std::size_t end = text.find("*/", position + 2);
		end = end == std::string_view::npos ? text.size() : end + 2;
		const std::string_view raw = text.substr(position, end - position);
		for (const char c : raw)
			line += c == '\n';
		AddComment(raw, startLine);
		position = end;
	}

	void Directive()
	{
		const int startLine = line;
		std::string spelling;
		while (position < text.size() && Peek() != '\n')
		{
			if (Peek() == '\\' && Peek(1) == '\n')
			{
				spelling += ' ';
				position += 2;
				++line;
			}
			else if (Peek() == '/' && Peek(1) == '/')
				position = std::min(text.find('\n', position), text.size());
			else
				spelling += text[position++];
		}
		Emit(TokenKind::Directive, Trim(spelling), startLine);
	}

	void Code(char c)
	{
		const std::size_t begin = position;
		if (StartsWord(c))
		{
			while (ContinuesWord(Peek()))
				++position;
			if (Peek() == '"' && text.substr(begin, position - begin).back() == 'R')
				RawString(begin);
			else
				Emit(TokenKind::Identifier, std::string(text.substr(begin, position - begin)), line);
		}
		else if (std::isdigit(static_cast<unsigned char>(c)) || (c == '.' && std::isdigit(static_cast<unsigned char>(Peek(1)))))
		{
			while (ContinuesWord(Peek()) || Peek() == '.' || Peek() == '\''
				|| ((Peek() == '+' || Peek() == '-') && (text[position - 1] == 'e' || text[position - 1] == 'E')))
				++position;
			Emit(TokenKind::Number, std::string(text.substr(begin, position - begin)), line);
		}
		else if (c == '"' || c == '\'')
			Literal(c);
		else
		{
			const bool pair = (c == ':' && Peek(1) == ':') || (c == '-' && Peek(1) == '>');
			position += pair ? 2 : 1;
			Emit(TokenKind::Punctuation, std::string(text.substr(begin, position - begin)), line);
		}
	}

	void Literal(char quote)
	{
		const std::size_t begin = position++;
		while (position < text.size() && Peek() != quote && Peek() != '\n')
			position += Peek() == '\\' ? 2 : 1;
		if (Peek() == quote)
			++position;
		position = std::min(position, text.size());
		Emit(quote == '"' ? TokenKind::String : TokenKind::Character, std::string(text.substr(begin, position - begin)), line);
	}

	void RawString(std::size_t begin)
	{
		const int startLine = line;
		const std::size_t open = std::min(text.find('(', position), text.size() - 1);
		std::string close(1, ')');
		close.append(text.substr(position + 1, open - position - 1)).push_back('"');
		std::size_t end = text.find(close, open);
		end = end == std::string_view::npos ? text.size() : end + close.size();
		for (std::size_t i = position; i < end; ++i)
			line += text[i] == '\n';
		position = end;
		Emit(TokenKind::String, std::string(text.substr(begin, end - begin)), startLine);
	}

	std::string_view text;
	std::size_t position = 0;
	int line = 1;
	int lineOfLastToken = 0;
	bool atLineStart = true;
	std::vector<Token> tokens;
	std::string pendingComment;
	int pendingCommentStart = 0;
	int pendingCommentEnd = 0;
};

}

std::string Trim(std::string_view text)
{
	std::size_t begin = 0, end = text.size();
	while (begin < end && std::isspace(static_cast<unsigned char>(text[begin])))
		++begin;
	while (end > begin && std::isspace(static_cast<unsigned char>(text[end - 1])))
		--end;
	return std::string(text.substr(begin, end - begin));
}

std::vector<Token> Tokenise(std::string_view text)
{
	return Scanner(text).Run();
}

std::string DirectiveName(const Token& directive)
{
	const std::string rest = Trim(std::string_view(directive.text).substr(1));
	std::size_t end = 0;
	while (end < rest.size() && ContinuesWord(rest[end]))
		++end;
	return rest.substr(0, end);
}

std::string DirectiveRest(const Token& directive)
{
	const std::string rest = Trim(std::string_view(directive.text).substr(1));
	return Trim(std::string_view(rest).substr(DirectiveName(directive).size()));
}

std::string IncludeOf(const Token& directive, bool* angled)
{
	if (directive.kind != TokenKind::Directive || DirectiveName(directive) != "include")
		return {};
	const std::string rest = DirectiveRest(directive);
	if (rest.size() < 2)
		return {};
	if (angled)
		*angled = rest[0] == '<';
	const std::size_t end = rest.find(rest[0] == '<' ? '>' : '"', 1);
	return rest.substr(1, end == std::string::npos ? end : end - 1);
}

std::string Join(const std::vector<Token>& tokens, std::size_t begin, std::size_t end)
{
	std::string joined;
	for (std::size_t i = begin; i < end; ++i)
	{
		const bool words = i > begin && (tokens[i].IsIdentifier() || tokens[i].kind == TokenKind::Number)
			&& (tokens[i - 1].IsIdentifier() || tokens[i - 1].kind == TokenKind::Number);
		const bool afterTemplate =
			i > begin && tokens[i].IsIdentifier() && (tokens[i - 1].Is(">") || tokens[i - 1].Is("*") || tokens[i - 1].Is("&"));
		if (words || afterTemplate)
			joined += ' ';
		joined += tokens[i].text;
	}
	return joined;
}

}
