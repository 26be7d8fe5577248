#include <Bench/BenchPage.h>

#include <Common/HtmlPage.h>

#include <map>

namespace SPHSolids::Tools
{
namespace
{

using Rows = std::vector<std::vector<std::string>>;

/// The figures that solids and fluids have in common.
struct BenchRow
{
	std::string scene, method;
	double particles = 0, ms = 0, iterations = 0, megabytes = 0, goalMs = 0;
};

std::vector<BenchRow> CollectRows(const nlohmann::json& bench)
{
	std::vector<BenchRow> rows;
	for (const nlohmann::json& row : bench.value("rows", nlohmann::json::array()))
		rows.push_back({row["scene"], row["solver"].get<std::string>() + " " + row["preconditioner"].get<std::string>(), row["particles"],
			row["msPerStep"]["elasticity"]["median"], row["iterations"]["elastic"], row["solverMB"], row.value("goalMs", 0.0)});
	for (const auto& [name, note] : bench.items())
		if (note.is_object() && note.contains("fluidParticles"))
			rows.push_back(
				{name.substr(0, name.find(' ')), "whole step", note["fluidParticles"].get<double>() + note["solidParticles"].get<double>(),
					note["msPerStep"], note["densityIterations"].get<double>() + note["divergenceIterations"].get<double>(),
					1e-6 * note["bytesPerParticle"].get<double>() * note["fluidParticles"].get<double>(), note["goalMs"]});
	return rows;
}

std::string DrawRows(const std::vector<BenchRow>& rows)
{
	Rows table = {{"scene", "method", "particles", "ms a step (median)", "iterations", "MB", "goal"}};
	for (const BenchRow& row : rows)
		table.push_back({row.scene, row.method, ShortNumber(row.particles), ShortNumber(row.ms), ShortNumber(row.iterations),
			ShortNumber(row.megabytes),
			row.goalMs > 0 ? ShortNumber(row.goalMs) + " ms: " + (row.ms <= row.goalMs ? "reached" : "not reached") : ""});
	return "<h2>All figures</h2>" + HtmlTable(table);
}

/// Methods that were run on the same scene at the same size, against the first of them.
std::string DrawRatios(const std::vector<BenchRow>& rows)
{
	std::map<std::pair<std::string, double>, std::vector<const BenchRow*>> groups;
	for (const BenchRow& row : rows)
		groups[{row.scene, row.particles}].push_back(&row);
	Rows table = {{"scene", "method", "against", "time", "iterations", "memory"}};
	const auto ratio = [](double value, double base) { return base > 0 ? ShortNumber(value / base) + "x" : std::string("-"); };
	for (const auto& [key, group] : groups)
		for (std::size_t k = 1; k < group.size(); ++k)
			table.push_back({group[k]->scene, group[k]->method, group[0]->method, ratio(group[k]->ms, group[0]->ms),
				ratio(group[k]->iterations, group[0]->iterations), ratio(group[k]->megabytes, group[0]->megabytes)});
	return table.size() > 1 ? "<h2>Against each other</h2>" + HtmlTable(table) : "";
}

/// Lines over the number of particles, for scenes that were run at several sizes.
std::string DrawScaling(const std::vector<BenchRow>& rows)
{
	SvgPlot time{"Time of a step", "particles", "ms", true, true, {}};
	SvgPlot perParticle{"Time of a step per particle", "particles", "microseconds", true, false, {}};
	std::map<std::string, std::vector<const BenchRow*>> lines;
	for (const BenchRow& row : rows)
		lines[row.scene + " " + row.method].push_back(&row);
	for (const auto& [name, line] : lines)
	{
		PlotLine all{name, {}, {}}, each{name, {}, {}};
		for (const BenchRow* row : line)
		{
			all.x.push_back(row->particles);
			all.y.push_back(row->ms);
			each.x.push_back(row->particles);
			each.y.push_back(1000 * row->ms / row->particles);
		}
		if (all.x.front() == all.x.back())
			continue;
		time.lines.push_back(std::move(all));
		perParticle.lines.push_back(std::move(each));
	}
	if (time.lines.empty())
		return {};
	return "<h2>Growth with size</h2><div class=\"plots\">" + time.Element() + perParticle.Element() + "</div>";
}

/// What a particle of water costs, for scenes that were run at several sizes.
std::string DrawFluidCosts(const nlohmann::json& bench)
{
	SvgPlot plot{"Water, per particle", "particles", "microseconds", true, false, {}};
	std::map<std::string, std::map<double, const nlohmann::json*>> scenes;
	for (const auto& [name, note] : bench.items())
		if (note.is_object() && note.contains("fluidParticles"))
			scenes[name.substr(0, name.find(' '))][note["fluidParticles"]] = &note;
	for (const auto& [scene, sizes] : scenes)
	{
		PlotLine iteration{"iteration, " + scene, {}, {}}, neighbours{"neighbours, " + scene, {}, {}};
		for (const auto& [particles, note] : sizes)
		{
			iteration.x.push_back(particles);
			iteration.y.push_back((*note)["usPerParticleAndIteration"]);
			neighbours.x.push_back(particles);
			neighbours.y.push_back(1000 * (*note)["neighboursMs"].get<double>() / particles);
		}
		if (sizes.size() > 1)
			plot.lines.insert(plot.lines.end(), {std::move(iteration), std::move(neighbours)});
	}
	return plot.lines.empty() ? "" : "<h2>Cost of water</h2><div class=\"plots\">" + plot.Element() + "</div>";
}

/// Iterations that it took to come this close to the minimum.
std::string DrawGaps(const nlohmann::json& bench)
{
	SvgPlot plot{"Distance to the minimum", "iterations", "share of the objective's gap", false, true, {}};
	for (const nlohmann::json& row : bench.value("rows", nlohmann::json::array()))
	{
		PlotLine line{row["scene"].get<std::string>() + " " + row["preconditioner"].get<std::string>(), {}, {}};
		for (const nlohmann::json& gap : row.value("gaps", nlohmann::json::array()))
		{
			line.x.push_back(gap["iterations"]);
			line.y.push_back(gap["share"]);
		}
		if (line.x.size() > 1)
			plot.lines.push_back(std::move(line));
	}
	return plot.lines.empty() ? "" : "<h2>Convergence</h2><div class=\"plots\">" + plot.Element() + "</div>";
}

}

std::string MakeBenchPage(const nlohmann::json& bench, const nlohmann::json& machine)
{
	const std::vector<BenchRow> rows = CollectRows(bench);
	std::size_t goals = 0, reached = 0;
	for (const BenchRow& row : rows)
	{
		goals += row.goalMs > 0;
		reached += row.goalMs > 0 && row.ms <= row.goalMs;
	}
	std::string html = "<p class=\"soft\">" + EscapeHtml(machine["processor"].get<std::string>()) + ", " + machine["threads"].dump()
		+ " threads, " + machine["memoryMB"].dump() + " MB; version " + EscapeHtml(bench.value("version", "")) + ", "
		+ EscapeHtml(bench.value("simd", "")) + "</p><div class=\"facts\">" + HtmlFact(std::to_string(rows.size()), "measurements");
	if (goals > 0)
		html += HtmlFact(std::to_string(reached) + " of " + std::to_string(goals), "goals reached");
	return MakeHtmlPage(
		"Bench", html + "</div>" + DrawScaling(rows) + DrawFluidCosts(bench) + DrawGaps(bench) + DrawRatios(rows) + DrawRows(rows));
}

}
