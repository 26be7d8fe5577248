#pragma once

#include <Lab/RunHistory.h>
#include <Lab/SceneNode.h>
#include <Render/Image.h>

#include <filesystem>

namespace SPHSolids::Lab
{

/// A handful of pictures spread over a run, made small.
class FilmStrip
{
public:
	static constexpr std::size_t Pictures = 8;

	bool IsWanted(std::size_t frame, std::size_t lastFrame) const;
	void Add(const Render::Image& image, double time);

	struct Still
	{
		Render::Image image;
		double time = 0;
	};
	const std::vector<Still>& Stills() const { return stills; }

private:
	std::vector<Still> stills;
};

struct HtmlReportInput
{
	const nlohmann::ordered_json& report;
	const Json& scene;
	const ScenePlayer& player;
	const RunHistory& history;
	const FilmStrip& strip;
	std::filesystem::path video; ///< shown in the page, which then holds a copy of it; or none
};

/// One page that needs no other file: video or film strip, plots, bodies, issues with what to do about them, parameters, machine, hash.
Result<std::string> MakeHtmlReport(const HtmlReportInput& input);

}
