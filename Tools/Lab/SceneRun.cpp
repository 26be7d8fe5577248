#include <Lab/SceneRun.h>

#include <Common/Files.h>
#include <Lab/FrameRecorder.h>
#include <Lab/HtmlReport.h>
#include <Lab/ScenePicture.h>
#include <Lab/VideoWriter.h>
#include <Render/Png.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace SPHSolids::Lab
{
namespace
{

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start)
{
	return std::chrono::duration<double>(Clock::now() - start).count();
}

Status MakeFolder(const fs::path& folder)
{
	std::error_code code;
	fs::create_directories(folder, code);
	if (code || !fs::is_directory(folder))
		return Error{"The folder '" + folder.string() + "' could not be made (" + code.message() + "); choose another with --out."};
	return {};
}

/// One run from the built scene to the last file.
class SceneRunner
{
public:
	SceneRunner(const LoadedScene& loadedScene, const RunOptions& runOptions, TaskRunner& taskRunner)
		: loaded(loadedScene)
		, options(runOptions)
		, tasks(taskRunner)
		, frames(options.frames > 0 ? options.frames : loaded.description.output.frames)
		, fps(options.fps > 0 ? options.fps : loaded.description.output.fps)
		, writesPictures(options.pictures)
	{
	}

	Result<RunOutcome> Run(Progress* building, const std::function<bool(const RunProgress&)>& tell)
	{
		started = Clock::now();
		SceneDescription description = loaded.description;
		if (!options.trouble.empty())
			description.world.recordedSteps = TroubleSteps;
		auto made = ScenePlayer::Create(description, tasks, building);
		if (!made.IsOk())
			return made.TakeError();
		player = made.TakeValue();
		Status status = Open();
		if (status.IsOk())
			status = Play(tell);
		if (status.IsOk())
			status = Close();
		if (!status.IsOk())
			return Error{status.Message()};
		return std::move(outcome);
	}

private:
	bool NeedsPictures() const { return options.pictures || options.video || options.gif || !options.reportFile.empty(); }

	Status Open()
	{
		if (options.pictures || options.video || options.gif || !options.record.empty())
			if (Status status = MakeFolder(options.folder); !status.IsOk())
				return status;
		if (options.video)
			StartVideo(options.folder / "video.mp4");
		if (options.gif)
			StartVideo(options.folder / "video.gif");
		if (writesPictures)
		{
			outcome.files.push_back(options.folder / "pictures");
			if (Status status = MakeFolder(outcome.files.back()); !status.IsOk())
				return status;
		}
		for (const std::string& format : options.record)
		{
			const fs::path folder = options.folder / format;
			if (Status status = MakeFolder(folder); !status.IsOk())
				return status;
			auto recorder = MakeRecorder({format, folder, ObjectNames(*player), fps, RecordingError()});
			if (!recorder.IsOk())
				return Error{recorder.Message()};
			recorders.push_back(RecordInBackground(recorder.TakeValue()));
			outcome.files.push_back(folder);
		}
		if (NeedsPictures())
			painter = std::make_unique<ScenePainter>(*player, PictureSettings{options.render});
		return {};
	}

	void StartVideo(const fs::path& file)
	{
		auto writer = VideoWriter::Start(file, options.render.width, options.render.height, VideoRate());
		if (writer.IsOk())
		{
			videos.push_back(writer.TakeValue());
			outcome.files.push_back(file);
			return;
		}
		outcome.warnings.push_back(writer.Message());
		writesPictures = true; // instead
	}

	/// Frames that are far apart in time play faster than a slide show, those very close slower than real time.
	double VideoRate() const { return std::clamp(fps, 10.0, 60.0); }

	/// A hundredth of the smallest particle's radius: nobody sees it.
	double RecordingError() const
	{
		double radius = 1;
		for (std::size_t k = 0; k < player->bodies.size(); ++k)
			radius = std::min(radius, static_cast<double>(player->BodyAt(k).Rest().state.particleRadius));
		for (const PlayedFluid& fluid : player->fluids)
			radius = std::min(radius, fluid.particleRadius);
		return radius / 100;
	}

	Status Play(const std::function<bool(const RunProgress&)>& tell)
	{
		history.AddStart(meter.Measure(*player, tasks));
		if (Status status = Keep(0); !status.IsOk())
			return status;
		const auto playing = Clock::now();
		for (int frame = 1; frame <= frames; ++frame)
		{
			const auto start = Clock::now();
			Status recorded;
			player->PlayFrame(1 / fps, tasks,
				[&](const StepReport& report, int steps)
				{
					history.AddStep(report, steps);
					if (recorded.IsOk())
						recorded = RecordTrouble(report.issues);
				});
			simulating += SecondsSince(start);
			if (!recorded.IsOk())
				return recorded;
			history.FinishFrame(meter.Measure(*player, tasks));
			if (Status status = Keep(static_cast<std::size_t>(frame)); !status.IsOk())
				return status;
			RunProgress progress;
			progress.frame = frame;
			progress.frames = frames;
			progress.time = player->GetWorld().Time();
			progress.realTimeFactor = simulating > 0 ? progress.time / simulating : 0;
			progress.secondsLeft = SecondsSince(playing) / frame * (frames - frame);
			if (!tell(progress) && frame < frames)
			{
				outcome.interrupted = true;
				break;
			}
		}
		return {};
	}

	/// Writes the last steps if this one has an issue that none before it had.
	Status RecordTrouble(StepIssue issues)
	{
		const auto fresh = static_cast<std::uint32_t>(issues) & ~static_cast<std::uint32_t>(recordedIssues);
		if (options.trouble.empty() || fresh == 0 || troubleFiles == MostTroubleFiles)
			return {};
		recordedIssues |= issues;
		std::string name = "trouble";
		for (const StepIssueInfo& info : StepIssues())
			if ((static_cast<std::uint32_t>(info.issue) & fresh) != 0)
				name += "_" + std::string(info.name);
		const fs::path file = options.trouble / (name + ".sphrec");
		if (Status status = MakeFolder(options.trouble); !status.IsOk())
			return status;
		const Status status = Tools::WriteFileAtomically(file, player->GetWorld().WriteRecording().Value());
		if (status.IsOk())
			outcome.files.push_back(file);
		++troubleFiles;
		return status;
	}

	Status Keep(std::size_t frame)
	{
		if (!recorders.empty())
		{
			RecordedFrame captured = CaptureFrame(*player);
			if (std::any_of(recorders.begin(), recorders.end(), [](const auto& recorder) { return recorder->WantsMeshes(); }))
			{
				auto meshes = CaptureMeshes(*player, meter, recordedSkins, tasks);
				if (!meshes.IsOk())
					return Error{meshes.Message()};
				captured.meshes = meshes.TakeValue();
			}
			for (auto& recorder : recorders)
				if (Status status = recorder->Add(captured, frame); !status.IsOk())
					return status;
		}
		const bool isForStrip = !options.reportFile.empty() && strip.IsWanted(frame, static_cast<std::size_t>(frames));
		if (!writesPictures && videos.empty() && !isForStrip)
			return {};
		auto image = painter->Draw(meter, tasks);
		if (!image.IsOk())
			return Error{image.Message()};
		history.AddSkinTime(painter->SkinMilliseconds());
		if (writesPictures)
		{
			char name[32];
			std::snprintf(name, sizeof name, "frame_%05zu.png", frame);
			if (Status status = Render::WritePng(options.folder / "pictures" / name, image.Value()); !status.IsOk())
				return status;
		}
		if (isForStrip)
			strip.Add(image.Value(), player->GetWorld().Time());
		if (isForStrip && !writesPictures)
			if (Status status = WriteStill(image.Value()); !status.IsOk())
				return status;
		for (auto& video : videos)
			if (Status status = video->Add(image.Value()); !status.IsOk())
				return status;
		return {};
	}

	/// The pictures of the report in full size, beside it.
	Status WriteStill(const Render::Image& image)
	{
		const fs::path folder = options.reportFile.parent_path() / "stills";
		if (strip.Stills().size() == 1)
		{
			if (Status status = MakeFolder(folder); !status.IsOk())
				return status;
			outcome.files.push_back(folder);
		}
		char name[32];
		std::snprintf(name, sizeof name, "still_%02zu.png", strip.Stills().size());
		return Render::WritePng(folder / name, image);
	}

	Status Close()
	{
		for (auto& recorder : recorders)
			if (Status status = recorder->Finish(); !status.IsOk())
				return status;
		for (auto& video : videos)
			if (Status status = video->Finish(); !status.IsOk())
				return status;
		RunFacts facts;
		facts.sceneFile = options.scene;
		facts.wallSeconds = simulating;
		facts.totalSeconds = SecondsSince(started);
		facts.threads = tasks.WorkerCount();
		facts.fps = fps;
		facts.interrupted = outcome.interrupted;
		outcome.report = MakeRunReport(*player, history, facts);
		if (!options.json.empty())
			if (Status status = WriteOne(options.json, outcome.report.dump(2) + "\n"); !status.IsOk())
				return status;
		if (!options.csv.empty())
			if (Status status = WriteOne(options.csv, MakeRunTable(*player, history)); !status.IsOk())
				return status;
		if (!options.reportFile.empty())
		{
			const fs::path videoFile = options.video && !videos.empty() ? options.folder / "video.mp4" : fs::path();
			auto page = MakeHtmlReport({outcome.report, loaded.json, *player, history, strip, videoFile});
			if (!page.IsOk())
				return Error{page.Message()};
			return WriteOne(options.reportFile, page.Value());
		}
		return {};
	}

	Status WriteOne(const fs::path& file, const std::string& text)
	{
		Status status = Tools::WriteFileAtomically(file, text);
		if (status.IsOk())
			outcome.files.push_back(file);
		return status;
	}

	const LoadedScene& loaded;
	const RunOptions& options;
	TaskRunner& tasks;
	int frames;
	double fps;
	bool writesPictures;
	Clock::time_point started;
	double simulating = 0;
	StepIssue recordedIssues = StepIssue::None;
	std::size_t troubleFiles = 0;
	std::unique_ptr<ScenePlayer> player;
	FrameMeter meter;
	RunHistory history;
	std::unique_ptr<ScenePainter> painter;
	std::vector<std::unique_ptr<VideoWriter>> videos;
	std::vector<std::unique_ptr<FrameRecorder>> recorders;
	BodySkins recordedSkins;
	FilmStrip strip;
	RunOutcome outcome;
};

}

Result<RunOutcome> RunScene(const LoadedScene& scene, const RunOptions& options, TaskRunner& tasks, Progress* building,
	const std::function<bool(const RunProgress&)>& tell)
{
	return SceneRunner(scene, options, tasks).Run(building, tell);
}

}
