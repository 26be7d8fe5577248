#include <Lab/RunHistory.h>

#include <algorithm>

namespace SPHSolids::Lab
{
namespace
{

constexpr StageInfo StageTable[] = {
	{"neighbours", &StageMilliseconds::neighbours},
	{"elasticity", &StageMilliseconds::elasticity},
	{"pressure", &StageMilliseconds::pressure},
	{"viscosity", &StageMilliseconds::viscosity},
	{"boundary", &StageMilliseconds::boundary},
	{"other", &StageMilliseconds::other},
	{"total", &StageMilliseconds::total},
};

void Sum(SolveFigures& sum, const SolveFigures& part)
{
	sum.solves += part.solves;
	sum.iterations += part.iterations;
	sum.residual = std::max(sum.residual, part.residual);
	sum.converged = sum.converged && part.converged;
}

RunHistory::Spread SpreadOf(std::vector<double> values)
{
	if (values.empty())
		return {};
	std::sort(values.begin(), values.end());
	const auto at = [&](double share)
	{ return values[std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))]; };
	return {at(0.5), at(0.95)};
}

}

std::span<const StageInfo> Stages()
{
	return StageTable;
}

void RunHistory::AddStart(FrameFigures figures)
{
	frames.push_back(std::move(figures));
}

void RunHistory::AddStep(const StepReport& report, int stepCount)
{
	steps += stepCount;
	current.steps += stepCount;
	StageMilliseconds mean;
	for (const StageInfo& stage : StageTable)
	{
		current.milliseconds.*stage.field += report.milliseconds.*stage.field;
		mean.*stage.field = report.milliseconds.*stage.field / stepCount;
	}
	perStep.push_back(mean);
	for (const auto member : {&StepReport::elastic, &StepReport::density, &StepReport::divergence})
	{
		const bool isElastic = member == &StepReport::elastic, isDensity = member == &StepReport::density;
		Sum(isElastic ? elastic : isDensity ? density : divergence, report.*member);
		Sum(isElastic ? current.elastic : isDensity ? current.density : current.divergence, report.*member);
	}
	current.issues |= report.issues;
	for (const StepIssueInfo& info : StepIssues())
		if (info.issue != StepIssue::None && Has(report.issues, info.issue))
			++issues[std::string(info.name)];
}

void RunHistory::AddSkinTime(double milliseconds)
{
	skinMs.push_back(milliseconds);
}

void RunHistory::FinishFrame(FrameFigures figures)
{
	frames.push_back(std::move(figures));
	costs.push_back(current);
	current = {};
}

RunHistory::Spread RunHistory::StageSpread(double StageMilliseconds::* field) const
{
	std::vector<double> values;
	values.reserve(perStep.size());
	for (const StageMilliseconds& step : perStep)
		values.push_back(step.*field);
	return SpreadOf(std::move(values));
}

RunHistory::Spread RunHistory::SkinSpread() const
{
	return SpreadOf(skinMs);
}

}
