#pragma once

#include <Lab/Measures.h>

#include <map>
#include <nlohmann/json.hpp>

namespace SPHSolids::Lab
{

/// The stages that StepReport times, by the names that reports use.
struct StageInfo
{
	const char* name;
	double StageMilliseconds::* field;
};
std::span<const StageInfo> Stages();

/// What a frame of a run cost and how its solves went, summed over its steps.
struct FrameCost
{
	int steps = 0;
	StageMilliseconds milliseconds;
	SolveFigures elastic, density, divergence;
	StepIssue issues = StepIssue::None;
	double skinMilliseconds = 0;
};

/// All that is known of a run: one entry per frame, the state before the first at the front.
class RunHistory
{
public:
	void AddStart(FrameFigures figures);
	/// Between frames.
	void AddStep(const StepReport& report, int steps);
	void AddSkinTime(double milliseconds);
	void FinishFrame(FrameFigures figures);

	const std::vector<FrameFigures>& Frames() const { return frames; }
	const std::vector<FrameCost>& Costs() const { return costs; } ///< one for each frame but the first
	int Steps() const { return steps; }
	const std::map<std::string, int>& Issues() const { return issues; } ///< in how many calls of Step each came up
	/// Milliseconds of a stage per step: median and 95th percentile over the steps.
	struct Spread
	{
		double median = 0, p95 = 0;
	};
	Spread StageSpread(double StageMilliseconds::* field) const;
	Spread SkinSpread() const;
	SolveFigures elastic, density, divergence;

private:
	std::vector<FrameFigures> frames;
	std::vector<FrameCost> costs;
	FrameCost current;
	std::vector<StageMilliseconds> perStep;
	std::vector<double> skinMs;
	std::map<std::string, int> issues;
	int steps = 0;
};

/// What the report of a run says besides its history.
struct RunFacts
{
	std::string sceneFile;
	double wallSeconds = 0;  ///< of simulating alone
	double totalSeconds = 0; ///< with pictures and files
	int threads = 0;
	double fps = 0;
	bool interrupted = false;
};

/// The report of a run (Docs/scene.md lists its fields). What the world cannot tell is null.
nlohmann::ordered_json MakeRunReport(const ScenePlayer& player, const RunHistory& history, const RunFacts& facts);

/// One row per frame, the start first.
std::string MakeRunTable(const ScenePlayer& player, const RunHistory& history);

/// Processor, number of its threads and memory.
nlohmann::ordered_json DescribeMachine();

}
