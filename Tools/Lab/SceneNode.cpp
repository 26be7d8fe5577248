#include <Lab/SceneNode.h>

#include <Common/Suggest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace SPHSolids::Lab
{
namespace
{

std::string KindOf(const Json& value)
{
	if (value.is_object())
		return "an object {...}";
	if (value.is_array())
		return "a list [...]";
	if (value.is_string())
		return "a text";
	if (value.is_boolean())
		return "true or false";
	return value.is_null() ? "null" : "a number";
}

std::string ShortNumber(double number)
{
	char text[32];
	std::snprintf(text, sizeof text, "%g", number);
	return text;
}

}

std::string Suggestion(std::string_view word, const std::vector<std::string>& known)
{
	const std::string nearest = Tools::NearestWord(word, known);
	return nearest.empty() ? "" : "did you mean '" + nearest + "'?";
}

std::string JoinWords(const std::vector<std::string>& words)
{
	std::string joined;
	for (const std::string& word : words)
		joined += (joined.empty() ? "" : ", ") + word;
	return joined;
}

void SceneNode::Fail(const std::string& what) const
{
	throw SceneError{(path.empty() ? std::string("the scene") : path) + ": " + what};
}

const SceneNode& SceneNode::AllowKeys(std::initializer_list<const char*> known) const
{
	if (!value.is_object())
		Fail("this should be an object {...} but is " + KindOf(value) + ".");
	const std::vector<std::string> names(known.begin(), known.end());
	for (const auto& [key, ignored] : value.items())
	{
		if (std::find(names.begin(), names.end(), key) != names.end())
			continue;
		const std::string shortKey = key.substr(0, 60);
		const std::string nearest = Suggestion(shortKey, names);
		throw SceneError{PathOf(shortKey.c_str()) + ": there is no such key; "
			+ (nearest.empty() ? "known here are " + JoinWords(names) + "." : nearest)};
	}
	return *this;
}

bool SceneNode::Has(const char* key) const
{
	return value.is_object() && value.contains(key);
}

std::string SceneNode::PathOf(const char* key) const
{
	return path.empty() ? key : path + "." + key;
}

SceneNode SceneNode::At(const char* key) const
{
	if (!Has(key))
		Fail(std::string("the key '") + key + "' is missing; add it.");
	return {value[key], PathOf(key)};
}

SceneNode SceneNode::At(std::size_t index) const
{
	return {value[index], path + "[" + std::to_string(index) + "]"};
}

void SceneNode::RequireList(std::size_t limit) const
{
	if (!value.is_array())
		Fail("this should be a list [...] but is " + KindOf(value) + ".");
	if (value.size() > limit)
		Fail("this list has " + std::to_string(value.size()) + " entries, more than the " + std::to_string(limit) + " allowed.");
}

std::string SceneNode::ChosenKey(std::initializer_list<const char*> keys) const
{
	std::string chosen;
	for (const char* key : keys)
		if (Has(key))
		{
			if (!chosen.empty())
				Fail("'" + chosen + "' and '" + key + "' are both given; keep one of them.");
			chosen = key;
		}
	if (chosen.empty())
		Fail("one of " + JoinWords(std::vector<std::string>(keys.begin(), keys.end())) + " is needed.");
	return chosen;
}

double SceneNode::AsNumber(NumberRange range) const
{
	if (!value.is_number())
		Fail("this should be a number but is " + KindOf(value) + ".");
	const double number = value.get<double>();
	if (!std::isfinite(number))
		Fail("this is not a finite number.");
	if (number < range.low || number > range.high)
	{
		if (range.low == AboveZero.low && number <= 0)
			Fail(ShortNumber(number) + " is not above zero.");
		Fail(ShortNumber(number) + " is not within " + ShortNumber(range.low) + " and " + ShortNumber(range.high) + ".");
	}
	return number;
}

int SceneNode::AsWholeNumber(int low, int high) const
{
	const double number = AsNumber({static_cast<double>(low), static_cast<double>(high)});
	if (number != std::floor(number))
		Fail(ShortNumber(number) + " is not a whole number.");
	return static_cast<int>(number);
}

bool SceneNode::AsTruth() const
{
	if (!value.is_boolean())
		Fail("this should be true or false but is " + KindOf(value) + ".");
	return value.get<bool>();
}

std::string SceneNode::AsText(std::size_t maxLength) const
{
	if (!value.is_string())
		Fail("this should be a text \"...\" but is " + KindOf(value) + ".");
	std::string text = value.get<std::string>();
	if (text.size() > maxLength || text.find('\0') != std::string::npos)
		Fail("this text is longer than " + std::to_string(maxLength) + " characters or holds a zero.");
	return text;
}

Vec3d SceneNode::AsVector(double limit) const
{
	if (!value.is_array() || value.size() != 3)
		Fail("this should be three numbers [x, y, z].");
	return {At(std::size_t(0)).AsNumber({-limit, limit}), At(std::size_t(1)).AsNumber({-limit, limit}),
		At(std::size_t(2)).AsNumber({-limit, limit})};
}

double SceneNode::Number(const char* key, double fallback, NumberRange range) const
{
	return Has(key) ? At(key).AsNumber(range) : fallback;
}

int SceneNode::WholeNumber(const char* key, int fallback, int low, int high) const
{
	return Has(key) ? At(key).AsWholeNumber(low, high) : fallback;
}

bool SceneNode::Truth(const char* key, bool fallback) const
{
	return Has(key) ? At(key).AsTruth() : fallback;
}

std::string SceneNode::Text(const char* key, const std::string& fallback) const
{
	return Has(key) ? At(key).AsText() : fallback;
}

Vec3d SceneNode::Vector(const char* key, const Vec3d& fallback) const
{
	return Has(key) ? At(key).AsVector() : fallback;
}

std::string SceneNode::Choice(const char* key, const std::string& fallback, const std::vector<std::string>& words) const
{
	if (!Has(key))
		return fallback;
	const std::string word = At(key).AsText(200);
	if (std::find(words.begin(), words.end(), word) == words.end())
	{
		const std::string nearest = Suggestion(word, words);
		At(key).Fail("'" + word + "' is none of " + JoinWords(words) + (nearest.empty() ? "." : "; " + nearest));
	}
	return word;
}

}
