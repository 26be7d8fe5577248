#include <Lab/ReportCompare.h>

#include <cstdio>
#include <map>

namespace SPHSolids::Lab
{
namespace
{

using Values = std::vector<std::pair<std::string, nlohmann::ordered_json>>;

constexpr std::size_t LongestList = 4;

std::string NameOfEntry(const nlohmann::ordered_json& entry, std::size_t index)
{
	const bool isNamed = entry.is_object() && entry.contains("name") && entry["name"].is_string();
	return isNamed ? entry["name"].get<std::string>() : std::to_string(index);
}

void Flatten(const nlohmann::ordered_json& json, const std::string& path, Values& values)
{
	if (json.is_object())
	{
		for (const auto& [key, value] : json.items())
			Flatten(value, path.empty() ? key : std::string(path).append(".").append(key), values);
		return;
	}
	if (!json.is_array())
	{
		values.emplace_back(path, json);
		return;
	}
	if (json.size() > LongestList && !json.front().is_object())
		return;
	for (std::size_t k = 0; k < json.size(); ++k)
		Flatten(json[k], path + "." + NameOfEntry(json[k], k), values);
}

std::string Shown(const nlohmann::ordered_json& value)
{
	if (!value.is_number_float())
		return value.is_string() ? value.get<std::string>().substr(0, 60) : value.dump();
	char text[32];
	std::snprintf(text, sizeof text, "%.6g", value.get<double>());
	return text;
}

std::string Ratio(const nlohmann::ordered_json& first, const nlohmann::ordered_json& second)
{
	if (!first.is_number() || !second.is_number() || first.get<double>() == 0)
		return "";
	char text[32];
	std::snprintf(text, sizeof text, "%.4gx", second.get<double>() / first.get<double>());
	return text;
}

}

std::vector<ReportDifference> CompareReports(const nlohmann::ordered_json& first, const nlohmann::ordered_json& second, bool all)
{
	Values left, right;
	Flatten(first, "", left);
	Flatten(second, "", right);
	std::map<std::string, nlohmann::ordered_json> ofSecond(right.begin(), right.end());
	std::vector<ReportDifference> differences;
	for (const auto& [path, value] : left)
	{
		const auto other = ofSecond.find(path);
		if (other == ofSecond.end())
			differences.push_back({path, Shown(value), "-", ""});
		else
		{
			if (all || other->second != value)
				differences.push_back({path, Shown(value), Shown(other->second), Ratio(value, other->second)});
			ofSecond.erase(other);
		}
	}
	for (const auto& [path, value] : right)
		if (ofSecond.contains(path))
			differences.push_back({path, "-", Shown(value), ""});
	return differences;
}

}
