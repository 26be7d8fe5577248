#pragma once

#include <SPHSolids/Base/Math.h>

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace SPHSolids::Lab
{

using Json = nlohmann::ordered_json;

/// One sentence about a scene: the path of the key, what is wrong, the cure. Thrown inside the reader, never out of it.
struct SceneError
{
	std::string message;
};

/// A range that a number must lie in, ends included.
struct NumberRange
{
	double low = -1e12, high = 1e12;
};
inline constexpr NumberRange AboveZero = {1e-12, 1e12};
inline constexpr NumberRange NotNegative = {0, 1e12};
inline constexpr NumberRange ZeroToOne = {0, 1};

/// A value in a scene file together with the path that leads to it, so that whatever is wrong can be named: bodies[1].material.young.
class SceneNode
{
public:
	SceneNode(const Json& jsonValue, std::string jsonPath)
		: value(jsonValue)
		, path(std::move(jsonPath))
	{
	}

	const std::string& Path() const { return path; }
	const Json& Raw() const { return value; }
	[[noreturn]] void Fail(const std::string& what) const;

	/// Refuses anything but an object with these keys; a misspelt one is told the nearest.
	const SceneNode& AllowKeys(std::initializer_list<const char*> known) const;
	bool Has(const char* key) const;
	SceneNode At(const char* key) const; ///< Fails if it is missing
	std::size_t Size() const { return value.size(); }
	SceneNode At(std::size_t index) const;
	/// The key among these that is there; fails unless exactly one is.
	std::string ChosenKey(std::initializer_list<const char*> keys) const;
	/// Calls visit(node) for each entry of the list under a key, if there is one.
	template <class Visit>
	void ForEach(const char* key, std::size_t limit, Visit&& visit) const
	{
		if (!Has(key))
			return;
		const SceneNode list = At(key);
		list.RequireList(limit);
		for (std::size_t k = 0; k < list.Size(); ++k)
			visit(list.At(k));
	}

	// The node itself.
	double AsNumber(NumberRange range = {}) const;
	int AsWholeNumber(int low, int high) const;
	bool AsTruth() const;
	std::string AsText(std::size_t maxLength = 4096) const;
	Vec3d AsVector(double limit = 1e6) const;

	// The value under a key, or the fallback where there is none.
	double Number(const char* key, double fallback, NumberRange range = {}) const;
	int WholeNumber(const char* key, int fallback, int low, int high) const;
	bool Truth(const char* key, bool fallback) const;
	std::string Text(const char* key, const std::string& fallback) const;
	Vec3d Vector(const char* key, const Vec3d& fallback) const;
	/// One of some words; a misspelt one is told the nearest.
	std::string Choice(const char* key, const std::string& fallback, const std::vector<std::string>& words) const;

private:
	void RequireList(std::size_t limit) const;
	std::string PathOf(const char* key) const;

	const Json& value;
	std::string path;
};

/// ", did you mean 'x'?" or nothing.
std::string Suggestion(std::string_view word, const std::vector<std::string>& known);
std::string JoinWords(const std::vector<std::string>& words);

}
