#pragma once

#include <Lab/RunHistory.h>
#include <Lab/SceneLibrary.h>
#include <Render/Renderer.h>

#include <filesystem>
#include <functional>

namespace SPHSolids::Lab
{

/// What to do with a scene.
struct RunOptions
{
	std::string scene;                ///< file or name, for the report
	int frames = 0;                   ///< 0: as the scene says
	double fps = 0;                   ///< 0: as the scene says
	std::filesystem::path folder;     ///< for pictures, video and recordings
	std::vector<std::string> record;  ///< formats
	bool pictures = false;            ///< PNG of each frame
	bool video = false;               ///< MP4 of all frames
	bool gif = false;                 ///< the same as an animated GIF, at most 640 pixels wide
	std::filesystem::path reportFile; ///< self-contained HTML page, or none
	std::filesystem::path json, csv;  ///< or none
	std::filesystem::path trouble;    ///< folder for recordings of steps that had an issue, or none
	Render::RenderSettings render;
};

/// Steps that the flight recorder keeps where trouble is recorded, and recordings that a run writes at most.
inline constexpr std::uint32_t TroubleSteps = 240;
inline constexpr std::size_t MostTroubleFiles = 16;

/// Where a run is, told after every frame.
struct RunProgress
{
	int frame = 0, frames = 0;
	double time = 0;           ///< of the world, s
	double realTimeFactor = 0; ///< simulated over real seconds of simulating
	double secondsLeft = 0;    ///< estimated, with pictures and files
};

struct RunOutcome
{
	nlohmann::ordered_json report;
	std::vector<std::filesystem::path> files; ///< what was written, folders of sequences as such
	std::vector<std::string> warnings;        ///< what was asked for and could not be had
	bool interrupted = false;
};

/// Plays a scene and writes what is asked for. All of it stays valid when tell returns false: then the run ends after the frame.
Result<RunOutcome> RunScene(const LoadedScene& scene, const RunOptions& options, TaskRunner& tasks, Progress* building,
	const std::function<bool(const RunProgress&)>& tell);

}
