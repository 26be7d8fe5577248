#include "PictureBench.h"

#include <Lab/SceneLibrary.h>
#include <Lab/ScenePicture.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace SPHSolids::Tools
{
namespace
{

constexpr int PlayedFrames = 20, PictureRepeats = 7;

/// Glass, jelly and water; a smooth skin; particles coloured by speed.
constexpr const char* PictureScenes[] = {"welcome", "twisting_beam", "dam_break"};

struct PictureTime
{
	double milliseconds = 0, processorMilliseconds = 0;
	Render::RenderTimes stages;
};

Result<PictureTime> TimePicture(const char* name, TaskRunner& tasks)
{
	auto loaded = Lab::LoadScene(name, {});
	if (!loaded.IsOk())
		return loaded.TakeError();
	auto made = Lab::ScenePlayer::Create(loaded.Value().description, tasks, nullptr);
	if (!made.IsOk())
		return made.TakeError();
	Lab::ScenePlayer& player = *made.Value();
	for (int frame = 0; frame < PlayedFrames; ++frame)
		player.PlayFrame(1 / loaded.Value().description.output.fps, tasks, [](const StepReport&, int) {});
	Lab::FrameMeter meter;
	meter.Measure(player, tasks);
	Lab::ScenePainter painter(player, {});
	std::vector<PictureTime> times;
	for (int k = 0; k < PictureRepeats; ++k)
	{
		const auto start = std::chrono::steady_clock::now();
		const std::clock_t processorStart = std::clock();
		if (auto image = painter.Draw(meter, tasks); !image.IsOk())
			return image.TakeError();
		PictureTime time;
		time.processorMilliseconds = 1000.0 * static_cast<double>(std::clock() - processorStart) / CLOCKS_PER_SEC;
		time.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
		time.stages = painter.LastTimes();
		times.push_back(time);
	}
	// By processor time, which a neighbour on the machine changes less.
	std::nth_element(times.begin(), times.begin() + PictureRepeats / 2, times.end(),
		[](const PictureTime& a, const PictureTime& b) { return a.processorMilliseconds < b.processorMilliseconds; });
	return times[PictureRepeats / 2];
}

}

void RunPictureFigures(const SolidBenchOptions& options, BenchPrinter& printer)
{
	const auto tasks = MakeParallelTaskRunner(options.threads);
	for (const char* name : PictureScenes)
	{
		const auto time = TimePicture(name, *tasks);
		const std::string key = "picture_" + std::string(name);
		if (!time.IsOk())
		{
			printer.Note(key, nullptr, time.Message());
			continue;
		}
		const PictureTime& t = time.Value();
		char sentence[300];
		std::snprintf(sentence, sizeof sentence,
			"A frame of %s, 1280 x 720: %.0f ms (median of %d) on %d threads, %.0f ms of processor time; trees %.0f, first samples %.0f, "
			"more "
			"at edges (%.0f %%) and in shade (%.0f %%) %.0f, noise %.0f, tone %.0f ms.",
			name, t.milliseconds, PictureRepeats, tasks->WorkerCount(), t.processorMilliseconds, t.stages.build, t.stages.trace,
			100 * t.stages.edgeShare, 100 * t.stages.shadeShare, t.stages.refine, t.stages.smooth, t.stages.develop);
		printer.Note(key, {{"medianMs", t.milliseconds}, {"processorMs", t.processorMilliseconds}, {"goalMs", 1000}}, sentence);
	}
}

}
