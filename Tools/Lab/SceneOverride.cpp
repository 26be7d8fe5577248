#include <Lab/SceneReader.h>

#include <charconv>

namespace SPHSolids::Lab
{
namespace
{

/// "bodies[0].material.young" as bodies, 0, material, young.
std::vector<std::string> SplitPath(std::string_view path)
{
	std::vector<std::string> parts;
	std::string part;
	for (const char c : path)
		if (c == '.' || c == '[' || c == ']')
		{
			if (!part.empty())
				parts.push_back(part);
			part.clear();
		}
		else
			part += c;
	if (!part.empty())
		parts.push_back(part);
	return parts;
}

/// The entry of a list by number or by the name it carries.
Json* FindEntry(Json& list, const std::string& part)
{
	std::size_t index = 0;
	const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
	if (error == std::errc() && end == part.data() + part.size())
		return index < list.size() ? &list[index] : nullptr;
	for (Json& entry : list)
		if (entry.is_object() && entry.contains("name") && entry["name"].is_string() && entry["name"].get<std::string>() == part)
			return &entry;
	return nullptr;
}

Json ParseValue(std::string_view text)
{
	Json value = Json::parse(text.begin(), text.end(), nullptr, false);
	return value.is_discarded() ? Json(std::string(text)) : value;
}

Error NoSuchEntry(const std::string& change, const std::string& part, std::size_t count)
{
	return Error{"--set '" + change + "': the list has no entry '" + part + "'; it has " + std::to_string(count)
		+ ", counted from 0, and names work too."};
}

Error NothingUnder(const std::string& change, const std::string& part)
{
	return Error{"--set '" + change + "': there is nothing under '" + part + "', because what holds it is a single value."};
}

}

Status ApplyOverride(Json& scene, std::string_view change)
{
	const std::string shown(change.substr(0, 200));
	const std::size_t equals = change.find('=');
	const std::vector<std::string> parts = SplitPath(change.substr(0, equals));
	if (equals == std::string_view::npos || parts.empty() || parts.size() > 16)
		return Error{"--set '" + shown + "' should look like path.to.key=value, for example solver.iterations=20."};
	Json* place = &scene;
	Json* holder = nullptr;
	for (const std::string& part : parts)
	{
		holder = place;
		if (place->is_array())
		{
			const std::size_t count = place->size();
			place = FindEntry(*place, part);
			if (place == nullptr)
				return NoSuchEntry(shown, part, count);
		}
		else if (place->is_object() || place->is_null())
			place = &(*place)[part];
		else
			return NothingUnder(shown, part);
	}
	Json value = ParseValue(change.substr(equals + 1));
	if (value.is_null() && holder->is_object())
		holder->erase(parts.back());
	else
		*place = std::move(value);
	return {};
}

}
