#include <Lab/HtmlReport.h>

#include <Common/Files.h>
#include <Lab/SvgPlot.h>
#include <Render/Png.h>

#include <algorithm>
#include <cstdio>

namespace SPHSolids::Lab
{
namespace
{

constexpr std::uint64_t LargestVideo = std::uint64_t(64) << 20; // a page larger than that is no use to anybody

constexpr const char* Style = R"(
body{font:15px/1.5 system-ui,sans-serif;margin:0;background:#f6f7f9;color:#27303b}
main{max-width:1180px;margin:0 auto;padding:24px}
h1{margin:0 0 4px;font-size:28px}h2{margin:32px 0 8px;font-size:19px}
p.soft,td.soft,th{color:#5d6875}
.facts{display:flex;flex-wrap:wrap;gap:12px;margin:16px 0}
.fact{background:#fff;border:1px solid #e2e6eb;border-radius:8px;padding:10px 16px}
.fact b{display:block;font-size:21px}
video,.strip img{width:100%;border-radius:8px;display:block}
.strip{display:grid;grid-template-columns:repeat(auto-fill,minmax(270px,1fr));gap:10px}
figure{margin:0}figcaption{color:#5d6875;font-size:13px}
.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(480px,1fr));gap:14px}
.plot{background:#fff;border:1px solid #e2e6eb;border-radius:8px;width:100%}
.plot .title{font:bold 13px system-ui,sans-serif;fill:#27303b}
.plot .tick{font:11px system-ui,sans-serif}.plot .tick:not([fill]){fill:#5d6875}
.plot .grid{stroke:#e8ebef}.plot .line{fill:none;stroke-width:1.6}
table{border-collapse:collapse;background:#fff;border:1px solid #e2e6eb}
td,th{padding:5px 12px;text-align:right;border-bottom:1px solid #eef0f3;font-weight:normal}
td:first-child,th:first-child{text-align:left}
.scroll{overflow-x:auto}
li.issue{margin:6px 0}code,pre{font:13px ui-monospace,monospace}
pre{background:#fff;border:1px solid #e2e6eb;border-radius:8px;padding:12px;overflow:auto;max-height:480px}
)";

std::string Base64(std::span<const std::uint8_t> bytes)
{
	constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	std::string text;
	text.reserve((bytes.size() + 2) / 3 * 4);
	for (std::size_t k = 0; k < bytes.size(); k += 3)
	{
		const auto byteAt = [&](std::size_t place) { return place < bytes.size() ? std::uint32_t(bytes[place]) : 0u; };
		const std::uint32_t triple = (byteAt(k) << 16) | (byteAt(k + 1) << 8) | byteAt(k + 2);
		text += digits[triple >> 18];
		text += digits[(triple >> 12) & 63];
		text += k + 1 < bytes.size() ? digits[(triple >> 6) & 63] : '=';
		text += k + 2 < bytes.size() ? digits[triple & 63] : '=';
	}
	return text;
}

std::string Short(double value)
{
	char text[32];
	std::snprintf(text, sizeof text, "%.4g", value);
	return text;
}

std::string Fact(const std::string& value, const std::string& what)
{
	return "<div class=\"fact\"><b>" + EscapeHtml(value) + "</b>" + EscapeHtml(what) + "</div>";
}

std::string DrawFacts(const HtmlReportInput& input)
{
	const auto& report = input.report;
	const double factor = report["realTimeFactor"].get<double>();
	std::string html = "<div class=\"facts\">";
	html += Fact(Short(report["time"].get<double>()) + " s", "simulated, " + std::to_string(report["steps"].get<int>()) + " steps");
	html += Fact(factor >= 1 ? Short(factor) + "x faster" : Short(1 / std::max(factor, 1e-9)) + "x slower", "than real time");
	html += Fact(Short(report["msPerStep"]["total"]["median"].get<double>()) + " ms",
		"median step (95 %: " + Short(report["msPerStep"]["total"]["p95"].get<double>()) + " ms)");
	html += Fact(std::to_string(report["particles"]["solid"].get<std::size_t>()), "solid particles");
	if (report["particles"]["fluid"].get<std::size_t>() > 0)
		html += Fact(std::to_string(report["particles"]["fluid"].get<std::size_t>()), "fluid particles");
	html += Fact(std::to_string(report["threads"].get<int>()), "threads");
	html += Fact(Short(report["peakRssMB"].get<double>()) + " MB", "memory at most");
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
		html += "<figure><img alt=\"" + Short(still.time) + " s\" src=\"data:image/png;base64," + Base64(png.Value()) + "\"><figcaption>"
			+ Short(still.time) + " s</figcaption></figure>";
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

/// The same quantity of all bodies or fluids over time.
template <class Pick>
Plot PlotOver(const HtmlReportInput& input, const std::string& title, const std::string& unit, std::size_t count, Pick&& pick)
{
	Plot plot;
	plot.title = title;
	plot.unit = unit;
	for (const FrameFigures& frame : input.history.Frames())
		plot.x.push_back(frame.time);
	for (std::size_t k = 0; k < std::min<std::size_t>(count, 24); ++k)
	{
		PlotSeries series;
		for (const FrameFigures& frame : input.history.Frames())
			series.name = pick(frame, k, series.values);
		plot.series.push_back(std::move(series));
	}
	return plot;
}

std::string DrawBodyPlots(const HtmlReportInput& input)
{
	const std::size_t count = input.player.bodies.size();
	if (count == 0)
		return {};
	const auto nameOf = [&](std::size_t k) { return input.player.bodies[k].name; };
	std::string html;
	Plot energy = PlotOver(input, "Energy of all bodies", "J", 1,
		[&](const FrameFigures& frame, std::size_t, std::vector<double>& values)
		{
			double sum = 0;
			for (const BodyFigures& body : frame.bodies)
				sum += body.energy.Total();
			values.push_back(sum);
			return std::string("total");
		});
	for (const auto& [name, field] : {std::pair{"kinetic", &BodyEnergy::kinetic}, {"elastic", &BodyEnergy::elastic},
			 {"zero-energy", &BodyEnergy::zeroEnergy}, {"gravity", &BodyEnergy::gravity}})
	{
		PlotSeries series{name, {}};
		for (const FrameFigures& frame : input.history.Frames())
		{
			double sum = 0;
			for (const BodyFigures& body : frame.bodies)
				sum += body.energy.*field;
			series.values.push_back(sum);
		}
		energy.series.push_back(std::move(series));
	}
	html += DrawPlot(energy);
	html += DrawPlot(PlotOver(input, "Volume ratio", "", count,
		[&](const FrameFigures& frame, std::size_t k, std::vector<double>& values)
		{
			values.push_back(frame.bodies[k].volumeRatio);
			return nameOf(k);
		}));
	Plot range = PlotOver(input, "Range of J", "", count,
		[&](const FrameFigures& frame, std::size_t k, std::vector<double>& values)
		{
			values.push_back(frame.bodies[k].minJ);
			return nameOf(k) + " min";
		});
	const Plot highest = PlotOver(input, "", "", count,
		[&](const FrameFigures& frame, std::size_t k, std::vector<double>& values)
		{
			values.push_back(frame.bodies[k].maxJ);
			return nameOf(k) + " max";
		});
	range.series.insert(range.series.end(), highest.series.begin(), highest.series.end());
	html += DrawPlot(range);
	html += DrawPlot(PlotOver(input, "Highest speed", "m/s", count,
		[&](const FrameFigures& frame, std::size_t k, std::vector<double>& values)
		{
			values.push_back(frame.bodies[k].maxSpeed);
			return nameOf(k);
		}));
	return html;
}

std::string DrawFluidPlots(const HtmlReportInput& input)
{
	const std::size_t count = input.player.fluids.size();
	if (count == 0)
		return {};
	const auto plot = [&](const char* title, const char* unit, auto pick)
	{
		return DrawPlot(PlotOver(input, title, unit, count,
			[&](const FrameFigures& frame, std::size_t k, std::vector<double>& values)
			{
				values.push_back(pick(frame.fluids[k]));
				return input.player.fluids[k].name;
			}));
	};
	return plot("Height of the surface", "m", [](const FluidFigures& fluid) { return fluid.surfaceHeight; })
		+ plot("Density error", "%", [](const FluidFigures& fluid) { return 100 * fluid.densityError; })
		+ plot("Highest speed of fluids", "m/s", [](const FluidFigures& fluid) { return fluid.maxSpeed; });
}

std::string DrawCostPlots(const HtmlReportInput& input)
{
	if (input.history.Costs().empty())
		return {};
	Plot time;
	time.title = "Milliseconds per step";
	time.unit = "ms";
	Plot iterations;
	iterations.title = "Iterations per solve";
	for (std::size_t k = 1; k < input.history.Frames().size(); ++k)
		time.x.push_back(input.history.Frames()[k].time);
	iterations.x = time.x;
	for (const StageInfo& stage : Stages())
	{
		PlotSeries series{stage.name, {}};
		double most = 0;
		for (const FrameCost& cost : input.history.Costs())
		{
			series.values.push_back(cost.milliseconds.*stage.field / std::max(1, cost.steps));
			most = std::max(most, series.values.back());
		}
		if (most > 0.005)
			time.series.push_back(std::move(series));
	}
	for (const auto& [name, field] :
		{std::pair{"elastic", &FrameCost::elastic}, {"density", &FrameCost::density}, {"divergence", &FrameCost::divergence}})
	{
		PlotSeries series{name, {}};
		bool isUsed = false;
		for (const FrameCost& cost : input.history.Costs())
		{
			const SolveFigures& solve = cost.*field;
			series.values.push_back(static_cast<double>(solve.iterations) / std::max(1, solve.solves));
			isUsed |= solve.solves > 0;
		}
		if (isUsed)
			iterations.series.push_back(std::move(series));
	}
	return DrawPlot(time) + DrawPlot(iterations);
}

std::string DrawBodyTable(const nlohmann::ordered_json& report)
{
	if (report["bodies"].empty())
		return {};
	std::string html = "<h2>Bodies at the end</h2><div class=\"scroll\"><table><tr><th>body</th><th>particles</th><th>mass (kg)</th>"
					   "<th>volume ratio</th><th>J</th><th>inverted</th><th>speed (m/s)</th><th>penetration (mm)</th><th>state</th></tr>";
	for (const auto& body : report["bodies"])
		html += "<tr><td>" + EscapeHtml(body["name"].get<std::string>()) + "</td><td>" + body["particles"].dump() + "</td><td>"
			+ Short(body["mass"].get<double>()) + "</td><td>" + Short(body["volumeRatio"].get<double>()) + "</td><td>"
			+ Short(body["minJ"].get<double>()) + " to " + Short(body["maxJ"].get<double>()) + "</td><td>" + body["inverted"].dump()
			+ "</td><td>" + Short(body["maxSpeed"].get<double>()) + "</td><td>" + Short(1000 * body["maxPenetration"].get<double>())
			+ "</td><td>" + EscapeHtml(body["state"].get<std::string>()) + "</td></tr>";
	return html + "</table></div>";
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
	const std::string name = EscapeHtml(report["scene"].get<std::string>());
	std::string html = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
					   "content=\"width=device-width\"><title>"
		+ name + "</title><style>" + Style + "</style></head><body><main><h1>" + name + "</h1><p class=\"soft\">"
		+ EscapeHtml(report["description"].get<std::string>()) + "</p>";
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
	html += "</main></body></html>\n";
	return html;
}

}
