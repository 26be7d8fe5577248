#include <Lab/HtmlReport.h>

#include <Common/Files.h>
#include <Common/HtmlPage.h>
#include <Render/Png.h>

#include <algorithm>
#include <cstdio>

namespace SPHSolids::Lab
{
namespace
{

using Tools::Base64;
using Tools::EscapeHtml;
using Tools::PlotLine;
using Tools::SvgPlot;

constexpr std::uint64_t LargestVideo = std::uint64_t(64) << 20; // a page larger than that is no use to anybody

std::string DrawFacts(const HtmlReportInput& input)
{
	const auto& report = input.report;
	const double factor = report["realTimeFactor"].get<double>();
	std::string html = "<div class=\"facts\">";
	html += Tools::HtmlFact(
		Tools::ShortNumber(report["time"].get<double>()) + " s", "simulated, " + std::to_string(report["steps"].get<int>()) + " steps");
	html +=
		Tools::HtmlFact(factor >= 1 ? Tools::ShortNumber(factor) + "x faster" : Tools::ShortNumber(1 / std::max(factor, 1e-9)) + "x slower",
			"than real time");
	html += Tools::HtmlFact(Tools::ShortNumber(report["msPerStep"]["total"]["median"].get<double>()) + " ms",
		"median step (95 %: " + Tools::ShortNumber(report["msPerStep"]["total"]["p95"].get<double>()) + " ms)");
	html += Tools::HtmlFact(std::to_string(report["particles"]["solid"].get<std::size_t>()), "solid particles");
	if (report["particles"]["fluid"].get<std::size_t>() > 0)
		html += Tools::HtmlFact(std::to_string(report["particles"]["fluid"].get<std::size_t>()), "fluid particles");
	html += Tools::HtmlFact(std::to_string(report["threads"].get<int>()), "threads");
	html += Tools::HtmlFact(Tools::ShortNumber(report["peakRssMB"].get<double>()) + " MB", "memory at most");
	return html + "</div>";
}

Result<std::string> DrawStrip(const FilmStrip& strip)
{
	std::string html = "<div class=\"strip\">";
	for (const FilmStrip::Still& still : strip.Stills())
	{
		const auto png = Render::EncodePng(still.image);
		if (!png.IsOk())
			return Error{png.Message()};
		html += "<figure><img alt=\"" + Tools::ShortNumber(still.time) + " s\" src=\"data:image/png;base64," + Base64(png.Value())
			+ "\"><figcaption>" + Tools::ShortNumber(still.time) + " s</figcaption></figure>";
	}
	return html + "</div>";
}

Result<std::string> DrawVideo(const std::filesystem::path& file)
{
	const auto bytes = Tools::ReadWholeFile(file, LargestVideo);
	if (!bytes.IsOk())
		return Error{bytes.Message()};
	const auto& content = bytes.Value();
	return "<video controls loop muted autoplay playsinline src=\"data:video/mp4;base64,"
		+ Base64({reinterpret_cast<const std::uint8_t*>(content.data()), content.size()}) + "\"></video>";
}

constexpr std::size_t MostLines = 24; // of a plot

/// One quantity over time, a line for each of the names. @param pick (frame, line) -> value
template <class Pick>
SvgPlot PlotOver(
	const HtmlReportInput& input, const std::string& title, const std::string& unit, const std::vector<std::string>& names, Pick&& pick)
{
	SvgPlot plot{title, "time (s)", unit, false, false, {}};
	for (std::size_t k = 0; k < std::min(names.size(), MostLines); ++k)
	{
		PlotLine line{names[k], {}, {}};
		for (const FrameFigures& frame : input.history.Frames())
		{
			line.x.push_back(frame.time);
			line.y.push_back(pick(frame, k));
		}
		plot.lines.push_back(std::move(line));
	}
	return plot;
}

std::string DrawEnergyPlot(const HtmlReportInput& input)
{
	constexpr double BodyEnergy::* Parts[] = {&BodyEnergy::kinetic, &BodyEnergy::elastic, &BodyEnergy::zeroEnergy, &BodyEnergy::gravity};
	return PlotOver(input, "Energy of all bodies", "J", {"total", "kinetic", "elastic", "zero-energy", "gravity"},
		[&](const FrameFigures& frame, std::size_t line)
		{
			double sum = 0;
			for (const BodyFigures& body : frame.bodies)
				sum += line == 0 ? body.energy.Total() : body.energy.*Parts[line - 1];
			return sum;
		})
		.Element();
}

std::string DrawBodyPlots(const HtmlReportInput& input)
{
	if (input.player.bodies.empty())
		return {};
	std::vector<std::string> names, ends;
	for (const PlayedBody& body : input.player.bodies)
	{
		names.push_back(body.name);
		ends.insert(ends.end(), {body.name + " min", body.name + " max"});
	}
	const auto plot = [&](const char* title, const char* unit, double BodyFigures::* field)
	{
		return PlotOver(input, title, unit, names,
			[&](const FrameFigures& frame, std::size_t k) { return static_cast<double>(frame.bodies[k].*field); })
			.Element();
	};
	return DrawEnergyPlot(input) + plot("Volume ratio", "volume / volume at rest", &BodyFigures::volumeRatio)
		+ PlotOver(input, "Range of J", "J", ends,
			[](const FrameFigures& frame, std::size_t line)
			{
				return line % 2 == 0 ? frame.bodies[line / 2].minJ : frame.bodies[line / 2].maxJ;
			}).Element()
		+ plot("Highest speed", "m/s", &BodyFigures::maxSpeed);
}

std::string DrawFluidPlots(const HtmlReportInput& input)
{
	if (input.player.fluids.empty())
		return {};
	std::vector<std::string> names;
	names.reserve(input.player.fluids.size());
	for (const PlayedFluid& fluid : input.player.fluids)
		names.push_back(fluid.name);
	const auto plot = [&](const char* title, const char* unit, double FluidFigures::* field, double scale)
	{
		return PlotOver(
			input, title, unit, names, [&](const FrameFigures& frame, std::size_t k) { return scale * (frame.fluids[k].*field); })
			.Element();
	};
	return plot("Height of the surface", "m", &FluidFigures::surfaceHeight, 1)
		+ plot("Density error", "%", &FluidFigures::densityError, 100) + plot("Highest speed of fluids", "m/s", &FluidFigures::maxSpeed, 1);
}

/// A line over the frames that were played; the start has no cost.
template <class Pick>
PlotLine CostLine(const HtmlReportInput& input, const std::string& name, Pick&& pick)
{
	PlotLine line{name, {}, {}};
	for (std::size_t k = 0; k < input.history.Costs().size(); ++k)
	{
		line.x.push_back(input.history.Frames()[k + 1].time);
		line.y.push_back(pick(input.history.Costs()[k]));
	}
	return line;
}

std::string DrawCostPlots(const HtmlReportInput& input)
{
	if (input.history.Costs().empty())
		return {};
	SvgPlot time{"Milliseconds per step", "time (s)", "ms", false, false, {}};
	SvgPlot iterations{"Iterations per solve", "time (s)", "iterations", false, false, {}};
	const auto addIfUsed = [](SvgPlot& plot, PlotLine line, double least)
	{
		if (*std::max_element(line.y.begin(), line.y.end()) > least)
			plot.lines.push_back(std::move(line));
	};
	for (const StageInfo& stage : Stages())
		addIfUsed(time,
			CostLine(input, stage.name, [&](const FrameCost& cost) { return cost.milliseconds.*stage.field / std::max(1, cost.steps); }),
			0.005);
	for (const auto& [name, field] :
		{std::pair{"elastic", &FrameCost::elastic}, {"density", &FrameCost::density}, {"divergence", &FrameCost::divergence}})
		addIfUsed(iterations,
			CostLine(input, name, [solve = field](const FrameCost& cost)
				{ return static_cast<double>((cost.*solve).iterations) / std::max(1, (cost.*solve).solves); }),
			0);
	return time.Element() + iterations.Element();
}

std::string DrawBodyTable(const nlohmann::ordered_json& report)
{
	if (report["bodies"].empty())
		return {};
	std::vector<std::vector<std::string>> rows = {
		{"body", "particles", "mass (kg)", "volume ratio", "J", "inverted", "speed (m/s)", "penetration (mm)", "state"}};
	const auto number = [](const nlohmann::ordered_json& value, double scale = 1)
	{ return Tools::ShortNumber(scale * value.get<double>()); };
	for (const auto& body : report["bodies"])
		rows.push_back({body["name"].get<std::string>(), body["particles"].dump(), number(body["mass"]), number(body["volumeRatio"]),
			number(body["minJ"]) + " to " + number(body["maxJ"]), body["inverted"].dump(), number(body["maxSpeed"]),
			number(body["maxPenetration"], 1000), body["state"].get<std::string>()});
	return "<h2>Bodies at the end</h2>" + Tools::HtmlTable(rows);
}

std::string DrawIssues(const HtmlReportInput& input)
{
	std::string html = "<h2>Issues</h2>";
	if (input.history.Issues().empty() && input.player.notes.empty())
		return html + "<p>None.</p>";
	html += "<ul>";
	for (const auto& [name, count] : input.history.Issues())
		for (const StepIssueInfo& info : StepIssues())
			if (info.name == name)
				html += "<li class=\"issue\"><b>" + EscapeHtml(name) + "</b>, " + std::to_string(count)
					+ " times: " + EscapeHtml(std::string(info.sentence)) + "</li>";
	for (const std::string& note : input.player.notes)
		html += "<li class=\"issue\">" + EscapeHtml(note) + "</li>";
	return html + "</ul>";
}

}

bool FilmStrip::IsWanted(std::size_t frame, std::size_t lastFrame) const
{
	for (std::size_t k = 0; k < Pictures; ++k)
		if (frame == (k * lastFrame + (Pictures - 1) / 2) / (Pictures - 1))
			return true;
	return false;
}

void FilmStrip::Add(const Render::Image& image, double time)
{
	int factor = 1;
	while (image.Width() / (factor + 1) >= 600 && image.Width() % (factor + 1) == 0 && image.Height() % (factor + 1) == 0)
		++factor;
	stills.push_back({Render::Downsample(image, factor), time});
}

Result<std::string> MakeHtmlReport(const HtmlReportInput& input)
{
	const auto& report = input.report;
	std::string html = "<p class=\"soft\">" + EscapeHtml(report["description"].get<std::string>()) + "</p>";
	if (report["interrupted"].get<bool>())
		html += "<p><b>This run was stopped early.</b></p>";
	html += DrawFacts(input);
	if (!input.video.empty())
	{
		auto video = DrawVideo(input.video);
		if (video.IsOk())
			html += video.Value();
	}
	auto strip = DrawStrip(input.strip);
	if (!strip.IsOk())
		return strip;
	html += "<h2>Pictures</h2>" + strip.Value();
	html += "<h2>Plots</h2><div class=\"plots\">" + DrawBodyPlots(input) + DrawFluidPlots(input) + DrawCostPlots(input) + "</div>";
	html += DrawBodyTable(report) + DrawIssues(input);
	const auto& machine = report["machine"];
	html += "<h2>Made by</h2><table><tr><td>machine</td><td>" + EscapeHtml(machine["processor"].get<std::string>()) + ", "
		+ machine["threads"].dump() + " threads, " + machine["memoryMB"].dump() + " MB, " + EscapeHtml(machine["simd"].get<std::string>())
		+ "</td></tr><tr><td>version</td><td>" + EscapeHtml(report["version"].get<std::string>())
		+ "</td></tr><tr><td>hash of the end state</td><td><code>" + EscapeHtml(report["hash"].get<std::string>())
		+ "</code></td></tr></table>";
	html += "<h2>Scene</h2><pre>" + EscapeHtml(input.scene.dump(2, ' ', false, Json::error_handler_t::replace)) + "</pre>";
	return Tools::MakeHtmlPage(report["scene"].get<std::string>(), html);
}

}
